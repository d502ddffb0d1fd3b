"""Every card is as likely after every other."""

from math import perm

import numpy as np

from wartable.cards import DECK_SIZE
from wartable.evidence.judge import OutcomeTest
from wartable.evidence.outcome.batch import RANK_COUNT, OutcomeFamily, ShoeBatch
from wartable.evidence.outcome.chi import Counts, Floats, count_pairs, of_statistic, pair_chances

_SPARE = 1e-12


class Neighbours(OutcomeFamily):
    """How often each rank followed each rank, and each card each card, over all neighbouring places."""

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.size = decks * DECK_SIZE
        self.shoes = 0
        self._ranks: Counts = np.zeros((RANK_COUNT, RANK_COUNT), np.int64)
        self._cards: Counts = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)

    def add(self, batch: ShoeBatch) -> None:
        self._ranks += count_pairs(batch.ranks[:, :-1], batch.ranks[:, 1:], RANK_COUNT)
        self._cards += count_pairs(batch.kinds[:, :-1], batch.kinds[:, 1:], DECK_SIZE)
        self.shoes += len(batch)

    def figures(self) -> list[OutcomeTest]:
        """Ranks and cards."""
        return [
            self._figure("rank after rank", "each rank follows each rank as often as it should", self._ranks),
            self._figure("card after card", "each card follows each card as often as it should", self._cards),
        ]

    def _figure(self, test: str, says: str, counts: Counts) -> OutcomeTest:
        kinds = len(counts)
        copies = self.size // kinds
        expected = (self.shoes * (self.size - 1) * pair_chances(kinds, copies)).ravel()
        covariance = pair_covariance(kinds, copies)
        varies = np.diag(covariance) > _SPARE
        away = (counts.ravel() - expected)[varies]
        # The counts of a shoe have a fixed sum, so the covariance has one direction without any spread; filling it
        # changes nothing, because nothing ever points there.
        inner = covariance[np.ix_(varies, varies)]
        inner += np.diag(inner).mean() / len(inner)
        statistic = float(away @ np.linalg.solve(inner, away)) / self.shoes
        return of_statistic(test, says, statistic, len(away) - 1, smallest_expected=float(expected[varies].min()))


def pair_covariance(kinds: int, copies: int) -> Floats:
    """The exact covariance of the counts of neighbouring pairs in one honest shoe.

    The mean of a product of two counts is a sum over two pairs of places: the same pair, two pairs that share a place,
    or two pairs apart. Each is a chance of two, three or four given places, and depends only on which kinds are equal.
    """
    size = kinds * copies
    eye = np.eye(kinds)
    apart = _four(kinds, copies) * ((size - 2) * (size - 3) / perm(size, 4))
    three = _three(kinds, copies) * ((size - 2) / perm(size, 3))
    two = pair_chances(kinds, copies)
    product = apart
    product += np.einsum("abd,bc->abcd", three, eye)
    product += np.einsum("cdb,da->abcd", three, eye)
    product += np.einsum("ab,ac,bd->abcd", (size - 1) * two, eye, eye)
    mean = (size - 1) * two
    product -= np.einsum("ab,cd->abcd", mean, mean)
    cells = kinds * kinds
    return product.reshape(cells, cells)


def _three(kinds: int, copies: int) -> Floats:
    """The ways to take cards of three given kinds in order, for all triples of kinds."""
    ways = np.full((kinds,) * 3, float(copies))
    same = np.eye(kinds)
    ways *= copies - same[:, :, None]
    ways *= copies - same[:, None, :] - same[None, :, :]
    return ways


def _four(kinds: int, copies: int) -> Floats:
    """The same for all quadruples."""
    same = np.eye(kinds)
    fourth = copies - same[:, None, None, :] - same[None, :, None, :] - same[None, None, :, :]
    return _three(kinds, copies)[:, :, :, None] * fourth
