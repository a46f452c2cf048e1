"""CACTUS, the stacking game."""
