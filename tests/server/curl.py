"""As much of curl as docs/server.md uses, for a machine that has none."""

import argparse
import sys
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.request import Request, urlopen


def main() -> None:
    """One request, its answer on standard output."""
    asked = _read(sys.argv[1:])
    headers = dict(header.split(": ", 1) for header in asked.header)
    if asked.cookies:
        headers["Cookie"] = Path(asked.cookies).read_text(encoding="utf-8")
    body = None if asked.data is None else asked.data.encode()
    with urlopen(Request(asked.url, body, headers, method=asked.method)) as answer:
        sys.stdout.write(answer.read().decode())
        if asked.keep:
            kept = SimpleCookie(answer.headers["Set-Cookie"])
            Path(asked.keep).write_text("; ".join(f"{name}={one.value}" for name, one in kept.items()), "utf-8")


def _read(tokens: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="curl", allow_abbrev=False)
    parser.add_argument("-s", action="store_true", help="no progress")
    parser.add_argument("-S", action="store_true", help="errors are told all the same")
    parser.add_argument("-b", dest="cookies")
    parser.add_argument("-c", dest="keep")
    parser.add_argument("-H", dest="header", action="append", default=[])
    parser.add_argument("-d", dest="data")
    parser.add_argument("-X", dest="method")
    parser.add_argument("url")
    return parser.parse_args(tokens)
