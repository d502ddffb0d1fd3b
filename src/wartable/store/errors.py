"""Why a store did not keep a batch. After every error but StoreDown, nothing was kept."""

from wartable.money import Cents, format_cents


class StoreError(Exception):
    """A request that the store did not carry out."""


class BadBatch(StoreError, ValueError):
    """A batch that no store could keep: a mistake of the caller."""


class WrongVersion(StoreError):
    """Another command wrote to the stream first."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(f"{stream} is at version {found}, not {expected}")
        self.stream, self.expected, self.found = stream, expected, found


class OtherBody(StoreError):
    """The command id was used before with another body."""

    def __init__(self, command_id: str) -> None:
        super().__init__(f"the command {command_id} was given before with another body")
        self.command_id = command_id


class UnbalancedBatch(StoreError):
    """The moves of an event do not sum to zero."""


class NoFunds(StoreError):
    """An account that holds chips would become negative, or more negative."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} does not hold that much")
        self.account = account


class OtherBalance(StoreError):
    """An account no longer holds the amount that the batch was decided on."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} changed while this was decided")
        self.account = account


class WalletDiffers(StoreError):
    """A wallet does not hold what its postings come to, or what this server left there: it was changed past us."""

    def __init__(self, account: str, held: Cents, due: Cents, *, ours: bool = False) -> None:
        told = f"this server left {format_cents(due)} there" if ours else f"its postings add up to {format_cents(due)}"
        super().__init__(f"{account} holds {format_cents(held)}; {told}")
        self.account, self.held, self.due = account, held, due


class NotOwner(StoreError):
    """Another server drives the table now."""

    def __init__(self, table: str) -> None:
        super().__init__(f"the table {table} is driven by another server")
        self.table = table


class StoreFull(StoreError):
    """The disk is full. What was kept before is not lost."""


class StoreBusy(StoreError):
    """Too many batches wait, or another process holds the database."""


class StoreDown(StoreError):
    """The outcome is unknown: ask again with the same command id."""


class StoreBroken(StoreError):
    """The store holds something that this program did not write there."""


class HeadDiffers(StoreBroken):
    """A stream no longer holds the head that this process wrote or read: it was rewritten or cut past the program."""

    def __init__(self, stream: str, version: int, chain: bytes = b"", *, added: bool = False) -> None:
        lost, strange = "no longer holds what this server knows", "has records that this server did not write, after"
        super().__init__(f"{stream} {strange if added else lost + ' at'} version {version}; see wartable audit verify")
        self.added = added
        """Whether all that this process knows is still there, and others added to it."""
        self.stream, self.version, self.chain = stream, version, chain
        """The head that this process knows: with version 0 where it knows of no such stream."""


class UnknownEvent(StoreError):
    """An event of an unknown type or of a newer schema."""

    def __init__(self, says: str, place: str = "") -> None:
        super().__init__(says)
        self.place = place
        """The stream and version of the record, if known."""
