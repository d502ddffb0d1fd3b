"""Makes the page's TypeScript types from the server's own description of its messages.

Run it as `.venv/bin/python -m tools.wire_types`; a test makes them again and compares.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tools.node import ROOT, Trouble, environment, install, node

FRONTEND = ROOT / "frontend"
TYPES = FRONTEND / "src" / "wire" / "openapi.d.ts"
COMMAND = FRONTEND / "node_modules" / "openapi-typescript" / "bin" / "cli.js"


def make() -> str:
    """The types, as text."""
    install(FRONTEND)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "openapi.json")
        with source.open("w") as schema:
            subprocess.run([sys.executable, "-m", "wartable.server.schema"], stdout=schema, check=True)
        done = subprocess.run(
            [str(node()), str(COMMAND), str(source), "--alphabetize"],
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise Trouble(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "openapi-typescript failed")
    return done.stdout


def main() -> int:
    """Writes the types."""
    try:
        TYPES.write_text(make())
    except (Trouble, OSError) as trouble:
        print(f"types: {trouble}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
