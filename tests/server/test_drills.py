"""Drills at the door: the real table judges, a trainee answers in order, and nothing of the house is touched."""

import asyncio
import random
import threading
from functools import cache
from typing import Any

import httpx
import msgspec
import pytest

from tests.patience import PATIENCE
from tests.server.running import KEY, quick_plan, running
from tests.told import RULEBOOKS
from wartable.drill import KINDS, Exercise, set_exercises
from wartable.live import Speaker
from wartable.money import parse_cents
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.server.documents import No
from wartable.server.documents import drill_forms as d
from wartable.server.door import drills
from wartable.server.door.drills import Drills
from wartable.server.limits import DRILLS_PER_MINUTE, MAX_DRILLS_WAITING, MAX_EXERCISES

PLAN = quick_plan("washington")
DANA = Speaker("dana", "dealer", "", "dana")
Document = dict[str, Any]


@cache
def exercises_of(state: str, about: str, count: int, seed: int) -> list[Exercise]:
    """The exercises that a terminal would set."""
    kinds = [kind for kind in KINDS if about in ("all", kind)]
    return set_exercises(rules_in_force(load_rulebook(state)), random.Random(seed), count, kinds)


def right(exercise: Exercise) -> Document:
    """The table's own answer, as the page sends it."""
    question = exercise.question
    said: Document = {}
    if question.choices:
        said["choice"] = question.choices.index(question.answer)
    else:
        said["amount"] = parse_cents(question.answer)
    if exercise.report is not None:
        said["report"] = msgspec.to_builtins(exercise.report)
    return said


def wrong(exercise: Exercise) -> Document:
    """Another choice, or a cent more."""
    said = right(exercise)
    if "choice" in said:
        return {**said, "choice": (said["choice"] + 1) % len(exercise.question.choices)}
    return {**said, "amount": said["amount"] + 1}


async def begun(http: httpx.AsyncClient, **asked: Any) -> Document:
    answer = await http.post("/api/drills", json=asked)
    assert answer.status_code == 201, answer.text
    found: Document = answer.json()
    return found


async def reply(http: httpx.AsyncClient, drill: Document, said: Document, exercise: int = 0) -> httpx.Response:
    """The answer to the exercise that is due, or to another."""
    place = exercise or drill["due"]["exercise"]
    return await http.post("/api/drills/replies", json={"drill": drill["drill"], "exercise": place, **said})


@pytest.mark.parametrize("state", RULEBOOKS)
def test_a_trainee_who_answers_as_the_table_does_has_everything_right(state: str) -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            drill = await begun(http, state=state, about="all", exercises=6, seed=5)
            for exercise in exercises_of(state, "all", 6, 5):
                due = drill["due"]
                assert tuple(due["situation"]) == exercise.question.situation
                assert tuple(due["choices"]) == exercise.question.choices
                assert due["reports"] == (exercise.report is not None)
                answer = await reply(http, drill, right(exercise))
                assert answer.status_code == 200, answer.text
                drill = answer.json()
            assert (drill["right"], drill["exercises"], drill["due"], drill["read"]) == (6, 6, None, [])

    asyncio.run(story())


@pytest.mark.parametrize("about", KINDS)
def test_a_mistake_is_told_with_what_was_expected_and_its_clauses(about: str) -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            drill = await begun(http, state="maryland", about=about, exercises=2, seed=3)
            first, second = exercises_of("maryland", about, 2, 3)
            drill = (await reply(http, drill, wrong(first))).json()
            [judged] = drill["judged"]
            assert judged["mistakes"][-1]["expected"] == judged["answer"] == first.question.answer
            assert judged["mistakes"][-1]["said"] != judged["answer"]
            assert judged["says"] == first.question.why
            assert drill["read"] == judged["clauses"] == list(first.question.clauses)
            drill = (await reply(http, drill, right(second))).json()
            assert (drill["right"], len(drill["judged"]), drill["due"]) == (1, 2, None)

    asyncio.run(story())


def test_a_wrong_report_is_a_mistake_also_where_what_follows_is_right() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            drill = await begun(http, state="wisconsin", about="irregularities", exercises=1, seed=8)
            [exercise] = exercises_of("wisconsin", "irregularities", 1, 8)
            said = {**right(exercise), "report": {"command": "report_defect", "reason": "torn"}}
            told = (await reply(http, drill, said)).json()
            [mistake] = told["judged"][0]["mistakes"]
            assert mistake["said"].startswith("The table refuses this report: ")
            assert mistake["expected"]
            assert told["right"] == 0

    asyncio.run(story())


