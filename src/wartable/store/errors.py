"""Why a store did not keep something. Each error says whether anything can have been kept."""


class StoreError(Exception):
    """The store did not do what it was asked."""


class BadBatch(StoreError, ValueError):
    """The batch could never be kept: the mistake is in who made it."""


class WrongVersion(StoreError):
    """Somebody else wrote to the stream first; nothing was kept."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(f"{stream} is at version {found}, not {expected}")
        self.stream, self.expected, self.found = stream, expected, found


class OtherBody(StoreError):
    """The command id was used before for something else; nothing was kept."""

    def __init__(self, command_id: str) -> None:
        super().__init__(f"the command {command_id} was given before with another body")
        self.command_id = command_id


class Unbalanced(StoreError):
    """The moves of an event make or lose money; nothing was kept."""


class NoFunds(StoreError):
    """An account that holds chips would become negative, or more so than it is; nothing was kept."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} does not hold that much")
        self.account = account


class OtherBalance(StoreError):
    """An account holds something else than what the batch was decided on; nothing was kept."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} changed while this was decided")
        self.account = account


class NotOwner(StoreError):
    """Another server drives the table now; nothing was kept."""

    def __init__(self, table: str) -> None:
        super().__init__(f"the table {table} is driven by another server")
        self.table = table


class StoreFull(StoreError):
    """The disk is full; nothing was kept, and nothing that was kept before is lost."""


class StoreBusy(StoreError):
    """More batches wait than the store lets wait; nothing was kept."""


class StoreDown(StoreError):
    """The outcome is unknown: ask again with the same command id."""


class StoreBroken(StoreError):
    """What lies in the store is not what this program put there: the text says what and where."""


class UnknownEvent(StoreError):
    """An event that this program does not know, or that a newer one wrote."""

    def __init__(self, says: str, place: str = "") -> None:
        super().__init__(says)
        self.place = place
        """The stream and version of its record, where it is known."""
