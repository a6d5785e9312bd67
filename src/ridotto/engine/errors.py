"""What can go wrong at the edge: one class each, one translatable sentence each."""

import errno

from ridotto.engine.message import Message, msg


class RidottoError(ValueError):
    """Somebody gave us something we cannot use; `message` says what was wrong and what is allowed."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class IllegalMove(RidottoError):
    """A move was refused; nothing has changed."""

    def __init__(self, code: str, clause: str, message: Message) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause

    def __reduce__(self) -> tuple[type, tuple[str, str, Message]]:
        return type(self), (self.code, self.clause, self.message)


class BadMoveText(RidottoError):
    """A text that names no move of the game."""


class UnknownGame(RidottoError):
    """No game of that name in the house."""


class BadOption(RidottoError):
    """An option or player count that the game does not have."""


class BadSeed(RidottoError):
    """A seed that is no whole number of 256 bits."""


class BadSnapshot(RidottoError):
    """A position that cannot be."""


class BadRecord(RidottoError):
    """A record that does not replay; `line` says where."""

    def __init__(self, message: Message, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


SYSTEM = {
    errno.ENOENT: msg("No such file or directory"),
    errno.EISDIR: msg("Is a directory"),
    errno.ENOTDIR: msg("Not a directory"),
    errno.EEXIST: msg("File exists"),
    errno.EACCES: msg("Permission denied"),
    errno.EPERM: msg("Operation not permitted"),
    errno.EROFS: msg("Read-only file system"),
    errno.ENOSPC: msg("No space left on device"),
    errno.ENAMETOOLONG: msg("File name too long"),
    errno.EADDRINUSE: msg("Address already in use"),
    errno.EADDRNOTAVAIL: msg("Cannot assign requested address"),
}


def reason(error: Exception) -> Message | str:
    """What the system says; in the language of people where it is what it usually says."""
    known = SYSTEM.get(error.errno or 0) if isinstance(error, OSError) else None
    return known or getattr(error, "strerror", None) or str(error)
