"""What a report says: every figure is the mathematics' own, and nothing that the rules ask for is missing."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.report.contents import charts_of, inlines_of
from tests.report.houses import CHANGES, EVIDENCE, NAMES, SHOES, filing_of, found_in, report_of, text_of
from wartable.odds import Exact, WagerOdds, par_sheet
from wartable.paper.document import Chart, Code, Derived, Document, Figure, PageTable, Quiet, Section, Strong
from wartable.paper.html import write_html
from wartable.report import Dealt, NotDealt, SimEvidence, build, compute, deal, file_house
from wartable.report.inforce import GROUPS, group_of, settings
from wartable.report.parts import outcome_table
from wartable.report.sections.summary import wagers_offered
from wartable.report.simulated import SeatDealt
from wartable.rulebook import HouseFinding, load_rulebook
from wartable.rulebook.readings import readings

WEIGHED = [*NAMES, "electronic", "payout limit", "continuous", "coupons", "other coverage", "nothing attested"]


def all_exact(value: Any) -> Iterator[Exact]:
    """Every exact number anywhere inside a result of the mathematics."""
    if isinstance(value, Exact):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from all_exact(getattr(value, field))
    elif isinstance(value, tuple):
        for item in value:
            yield from all_exact(item)


def sections_of(document: Document) -> dict[str, Section]:
    return {section.anchor: section for section in document.sections}


def text_in(document: Document) -> str:
    """Every word of a report, figures left out."""
    words = []
    for inline in inlines_of(document):
        match inline:
            case str():
                words.append(inline)
            case Code(text) | Strong(text) | Quiet(text):
                words.append(text)
            case _:
                pass
    return " ".join(words)


# Figures


@pytest.mark.parametrize("house", WEIGHED)
def test_every_figure_is_the_very_object_that_the_odds_gave(house: str) -> None:
    found = found_in(house)
    assert found is not None
    ours = {id(number) for number in all_exact(found)}
    figures = [inline for inline in inlines_of(report_of(house)) if isinstance(inline, Figure)]
    assert len(figures) > 100
    assert [figure for figure in figures if id(figure.number) not in ours] == []


@pytest.mark.parametrize("house", NAMES)
def test_the_attached_odds_are_the_par_sheet_of_the_house(house: str) -> None:
    found, rules = found_in(house), filing_of(house).rules
    assert found is not None
    assert rules is not None
    attached = {file.name: file.data for file in report_of(house).attachments}
    assert msgspec.json.decode(attached["odds.json"]) == msgspec.json.decode(msgspec.json.encode(par_sheet(rules)))
    assert attached["house.toml"] == text_of(house)


@pytest.mark.parametrize("house", WEIGHED)
def test_what_outcomes_add_to_the_mean_comes_to_the_edge(house: str) -> None:
    found = found_in(house)
    assert found is not None
    for _, _, odds in wagers_offered(found.sheet):
        _adds_up(odds)


def _adds_up(odds: WagerOdds) -> None:
    table = outcome_table("", odds)
    adds = [row.cells[-1][0] for row in table.rows]
    assert all(isinstance(add, Derived) for add in adds)
    *parts, total = [add.number.exact for add in adds if isinstance(add, Derived)]
    assert sum(parts, Fraction(0)) == total == -odds.edge.exact


# Sections


def test_a_report_has_a_section_for_each_wager_that_the_house_offers() -> None:
    common = {"summary", "findings", "game", "initial", "tie", "session", "hold", "exposure", "asked", "rules"}
    common |= {"readings", "attestations", "made", "glossary", "layout"}
    more = {
        "maryland": {"progressive", "bonus-spin"},
        "massachusetts": {"progressive"},
        "california": {"bank"},
        "electronic": {"progressive", "bonus-spin", "electronic"},
    }
    for house in [*NAMES, "electronic"]:
        assert set(sections_of(report_of(house))) == common | more.get(house, set())


@pytest.mark.parametrize("house", WEIGHED)
def test_every_finding_of_check_is_told(house: str) -> None:
    told = text_in(report_of(house))
    for finding in filing_of(house).checked.findings:
        assert finding.key in told
        assert finding.allowed in told


@pytest.mark.parametrize("house", NAMES)
def test_every_value_in_force_stands_there_with_its_clauses(house: str) -> None:
    document = report_of(house)
    section = sections_of(document)["rules"]
    rows = [row for block in section.blocks if isinstance(block, PageTable) for row in block.rows]
    told = {
        cell.text: {code.text for code in row.cells[-1] if isinstance(code, Code)}
        for row in rows
        if isinstance(cell := row.cells[0][0], Code)
    }
    book, rules = filing_of(house).book, filing_of(house).rules
    assert rules is not None
    offered = {None, *(value.offer for name, value in book.values.items() if name in filing_of(house).choices)}
    for name, value in book.values.items():
        if value.offer in offered and (value.in_force is not None or name in filing_of(house).choices):
            assert told[value.key or name] >= set(value.clauses)


def test_a_value_of_the_house_is_told_as_the_house_wrote_it() -> None:
    told = {setting.key: setting for setting in settings(filing_of("maryland"))}
    assert (told["seats"].value, told["seats"].by) == ("7 seats", "house")
    assert (told["progressive.reset"].value, told["progressive.reset"].by) == ("10,000.00 dollars", "house")
    assert (told["pays.tie"].value, told["pays.tie"].by) == ("10 to 1", "rules")
    assert (told["burn.coincident"].value, told["burn.coincident"].by) == ("one", "default")
    assert told["bonus_spin.trigger"].value == "red A"
    assert told["envy.table"].value == "5,000.00 for a wager of 5.00"
    assert told["shuffler.kind"].value == "none"
    assert "electronic.community_cards" not in told


@pytest.mark.parametrize("rulebook", NAMES)
def test_every_value_of_a_rulebook_is_about_something(rulebook: str) -> None:
    known = {first for firsts in GROUPS.values() for first in firsts}
    assert {name.partition(".")[0] for name in load_rulebook(rulebook).values} <= known
    assert all(group_of(setting) != "Others" for setting in settings(filing_of(rulebook)))


@pytest.mark.parametrize("house", NAMES)
def test_every_reading_that_a_value_rests_on_is_told(house: str) -> None:
    told = text_in(report_of(house))
    for setting in settings(filing_of(house)):
        if setting.reading is not None:
            assert readings()[setting.reading].reads in told


def test_the_figures_a_regulator_publishes_stand_beside_ours() -> None:
    told = text_in(report_of("washington"))
    assert "2.33\u00a0%" in told
    assert "18.65\u00a0%" in told
    assert "WA-pay-5" in told


def test_every_wager_is_held_against_what_laboratories_ask() -> None:
    told = {}
    for house in ("maryland", "massachusetts"):
        table = next(block for block in sections_of(report_of(house))["asked"].blocks if isinstance(block, PageTable))
        told[house] = {str(row.cells[0][0]): (row.cells[2][0], row.cells[5][0]) for row in table.rows}
    assert told["maryland"]["Initial, always war"] == ("yes", "yes")
    assert told["maryland"]["Progressive, meter at 10,000.00"] == ("no", "yes")  # 74.58 percent at its reset
    assert told["massachusetts"]["Progressive, meter at 10,000.00"] == ("yes", "yes")
    assert not any("surrender" in wager for wager in told["maryland"])


def test_another_seed_looks_at_other_shoes_and_changes_nothing_exact() -> None:
    found, rules = found_in("washington"), filing_of("washington").rules
    assert found is not None
    assert rules is not None
    other = compute(rules, shoes=SHOES, seed=2)
    assert other.exposure != found.exposure
    assert other.sheet == found.sheet
    assert other.evening == found.evening


def test_a_full_shoe_for_every_round_leaves_nothing_to_count() -> None:
    section = sections_of(report_of("continuous"))["exposure"]
    assert len(section.blocks) == 1


# Charts


@pytest.mark.parametrize("house", WEIGHED)
def test_every_chart_says_in_a_sentence_what_it_shows(house: str) -> None:
    charts = list(charts_of(report_of(house)))
    assert {"chart-decks", "chart-evening", "chart-funnel"} <= {chart.anchor for chart in charts}
    for chart in charts:
        assert re.search(r"[0-9]", chart.instead)
        assert chart.instead.endswith(".")
    assert len({chart.anchor for chart in charts}) == len(charts)


@pytest.mark.parametrize("house", ["one seat", "one electronic seat"])
def test_one_seat_is_not_called_seats(house: str) -> None:
    page = write_html(report_of(house)).decode()
    assert "1 seat taken" in page
    assert "1 seats" not in page


def test_edges_are_drawn_for_1_to_16_decks() -> None:
    chart = next(chart for chart in charts_of(report_of("maryland")) if chart.anchor == "chart-decks")
    for panel in chart.spec["hconcat"]:
        assert [row["decks"] for row in panel["data"]["values"]] == list(range(1, 17))


def test_the_funnel_has_the_bands_of_90_95_and_99_percent() -> None:
    chart = next(chart for chart in charts_of(report_of("maryland")) if chart.anchor == "chart-funnel")
    words = {layer["mark"]["text"] for layer in chart.spec["layer"] if layer["mark"]["type"] == "text"}
    assert {"90 %", "95 %", "99 %"} <= words


# Simulation


def test_a_simulation_is_told_with_its_seed_rounds_checksum_and_what_lies_outside() -> None:
    found = found_in("washington")
    assert found is not None
    document = build(filing_of("washington"), msgspec.structs.replace(found, evidence=EVIDENCE))
    section = sections_of(document)["simulation"]
    told = text_in(Document(document.cover, [section]))
    for part in (str(EVIDENCE.seed), "1,000,000", EVIDENCE.checksum, EVIDENCE.software, EVIDENCE.stream, "99\u00a0%"):
        assert part in told
    assert "1 expected figure of 3 lies outside" in told
    assert "wartable simulate washington.toml --rounds 1000000 --seats 7 --seed 7" in told
    chart = next(block for block in section.blocks if isinstance(block, Chart))
    assert "tie +3.40" in chart.instead


def told_of(evidence: SimEvidence) -> str:
    found = found_in("washington")
    assert found is not None
    document = build(filing_of("washington"), msgspec.structs.replace(found, evidence=evidence))
    return text_in(Document(document.cover, [sections_of(document)["simulation"]]))


def test_the_cover_cards_effect_is_told_with_its_interval() -> None:
    told = told_of(EVIDENCE)
    assert "With 78 cards behind it a shoe has 23.44 rounds on average." in told
    assert "of a million hands 2.90 fewer are tied" in told
    for figure in ("7.3955\u00a0%", "−2.90", "−4.00", "−1.80", "+32.40", "5,000 shoes of another seed"):
        assert figure in told
    assert EVIDENCE.cover is not None
    few = [msgspec.structs.replace(one, low=-1.0, high=1.0) for one in EVIDENCE.cover.moved]
    unsure = msgspec.structs.replace(EVIDENCE, cover=msgspec.structs.replace(EVIDENCE.cover, moved=few))
    assert "these shoes are too few to tell" in told_of(unsure)


def test_the_meters_life_is_told_as_it_was_dealt() -> None:
    told = told_of(EVIDENCE)
    assert "The meter was hit in 14 of 1,000,000 rounds, once in 70,000 ±\u00a015,000; exactly 70,935." in told
    assert "A hit took 549,797.13 on average, and 2,888,029.00 at most." in told
    assert "61,077" in told
    nothing = told_of(msgspec.structs.replace(EVIDENCE, cover=None, lives=None))
    assert "meter" not in nothing
    assert "cover card" not in nothing


def test_a_figure_is_outside_only_after_what_the_cover_card_adds() -> None:
    far = Dealt("tie", exact=0.1865, value=0.18653, low=0.18652, high=0.18654, z=0.1, adds=0.00003)
    evidence = msgspec.structs.replace(EVIDENCE, dealt=(far,), seats_dealt=(SeatDealt(1, "war", far),) * 2)
    told = told_of(evidence)
    assert "all 1 expected figures lie inside" in told
    assert "+0.000030" in told
    assert "2, always war" not in told
    assert "1, always war" in told


def test_whole_shoes_of_the_simulation_tell_both() -> None:
    rules = filing_of("maryland").rules
    assert rules is not None
    evidence = deal(rules, 500_000, 3)
    assert isinstance(evidence, SimEvidence)
    assert evidence.cover is not None
    assert evidence.lives is not None
    assert (evidence.cover.shoes, evidence.cover.cards_behind) == (10_000, 78)
    assert [one.seat for one in evidence.seats_dealt] == list(range(1, evidence.seats + 1))
    tie = evidence.cover.moved[0]
    assert tie.low < tie.adds < tie.high
    assert evidence.rounds - evidence.lives.rounds < evidence.cover.rounds_per_shoe * 2
    assert evidence.lives.exact is not None
    assert abs(evidence.lives.mean - evidence.lives.exact) < 2 * evidence.lives.reach


def test_a_house_that_deals_from_full_shoes_has_no_cut_card_effect() -> None:
    rules = filing_of("continuous").rules
    assert rules is not None
    evidence = deal(rules, 60, 3, "table")
    assert isinstance(evidence, SimEvidence)
    assert evidence.cover is None


@pytest.mark.parametrize("house", ["maryland", "california", "electronic"])
def test_what_a_real_table_deals_is_held_against_the_exact_figures(house: str) -> None:
    rules = filing_of(house).rules
    assert rules is not None
    evidence = deal(rules, 60, 3, "table")
    assert isinstance(evidence, SimEvidence)
    assert (evidence.rounds, evidence.seed, evidence.confidence) == (60, 3, 99)
    assert evidence == deal(rules, 60, 3, "table")
    sheet = par_sheet(rules)
    exact = {one.figure: one.exact for one in evidence.dealt}
    assert exact["edge, initial, always war"] == sheet.wagers.initial.edge.value
    assert exact["edge, tie"] == sheet.wagers.tie.edge.value
    if sheet.wagers.progressive is not None:
        assert exact["edge, progressive"] == sheet.wagers.progressive.edge.value


def test_a_table_that_cannot_be_simulated_says_why() -> None:
    found = found_in("washington")
    assert found is not None
    document = build(filing_of("washington"), msgspec.structs.replace(found, evidence=NotDealt("the shoe runs out")))
    assert "No rounds were dealt. The shoe runs out." in text_in(document)


# Houses with errors


def test_a_house_that_attests_too_little_is_weighed_and_told_on_the_first_page() -> None:
    document = report_of("nothing attested")
    assert document.cover.verdict.kind == "broken"
    assert "1 error" in document.cover.verdict.title
    assert "initial" in sections_of(document)


def test_a_house_whose_rules_are_open_gets_no_mathematics_and_is_told_why() -> None:
    document = report_of("too many decks")
    assert document.cover.verdict.kind == "broken"
    assert "no mathematics" in text_in(Document(document.cover, []))
    assert not {"initial", "tie", "hold"} & set(sections_of(document))
    assert [file.name for file in document.attachments] == ["house.toml"]


@pytest.mark.parametrize("text", [b"", b"rulebook = 5", b"\xff", b"rulebook = 'maryland", b'rulebook = "ohio"'])
def test_what_is_no_house_gives_a_finding(text: bytes) -> None:
    assert isinstance(file_house(text, "house.toml"), HouseFinding)


def test_a_date_that_is_given_goes_before_the_house_s_own() -> None:
    given = file_house(text_of("maryland"), "house.toml", "2027-01-31")
    assert not isinstance(given, HouseFinding)
    assert build(given, None).cover.date == "2027-01-31"
    assert report_of("maryland").cover.date == "2026-11-15"
    assert report_of("no names").cover.date == "no date given"


def test_the_first_page_has_a_digest_of_everything_in_force() -> None:
    facts = dict(report_of("maryland").cover.facts.rows)
    digests = [code.text for name, words in facts.items() if name.startswith("SHA-256") for code in words]  # type: ignore[union-attr]
    assert len(digests) == 5
    assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in digests)
    other = dict(report_of("electronic").cover.facts.rows)
    assert facts["SHA-256, house file"] != other["SHA-256, house file"]
    assert facts["SHA-256, rulebook"] == other["SHA-256, rulebook"]
    assert facts["SHA-256, rulebook"] != dict(report_of("california").cover.facts.rows)["SHA-256, rulebook"]


def test_a_place_on_this_machine_is_not_told() -> None:
    filing = file_house(text_of("maryland"), "/some/where/house.toml")
    assert not isinstance(filing, HouseFinding)
    assert "/some" not in text_in(build(filing, None))
    assert "house.toml" in text_in(build(filing, None))


def test_the_changes_of_these_tests_are_all_used() -> None:
    assert set(CHANGES) >= {house for house in WEIGHED if house not in NAMES}
