"""The page and the PDF: whole, offline, readable by a machine, and the same bytes every time."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest
import typst

from tests.report.contents import charts_of, inlines_of
from tests.report.houses import HOUSES, NAMES, filing_of, found_in, page_of, pdf_of, report_of
from wartable.paper.html import write_html
from wartable.paper.pdf import sources, write_pdf
from wartable.paper.svg import draw
from wartable.report import build

VOID = frozenset({"meta", "col", "wbr", "br"})
PNG = b"\x89PNG\r\n\x1a\n"


class Page(HTMLParser):
    """A page taken apart: its tags must close in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


@pytest.mark.parametrize("house", [*NAMES, "too many decks", "strange names"])
def test_the_page_is_well_formed_and_asks_for_nothing_from_outside(house: str) -> None:
    text = page_of(house)
    page = Page(text)
    assert page.open == []
    assert not {tag for tag, _ in page.tags} & {"script", "link", "iframe", "img", "object", "base", "form"}
    for _, attributes in page.tags:
        for name in ("src", "href", "xlink:href", "action"):
            assert (attributes.get(name) or "#").startswith(("#", "data:"))
    assert "url(" not in re.sub(r'url\("?#[\w-]+"?\)', "", text)
    assert "@import" not in text


@pytest.mark.parametrize("house", NAMES)
def test_names_on_the_page_are_unique_and_its_links_lead_somewhere(house: str) -> None:
    page = Page(page_of(house))
    names = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(names) == len(set(names))
    links = [attributes["href"] or "" for tag, attributes in page.tags if tag == "a"]
    assert {link[1:] for link in links if link.startswith("#")} <= set(names)


@pytest.mark.parametrize("house", NAMES)
def test_tables_have_captions_and_heads_and_charts_have_words(house: str) -> None:
    page = Page(page_of(house))
    tags = [tag for tag, _ in page.tags]
    assert tags.count("table") == tags.count("caption") == tags.count("thead") > 20
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in page.tags if tag == "th")
    charts = [attributes for tag, attributes in page.tags if attributes.get("role") == "img"]
    assert len(charts) == tags.count("figure") == len(list(charts_of(report_of(house))))
    assert all(attributes["aria-label"] for attributes in charts)


@pytest.mark.parametrize("house", ["maryland", "california"])
def test_the_page_shows_every_word_and_figure_of_the_document(house: str) -> None:
    from wartable.paper.document import Derived, Figure
    from wartable.paper.numbers import shown

    words = "".join(Page(page_of(house)).words)
    for inline in inlines_of(report_of(house)):
        if isinstance(inline, Figure | Derived):
            assert shown(inline) in words
        elif isinstance(inline, str):
            assert inline in words


def test_a_house_s_words_are_words_and_nothing_else() -> None:
    text = page_of("strange names")
    assert "<b>Kasino" not in text
    assert "&lt;b&gt;Kasino&lt;/b&gt; &amp; 永利 #set" in text
    assert "{{ y }}" in text
    assert pdf_of("strange names").startswith(b"%PDF-")


def test_an_error_is_on_the_first_screen_of_the_page() -> None:
    text = page_of("too many decks")
    assert 'role="alert"' in text.partition("<main")[0]
    assert 'role="alert"' not in page_of("maryland")


# The PDF


@pytest.mark.parametrize("house", NAMES)
def test_the_pdf_is_tagged_and_fit_for_archives(house: str) -> None:
    made = pdf_of(house)
    assert made.startswith(b"%PDF-")
    assert re.search(rb"<pdfaid:part>3</pdfaid:part>", made)
    assert re.search(rb"<pdfuaid:part>1</pdfuaid:part>", made)
    assert b"/MarkInfo" in made


@pytest.mark.parametrize("house", ["no names", "no day"])
def test_a_pdf_without_a_day_is_still_tagged(house: str) -> None:
    assert re.search(rb"<pdfuaid:part>1</pdfuaid:part>", pdf_of(house))


def test_the_house_and_its_odds_travel_inside_the_pdf() -> None:
    made = pdf_of("washington")
    assert b"house.toml" in made
    assert b"odds.json" in made


def test_a_pdf_knows_no_time_but_the_day_it_was_given() -> None:
    dates = re.findall(rb"\(D:([0-9]{8})", pdf_of("washington"))
    assert dates
    assert set(dates) == {b"20261115"}


def test_the_pages_can_be_drawn_and_none_is_empty() -> None:
    drawn = sources(report_of("washington"))
    pages: list[bytes] = typst.compile(drawn, format="png", ignore_system_fonts=True, ppi=24)  # type: ignore[call-overload]
    assert len(pages) > 10
    assert all(page.startswith(PNG) for page in pages)
    assert min(len(page) for page in pages) > 1_500  # an empty page takes a few hundred bytes


# The same every time


def test_the_same_document_gives_the_same_bytes() -> None:
    again = build(filing_of("washington"), found_in("washington"))
    assert write_html(again).decode() == page_of("washington")
    assert write_pdf(again) == pdf_of("washington")


def test_a_chart_is_drawn_the_same_no_matter_what_was_drawn_before() -> None:
    first, second, *_ = charts_of(report_of("maryland"))
    drawn = draw(first)
    assert draw(second) != drawn
    assert draw(first) == drawn


def test_another_process_gives_the_same_bytes() -> None:
    program = (
        "import sys; from pathlib import Path; from wartable.paper import write_html;"
        "from wartable.report import build, file_house, compute;"
        "data = Path(sys.argv[1]).read_bytes(); filing = file_house(data, 'washington.toml');"
        "document = build(filing, compute(filing.rules, shoes=4));"
        "sys.stdout.buffer.write(write_html(document))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4242", "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-c", program, str(HOUSES / "washington.toml")]
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert done.stdout.decode() == page_of("washington")
