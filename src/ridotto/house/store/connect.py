"""Opens the store of a database address."""

from urllib.parse import unquote

from ridotto.engine.message import msg
from ridotto.house.refusals import StoreFailed
from ridotto.house.store.protocol import Store
from ridotto.house.time_source import TimeSource


async def connect(address: str, time: TimeSource | None = None) -> Store:
    """The store at `postgresql://...`, `sqlite:///...` or the path of a file; `:memory:` is refused.

    `time` is the system's unless a test passes its own.
    """
    if address.startswith(("postgresql://", "postgres://")):
        from ridotto.house.store.postgres import PostgresStore

        return await PostgresStore.connect(address, time)
    from ridotto.house.store.sqlite import SqliteStore

    return await SqliteStore.connect(file_of(address), time)


def file_of(address: str) -> str:
    """The file of an address: `sqlite:///house.db` is relative, `sqlite:////srv/house.db` and `C:/...` are absolute.

    In an address, reserved characters are percent-encoded: `%20` is a space.
    """
    path = address
    if address[:7].lower() == "sqlite:":
        path = unquote(address[10:]) if address[7:10] == "///" and not {"?", "#"} & {*address} else ""
    if not path.strip("/") or path == ":memory:" or "://" in path or "\0" in path:
        raise StoreFailed(
            msg(
                "{address} isn't a database (use a file, sqlite:///file or postgresql://user@host/name).",
                address=address,
            )
        )
    return path
