"""The built-in strategies of Cactus, a file each."""
