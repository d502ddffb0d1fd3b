"""`wartable simulate`: one document, the same for everyone, and one line for anything that is wrong."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import Wartable
from wartable.cli.counts import parse_count
from wartable.cli.errors import InputError

HERE = ("simulate", "maryland", "--seed", "3")


def test_the_document_has_what_was_promised(wartable: Wartable) -> None:
    answer = wartable(*HERE, "--rounds", "20_000", "--seats", "2", "--json")
    assert answer.code == 0
    found = json.loads(answer.out)
    assert (found["rounds"], found["seed"], found["seats"]) == (20_000, 3, 2)
    assert found["backend"].startswith("cpu")
    assert found["rounds_per_second"] > 0
    assert found["seconds"] > 0
    assert len(found["checksum"]) == 64
    assert set(found["estimates"]) == {"initial", "tie", "war_tie", "progressive", "bonus_spin"}
    for wager in found["estimates"].values():
        edge = wager["edge"]
        assert edge["low"] < edge["value"] < edge["high"]
        assert isinstance(edge["exact"], float)
        assert edge["expected"] == edge["exact"] + edge["effect"]
        assert edge["outside"] is False
    assert [one["seat"] for one in found["by_seat"]] == [1, 2]
    assert [one["strategy"] for one in found["by_strategy"]] == ["war"]
    assert found["by_seat"][0]["estimates"]["initial"]["units"] == 20_000
    assert found["cover_card"]["shoes"] == 10_000
    assert found["tally"]["rounds"] == 20_000
    assert sum(found["tally"]["hands"][0].values()) == 20_000


def figures(document: object) -> Iterator[dict[str, float]]:
    """Every share of a simulation's document."""
    if isinstance(document, dict):
        for key, inner in document.items():
            yield from inner.values() if key == "outcomes" else figures(inner)
    elif isinstance(document, list):
        for inner in document:
            yield from figures(inner)


def test_a_single_round_is_never_outside_for_what_is_not_rarer_than_one_in_two_hundred(wartable: Wartable) -> None:
    answer = wartable("simulate", "maryland", "--rounds", "1", "--seed", "1")
    assert answer.code == 0
    assert "tie war win" in answer.out
    assert "outside" not in answer.out


def test_every_share_of_a_run_lies_with_its_interval_between_0_and_1(wartable: Wartable) -> None:
    call = "simulate washington --rounds 50000 --seats 4 --strategy count:0.075,war,war,surrender --seed 6 --json"
    found = json.loads(wartable(*call.split()).out)
    shares = list(figures(found))
    assert len(shares) == 12 * (1 + 4 + 3)
    for share in shares:
        if share["low"] is not None:
            assert 0 <= share["low"] <= share["value"] <= share["high"] <= 1
    once = found["by_seat"][1]["outcomes"]["suited_four_of_a_kind"]
    assert once["value"] * 50_000 == pytest.approx(1)
    assert once["z_expected"] > 2.6
    assert once["outside"] is False


def test_the_same_seed_gives_the_same_tally_from_the_table_and_from_any_number_of_threads(wartable: Wartable) -> None:
    sums = {
        json.loads(wartable(*HERE, "--rounds", "400", "--json", *how).out)["checksum"]
        for how in (("--threads", "1"), ("--threads", "3"), ("--backend", "table"))
    }
    assert len(sums) == 1


def test_people_see_every_wager_beside_its_exact_edge(wartable: Wartable) -> None:
    answer = wartable(*HERE, "--rounds", "1e5")
    assert answer.code == 0
    assert "Simulation: maryland, 6 decks, 1 seat, always war" in answer.out
    for words in ("2.330057%", "18.649518%", "suited four of a kind", "Rounds in a shoe", "Checksum of the tally"):
        assert words in answer.out


