"""One file from the web, also over a line that breaks."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from http.client import HTTPException
from itertools import chain
from typing import Optional

# Between three tries.
PAUSES = (1.0, 3.0)


class Unreached(Exception):
    """No try got an answer, or all of it."""


def read(url: str, seconds: float) -> bytes:
    """The file, all of it; `seconds` is how long the line may be silent. What the server itself refuses is asked for once."""
    failure: Optional[Exception] = None
    for pause in chain([0.0], PAUSES):
        time.sleep(pause)
        try:
            with urllib.request.urlopen(url, timeout=seconds) as answer:
                return answer.read()
        except urllib.error.HTTPError:
            raise
        except (OSError, HTTPException) as error:
            failure = error
    raise Unreached(f"{url}: {failure}")
