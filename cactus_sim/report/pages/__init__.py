"""Report pages: what a dossier says, laid out once, written as HTML or as Markdown."""
