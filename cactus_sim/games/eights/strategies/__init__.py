"""The built-in strategies of 8 Américain, a file each."""
