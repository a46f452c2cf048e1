"""Holding the static physics of the stacking game against rigid bodies: see scripts/calibrate-balance."""
