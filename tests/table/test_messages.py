"""Commands and events as JSON: one tag each, read back as what was written, and nothing read that was not meant."""

from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.samples import EXAMPLES, any_of
from wartable.table import Command, Event
from wartable.table.commands import COMMANDS
from wartable.table.events import EVENTS

Kinds = tuple[type[Command], ...] | tuple[type[Event], ...]
Anything = st.SearchStrategy[Any]

READ = {kinds: msgspec.json.Decoder(any_of(kinds)).decode for kinds in (COMMANDS, EVENTS)}
read_command = READ[COMMANDS]

PLAIN: dict[object, Anything] = {
    int: st.integers(-(2**63), 2**63 - 1),
    str: st.text(max_size=20),
    bool: st.booleans(),
    NoneType: st.none(),
}
EACH_KIND = 10


def anything_of(hint: Any) -> Anything:
    """Any value of a type, as messages use types."""
    if isinstance(hint, NewType):
        return anything_of(hint.__supertype__)
    if hint in PLAIN:
        return PLAIN[hint]
    args = get_args(hint)
    if get_origin(hint) is Literal:
        return st.sampled_from(args)
    if get_origin(hint) in (Union, UnionType):
        return st.one_of([anything_of(arg) for arg in args])
    if get_origin(hint) is tuple:
        if args[-1] is Ellipsis:
            return st.lists(anything_of(args[0]), max_size=3).map(tuple)
        return st.tuples(*map(anything_of, args))
    if get_origin(hint) is dict:
        values = st.integers(-(2**31), 2**31) | st.text(max_size=8) if args[1] is Any else anything_of(args[1])
        return st.dictionaries(st.text(max_size=8), values, max_size=3)
    hints = get_type_hints(hint)
    return st.builds(hint, **{name: anything_of(hints[name]) for name in hint.__struct_fields__})


@pytest.mark.parametrize("kinds", READ, ids=["commands", "events"])
def test_every_tag_is_its_own_and_says_the_name(kinds: Kinds) -> None:
    tags = [str(kind.__struct_config__.tag) for kind in kinds]
    assert len(set(tags)) == len(tags)
    assert all(tag.replace("_", "") == kind.__name__.lower() for tag, kind in zip(tags, kinds, strict=True))


@pytest.mark.parametrize(("kinds", "kind"), [(kinds, kind) for kinds in READ for kind in kinds])
@given(data=st.data())
@settings(max_examples=EACH_KIND)
def test_every_message_is_read_back_as_it_was_written(kinds: Kinds, kind: type[msgspec.Struct], data: Any) -> None:
    message = data.draw(anything_of(kind))
    again = READ[kinds](msgspec.json.encode(message))
    assert again == message
    assert type(again) is kind


@pytest.mark.parametrize("command", EXAMPLES, ids=lambda command: type(command).__name__)
def test_a_command_is_read_strictly(command: Command) -> None:
    written = msgspec.to_builtins(command)
    assert read_command(msgspec.json.encode(written)) == command
    assert written.pop("command") == command.__struct_config__.tag
    wrong: list[dict[str, object]] = [{**written, "besides": 1}, {**written, "command": "no_such_command"}]
    for name, value in written.items():
        others = {k: v for k, v in written.items() if k != name}
        wrong.append({**others, name: {"not": "this"}})
        if isinstance(value, int):
            wrong.append({**others, name: str(value)})
            wrong.append({**others, name: value + 0.5})
        if name in command.__struct_fields__[: len(command.__struct_fields__) - len(command.__struct_defaults__)]:
            wrong.append(others)
    tag = command.__struct_config__.tag
    for document in wrong:
        with pytest.raises(msgspec.ValidationError):
            read_command(msgspec.json.encode({"command": tag, **document}))


def test_a_command_without_its_tag_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        read_command(b"{}")
