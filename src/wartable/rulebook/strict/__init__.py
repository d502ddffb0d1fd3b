"""Reading a rulebook strictly: the schema that it is held against, and everything that is wrong with it."""

from wartable.rulebook.strict.draft import Beside
from wartable.rulebook.strict.read import NAME, read_rulebook
from wartable.rulebook.strict.schema import Schema, read_schema, schema
from wartable.rulebook.strict.skeleton import write_skeleton
