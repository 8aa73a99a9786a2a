"""`python -m souk`, called by the `souk` script."""

import sys

from souk.cli import main

sys.exit(main(sys.argv[1:]))
