"""The attacker's process."""

import sys

from souk.testing.abuse.attacks import main

main(*sys.argv[1:])
