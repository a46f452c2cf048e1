"""`python -m cactus_sim` is the command `cactus-sim`."""

import sys

from cactus_sim.cli import main

sys.exit(main())
