"""`python -m wartable`: the same command, where the Python is at hand and the script is not."""

import sys

from wartable.cli import main

if __name__ == "__main__":
    sys.exit(main())
