"""Cards that are shown to a player before they are shuffled, and washed where the dealer shuffles them."""

from wartable.rulebook import Rules
from wartable.table.state import Table
from wartable.table.stock import is_tracked, next_to_shuffle, stock_of

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
    by_hand, machine = _ready(table)
    more = [step for step in by_hand if step in ("turn_down", "wash") and step not in machine]
    steps: list[tuple[str, int]] = []
    for step, batch in todo:
        if step == "stack":
            steps += [(name, batch) for name in more if (name, batch) not in todo]
        steps.append((step, batch))
    return tuple(steps)


def unwashed(table: Table) -> tuple[int, ...]:
    """Return the batches that were stacked for the shuffler, without the wash that a dealer's shuffle needs."""
    opens = table.phase == "opening" or table.shuffle_reason == "opening"
    if not table.rules.by_batches or not is_tracked(table) or table.phase not in ("opening", "shuffling"):
        return ()
    if not opens and table.shuffle_reason != "idle":
        return ()
    by_hand, machine = _ready(table)
    batches = stock_of(table).batches if "wash" in by_hand and "wash" not in machine else ()
    wanted = range(2) if opens else (next_to_shuffle(table),)
    return tuple(
        number
        for number, batch in enumerate(batches)
        if number in wanted and batch.state in ("stacked", "shuffling") and ("stack", number) not in table.todo
    )


def _ready(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the steps by which cards are made ready for the dealer's shuffle, and for the shuffler's."""
    rules = table.rules
    if table.phase == "opening" or (table.phase == "shuffling" and table.shuffle_reason == "opening"):
        return rules.opening.steps, batch_opening(rules)
    return rules.idle.steps, rules.idle.batch_steps