def test_people_see_every_seat_and_every_strategy(wartable: Wartable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = wartable(*HERE, "--rounds", "1e5", "--seats", "3", "--strategy", "war,surrender,war").out
    for words in ("seat 1, war", "seat 2, surrender", "war, initial", "surrender, progressive", "10,000 other shoes"):
        assert words in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 81


def test_people_are_told_that_the_cover_card_was_counted(wartable: Wartable) -> None:
    out = wartable(*HERE, "--rounds", "1e5").out
    assert "what the cover card adds, both counted exactly" in " ".join(out.split())
    assert "seat 1" not in out


def test_a_precision_ends_the_run(wartable: Wartable) -> None:
    edge = json.loads(wartable(*HERE, "--until", "0.002", "--json").out)["estimates"]["initial"]["edge"]
    assert edge["high"] - edge["value"] <= 0.002


def test_whole_shoes_answer_more(wartable: Wartable) -> None:
    tokens = ("--seats", "7", "--shoes", "200", "--shoe-level", "200", "--session", "120", "--bankroll", "50.00")
    found = json.loads(wartable(*HERE, *tokens, "--json").out)
    level = found["shoe_level"]
    assert found["shoes"] == 200
    assert found["rounds_per_shoe"]["least"] > 0
    assert level["cut_card"]["tie"]["low"] < level["cut_card"]["tie"]["value"] < level["cut_card"]["tie"]["high"]
    assert level["cut_card"]["edges"].keys() == found["estimates"].keys() - {"bonus_spin"}
    assert [wager["wager"] for wager in level["exposure"]["wagers"]] == ["tie", "progressive"]
    assert (level["sessions"]["sessions"], level["sessions"]["rounds"]) == (20, 120)
    assert (level["sessions"]["bankroll"], len(level["sessions"]["paths"])) == ("50.00", 20)
    assert 0 < level["sessions"]["ruined"] < 1
    assert level["meter"]["lives"] > 1


def test_people_read_what_whole_shoes_answer_in_eighty_columns(
    wartable: Wartable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    tokens = ("--seats", "7", "--shoes", "200", "--shoe-level", "200", "--session", "120", "--bankroll", "50.00")
    told = wartable(*HERE, *tokens).out
    for words in (
        "cover card, 78 cards behind it; 200 shoes",
        "to a counter",
        "20 sessions of 120 rounds, initial 10.00:",
        "a bankroll of 50.00 is gone in",
        "after 120 rounds at most",
        "deepest fall at most",
        "The meter was hit in ",
        "live at most, rounds",
    ):
        assert words in told
    assert max(map(len, told.splitlines())) <= 81  # a table's edge is a space


def test_without_a_name_a_rulebook_is_taken_in_which_the_house_banks(wartable: Wartable) -> None:
    assert wartable("simulate", "--rounds", "100", "--seed", "1").code == 0


def test_a_house_is_simulated_with_what_it_offers(wartable: Wartable) -> None:
    found = json.loads(wartable("simulate", "houses/wisconsin.toml", "--rounds", "1000", "--seed", "1", "--json").out)
    assert found["rulebook"] == "wisconsin"
    assert "progressive" not in found["estimates"]


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (["nowhere"], "nowhere: expected a rulebook ("),
        (["/nowhere/house.toml"], "/nowhere/house.toml: No such file or directory"),
        (["maryland", "--rounds", "0"], "--rounds: expected a whole number from 1 to"),
        (["maryland", "--rounds", "1.5"], "--rounds: expected a whole number from 1 to"),
        (["maryland", "--rounds", "1e99"], "--rounds: expected a whole number from 1 to"),
        (["maryland", "--rounds", "5", "--shoes", "5"], "simulate: --rounds and --shoes do not go together"),
        (["maryland", "--seats", "0"], "--seats: expected 1 to 100, not 0"),
        (["maryland", "--seats", "9" * 30], "--seats: expected 1 to 100, not 999999999999999999999999999999"),
        (["maryland", "--seats", "\uff13"], "--seats: expected a whole number, not '\uff13'"),
        (["maryland", "--seats", "10"], "simulate: 10 seats: the table has 9, so 1 to 9 can bet"),
        (["california", "--seats", "8"], "simulate: 8 seats: the table has 8, one of which banks"),
        (["maryland", "--strategy", "run"], "--strategy: invalid strategy: 'run' (expected war, surrender"),
        (["maryland", "--seed", "-1"], "--seed: expected a whole number from 0 to 18446744073709551615"),
        (["maryland", "--until", "2"], "--until: expected a share of the wager above 0"),
        (["maryland", "--threads", "0"], "--threads: expected 1 to 1024, not 0"),
        (["maryland", "--session", "5"], "simulate: --session and --bankroll belong to --shoe-level N"),
        (["maryland", "--shoe-level", "5", "--session", "0"], "--session: expected 1 to 1000000 rounds"),
        (["maryland", "--shoe-level", "5", "--bankroll", "x"], "--bankroll: expected an amount with two decimals"),
        (["maryland", "--shoe-level", "5", "--bankroll", "0.00"], "--bankroll: expected an amount above 0.00"),
        (["maryland", "--resume"], "--resume belongs to --checkpoint FILE"),
        (["maryland", "--scheduler", "x"], "--scheduler belongs to --backend dask"),
        (["maryland", "--checkpoint", "/nowhere/run", "--resume"], "/nowhere/run: No such file or directory"),
        (["maryland", "--rounds", "10", "--checkpoint", "/nowhere/run"], "/nowhere/run: No such file or directory"),
        (
            ["maryland", "--backend", "abacus"],
            "--backend: expected one of cpu, gpu, dask, table, not 'abacus'; see wartable simulate --help",
        ),
    ],
)
def test_a_wrong_call_is_answered_in_one_line(wartable: Wartable, tokens: list[str], reason: str) -> None:
    answer = wartable("simulate", *tokens)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"wartable: {reason}")
    assert answer.err.count("\n") == 1