def test_the_console_of_an_exercise_does_not_tell_its_answer() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            for about in KINDS:
                drill = await begun(http, state="washington", about=about, exercises=1, seed=2)
                felt = drill["due"]["felt"]
                assert (felt["steps"], felt["says"], felt["call"]) == ([], "", None)
                console = felt["console"]
                assert (console["steps"], console["acts"], console["call"]) == ([], [], "")
                assert not any(one["pay"] or one["take"] or one["says"] for one in console["owed"])
                assert not any(one["says"] or one["clauses"] or one["floor"] for one in console["irregularities"])
                [exercise] = exercises_of("washington", about, 1, 2)
                told = (await reply(http, drill, right(exercise))).json()["told"]
                assert told["steps"] or told["console"]["acts"]

    asyncio.run(story())


def test_a_drill_is_resumed_where_it_was_left() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            drill = await begun(http, state="california", about="pays", exercises=2, seed=1)
            [first, _] = exercises_of("california", "pays", 2, 1)
            drill = (await reply(http, drill, right(first))).json()
            resumed = await http.post("/api/drills/resume", json={"drill": drill["drill"]})
            assert resumed.json() == drill

    asyncio.run(story())


def test_answers_come_in_order_and_once_and_from_the_trainee() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            drill = await begun(http, state="maryland", about="pays", exercises=2, seed=4)
            first, second = exercises_of("maryland", "pays", 2, 4)
            assert (await reply(http, drill, right(second), 2)).json()["why"] == "other_exercise"
            answered = await reply(http, drill, right(first))
            assert (await reply(http, drill, right(first))).json() == answered.json(), "a retry is answered alike"
            after = answered.json()
            assert (await reply(http, after, right(first), 1)).json()["why"] == "other_exercise"
            over = (await reply(http, after, right(second))).json()
            again = await reply(http, over, right(second), 3)
            assert (again.status_code, again.json()["why"]) == (409, "other_exercise")
            async with server.http(await server.sign_in("petra", "dealer")) as other:
                for answer in (
                    await reply(other, after, right(second)),
                    await other.post("/api/drills/resume", json={"drill": after["drill"]}),
                ):
                    assert (answer.status_code, answer.json()["why"]) == (404, "no_such_drill")

    asyncio.run(story())


REFUSED: tuple[tuple[Document, str], ...] = (
    ({"state": "nevada"}, "there is no rulebook of this state"),
    ({"state": "../maryland"}, "there is no rulebook of this state"),
    ({}, "state"),
    ({"state": "maryland", "about": "shuffle"}, "about"),
    ({"state": "maryland", "exercises": 0}, "exercises"),
    ({"state": "maryland", "exercises": MAX_EXERCISES + 1}, "exercises"),
    ({"state": "maryland", "seed": -1}, "seed"),
    ({"state": "maryland", "seed": 2**53}, "seed"),
    ({"state": "maryland", "more": 1}, "more"),
)


def test_a_drill_that_cannot_be_is_refused_in_one_line() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            for asked, says in REFUSED:
                answer = await http.post("/api/drills", json=asked)
                assert answer.status_code in (400, 404), asked
                assert says in answer.json()["says"], asked
                assert "\n" not in answer.json()["says"]

    asyncio.run(story())


def test_an_answer_of_another_form_is_refused_and_costs_nothing() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            pay = await begun(http, state="maryland", about="pays", exercises=1, seed=4)
            step = await begun(http, state="maryland", about="procedures", exercises=1, seed=4)
            report = await begun(http, state="maryland", about="irregularities", exercises=1, seed=4)
            refused: tuple[tuple[Document, Document, str], ...] = (
                (pay, {}, "amount: expected whole cents from 0, got nothing"),
                (pay, {"choice": 0}, "choice: this exercise asks for an amount"),
                (pay, {"amount": 1, "report": {"command": "report_jam"}}, "report: this exercise asks for no report"),
                (pay, {"amount": -1}, "amount"),
                (pay, {"amount": 1.5}, "amount"),
                (step, {}, "choice: expected a whole number from 0 to 3, got nothing"),
                (step, {"choice": 9}, "choice: expected a whole number from 0 to 3, got 9"),
                (step, {"choice": 0, "amount": 1}, "amount: this exercise asks for a choice"),
                (report, {"choice": 0}, "report: expected the report of the irregularity, got nothing"),
                (report, {"choice": 0, "report": {"command": "rule", "ruling": "void"}}, "report"),
                (report, {"choice": 0, "report": {"command": "report_jam", "more": 1}}, "report"),
                (report, {"choice": 0, "report": {}}, "report"),
            )
            for drill, said, says in refused:
                answer = await reply(http, drill, said)
                assert answer.status_code == 400, (said, answer.text)
                assert says in answer.json()["says"], (said, answer.text)
            long = {"choice": 0, "report": {"command": "void_round", "reason": "x" * 40_000}}
            assert (await reply(http, report, long)).json()["why"] == "too_large"
            [exercise] = exercises_of("maryland", "pays", 1, 4)
            assert (await reply(http, pay, right(exercise))).json()["right"] == 1

    asyncio.run(story())


