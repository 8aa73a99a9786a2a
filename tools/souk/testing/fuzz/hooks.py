"""What Schemathesis asks of every answer beside its own checks, and a count of the answers for whoever started it.

Its environment loads this; nothing of ours does.
"""

from __future__ import annotations

import atexit
import json
import os
from collections import Counter
from pathlib import Path

import schemathesis

from souk.layout import Checkout
from souk.testing.fuzz import refusals

CODES = refusals.known_codes(Checkout.here().root)
answered: Counter[str] = Counter()
refused: Counter[str] = Counter()


@schemathesis.check
def refusal_is_a_problem(_, response, case) -> None:
    count = answered if response.status_code < 400 else refused
    count[case.operation.label] += 1
    headers = {name.lower(): ", ".join(values) for name, values in response.headers.items()}
    if found := refusals.faults(response.status_code, headers, response.content, CODES):
        raise AssertionError("; ".join(found))


@atexit.register
def tell() -> None:
    Path(os.environ["SOUK_FUZZ_COUNTS"]).write_text(json.dumps({"answered": answered, "refused": refused}))
