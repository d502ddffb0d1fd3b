"""The bench of the page counts what a browser says; how long it took is no test."""

from bench.page import SIZES, bench_page


def test_both_views_are_loaded_and_every_press_of_a_round_is_counted() -> None:
    found = bench_page(turns=1, rounds=1)
    assert [(load.view, load.size) for load in found.loads] == [
        (view, size) for view in ("lobby", "table") for size in SIZES
    ]
    assert all(load.bytes > 0 and load.lcp_ms > 0 for load in found.loads)
    assert [play.size for play in found.play] == list(SIZES)
    assert all(play.presses == 10 and play.processor_ms > 0 for play in found.play)
    assert len(found.told()) == len(found.loads) + len(SIZES)
