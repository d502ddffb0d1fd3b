"""Random rounds against the naive model, kind after kind."""

from tests.table.model import FEATURES, compare


def settle(rounds: int, seed: int) -> str:
    """Every kind of round in turn; each is settled once and, spoiled, refused once."""
    for number in range(rounds):
        compare(f"{seed}/{number}", FEATURES[number % len(FEATURES)])
    return f"{rounds} rounds settled as the model settles them and {rounds} spoiled ones refused, 0 disagreements"
