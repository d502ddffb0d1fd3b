"""What the mathematics refuses: an argument outside its range."""


class BadArgument(ValueError):
    """An argument outside its range. The text says the range and the value; the caller may add its own name for it."""

    def __init__(self, argument: str, says: str) -> None:
        super().__init__(says)
        self.argument = argument
