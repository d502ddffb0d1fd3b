"""The rows of a store, as an audit reads them."""

from wartable.store import ReadStore, Row, Rows


def rows_of(store: ReadStore, what: Rows) -> list[Row]:
    """Return all rows of a table, in a read transaction of their own."""
    with store.read_transaction() as moment:
        return list(moment.raw(what))
