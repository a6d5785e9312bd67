"""Errors of SQLite: one clear line, nothing lost or half-written, and everything works again afterwards."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from ridotto.house.refusals import StoreFailed
from ridotto.house.store.connect import connect, file_of
from ridotto.house.store.database_thread import DatabaseThread, QueuedJob
from ridotto.house.store.sqlite import SqliteStore
from ridotto.house.store.sqlite_file import store_error
from tests.waiting import DEADLINE

pytestmark = pytest.mark.anyio

NOBODY_UID = 65534
SECOND_PROCESS = """
import asyncio, sys
from ridotto.house.refusals import StoreFailed
from ridotto.house.store.connect import connect
try:
    asyncio.run(connect(sys.argv[1]))
except StoreFailed as error:
    sys.exit(str(error))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.sqlite"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.connect(str(file), max_wait=0.05)
    await store.open("rialto", b"opened", True)
    yield store
    await store.close()


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users can reach, too."""
    folder = Path(tempfile.mkdtemp(prefix="ridotto-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@contextlib.contextmanager
def without_root() -> Iterator[None]:
    """Runs the block as another user if we are root, who may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY_UID)
    try:
        yield
    finally:
        os.seteuid(0)


async def refusal_of(address: Path | str) -> str:
    with pytest.raises(StoreFailed) as refused:
        await connect(str(address))
    line = str(refused.value)
    assert "\n" not in line
    return line


