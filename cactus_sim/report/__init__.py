"""What people read: words in two languages, tables and figures."""
