"""Errors caused by input: one class for each kind, each with a translatable message."""

import errno

from ridotto.engine.message import Message, msg


class RidottoError(ValueError):
    """Base class of all errors caused by input.

    Attributes:
        message: What was wrong, and what is allowed, as a translatable message; `str(error)` is the English text.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class IllegalMove(RidottoError):
    """A move is not legal for this seat now. Nothing has changed.

    Attributes:
        code: The kind of refusal, for programs.
        clause: The id of the clause of the rules that forbids the move; empty if no clause does.
    """

    def __init__(self, code: str, clause: str, message: Message) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause

    def __reduce__(self) -> tuple[type, tuple[str, str, Message]]:
        return type(self), (self.code, self.clause, self.message)


class BadMoveText(RidottoError):
    """A text is not a move of the game."""


class UnknownGame(RidottoError):
    """There is no game with this slug."""


class BadOption(RidottoError):
    """The game does not have such an option, value or player count."""


class BadSeed(RidottoError):
    """A seed is not a whole number of 256 bits."""


class BadSnapshot(RidottoError):
    """A snapshot is malformed, or its position is impossible."""


class BadRecord(RidottoError):
    """A record is malformed or cannot be replayed.

    Attributes:
        line: The number of the line with the error, from 1; None if there is none.
    """

    def __init__(self, message: Message, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


OS_MESSAGES = {
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


def os_error_text(error: Exception) -> Message | str:
    """The reason that an error of the operating system gives; the common ones are translatable."""
    known = OS_MESSAGES.get(error.errno or 0) if isinstance(error, OSError) else None
    return known or getattr(error, "strerror", None) or str(error)