class TestOpening:
    async def test_a_file_that_is_not_a_database(self, file: Path) -> None:
        file.write_text("This is not a database.\n" * 100)
        before = file.read_bytes()
        assert await refusal_of(file) == f"{file} isn't a Ridotto database."
        assert file.read_bytes() == before

    async def test_a_database_of_another_program(self, file: Path) -> None:
        with contextlib.closing(sqlite3.connect(file)) as db, db:
            db.execute("CREATE TABLE tables (id TEXT)")
        before = file.read_bytes()
        assert await refusal_of(file) == f"{file} isn't a Ridotto database."
        assert file.read_bytes() == before

    async def test_a_damaged_database(self, file: Path, store: SqliteStore) -> None:
        await store.close()
        pages = file.read_bytes()
        file.write_bytes(pages[:4096] + b"\x07" * (len(pages) - 4096))
        assert "is damaged" in await refusal_of(file)
        file.write_bytes(pages)
        reopened = await connect(str(file))
        assert len(await reopened.read("rialto")) == 1
        await reopened.close()

    async def test_a_folder(self, tmp_path: Path) -> None:
        assert await refusal_of(tmp_path) == f"{tmp_path} is a folder, not a database."

    async def test_no_such_folder(self, tmp_path: Path) -> None:
        missing = tmp_path / "palazzo" / "house.sqlite"
        assert await refusal_of(missing) == f"The folder {missing.parent} for the database doesn't exist."
        assert not missing.parent.exists()

    @pytest.mark.parametrize(
        "address",
        [
            "",
            ":memory:",
            "mysql://host/house",
            "sqlite://",
            "sqlite:///",
            "sqlite:house",
            "sqlite:///:memory:",
            "sqlite://host/house",
            "sqlite:///house?mode=ro",
            "sqlite:///ho%00use",
            "sqlite:////",
        ],
    )
    async def test_bad_addresses(self, address: str) -> None:
        assert "isn't a database (use a file" in await refusal_of(address)

    @pytest.mark.parametrize(
        ("address", "file"),
        [
            ("sqlite:///house.db", "house.db"),
            ("SQLite:///lagoon/ca%27%20d%27oro.db", "lagoon/ca' d'oro.db"),
            ("sqlite:////srv/ridotto/house.db", "/srv/ridotto/house.db"),
            ("sqlite:///C:/Users/Anna/house.db", "C:/Users/Anna/house.db"),
            (r"sqlite:///C:\Users\Anna\house.db", r"C:\Users\Anna\house.db"),
            (r"C:\Users\Anna\house.db", r"C:\Users\Anna\house.db"),
            ("100%25.sqlite", "100%25.sqlite"),
        ],
    )
    def test_files_of_addresses(self, address: str, file: str) -> None:
        assert file_of(address) == file

    async def test_relative_and_absolute_addresses(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        for address in ("sqlite:///house.sqlite", f"sqlite:///{tmp_path}/house.sqlite"):
            store = await connect(address)
            await store.open(f"table{address.count('/')}", b"opened", True)
            await store.close()
        reopened = await connect(str(tmp_path / "house.sqlite"))
        assert len(await reopened.listings(["open"], None, 9)) == 2
        await reopened.close()

    async def test_names_with_special_characters(self, tmp_path: Path) -> None:
        file = tmp_path / "ca' d'oro?mode=memory#1 %20 è.sqlite"
        store = await connect(str(file))
        await store.open("rialto", b"opened", True)
        await store.close()
        assert file.stat().st_size > 0
        assert {path.name for path in tmp_path.iterdir()} == {file.name, f"{file.name}.lock"}

    async def test_a_read_only_file(self, public_folder: Path) -> None:
        public_folder.chmod(0o777)
        file = public_folder / "house.sqlite"
        with without_root():
            store = await connect(str(file))
            await store.open("rialto", b"opened", True)
            await store.close()
            file.chmod(0o400)
            before = file.read_bytes()
            assert "read-only" in await refusal_of(file)
            assert file.read_bytes() == before
            file.chmod(0o600)
            store = await connect(str(file))
            assert len(await store.read("rialto")) == 1
            await store.close()

    async def test_a_read_only_folder(self, public_folder: Path) -> None:
        public_folder.chmod(0o555)
        with without_root():
            assert "read-only" in await refusal_of(public_folder / "house.sqlite")
        assert list(public_folder.iterdir()) == []

    async def test_a_refused_file_is_unlocked(self, file: Path, store: SqliteStore) -> None:
        await store.close()
        with contextlib.closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA foreign_keys = OFF")
            db.execute("DROP TABLE house")
        for _ in range(2):  # the first attempt does not keep it locked
            assert "doesn't work: no such table: house" in await refusal_of(file)

    async def test_only_the_owner_can_read_the_files(self, store: SqliteStore, file: Path) -> None:
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
        assert modes == {f"house.sqlite{end}": 0o600 for end in ("", "-wal", "-shm", ".lock")}

    async def test_commits_are_durable(self, store: SqliteStore) -> None:
        def settings() -> list[object]:
            return [
                store._db.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]

        assert await store._write(settings) == ["wal", 2, 1]  # 2: FULL

    @pytest.mark.parametrize(
        ("code", "line"),
        [
            (sqlite3.SQLITE_READONLY_DIRECTORY, "can't be written: the file or its folder is read-only for this user."),
            (sqlite3.SQLITE_BUSY_SNAPSHOT, "is locked by another program."),
            (sqlite3.SQLITE_CORRUPT_INDEX, "is damaged: oh"),
            (sqlite3.SQLITE_IOERR_FSYNC, "doesn't work: oh"),
        ],
    )
    def test_extended_error_codes(self, file: Path, code: int, line: str) -> None:
        error = sqlite3.OperationalError("oh")
        error.sqlite_errorcode = code
        assert str(store_error(error, file)) == f"The database {file} {line}"


class TestOneProcess:
    async def test_another_process_is_refused(self, store: SqliteStore, file: Path) -> None:
        second = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", SECOND_PROCESS, str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.stderr == f"Another Ridotto is using this database: {file}\n"
        assert await store.append("rialto", 1, b"", "open") is not None

    async def test_a_link_to_the_file_is_refused(self, store: SqliteStore, file: Path) -> None:
        (file.parent / "link.sqlite").symlink_to(file)
        assert await refusal_of(file.parent / "link.sqlite") == f"Another Ridotto is using this database: {file}"

    async def test_a_closed_file_is_unlocked(self, store: SqliteStore, file: Path) -> None:
        await refusal_of(file)
        await store.close()
        await (await connect(str(file))).close()


class TestLocked:
    async def test_a_lock_of_another_program(self, store: SqliteStore, file: Path) -> None:
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            asked = [store.append("rialto", 1, b"", "open"), store.open("b", b"", True), store.check()]
            for outcome in await asyncio.gather(*asked, return_exceptions=True):
                assert str(outcome) == f"The database {file} is locked by another program."
            assert len(await store.read("rialto")) == 1  # reading still works
            other.execute("ROLLBACK")
        assert await store.append("rialto", 1, b"", "open") is not None
        assert await store.read("b") == []


class TestFull:
    async def fill(self, store: SqliteStore, file: Path, size: int) -> None:
        """Concurrent writes until the disk is full: exactly the acknowledged events are there."""
        for k in range(10):
            await store.open(f"table-{k}", b"opened", True)
        written = dict.fromkeys(range(10), 1)

        async def write(k: int) -> StoreFailed:
            while True:
                try:
                    assert await store.append(f"table-{k}", written[k], bytes([k]) * size, "running") is not None
                    written[k] += 1
                except StoreFailed as error:
                    return error

        failures = await asyncio.gather(*map(write, written))
        assert {str(failure) for failure in failures} == {f"There's no space left for the database {file}."}
        for k, count in written.items():
            rows = await store.read(f"table-{k}")
            assert [row.n for row in rows] == list(range(count))
            assert all(row.body == bytes([k]) * size for row in rows[1:])
        with pytest.raises(StoreFailed, match="no space"):
            await store.open("another", bytes(10_000_000), True)
        assert await store.read("another") == []

    async def test_a_database_of_limited_size(self, store: SqliteStore, file: Path) -> None:
        await store._write(lambda: store._db.execute("PRAGMA max_page_count = 60"))
        await self.fill(store, file, 3000)
        await store._write(lambda: store._db.execute("PRAGMA max_page_count = 100000"))
        for k in range(10):
            n = len(await store.read(f"table-{k}"))
            assert await store.append(f"table-{k}", n, bytes(3000), "over") is not None

    @pytest.fixture
    def small_disk(self, tmp_path: Path) -> Iterator[Path]:
        disk = tmp_path / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
        if sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("only root may mount a small disk")
        yield disk
        subprocess.run(["umount", disk], check=True)

    async def test_a_full_disk(self, small_disk: Path) -> None:
        ballast = small_disk / "ballast"
        ballast.write_bytes(bytes(300_000))
        file = small_disk / "house.sqlite"
        store = await SqliteStore.connect(str(file))
        await self.fill(store, file, 3000)
        ballast.unlink()
        counts = [len(await store.read(f"table-{k}")) for k in range(10)]
        for k, n in enumerate(counts):
            assert await store.append(f"table-{k}", n, b"continues", "over") is not None
        await store.check()
        await store.close()
        reopened = await SqliteStore.connect(str(file))
        assert [len(await reopened.read(f"table-{k}")) for k in range(10)] == [n + 1 for n in counts]
        await reopened.close()


class TestCommit:
    async def test_a_failed_commit_writes_nothing(self, store: SqliteStore) -> None:
        """A deferred foreign key is violated, so that the commit fails."""

        def break_foreign_key() -> None:
            store._db.execute("PRAGMA defer_foreign_keys = ON")
            store._db.execute("INSERT INTO presence VALUES ('no such table', 0, 0)")

        asked = [store.append("rialto", 1, b"", "open"), store._write(break_foreign_key), store.open("b", b"", True)]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(outcome, StoreFailed) for outcome in outcomes] == [True, True, True]
        assert len(await store.read("rialto")) == 1
        assert await store.read("b") == []
        assert await store.append("rialto", 1, b"", "open") is not None

    async def test_an_exception_fails_only_its_own_job(self, store: SqliteStore) -> None:
        empty: dict[str, int] = {}
        asked = [store.open("a", b"", True), store._write(lambda: empty["here"]), store.open("b", b"", True)]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [int, KeyError, int]
        assert len(await store.read("a")) == len(await store.read("b")) == 1


