"""Statistics: small functions over tallies of block sums; the unit is always the block, never the game."""
