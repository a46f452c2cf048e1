"""What a player of the toy game sees."""

import numpy as np

MINE = np.dtype(
    [("known_points", "i8"), ("unknown", "i8"), ("hand", "i1", (4,)), ("p", "f8", (16,))],
    align=True,
)
TABLE = np.dtype([("turn", "i8"), ("average", "f8"), ("public", "i1", (8, 4))], align=True)