class TestClosing:
    async def test_a_closed_thread_finishes_its_queue(self) -> None:
        thread = DatabaseThread("test", lambda jobs: [job() for job in jobs])
        await thread.close()
        thread._queue.put(QueuedJob(int, asyncio.get_running_loop().create_future()))
        thread._queue.put(None)
        assert len(thread._next_batch()) == 1
        assert thread._queue.get_nowait() is None, "otherwise it would wait for another job"

    async def test_close_waits_for_queued_writes(self, store: SqliteStore, file: Path) -> None:
        started, may_finish = threading.Event(), threading.Event()

        def slow() -> None:
            started.set()
            assert may_finish.wait(DEADLINE)

        first = asyncio.create_task(store._write(slow))
        await asyncio.to_thread(started.wait)
        second = asyncio.create_task(store.append("rialto", 1, b"late", "open"))
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        for _ in range(10):
            await asyncio.sleep(0)
        waits = not closing.done()
        may_finish.set()
        await asyncio.gather(first, closing)
        assert waits
        assert await second is not None
        reopened = await connect(str(file))
        assert [row.body for row in await reopened.read("rialto")] == [b"opened", b"late"]
        await reopened.close()

    async def test_close_ends_all_threads(self, store: SqliteStore) -> None:
        await store.close()
        assert not any(thread._thread.is_alive() for thread in (store._writer, store._reader))