def test_a_drill_that_was_altered_or_begun_elsewhere_is_refused() -> None:
    async def story() -> None:
        elsewhere = Drills(bytes(32))
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            drill = await begun(http, state="maryland", about="pays", exercises=1, seed=4)
            other = await elsewhere.begin(DANA, d.DrillRequest("maryland", "pays", 1, 4))
            for text in (drill["drill"][:-1], "x" + drill["drill"], "none", "\x00", other.drill):
                answer = await http.post("/api/drills/resume", json={"drill": text})
                assert (answer.status_code, answer.json()["why"]) == (404, "no_such_drill")
        await elsewhere.close()

    asyncio.run(story())


def test_another_process_of_the_house_goes_on_with_a_drill() -> None:
    async def story() -> None:
        one, other = Drills(KEY), Drills(KEY)
        drill = await one.begin(DANA, d.DrillRequest("maryland", "pays", 2, 4))
        assert await other.resume(DANA, drill.drill) == drill
        await one.close()
        await other.close()

    asyncio.run(story())


def test_a_person_who_begins_too_many_drills_has_to_wait() -> None:
    async def story() -> None:
        drills = Drills(KEY)
        asked = d.DrillRequest("maryland", "pays", 1, 4)

        async def many() -> None:
            for _ in range(100 * DRILLS_PER_MINUTE):
                await drills.begin(DANA, asked)

        with pytest.raises(No) as refused:
            await many()
        assert refused.value.message.why == "too_many"
        await drills.close()

    asyncio.run(story())


def test_a_drill_leaves_the_log_of_the_house_as_it_was() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            store = server.room.store
            before = store.heads(store.streams()), store.balances()
            drill = await begun(http, state="washington", about="irregularities", exercises=1, seed=4)
            [exercise] = exercises_of("washington", "irregularities", 1, 4)
            assert (await reply(http, drill, right(exercise))).json()["right"] == 1
            assert (store.heads(store.streams()), store.balances()) == before

    asyncio.run(story())


def test_a_report_of_any_form_is_judged_or_refused_and_never_our_fault() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("dana", "dealer")) as http:
            drill = await begun(http, state="wisconsin", about="irregularities", exercises=1, seed=4)
            seats = (-1, 0, 9, 10, 2**31, 10**30, "1", None, 1.5)
            cards = ("Ah", "ah", "XX", "", "A" * 50, 7, None)
            reports: list[Document] = [
                {"command": command, **{name: value for name, value in (("seat", seat), ("card", card)) if value != ""}}
                for command in ("report_misdelivery", "report_touched_card")
                for seat in seats
                for card in cards
            ]
            reports += [{"command": "report_missed_hand", "seat": seat} for seat in seats]
            reports += [{"command": "report_absence", "seat": seat} for seat in seats]
            reports += [{"command": "report_face_up_cards", "cards": [card]} for card in cards]
            reports += [{"command": "report_forgotten_burn", "card": card, "cards": n} for card in cards for n in seats]
            reports += [{"command": "report_jam", "batch": batch} for batch in seats]
            for report in reports:
                answer = await reply(http, drill, {"choice": 0, "report": report})
                assert answer.status_code in (200, 400), (report, answer.text)

    asyncio.run(story())


def test_exercises_that_could_not_be_dealt_are_dealt_at_the_next_request(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        drills = Drills(KEY)
        asked = d.DrillRequest("maryland", "pays", 1, 4)
        with monkeypatch.context() as short:
            short.setattr("wartable.server.door.drills.set_exercises", out_of_memory)
            with pytest.raises(MemoryError):
                await drills.begin(DANA, asked)
        assert (await drills.begin(DANA, asked)).due is not None
        await drills.close()

    asyncio.run(story())


def out_of_memory(*_: object) -> list[Exercise]:
    """No set of exercises."""
    raise MemoryError


def test_one_address_that_begins_many_drills_leaves_places_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        goes_on = threading.Event()

        def slow(state: str, about: Any, count: int, _: int) -> list[Exercise]:
            assert goes_on.wait(PATIENCE)
            return exercises_of(state, about, count, 0)

        monkeypatch.setattr(drills, "_deal", slow)
        set_drills = Drills(KEY)
        many = [
            asyncio.create_task(
                set_drills.begin(
                    Speaker(f"guest-{number}", "guest"),
                    d.DrillRequest("washington", "pays", 1, seed=number),
                    "10.0.0.1",
                )
            )
            for number in range(3 * MAX_DRILLS_WAITING)
        ]
        await asyncio.sleep(0)
        mine = asyncio.create_task(set_drills.begin(DANA, d.DrillRequest("washington", "pays", 1, seed=99), "10.0.0.2"))
        await asyncio.sleep(0)
        assert not mine.done()
        goes_on.set()
        assert (await mine).seed == 99
        assert [(await one).seed for one in many] == list(range(3 * MAX_DRILLS_WAITING))
        await set_drills.close()

    asyncio.run(story())
