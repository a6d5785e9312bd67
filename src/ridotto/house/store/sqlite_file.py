"""The file of a SQLite database: used by one process, readable by its owner alone, brought to the newest schema."""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from ridotto.engine.message import Message, msg
from ridotto.house.refusals import StoreFailed
from ridotto.house.store.migrations import STEPS

OURS = 0x5249444F  # "RIDO": the mark of our files
NEEDED = (3, 37)  # STRICT tables


def trouble(error: Exception, file: Path) -> StoreFailed:
    """What went wrong with a file, in one line."""
    if isinstance(error, StoreFailed):
        return error
    if isinstance(error, OSError):
        return StoreFailed(line_of_system(error, file))
    code = getattr(error, "sqlite_errorcode", None) or 0
    return StoreFailed(line_of_sqlite(code & 0xFF, error, file))


def line_of_system(error: OSError, file: Path) -> Message:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return msg(
            "The database {file} can't be written: the file or its folder is read-only for this user.", file=file
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return msg("There's no space left for the database {file}.", file=file)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return msg("The folder {folder} for the database doesn't exist.", folder=file.parent)
    if error.errno == errno.EISDIR:
        return msg("{file} is a folder, not a database.", file=file)
    return msg("The database {file} doesn't work: {reason}", file=file, reason=error.strerror or error)


def line_of_sqlite(code: int, error: Exception, file: Path) -> Message:
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return msg("The database {file} is locked by another program.", file=file)
    if code == sqlite3.SQLITE_FULL:
        return msg("There's no space left for the database {file}.", file=file)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return msg(
            "The database {file} can't be written: the file or its folder is read-only for this user.", file=file
        )
    if code == sqlite3.SQLITE_NOTADB:
        return foreign(file)
    if code == sqlite3.SQLITE_CORRUPT:
        return msg("The database {file} is damaged: {reason}", file=file, reason=error)
    return msg("The database {file} doesn't work: {reason}", file=file, reason=error)


def foreign(file: Path) -> Message:
    return msg("{file} isn't a Ridotto database.", file=file)


# One process


def hold(file: Path) -> int:
    """Takes the lock beside the file; the system gives it back when the process ends, however it ends."""
    lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            raise StoreFailed(msg("Another Ridotto is using this database: {file}", file=file)) from error
        raise
    return lock


# Opening


def open_to_write(file: Path, patience: float) -> sqlite3.Connection:
    """Ready to write, with the newest schema; a new file holds secrets, so it is its owner's alone."""
    if sqlite3.sqlite_version_info < NEEDED:
        raise StoreFailed(
            msg("SQLite {version} is too old: Ridotto needs 3.37 or newer.", version=sqlite3.sqlite_version)
        )
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
    with closed_if_it_fails(connection(file, "rw", patience)) as db:
        version(db, file)  # nothing is changed in a file that is not ours
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # what was committed survives a power cut
        db.execute("PRAGMA fullfsync = ON")  # and on a Mac
        db.execute("PRAGMA journal_size_limit = 67108864")
        migrate(db, file)
        return db


def open_to_read(file: Path, patience: float) -> sqlite3.Connection:
    with closed_if_it_fails(connection(file, "ro", patience)) as db:
        db.execute("PRAGMA query_only = ON")
        db.execute("PRAGMA mmap_size = 134217728")
        return db


def connection(file: Path, mode: str, patience: float) -> sqlite3.Connection:
    address = f"file:{quote(file.as_posix())}?mode={mode}"
    db = sqlite3.connect(address, timeout=patience, isolation_level=None, check_same_thread=False, uri=True)
    with closed_if_it_fails(db):
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA cache_size = -16000")
    return db


@contextlib.contextmanager
def closed_if_it_fails(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield db
    except BaseException:
        db.close()
        raise


# The schema


def version(db: sqlite3.Connection, file: Path) -> int:
    """The version of the schema; 0 for an empty file."""
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (number,) = db.execute("PRAGMA user_version").fetchone()
    (things,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if mark != OURS and (mark or number or things):
        raise StoreFailed(foreign(file))
    if number > len(STEPS):
        raise StoreFailed(
            msg(
                "The database {file} is from a newer Ridotto (schema {version}, this one knows {known}): "
                "please update.",
                file=file,
                version=number,
                known=len(STEPS),
            )
        )
    return int(number)


def migrate(db: sqlite3.Connection, file: Path, to: int | None = None) -> None:
    """All steps that are missing, in one transaction: done, or nothing changed."""
    to = len(STEPS) if to is None else to
    if version(db, file) >= to:
        return
    db.execute("BEGIN EXCLUSIVE")
    try:
        for step in STEPS[version(db, file) : to]:
            for statement in step.sqlite:
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {OURS}")
        db.execute(f"PRAGMA user_version = {to}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