def test_a_checkpoint_that_is_there_is_not_written_over(wartable: Wartable, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("something else")
    answer = wartable(*HERE, "--rounds", "10", "--checkpoint", str(file))
    assert answer.code == 2
    assert answer.err == f"wartable: {file}: already exists; --resume continues from it, or remove it\n"
    assert file.read_text() == "something else"
    assert wartable(*HERE, "--rounds", "10", "--checkpoint", str(file), "--resume").code == 2


def test_a_checkpoint_beyond_the_goal_is_refused_and_one_at_the_goal_is_printed(
    wartable: Wartable, tmp_path: Path
) -> None:
    file = tmp_path / "kept"
    keep = ("--checkpoint", str(file))
    dealt = json.loads(wartable(*HERE, "--shoes", "12", *keep, "--json").out)
    kept = file.read_bytes()
    for option, wanted, held in (("rounds", "500", dealt["rounds"]), ("shoes", "11", 12)):
        goals = (("--" + option, wanted), ("--" + option, wanted, "--until", "0.01"))
        for answer in (wartable(*HERE, *goal, *keep, "--resume") for goal in goals):
            assert (answer.code, answer.out) == (2, "")
            assert answer.err == (
                f"wartable: {file}: holds {held:,} {option}, more than the goal of {wanted}: "
                f"give --{option} {held} or more, or another file\n"
            )
        again = wartable(*HERE, "--" + option, str(held), *keep, "--resume", "--json")
        assert again.code == 0
        assert json.loads(again.out)["checksum"] == dealt["checksum"]
    assert file.read_bytes() == kept


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1), ("1000000", 10**6), ("1_000", 1000), ("1,000", 1000), ("1e6", 10**6), ("2.5e3", 2500)],
)
def test_numbers_are_read_as_people_write_them(text: str, number: int) -> None:
    assert parse_count("--rounds", text, 10**9) == number


@pytest.mark.parametrize("text", ["", "-1", "x", "1e", "e5", "0", "1.5", "1.55e1", "1e10", "٣"])
def test_other_texts_are_no_numbers(text: str) -> None:
    with pytest.raises(InputError):
        parse_count("--rounds", text, 10**9)


@pytest.mark.parametrize(
    ("how_many", "dealt", "says"),
    [
        (("--rounds", "1"), "1 round from 0 whole shoes, seed 3", "shoes, and 1 round cannot show one: deal more."),
        (("--rounds", "2"), "2 rounds from 0 whole shoes, seed 3", "shoes, and 2 rounds cannot show one: deal more."),
        (("--shoes", "1"), " rounds from 1 whole shoe, seed 3", "shoes, and 1 shoe cannot show one: deal more."),
        (("--shoes", "3"), " rounds from 3 whole shoes, seed 3", "between 3 shoes: deal more to rely on them."),
    ],
)
def test_so_few_rounds_that_they_show_no_spread_have_no_interval(
    wartable: Wartable, how_many: tuple[str, ...], dealt: str, says: str
) -> None:
    asked = ("simulate", "maryland", *how_many, "--seed", "3")
    out = wartable(*asked).out
    assert dealt in out
    assert says in out
    assert "  0.00000%  " not in out.partition("outcome of a hand")[0]
    edge = json.loads(wartable(*asked, "--json").out)["estimates"]["initial"]["edge"]
    assert [edge[end] is None for end in ("low", "high", "error")] == [how_many[1] != "3"] * 3


def test_one_session_from_one_shoe_has_no_interval_either(wartable: Wartable) -> None:
    out = wartable("simulate", "maryland", "--rounds", "1", "--shoe-level", "1", "--session", "1", "--seed", "3").out
    assert "1 session of 1 round, initial " in out
    assert "78 cards behind it; 1 shoe " in out
    assert "± 0" not in out
    assert "0.0e+00" not in out


def test_enough_rounds_need_no_warning(wartable: Wartable) -> None:
    assert "deal more" not in wartable("simulate", "maryland", "--rounds", "1e5", "--seed", "3").out
