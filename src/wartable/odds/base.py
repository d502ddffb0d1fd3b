"""The initial wager with its war or its surrender, and the tie wager on either deal."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import asdict

from wartable.odds.deals import Chances
from wartable.odds.exact import Exact
from wartable.odds.figures import Chance, WagerOdds, weigh
from wartable.odds.rounds import Courses, base_net, base_staked
from wartable.odds.wagers import InitialOdds, MatchPlayOdds

BASE_OUTCOMES: Mapping[str, str] = {
    "win": "win",
    "lose": "lose",
    "tie_war_win": "war_win",
    "suited_tie_war_win": "war_win",
    "tie_war_lose": "war_lose",
    "suited_tie_war_lose": "war_lose",
    "double_tie": "war_tie",
    "four_of_a_kind": "war_tie",
    "suited_double_tie": "war_tie",
    "suited_four_of_a_kind": "war_tie",
    "tie_surrender": "surrender",
    "suited_tie_surrender": "surrender",
}
"""The name of each course for the initial wager, which ignores suits."""


def initial_odds(courses: Courses, found: Chances, with_coupon: Courses | None = None) -> InitialOdds:
    """Return the initial wager: always war, and always surrender; where coupons play, also with one beside it."""
    war = weigh(_base(courses, found.war))
    surrender = weigh(_base(courses, found.surrender))
    coupon = _match_play(with_coupon, found, war) if with_coupon is not None else None
    return InitialOdds(**asdict(war), edge_surrender=surrender.edge, surrender=surrender, match_play=coupon)


def _match_play(courses: Courses, found: Chances, alone: WagerOdds) -> MatchPlayOdds:
    war = weigh(_base(courses, found.war))
    worth = Exact.of(war.returned.exact - alone.returned.exact)
    return MatchPlayOdds(war, weigh(_base(courses, found.surrender)), worth)


def _base(courses: Courses, chances: Mapping[str, Fraction]) -> Iterator[Chance]:
    for course, probability in chances.items():
        lines = courses[course]
        yield Chance(BASE_OUTCOMES[course], probability, base_net(lines), base_staked(lines))


def tie_odds(courses: Courses, found: Chances) -> WagerOdds:
    """Return the tie wager on the original deal; it does not depend on the choice after a tie."""
    return weigh(_single(courses, found.surrender, "tie"))


def war_tie_odds(courses: Courses, found: Chances) -> WagerOdds:
    """Return the tie wager on the war deal, given a war."""
    wars = {course: chance / found.tie for course, chance in found.war.items() if "war_tie" in courses[course]}
    return weigh(_single(courses, wars, "war_tie"))


def _single(courses: Courses, chances: Mapping[str, Fraction], wager: str) -> Iterator[Chance]:
    for course, probability in chances.items():
        line = courses[course][wager]
        yield Chance(line.result, probability, Fraction(line.net, line.staked))
