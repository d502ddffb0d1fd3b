"""Where keys stand in a TOML text: a finding that points at the wrong line is worse than one that points nowhere."""

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.rulebook.toml_lines import LONGEST_NAME, KeyLines, dotted, longest_key

OUTLINE = '''\
# [cut] in a comment is not a header
rulebook = "maryland"  # decks = 9
"a.\\u0062" = 1
'it is' = 2

[cut]  # [limits]
depth = 10
text = """
[void]
scope = 1
three \\""" quotes """"
steps = [ [1, 2], # ]
  { inner = 1, more = [2] },
  "]", \'\'\'
first = 2
\'\'\' ]
limits = { min = { low = 1, high.est = [ { q = 1 }, 2 ] }, "max x" = 1.5, on = 2026-11-15 07:32:00 }
after = 1

[[seats.'box one']]
seat.number = 1

[war.deal.burns]
first = 1
[war.deal]
cards = {}
[last]'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("rulebook", 2),
        ('"a.b"', 3),
        ('"it is"', 4),
        ("cut", 6),
        ("cut.depth", 7),
        ("cut.text", 8),
        ("cut.steps", 12),
        ("cut.limits", 17),
        ("cut.limits.min.low", 17),
        ("cut.limits.min.high.est", 17),
        ('cut.limits."max x"', 17),
        ("cut.limits.on", 17),
        ("cut.after", 18),
        ('seats."box one"', 20),
        ('seats."box one".seat.number', 21),
        ("war.deal.burns.first", 24),
        ("war.deal", 25),
        ("war.deal.cards", 26),
        ("last", 27),
    ],
)
def test_every_key_is_found_on_its_line(key: str, line: int) -> None:
    assert tomllib.loads(OUTLINE)
    assert KeyLines(OUTLINE).find(key) == line


@pytest.mark.parametrize(
    ("key", "line"),
    [("cut.reinsert", 6), ("seats", 20), ("war", 23), ("war.deal.who", 25), ("cut.limits.min.step", 17)],
)
def test_a_missing_key_is_looked_for_at_its_table(key: str, line: int) -> None:
    assert KeyLines(OUTLINE).find(key) == line


@pytest.mark.parametrize("key", ["void.scope", "decks", "first", "inner", ""])
def test_what_stands_only_in_strings_comments_or_arrays_is_nowhere(key: str) -> None:
    assert KeyLines(OUTLINE).find(key) is None


def test_a_key_nested_beyond_reason_is_found_where_its_outer_table_stands() -> None:
    text = "x = 1\na = " + "{ a = " * 200 + "1" + " }" * 200
    assert KeyLines(text).find(dotted(("a",) * 201)) == 2
    assert KeyLines(text).find("a.a.a.b") == 2


@pytest.mark.parametrize(("parts", "line"), [(15, 3), (16, 2)])
def test_what_follows_a_long_value_inside_a_table_is_found_down_to_a_depth(parts: int, line: int) -> None:
    header = dotted(("a",) * parts)
    text = f"[{header}]\nlimits = {{ steps = [1,\n2], max = 3 }}\nafter = 4\n"
    assert tomllib.loads(text)
    assert KeyLines(text).find(f"{header}.limits.steps") == 2
    assert KeyLines(text).find(f"{header}.limits.max") == line
    assert KeyLines(text).find(f"{header}.after") == 4


def test_windows_line_ends_count_as_one_line() -> None:
    assert KeyLines("a = 1\r\n\r\n[b]\r\nc = 2\r\n").find("b.c") == 4


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (("cut", "depth"), "cut.depth"),
        (("a b", "c.d", ""), '"a b"."c.d".""'),
        (("new\nline", "\ud800"), '"new\\nline"."\\ud800"'),
        ((3, None), '"<int>"."<NoneType>"'),
    ],
)
def test_a_dotted_name_is_quoted_where_it_needs_it(path: tuple[object, ...], name: str) -> None:
    assert dotted(path) == name


def test_a_dotted_name_has_a_longest_length() -> None:
    assert dotted(("k" * LONGEST_NAME,)) == "k" * LONGEST_NAME
    assert dotted(("k" * 1_000,)) == "k" * (LONGEST_NAME - 1) + "…"


# The key that the standard parser would take too long over


@pytest.mark.parametrize(
    ("text", "parts", "line"),
    [
        ("", 0, 1),
        ("a = 1\nb . c.'d' = 2\ne.f = 3", 3, 2),
        ("[a.b]\nc = 1.5", 2, 1),
        ("# a.b.c.d\nx = 'a.b.c.d'", 1, 2),
        ("a." * 70_000 + "a = 1", 70_001, 1),
    ],
)
def test_the_longest_key_is_found(text: str, parts: int, line: int) -> None:
    assert longest_key(text) == (parts, line)


@pytest.mark.parametrize("piece", ['\\"""\n', '\\"', '"""', "'''\n", "[{", '"\\', "''''", "\\"])
def test_text_made_to_be_slow_is_read_in_one_pass(piece: str) -> None:
    parts, _ = longest_key(piece * (200_000 // len(piece)))
    assert parts <= 1


@given(st.text(alphabet="ab.=[]{},'\"\\#\n 1", max_size=60))
def test_any_text_can_be_looked_through(text: str) -> None:
    assert longest_key(text)[0] >= 0


PIECES = [
    "a = 1",
    "[b]",
    "[[c]]",
    "d.e = {f = [1, {g = 2}]}",
    "h = [",
    "]",
    "#",
    "\n",
    '"""',
    "'",
    "{}",
    " i.j = ",
    "'k'=2",
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_everything_that_the_standard_parser_accepts_has_lines_for_all_its_keys(text: str) -> None:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = KeyLines(text)
    for key in document:
        line = lines.find(dotted((key,)))
        assert line is not None
        assert 1 <= line <= text.count("\n") + 1


# A document written out in many ways, with the line of each key noted while writing

WORD = st.text(alphabet="abcdé. -\"'", min_size=1, max_size=5)
PLAIN = st.sampled_from(["1", '"""\nx = 1\n"""', "'[a]'", "[\n 1, # ]\n]", "{ }", "1.5", "'''\n[b]'''", '"#"'])
TABLES = st.dictionaries(WORD, st.dictionaries(WORD, PLAIN, max_size=4), max_size=4)


def quoted(key: str) -> str:
    return '"' + key.replace('"', '\\"') + '"'


def written(tables: dict[str, dict[str, str]], styles: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Pieces of text, each with the key that begins there."""
    for number, (table, values) in enumerate(tables.items()):
        style = styles[number % len(styles)]
        if style == "inline":
            single = {key: value for key, value in values.items() if "\n" not in value}
            inside = ", ".join(f"{quoted(key)} = {value}" for key, value in single.items())
            yield f"{quoted(table)} = {{ {inside} }} # end\n", (table,)
        elif style == "dotted":
            for key, value in values.items():
                yield f"  {quoted(table)} . {quoted(key)} = {value}\n\n", (table, key)
    for number, (table, values) in enumerate(tables.items()):
        if styles[number % len(styles)] == "header":
            yield f"[ {quoted(table)} ] # [x]\n", (table,)
            for key, value in values.items():
                yield f"{quoted(key)}={value}\n", (table, key)


@given(TABLES, st.lists(st.sampled_from(["inline", "dotted", "header"]), min_size=1, max_size=4))
def test_keys_written_in_any_style_are_found_where_they_were_written(
    tables: dict[str, dict[str, str]], styles: list[str]
) -> None:
    text, expected = "", {}
    for piece, path in written(tables, styles):
        expected[path] = text.count("\n") + 1
        text += piece
    tomllib.loads(text)
    lines = KeyLines(text)
    assert {path: lines.find(dotted(path)) for path in expected} == expected
