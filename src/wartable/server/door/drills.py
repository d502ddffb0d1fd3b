"""Drills: exercises that are dealt once and remembered, and a signed text for each trainee.

A drill touches no table, no ledger and no log. Any process of the house can judge it, also after a restart.
"""

import asyncio
import random
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from wartable import __version__
from wartable.drill import KINDS, Exercise, Reply, Report, UnfitReply, judge, set_exercises
from wartable.live import NoMessage, Speaker, Trouble, derive_key, make_drill_felt
from wartable.misread import tell_misread
from wartable.rulebook import load_rulebook, rulebooks_that_load, rules_in_force
from wartable.server.documents import STATUS, No
from wartable.server.documents import drill_forms as d
from wartable.server.door.turns import Turns
from wartable.server.limits import DRILLS_PER_MINUTE, MAX_DRILL_BYTES, MAX_DRILLS_KEPT, MAX_DRILLS_WAITING, Buckets

_SALT = f"wartable drill 1 {__version__}"
"""Another release may set other exercises for the same seed, so it does not go on with a drill of this one."""

SetOf = tuple[str, d.DrillAbout, int, int]


class Taken(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What the signed text says: who is drilled, in what, and the replies so far."""

    person: str
    state: str
    about: d.DrillAbout
    exercises: int
    seed: int
    replies: tuple[Reply, ...] = ()

    @property
    def set_of(self) -> SetOf:
        """What its exercises depend on."""
        return self.state, self.about, self.exercises, self.seed


class Drills:
    """Sets exercises, and judges the replies."""

    def __init__(self, key: bytes) -> None:
        self._signer = URLSafeSerializer(derive_key(key, "drills"), salt=_SALT)
        self._begun = Buckets(DRILLS_PER_MINUTE / 60, DRILLS_PER_MINUTE)
        self._turns = Turns(1)
        self._sets: dict[SetOf, asyncio.Future[list[Exercise]]] = {}
        self._pool = ThreadPoolExecutor(1, "drill")
        """One thread, so that dealing exercises takes at most one core from the tables."""

    async def begin(self, speaker: Speaker, asked: d.DrillRequest, address: str = "") -> d.DrillDocument:
        """Set the exercises of a new drill."""
        if not self._begun.take(speaker.person, time.monotonic()):
            raise No(Trouble.TOO_MANY)
        seed = secrets.randbits(32) if asked.seed is None else asked.seed
        if asked.state not in {book.name for book in rulebooks_that_load()}:
            raise No(Trouble.NO_SUCH_STATE)
        return await self._tell(Taken(speaker.person, asked.state, asked.about, asked.exercises, seed), address)

    async def resume(self, speaker: Speaker, drill: str, address: str = "") -> d.DrillDocument:
        """Return how far a drill is."""
        return await self._tell(self._read(speaker, drill), address)

    async def reply(self, speaker: Speaker, said: d.ReplyRequest, address: str = "") -> d.DrillDocument:
        """Judge the reply to the exercise that is due. A reply that does not fit it is refused, and not a mistake."""
        taken = self._read(speaker, said.drill)
        if not len(taken.replies) + 1 == said.exercise <= len(await self._exercises(taken.set_of, address)):
            raise No(Trouble.OTHER_EXERCISE)
        try:
            reply = Reply(said.choice, said.amount, _read_report(said.report))
            return await self._tell(msgspec.structs.replace(taken, replies=(*taken.replies, reply)), address)
        except UnfitReply as error:
            trouble = Trouble.BAD_MESSAGE
            raise No(NoMessage(trouble.name.lower(), f"{trouble.value}: {error}"), STATUS[trouble]) from None

    def _read(self, speaker: Speaker, drill: str) -> Taken:
        try:
            taken = msgspec.convert(self._signer.loads(drill), Taken)
        except (BadSignature, msgspec.ValidationError, RecursionError):
            raise No(Trouble.NO_SUCH_DRILL) from None
        if taken.person != speaker.person:
            raise No(Trouble.NO_SUCH_DRILL)
        return taken

    def _write(self, taken: Taken) -> str:
        if len(msgspec.json.encode(taken)) > MAX_DRILL_BYTES:
            raise No(Trouble.TOO_LARGE)
        return str(self._signer.dumps(msgspec.to_builtins(taken)))

    async def _tell(self, taken: Taken, address: str) -> d.DrillDocument:
        exercises = await self._exercises(taken.set_of, address)
        judged = tuple(
            _judged(place, exercise, reply)
            for place, (exercise, reply) in enumerate(zip(exercises, taken.replies, strict=False), start=1)
        )
        done = len(judged)
        wrong = [one for one in judged if one.mistakes]
        return d.DrillDocument(
            drill=self._write(taken),
            state=taken.state,
            title=load_rulebook(taken.state).title,
            about=taken.about,
            seed=taken.seed,
            exercises=len(exercises),
            right=done - len(wrong),
            judged=judged,
            due=_due(done + 1, exercises[done]) if done < len(exercises) else None,
            told=make_drill_felt(exercises[done - 1].table, answered=True) if done else None,
            read=tuple(dict.fromkeys(clause for one in wrong for clause in one.clauses)),
        )

    async def _exercises(self, set_of: SetOf, address: str) -> list[Exercise]:
        """Return the exercises if they were dealt, or deal them; each address has one place in the queue."""
        dealt = self._sets.get(set_of)
        if dealt is not None and dealt.done():
            return await self._dealt(set_of)
        async with self._turns.of(address):
            return await self._dealt(set_of)

    async def _dealt(self, set_of: SetOf) -> list[Exercise]:
        """Deal a set once for all requests that wait for it."""
        dealt = self._sets.get(set_of)
        if dealt is None:
            if sum(not one.done() for one in self._sets.values()) >= MAX_DRILLS_WAITING:
                raise No(Trouble.TOO_MANY)
            over = [known for known, one in self._sets.items() if one.done()]
            for known in islice(over, max(0, len(self._sets) + 1 - MAX_DRILLS_KEPT)):
                del self._sets[known]
            dealt = asyncio.get_running_loop().run_in_executor(self._pool, _deal, *set_of)
            self._sets[set_of] = dealt
        try:
            return await asyncio.shield(dealt)  # a trainee who goes away does not stop it for the others
        except Exception:
            self._sets.pop(set_of, None)  # an error is not remembered: the next request tries again
            raise

    async def close(self) -> None:
        """Stop after the exercises that are being dealt."""
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


def _deal(state: str, about: d.DrillAbout, exercises: int, seed: int) -> list[Exercise]:
    """Deal exercises, in a thread: no table waits for it."""
    rules = rules_in_force(load_rulebook(state))
    return set_exercises(rules, random.Random(seed), exercises, KINDS if about == "all" else (about,))


def _read_report(document: dict[str, Any] | None) -> Report | None:
    try:
        return None if document is None else msgspec.convert(document, Report)
    except (msgspec.ValidationError, RecursionError) as error:
        raise UnfitReply(tell_misread(error, under="report")) from None


def _judged(place: int, exercise: Exercise, reply: Reply) -> d.JudgedView:
    question = exercise.question
    mistakes = judge(exercise, reply)
    asks = f"{question.situation[-1]} {question.asks}" if exercise.report else question.asks
    return d.JudgedView(place, question.kind, asks, mistakes, question.answer, question.why, question.clauses)


def _due(place: int, exercise: Exercise) -> d.ExerciseView:
    question = exercise.question
    return d.ExerciseView(
        exercise=place,
        kind=question.kind,
        situation=question.situation,
        asks=question.asks,
        choices=question.choices,
        reports=exercise.report is not None,
        felt=make_drill_felt(exercise.table, answered=False),
    )
