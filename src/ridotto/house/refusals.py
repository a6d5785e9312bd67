"""What the house refuses, and why."""

from ridotto.engine.errors import RidottoError
from ridotto.engine.message import Message, msg


class Refused(RidottoError):
    """Somebody asked for what cannot be; nothing has changed. `code` is for programs, `clause` the rule behind it."""

    def __init__(self, code: str, message: Message, clause: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause

    def copy(self) -> "Refused":
        """A new one: an exception that is raised again and again collects tracebacks."""
        return Refused(self.code, self.message, self.clause)


class Unreadable(Refused):
    """The log of a table is damaged. It is left as it is, and no other table is the worse for it."""

    def __init__(self) -> None:
        super().__init__("unreadable", msg("The log of this table is damaged and can't be read any more."))


class StoreFailed(RidottoError):
    """The database did not do its work: locked, full, read-only, gone. Nothing was written."""


class EntriesLost(StoreFailed):
    """The log of one table is shorter than it was: somebody has exchanged it under our hands."""
