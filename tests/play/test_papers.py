"""The papers beside the felt: why, verify, keys, what happened."""

from textual.events import Key
from textual.widgets import Static

from tests.play.evenings import WAR_IS_WON, Evening, quick, tell
from wartable.play.papers import KEYS
from wartable.rulebook.clauses import clauses_of


def test_why_shows_every_line_of_the_last_hand_with_its_clauses() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press("y")
        assert "No hand of yours has been settled here yet." in told.text
        await told.press("escape", "2", "i", "i", "i", "i", "t", "enter", "w", "enter", "y")
        _, lines = told.table.last_lines()
        shown = str(told.app.screen.query_one(Static).content)
        assert len(lines) == 3
        for line in lines:
            assert line.says in shown
            assert line.clauses
            for clause in line.clauses:
                assert f"{clause}: {clauses_of('maryland')[clause].says}" in shown
        await told.press("y")
        assert "Place your bets." in told.text

    tell(story, quick("maryland", seed=WAR_IS_WON["maryland"]), (120, 50))


def test_why_answers_also_while_the_round_is_not_over() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press("2", "i", "i", "i", "i", "t", "enter", "y")
        assert "Why? Round 1" in told.text
        assert "10 to 1" in told.text

    tell(story, quick("maryland", seed=WAR_IS_WON["maryland"]))


def test_verify_shows_the_seal_first_and_the_proof_when_the_shoe_is_over() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        sealed = told.table.felt.shoe.commitment
        await told.press("v")
        assert "No shoe has been opened yet." in told.text
        assert sealed in told.text
        await told.press("escape")
        await told.play_round("2", "i", "i")
        await told.floor("order_reshuffle")
        await told.press("n", "v")
        assert "Shoe 1, " in told.text
        assert "Every card was where the seal said." in told.text
        assert sealed not in told.text

    tell(story, quick("maryland"))


def test_a_key_struck_twice_closes_the_paper_and_not_the_table() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press("question_mark")
        paper = told.app.screen
        for _ in range(3):
            paper.post_message(Key("escape", None))
        await told.pilot.pause(0)
        await told.rest()
        assert "Place your bets." in told.text

    tell(story, quick("maryland"))


def test_a_key_struck_many_times_opens_one_paper() -> None:
    async def story(told: Evening) -> None:
        table = told.app.screen
        for _ in range(3):
            table.post_message(Key("question_mark", "?"))
        await told.pilot.pause(0)
        await told.rest()
        assert told.app.screen_stack.index(table) == len(told.app.screen_stack) - 2

    tell(story, quick("maryland"))


def test_the_list_of_keys_has_every_key_and_what_happened_has_every_sentence() -> None:
    async def story(told: Evening) -> None:
        await told.press("question_mark")
        for key, does in KEYS:
            assert key in told.text
            assert does in told.text
        await told.press("q", "o")
        assert "Guest takes seat 4." in told.text
        await told.press("i", "2", "z")
        assert told.table.slip.shown == {}

    tell(story, quick("maryland"), (100, 40))
