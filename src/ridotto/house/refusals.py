"""The errors of the house: what it refuses, and failures of its database."""

from ridotto.engine.errors import RidottoError
from ridotto.engine.message import Message, msg


class Refused(RidottoError):
    """A request that is not allowed; nothing has changed. `code` is for programs, `clause` is the rule behind it."""

    def __init__(self, code: str, message: Message, clause: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause

    def copy(self) -> "Refused":
        """A new exception: one that is raised repeatedly accumulates tracebacks."""
        return Refused(self.code, self.message, self.clause)


class UnreadableLog(Refused):
    """The log of a table is damaged. It is left unchanged; other tables are not affected."""

    def __init__(self) -> None:
        super().__init__("unreadable", msg("The log of this table is damaged and can't be read any more."))


class StoreFailed(RidottoError):
    """The database failed: it is locked, full, read-only or out of reach. Nothing was written."""


class EventsLost(StoreFailed):
    """The log of a table is shorter than before: the database has been replaced while in use."""
