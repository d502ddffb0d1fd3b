"""Options that several commands share: one name, one meaning and one line of help each."""

from typing import Annotated

from cyclopts import Parameter

DEFAULT_STORE = "sqlite:///wartable.db"
"""The store that `wartable serve` makes where none is named."""

Database = Annotated[
    str,
    Parameter(name="--db", help=f"The store: sqlite:///PATH or postgresql://USER@HOST/NAME; default: {DEFAULT_STORE}."),
]
Json = Annotated[bool, Parameter(help="Print the answer as one JSON document.")]
Output = Parameter(name=["--output", "-o"])
