"""Whether the tests try everything, as `./dev soak screens` has them do, or the sample of every run."""

import os

NAMED = "WARTABLE_LONG"
LONG = bool(os.environ.get(NAMED))
