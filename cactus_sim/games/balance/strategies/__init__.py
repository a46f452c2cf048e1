"""The built-in strategies of CACTUS, the stacking game, a file each."""
