"""`wartable audit erase` and `retain`: what is known of patrons as persons ends, and the log still verifies."""

from pathlib import Path

from wartable.cli.audit.opening import asking, writing_to
from wartable.cli.counts import counted
from wartable.cli.errors import DONE, one_line
from wartable.cli.options import DEFAULT_STORE, Database
from wartable.cli.storage import OPERATOR


def erase(patron: str, /, *, db: Database = DEFAULT_STORE, json: bool = False) -> int:
    """Erase what is known of a patron as a person.

    The log knows the patron by a pseudonym only and is not touched, so it
    still verifies. That something was erased is recorded in the log.

    Example:

        wartable audit erase p-7f3a --db sqlite:///war.db

    Parameters
    ----------
    patron
        The patron's pseudonym, as the log has it.
    json
        Print the answer as one JSON document.
    """
    from wartable.audit import erase as erase_person
    from wartable.audit import now

    with writing_to(db) as store:
        erase_person(store, patron, now(), OPERATOR)
    if json:
        from wartable.cli.screen import write_json

        write_json({"patron": patron, "erased": True})
    else:
        print(one_line(f"erased: what was known of patron {patron}; the log is as it was"))
    return DONE


def retain(*, db: Database = DEFAULT_STORE, settings: str | None = None, json: bool = False) -> int:
    """Erase what has been kept long enough.

    How long each kind of data is kept is a setting: a TOML file with a table
    [keep]. The log is kept whole; what is known of patrons as persons is
    erased when its time is over, and that is recorded in the log.

    Example:

        wartable audit retain --db sqlite:///war.db --settings wartable.toml

    Parameters
    ----------
    settings
        A TOML file; without it, the log is kept 10 years and personal data 5 years.
    json
        Print the answer as one JSON document.
    """
    from wartable.audit import now, read_settings
    from wartable.audit import retain as keep

    with asking():
        chosen = read_settings(Path(settings) if settings is not None else None)
    with writing_to(db) as store:
        done = keep(store, chosen, now(), OPERATOR)
    if json:
        from wartable.cli.screen import write_json

        write_json(done)
    else:
        print(f"log: kept whole, {done.log} at least")
        patrons = counted(done.erased, "patron")
        since = f"erased for {patrons}, last written before {done.before}" if done.before else "never erased"
        print(f"personal data: kept {done.personal}; {since}")
    return DONE
