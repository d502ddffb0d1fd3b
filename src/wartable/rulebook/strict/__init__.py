"""The strict reader of rulebooks: the schema, and every problem of a file."""

from wartable.rulebook.strict.draft import Beside
from wartable.rulebook.strict.read import NAME, read_rulebook
from wartable.rulebook.strict.schema import read_schema, schema
from wartable.rulebook.strict.skeleton import write_skeleton
