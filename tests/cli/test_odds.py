"""`wartable odds`: the document programs read, the page people read, and how a wrong call is answered."""

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Wartable
from tests.told import RULEBOOKS
from wartable.cli.odds.command import odds
from wartable.rulebook import CHIPS, WAGERS, load_house
from wartable.shipped import shipped

ROOT = Path(__file__).resolve().parents[2]
LAB = ROOT / "docs" / "lab" / "chained-wars.toml"
PAGE = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
LINES = [line.strip() for text in (PAGE, odds.__doc__ or "") for line in text.splitlines()]
EXAMPLES = sorted({line for line in LINES if line.startswith("wartable odds ")})


def asked(wartable: Wartable, *tokens: str) -> dict[str, Any]:
    answer = wartable("odds", *tokens, "--json")
    assert answer.code == 0, answer.err
    found: dict[str, Any] = json.loads(answer.out)
    return found


def exact(number: dict[str, Any]) -> Fraction:
    """A number of the document; its decimal is the nearest to its fraction."""
    assert set(number) == {"fraction", "value"}
    assert number["value"] == float(Fraction(number["fraction"]))
    return Fraction(number["fraction"])


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.parametrize("kind", ["rulebook", "house"])
def test_the_document_has_what_programs_rely_on(wartable: Wartable, name: str, kind: str) -> None:
    source = name if kind == "rulebook" else str(shipped("houses") / f"{name}.toml")
    page = asked(wartable, source, "--decks", "6")
    assert (page["rulebook"], page["decks"]) == (name, 6)
    rules = load_house(shipped("houses").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    assert set(page["wagers"]) == {wager for wager in CHIPS if WAGERS[wager].placed_in and WAGERS[wager].offered(rules)}
    for found in page["wagers"].values():
        assert sum(exact(row["probability"]) for row in found["outcomes"]) == 1
        mean = sum(exact(row["probability"]) * Fraction(row["net"]) for row in found["outcomes"])
        assert exact(found["edge"]) == -mean
        assert all(isinstance(row["outcome"], str) and isinstance(row["net"], str) for row in found["outcomes"])
    initial = page["wagers"]["initial"]
    assert exact(initial["edge"]) == Fraction(23138, 993023)
    assert exact(initial["edge_surrender"]) == Fraction(23, 622)
    assert exact(initial["element_of_risk"]) == Fraction(11569, 533231)
    assert exact(initial["variance"]) > 1


@pytest.mark.parametrize("name", ["maryland", "massachusetts"])
def test_the_progressive_has_its_hands_and_its_meter(wartable: Wartable, name: str) -> None:
    found = asked(wartable, name)["wagers"]["progressive"]
    hands = {row["hand"]: row for row in found["hands"]}
    assert set(hands) == {
        "tie",
        "suited_tie",
        "double_tie",
        "four_of_a_kind",
        "suited_double_tie",
        "suited_four_of_a_kind",
    }
    fixed = sum(exact(row["probability"]) * Fraction(row["pays"]) for row in hands.values())
    assert exact(found["return_fixed"]) == fixed
    assert exact(found["meter_share"]) == exact(hands["suited_four_of_a_kind"]["probability"])


@pytest.mark.parametrize("word", ["WA", "wa", "Washington", "washington"])
def test_a_rulebook_is_found_by_its_name_or_code_in_any_case(wartable: Wartable, word: str) -> None:
    assert asked(wartable, word)["rulebook"] == "washington"


@pytest.mark.parametrize("decks", [1, 5, 16])
def test_any_number_of_decks_may_be_asked_for(wartable: Wartable, decks: int) -> None:
    page = asked(wartable, "WA", "--decks", str(decks))
    assert (page["decks"], page["cards"]) == (decks, 52 * decks)
    assert exact(page["wagers"]["tie"]["edge"]) == 1 - 11 * Fraction(4 * decks - 1, 52 * decks - 1)


def test_cards_may_be_removed(wartable: Wartable) -> None:
    page = asked(wartable, "WA", "--decks", "1", "--remove", "As Ks 7d")
    assert (page["cards"], page["removed"]) == (49, {"As": 1, "Ks": 1, "7d": 1})
    pairs = 10 * 4 * 3 + 3 * 3 * 2
    assert exact(page["wagers"]["tie"]["edge"]) == 1 - 11 * Fraction(pairs, 49 * 48)
    assert asked(wartable, "WA", "--remove", "7d*3")["removed"] == {"7d": 3}


def test_what_is_assumed_is_told_and_a_house_assumes_nothing(wartable: Wartable) -> None:
    assert asked(wartable, "MD")["assumptions"]["progressive.reset"] == "10000.00"
    page = asked(wartable, str(shipped("houses") / "maryland.toml"))
    assert "assumptions" not in page
    assert page["house"].endswith("maryland.toml")


def test_seats_may_be_taken_or_left(wartable: Wartable) -> None:
    page = asked(wartable, "WI", "--seats", "3")
    assert page["table"]["seats"] == 3
    assert {row["wager"] for row in page["table"]["wagers"]} == {"initial", "tie"}


def test_a_house_comes_in_by_standard_input(wartable: Wartable) -> None:
    text = (shipped("houses") / "wisconsin.toml").read_bytes()
    answer = wartable("odds", "-", "--json", stdin=text)
    assert json.loads(answer.out)["house"] == "standard input"


def test_without_a_rulebook_all_of_them_stand_side_by_side(wartable: Wartable) -> None:
    rows = asked(wartable)["rulebooks"]
    assert [row["rulebook"] for row in rows] == list(RULEBOOKS)
    assert all(exact(row["edges"]["initial"]) == Fraction(23138, 993023) for row in rows)
    out = wartable("odds").out
    assert all(name in out for name in RULEBOOKS)


def test_a_session_is_asked_for_with_its_wagers(wartable: Wartable) -> None:
    tokens = ("--session", "300", "--tie", "5.00", "--bankroll", "200.00", "--target", "400.00", "--per-hour", "60")
    found = asked(wartable, "WA", *tokens)["session"]
    assert (found["rounds"], found["stakes"], found["hours"]) == (300, {"initial": "10.00", "tie": "5.00"}, 5.0)
    assert 0 < found["ahead"] < found["behind"] < 1
    assert found["ruin"]["ruined"] + found["ruin"]["reached"] + found["ruin"]["still_playing"] == pytest.approx(1)
    assert {row["confidence"] for row in found["house"]} == {90, 95, 99}


def test_the_house_says_how_near_its_hold_has_to_be(wartable: Wartable) -> None:
    found = asked(wartable, "WA", "--session", "10", "--within", "5")["session"]
    assert {row["within"] for row in found["house"]} == {0.05}


def test_exposure_deals_the_same_shoes_for_the_same_seed(wartable: Wartable) -> None:
    one = wartable("odds", "MA", "--exposure", "2", "--seed", "7", "--json")
    again = wartable("odds", "MA", "--exposure", "2", "--seed", "7", "--json")
    assert one == again
    assert one.err == "wartable: dealing 2 shoes, seed 7\n"
    found = json.loads(one.out)["exposure"]
    assert (found["seed"], found["shoes"]) == (7, 2)
    assert [row["wager"] for row in found["wagers"]] == ["tie", "progressive"]


def test_a_seed_that_was_not_given_is_drawn_and_told(wartable: Wartable) -> None:
    answer = wartable("odds", "WA", "--exposure", "1", "--json")
    assert f"seed {json.loads(answer.out)['exposure']['seed']}\n" in answer.err


def test_a_laboratory_s_game_has_its_published_returns(wartable: Wartable) -> None:
    page = asked(wartable, str(LAB))
    assert page["lab"].startswith("Chained wars")
    assert round(exact(page["wagers"]["initial"]["return"]), 4) == Fraction("0.9627")
    assert round(exact(page["wagers"]["tie"]["return"]), 4) == Fraction("0.9205")
    assert asked(wartable, str(LAB), "--decks", "6")["cards"] == 312
    assert "ties 4" in wartable("odds", str(LAB)).out


def test_a_laboratory_s_house_is_taken_at_its_word_and_only_with_lab(wartable: Wartable, tmp_path: Path) -> None:
    text = (shipped("houses") / "washington.toml").read_text(encoding="utf-8")
    house = tmp_path / "house.toml"
    house.write_text(text.replace("[pays]", '[pays]\ntie = "11 to 1"'), encoding="utf-8")
    page = asked(wartable, str(house), "--lab")
    assert exact(page["wagers"]["tie"]["edge"]) == Fraction(35, 311)
    assert page["forbidden"] == {"pays.tie": "11 to 1"}
    assert "a laboratory's figures" in wartable("odds", str(house), "--lab").out
    refused = wartable("odds", str(house))
    assert (refused.code, refused.out) == (2, "")
    assert "pays.tie" in refused.err


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_of_the_page_and_of_the_help_are_answered(
    wartable: Wartable, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    answer = wartable(*shlex.split(line)[1:])
    assert (answer.code, answer.out != "") == (0, True)


def test_the_page_s_program_prints_the_edge(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(program, {})
    assert capsys.readouterr().out == "23138/993023\n"


EVERYTHING = ("--session", "2000", "--bankroll", "300.00", "--target", "500.00", "--exposure", "2", "--seed", "1")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_people_read_it_in_eighty_columns(wartable: Wartable, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    answer = wartable("odds", name, *EVERYTHING)
    assert answer.code == 0
    assert max(len(line) for line in answer.out.splitlines()) <= 80
    for words in ("edge 2.3301 % (23138/993023)", "War is never worse than surrender", "A session of 2,000 rounds"):
        assert words in answer.out
    assert "\x1b" not in answer.out
    assert "…" not in answer.out


@pytest.mark.parametrize(("columns", "longest"), [(30, 0), (44, 15), (60, 31), (80, 51), (132, 60)])
def test_bars_follow_the_width_of_the_screen(
    wartable: Wartable, columns: int, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = wartable("odds", "WA", "--session", "300")
    bars = [line for line in answer.out.splitlines() if "%" in line and ("█" in line or not longest)]
    assert max(line.count("█") for line in bars) == longest
    assert not longest or max(map(len, bars)) <= columns


def test_people_read_of_coupons_banks_and_community_cards(wartable: Wartable, tmp_path: Path) -> None:
    assert "A player banks against 7 players" in wartable("odds", "CA").out
    text = (shipped("houses") / "wisconsin.toml").read_text(encoding="utf-8")
    coupons = tmp_path / "coupons.toml"
    coupons.write_text(text.replace("# enabled = false", "enabled = true"), encoding="utf-8")
    assert "the coupon is worth 46.3023 % of its face" in wartable("odds", str(coupons)).out
    text = (shipped("houses") / "maryland.toml").read_text(encoding="utf-8")
    community = tmp_path / "community.toml"
    community.write_text(text.replace("# community_cards = ", "community_cards = "), encoding="utf-8")
    assert "Seats on one card win and lose together" in wartable("odds", str(community)).out


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (["nowhere"], f"nowhere: expected a rulebook ({', '.join(RULEBOOKS)}) or a house"),
        ([""], "'': expected a rulebook (california, "),
        (["nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["/"], "/: Is a directory"),
        (["--frobnicate"], "unknown option --frobnicate"),
        (["WA", "WI"], "unexpected argument WI"),
        (["WA", "--decks", "0"], "--decks: expected 1 to 16 decks, not 0\n"),
        (["WA", "--decks", "six"], "--decks: expected a whole number, not 'six'"),
        (["WA", "--decks", "\uff13"], "--decks: expected a whole number, not '\uff13'; see wartable odds --help\n"),
        (["WA", "--seats", "\u0663"], "--seats: expected a whole number, not '\u0663'; see wartable odds --help\n"),
        (["WA", "--seed", "\uff13"], "--seed: expected a whole number, not '\uff13'; see wartable odds --help\n"),
        (
            ["WA", "--remove", "As*999999999999"],
            "--remove: 'As*999999999999': expected a number of cards after *, such as Ts*3\n",
        ),
        (["WA", "--remove", "As*x"], "--remove: 'As*x': expected a number of cards after *, such as Ts*3\n"),
        (["WA", "--seats", "8"], "--seats: expected 1 to 7 seats that can bet at this table, not 8\n"),
        (["CA", "--seats", "8"], "--seats: expected 1 to 7 seats that can bet at this table, not 8\n"),
        (["WA", "--remove", "Zx"], "--remove: 'Zx' is not a card"),
        (["WA", "--remove", "As*7"], "--remove: the shoe holds 6 of As, not 7\n"),
        (["WA", "--session", "0"], "--session: expected 1 to 10000000 rounds, not 0\n"),
        (["WA", "--session", "10", "--initial", "9.99"], "--initial: expected an even number of cents"),
        (["WA", "--session", "10", "--tie", "5"], "--tie: expected an amount with two decimals"),
        (
            ["WA", "--session", "10", "--progressive", "5.00"],
            "--progressive: this wager is not offered; leave it out\n",
        ),
        (
            ["WA", "--session", "10", "--war-tie", "5.00"],
            "--war-tie: this wager is not offered (WA-2.2); leave it out\n",
        ),
        (
            ["MD", "--session", "10", "--progressive", "7.00"],
            "--progressive: this stake is not offered (MD-7-F-3, MD-7-F-3-a); expected 5.00, not 7.00\n",
        ),
        (
            ["WA", "--session", "10", "--bankroll", "5.00"],
            "--bankroll: expected at least 10.00, one round's wagers, not 5.00\n",
        ),
        (
            ["WA", "--session", "10", "--bankroll", "50.00", "--target", "50.00"],
            "--target: expected more than the bankroll of 50.00, not 50.00\n",
        ),
        (["WA", "--session", "10", "--target", "50.00"], "odds: --target belongs to --bankroll"),
        (["WA", "--session", "10", "--per-hour", "0"], "--per-hour: expected 1 to 10000 rounds an hour, not 0\n"),
        (
            ["WA", "--session", "10", "--per-hour", f"1{'0' * 23}"],
            "--per-hour: expected 1 to 10000 rounds an hour, not 1",
        ),
        (
            ["WA", "--session", "10", "--per-hour", f"1{'0' * 400}"],
            "--per-hour: expected 1 to 10000 rounds an hour, not 1",
        ),
        (["WA", "--session", "10", "--within", "0"], "--within: expected 0.0001 to 100 percent of theory, not 0\n"),
        (["WA", "--session", "10", "--within", "1e-160"], "--within: expected 0.0001 to 100 percent of theory, not "),
        (["WA", "--session", "10", "--within", "nan"], "--within: expected 0.0001 to 100 percent of theory, not "),
        (["WA", "--session", "10", "--within", "101"], "--within: expected 0.0001 to 100 percent of theory, not 101\n"),
        (["WA", "--tie", "5.00"], "odds: wagers, --bankroll, --target, --per-hour and --within belong to --session"),
        (["WA", "--seed", "5"], "odds: --seed and --meter belong to --exposure"),
        (["WA", "--exposure", "1", "--seed", "-1"], "--seed: expected a whole number"),
        (["WA", "--exposure", "1", "--remove", "As"], "odds: --exposure deals full shoes"),
        (["--decks", "6"], "odds: expected a rulebook or a house file beside these options"),
        (["--session", "10"], "odds: expected a rulebook or a house file beside these options"),
        (["--exposure", "10"], "odds: expected a rulebook or a house file beside these options"),
        (["--lab"], "odds: expected a rulebook or a house file beside these options"),
        (["WI", "--lab"], "odds: --lab takes a house file at its word, and WI is a rulebook"),
        *(
            ([str(LAB), *more], f"odds: {LAB} is a laboratory's game, which takes --decks and --remove alone")
            for more in (["--session", "10"], ["--seats", "9"], ["--exposure", "5"], ["--lab"], ["--seed", "1"])
        ),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_wrong_call_is_answered_in_one_line(wartable: Wartable, tokens: list[str], reason: str) -> None:
    answer = wartable("odds", *tokens)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"wartable: {reason}")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"lab = 7", "lab: expected text, got a whole number"),
        (b'lab = "x"', "decks: is missing"),
        (b'lab = "x"\ndecks = [', "Invalid value"),
        (b'lab = "x"\n\xff', "expected UTF-8 text"),
        (b"lab = " + b"[" * 5000, "nested too deeply"),
        (b"lab = 1\na.b.c.d.e.f.g.h.i = 1", "a key has at most 8 parts"),
        (b"decks = 6", "rulebook"),
        (b"\xff", "this file is not text"),
    ],
)
def test_a_file_that_is_wrong_is_answered_in_one_line(wartable: Wartable, text: bytes, reason: str) -> None:
    answer = wartable("odds", "-", stdin=text)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("wartable: standard input: ")
    assert reason in answer.err
    assert answer.err.count("\n") == 1
