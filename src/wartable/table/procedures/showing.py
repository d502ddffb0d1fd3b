"""Cards that are shown to a player before they are shuffled, and washed where the dealer shuffles them."""

from wartable.rulebook import Rules
from wartable.table.state import Table
from wartable.table.stock import is_tracked, stock_of

Steps = tuple[tuple[str, int], ...]
NOT_TRACKED = ("spread", "look", "turn_down", "stack")
"""The steps for the batch from the shuffler in the first edition of the law."""
OUT_OF_USE = ("failed", "covered")


def is_by_hand(table: Table) -> bool:
    """Whether the dealer shuffles one of two batches, because the shuffler is out of use."""
    return table.rules.by_batches and table.device in OUT_OF_USE and table.rules.shuffler.by_hand


def turned_down_again(steps: Steps) -> Steps:
    """Return the steps with the cards turned down after the look."""
    if "turn_down" in {name for name, _ in steps}:
        return steps
    return tuple(part for step in steps for part in ((step, ("turn_down", step[1])) if step[0] == "look" else (step,)))


def shown(table: Table, batch: int) -> Steps:
    """Return the steps for a batch from the shuffler that is not dealt before it is spread and shuffled."""
    if not is_tracked(table):
        return tuple((step, batch) for step in NOT_TRACKED)
    idle = table.rules.idle
    named = idle.steps if is_by_hand(table) else idle.batch_steps
    left = [step for step in named if step not in ("turn_up", "swap_batches", "spread", "look", "stack")]
    before = [step for step in left if step in ("inspect", "verify")]
    after = [step for step in left if step not in before]
    return turned_down_again(tuple((step, batch) for step in (*before, "spread", "look", *after, "stack")))


def batch_opening(rules: Rules) -> tuple[str, ...]:
    """Return the steps for each of two new batches, with those that the house added."""
    steps = rules.opening.batch_steps
    chosen = {"turn_down": rules.opening.extra_turn_down, "wash": rules.opening.extra_wash}
    added = tuple(step for step, is_chosen in chosen.items() if is_chosen and step not in steps)
    return tuple(part for step in steps for part in ((*added, step) if step == "stack" else (step,)))


def without_the_machine(table: Table, todo: Steps) -> Steps:
    """Return the steps for cards that the dealer will shuffle: what is done only with those comes before the stack."""
    rules, opens = table.rules, table.phase == "opening"
    by_hand, machine = (
        (rules.opening.steps, batch_opening(rules)) if opens else (rules.idle.steps, rules.idle.batch_steps)
    )
    more = [step for step in by_hand if step in ("turn_down", "wash") and step not in machine]
    return tuple(
        part
        for step in todo
        for part in (
            (*((name, step[1]) for name in more if (name, step[1]) not in todo), step)
            if step[0] == "stack" and not stock_of(table).batches[step[1]].washed
            else (step,)
        )
    )


def owes_wash(table: Table, batch: int) -> bool:
    """Whether the dealer washes a batch in the shuffle: it was spread, and the shuffler failed after the stack."""
    rules, reason = table.rules, table.shuffle_reason
    if not rules.by_batches or stock_of(table).batches[batch].washed or not is_tracked(table):
        return False
    return "wash" in (rules.opening.steps if reason == "opening" else rules.idle.steps if reason == "idle" else ())
