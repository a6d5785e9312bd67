"""What the house refuses, and why."""

from ridotto.engine.errors import RidottoError
from ridotto.engine.message import Message


class Refused(RidottoError):
    """Somebody asked for what cannot be; nothing has changed. `code` is for programs, `clause` the rule behind it."""

    def __init__(self, code: str, message: Message, clause: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause


class StoreFailed(RidottoError):
    """The database did not do its work: locked, full, read-only, gone. Nothing was written."""
