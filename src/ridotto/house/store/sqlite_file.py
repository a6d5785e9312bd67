"""The file of a SQLite database: locked by one process, readable by its owner only, migrated to the newest schema."""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from ridotto.engine.message import Message, msg
from ridotto.house.refusals import StoreFailed
from ridotto.house.store.migrations import MIGRATIONS

APPLICATION_ID = 0x5249444F  # "RIDO"
MIN_SQLITE = (3, 37)  # STRICT tables


def store_error(error: Exception, file: Path) -> StoreFailed:
    """An error of the file or of SQLite as a `StoreFailed` with a one-line message."""
    if isinstance(error, StoreFailed):
        return error
    if isinstance(error, OSError):
        return StoreFailed(os_error_message(error, file))
    code = getattr(error, "sqlite_errorcode", None) or 0
    return StoreFailed(sqlite_error_message(code & 0xFF, error, file))


def os_error_message(error: OSError, file: Path) -> Message:
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


def sqlite_error_message(code: int, error: Exception, file: Path) -> Message:
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return msg("The database {file} is locked by another program.", file=file)
    if code == sqlite3.SQLITE_FULL:
        return msg("There's no space left for the database {file}.", file=file)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return msg(
            "The database {file} can't be written: the file or its folder is read-only for this user.", file=file
        )
    if code == sqlite3.SQLITE_NOTADB:
        return not_a_ridotto_database(file)
    if code == sqlite3.SQLITE_CORRUPT:
        return msg("The database {file} is damaged: {reason}", file=file, reason=error)
    return msg("The database {file} doesn't work: {reason}", file=file, reason=error)


def not_a_ridotto_database(file: Path) -> Message:
    return msg("{file} isn't a Ridotto database.", file=file)


# One process


def lock_file(file: Path) -> int:
    """Locks the file for this process; the system releases the lock when the process ends or crashes."""
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


def open_to_write(file: Path, max_wait: float) -> sqlite3.Connection:
    """A connection to write, after migrating the schema. A new file is readable by its owner only: it holds secrets."""
    if sqlite3.sqlite_version_info < MIN_SQLITE:
        raise StoreFailed(
            msg("SQLite {version} is too old: Ridotto needs 3.37 or newer.", version=sqlite3.sqlite_version)
        )
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
    with closed_on_error(connect_file(file, "rw", max_wait)) as db:
        schema_version(db, file)  # refuses a foreign file before anything is changed in it
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # commits survive a power cut
        db.execute("PRAGMA fullfsync = ON")  # and on a Mac
        db.execute("PRAGMA journal_size_limit = 67108864")
        migrate(db, file)
        return db


def open_to_read(file: Path, max_wait: float) -> sqlite3.Connection:
    with closed_on_error(connect_file(file, "ro", max_wait)) as db:
        db.execute("PRAGMA query_only = ON")
        db.execute("PRAGMA mmap_size = 134217728")
        return db


def connect_file(file: Path, mode: str, max_wait: float) -> sqlite3.Connection:
    address = f"file:{quote(file.as_posix())}?mode={mode}"
    db = sqlite3.connect(address, timeout=max_wait, isolation_level=None, check_same_thread=False, uri=True)
    with closed_on_error(db):
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA cache_size = -16000")
    return db


@contextlib.contextmanager
def closed_on_error(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield db
    except BaseException:
        db.close()
        raise


# The schema


def schema_version(db: sqlite3.Connection, file: Path) -> int:
    """The version of the schema; 0 for an empty file. Refuses files of other programs or of a newer Ridotto."""
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (number,) = db.execute("PRAGMA user_version").fetchone()
    (objects,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if mark != APPLICATION_ID and (mark or number or objects):
        raise StoreFailed(not_a_ridotto_database(file))
    if number > len(MIGRATIONS):
        raise StoreFailed(
            msg(
                "The database {file} is from a newer Ridotto (schema {version}, this one knows {known}): "
                "please update.",
                file=file,
                version=number,
                known=len(MIGRATIONS),
            )
        )
    return int(number)


def migrate(db: sqlite3.Connection, file: Path, to: int | None = None) -> None:
    """Runs all missing migrations in one transaction: all or none."""
    to = len(MIGRATIONS) if to is None else to
    if schema_version(db, file) >= to:
        return
    db.execute("BEGIN EXCLUSIVE")
    try:
        for migration in MIGRATIONS[schema_version(db, file) : to]:
            for statement in migration.sqlite:
                db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {to}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
