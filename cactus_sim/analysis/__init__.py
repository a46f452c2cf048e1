"""Questions put to the simulator: what is varied, what is compared, and what the answer is."""
