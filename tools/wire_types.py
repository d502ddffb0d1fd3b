"""Make the page's TypeScript shapes, and with them its types, from the server's own types.

They are two modules: what every view reads is fetched first; the other documents come with the views that read them.
Run it as `.venv/bin/python -m tools.wire_types`; a test makes them again and compares.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect

from tools.node import Trouble, environment, install, node
from tools.page import FRONTEND
from wartable.drill import question
from wartable.live.people.orders import SAYABLE
from wartable.live.wire import console, messages, views
from wartable.rulebook import rules
from wartable.server.documents import forms
from wartable.server.schema import DOCUMENTS, documents
from wartable.shoe import Revealed1, Revealed2
from wartable.table import words

TYPES = FRONTEND / "src" / "wire" / "generated.ts"
"""What goes over the socket, and the documents of `FIRST`."""
DOCUMENT_TYPES = TYPES.with_name("documents.ts")
"""The other documents."""
FIRST = (
    forms.ErrorDocument,
    forms.HouseDocument,
    forms.Me,
    forms.TablesDocument,
    forms.TableSheet,
    forms.ShoesDocument,
)
"""Documents that every view, the lobby or the table itself reads."""
HEAD = "/** Made from the server's types by tools/wire_types.py; not edited by hand. */"
COMMAND = "Command"
"""The title of a field that holds any command."""
PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "s.text",
    inspect.IntType: "s.whole",
    inspect.FloatType: "s.real",
    inspect.BoolType: "s.flag",
    inspect.AnyType: "s.anything",
}


WORDS = {
    frozenset(get_args(kind)): name
    for module in (*DOCUMENTS, question, messages, console, views, rules, words)
    for name, kind in vars(module).items()
    if get_origin(kind) is Literal
}
"""The server's names of its closed lists of words."""
BIOME = FRONTEND / "node_modules" / "@biomejs" / "biome" / "bin" / "biome"


def make() -> dict[Path, str]:
    """Return each module as text, in the format of the page."""
    install(FRONTEND)
    return {module: _formatted(module, text) for module, text in write().items()}


def _formatted(module: Path, text: str) -> str:
    format_it = [str(node()), str(BIOME), "format", f"--stdin-file-path={module.name}"]
    done = subprocess.run(
        format_it, cwd=FRONTEND, env=environment(), input=text, capture_output=True, text=True, check=True
    )
    return done.stdout


def write() -> dict[Path, str]:
    """Return each module, not yet formatted."""
    first = Writer()
    first.union(COMMAND, SAYABLE)
    first.union("ClientMessage", get_args(messages.ClientMessage))
    first.union("ServerMessage", get_args(messages.ServerMessage), named=True)
    for kind in inspect.multi_type_info(FIRST):
        first.shape(kind)
    others = Writer(first)
    others.union("Revealed", (Revealed1, Revealed2), named=True)
    for kind in inspect.multi_type_info([one for one in documents() if one.__name__ not in first.written]):
        others.shape(kind)
    return {TYPES: first.text(), DOCUMENT_TYPES: others.text()}


class Writer:
    """Writes each struct and each closed list of words once, after the structs that it is made of."""

    def __init__(self, first: "Writer | None" = None) -> None:
        self._first = first
        """What is written there is imported, and not written again."""
        self._imported: set[str] = set()
        self._lines: list[str] = []
        self.written: dict[str, object] = {}

    def text(self) -> str:
        """Return the module as text."""
        imports = ["import * as s from './shape';", ""]
        if self._imported:
            imports.insert(0, f"import {{ {', '.join(sorted(self._imported))} }} from './{TYPES.stem}';")
        return "\n".join([HEAD, *imports, *self._lines])

    def union(self, name: str, kinds: Iterable[type[msgspec.Struct]], *, named: bool = False) -> None:
        """Write several structs that a tag distinguishes; each by its own name, where the page uses them one by one."""
        structs = [kind for kind in inspect.multi_type_info(kinds) if isinstance(kind, inspect.StructType)]
        rows = [f"{kind.tag}: {self.shape(kind) if named else self._fields(kind)}" for kind in structs]
        self._once(name, kinds, lambda: f"s.tagged('{structs[0].tag_field}', {{ {', '.join(rows)} }})")

    def shape(self, kind: inspect.Type) -> str:
        """Return the shape of a type, as an expression."""
        match kind:
            case inspect.Metadata(type=inner, extra_json_schema=more):
                return self._command() if (more or {}).get("title") == COMMAND else self.shape(inner)
            case inspect.StructType():
                return self._struct(kind)
            case inspect.LiteralType(values=values):
                return self._words(values)
            case inspect.UnionType(types=types):
                return self._union(types)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"s.list({self.shape(item)})"
            case inspect.TupleType(item_types=items):
                return f"s.tuple({', '.join(map(self.shape, items))})"
            case inspect.DictType(key_type=key, value_type=value):
                keys = f"keyed({self.shape(key)}, " if isinstance(key, inspect.LiteralType) else "record("
                return f"s.{keys}{self.shape(value)})"
        return self._command() if isinstance(kind, inspect.RawType) else PLAIN[type(kind)]

    def _command(self) -> str:
        if self._first:
            self._imported.add(COMMAND)
        return COMMAND

    def _union(self, types: tuple[inspect.Type, ...]) -> str:
        some = [kind for kind in types if not isinstance(kind, inspect.NoneType)]
        if len(some) != 1:
            raise NotImplementedError(f"a union of {types}")
        return f"s.nullable({self.shape(some[0])})"

    def _words(self, values: tuple[Any, ...]) -> str:
        expression = f"s.oneOf({', '.join(map(_literal, values))})"
        name = WORDS.get(frozenset(values))
        return self._once(name, values, lambda: expression) if name else expression

    def _struct(self, kind: inspect.StructType) -> str:
        tag = "" if kind.tag is None else f"{kind.tag_field}: s.oneOf({_literal(kind.tag)}), "
        return self._once(kind.cls.__name__, kind.cls, lambda: self._fields(kind, tag))

    def _fields(self, kind: inspect.StructType, tag: str = "") -> str:
        """Fields that the server reads are optional where they have a default; those that it writes are not."""
        reads = bool(kind.forbid_unknown_fields)
        fields = [_field(field, self.shape(field.type), reads=reads) for field in kind.fields]
        return f"s.object({{ {tag}{', '.join(fields)} }})"

    def _once(self, name: str, what: object, expression: Callable[[], str]) -> str:
        written = self.written
        if self._first and name in self._first.written:
            written = self._first.written
            self._imported.add(name)
        elif name not in written:
            written[name] = what
            text = expression()
            self._lines.append(f"export const {name} = {text};\nexport type {name} = s.Of<typeof {name}>;")
        if written[name] != what:
            raise ValueError(f"two types of the wire are called {name}")
        return name


def _field(field: inspect.Field, shape: str, *, reads: bool) -> str:
    return f"{field.encode_name}: {f's.optional({shape})' if reads and not field.required else shape}"


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def main() -> int:
    try:
        for module, text in make().items():
            module.write_text(text)
    except (Trouble, OSError, subprocess.CalledProcessError) as trouble:
        print(f"types: {trouble}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
