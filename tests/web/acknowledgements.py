"""What a house has acknowledged, and whether its logs agree."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field

from ridotto.engine import record
from ridotto.games import game
from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables.events import Event, Moved, decode, requests_of
from ridotto.house.tables.table import Table
from tests.waiting import eventually

RequestKey = tuple[str, int, str]  # table, seat, and the id that the sender gave the request


@dataclass
class Acknowledgements:
    """All responses that people got: what was done, and what was refused."""

    done: dict[RequestKey, Event] = field(default_factory=dict)
    refused: set[RequestKey] = field(default_factory=set)
    responses: int = 0  # to any request
    unanswered: int = 0  # POST requests that had to be repeated
    twice: int = 0  # POST requests sent twice at the same moment

    async def wait_for_responses(self, count: int) -> None:
        """Waits for this number of further responses."""
        wanted = self.responses + count
        await eventually(lambda: self.responses >= wanted)

    async def wait_for_events(self, count: int) -> None:
        """Waits until this number of further requests has been carried out."""
        wanted = len(self.done) + count
        await eventually(lambda: len(self.done) >= wanted)

    def figures(self) -> dict[str, int]:
        moves = sum(isinstance(event, Moved) for event in self.done.values())
        return {
            "responses": self.responses,
            "acknowledged decisions": moves,
            "other acknowledged requests": len(self.done) - moves,
            "refused": len(self.refused),
            "posts without an answer": self.unanswered,
            "posts sent twice": self.twice,
        }


def check_logs(
    acknowledged: Acknowledgements, logs: Mapping[str, list[StoredEvent]], phases: Mapping[str, str]
) -> dict[str, int]:
    """Fails unless the logs contain everything acknowledged, once, and nothing else, and every table loads."""
    written: Counter[RequestKey] = Counter()
    matches = 0
    for id, rows in logs.items():
        assert [row.n for row in rows] == list(range(len(rows))), f"a gap in the log of {id}"
        assert [row.at for row in rows] == sorted(row.at for row in rows)
        for row in rows:
            for event in requests_of(decode(row.body)):
                key = (id, event.seat, event.id)
                written[key] += 1
                assert acknowledged.done.get(key) == event, f"this was never acknowledged: {event}"
        matches += check_table(Table(id, rows), phases[id])
    assert [key for key, times in written.items() if times > 1] == [], "done twice"
    assert acknowledged.done.keys() - written.keys() == set(), "acknowledged and lost"
    assert acknowledged.refused & written.keys() == set(), "refused and done"
    return {"tables": len(logs), "entries": sum(map(len, logs.values())), "finished matches that verify": matches}


def check_table(table: Table, phase: str) -> bool:
    """Fails unless the table has this phase and, if its match is over, the record verifies. Is it over?"""
    assert table.phase == phase
    if table.phase != "over":
        return False
    check_record(record.lines(table.started_match))
    return True


def check_record(lines: Iterable[str]) -> None:
    assert record.parse("".join(f"{line}\n" for line in lines), game).over


def sqlite_logs(file: str) -> tuple[dict[str, list[StoredEvent]], dict[str, str]]:
    """All logs of a SQLite file and the phases of their tables, read without the house."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        tables = database.execute("SELECT id, phase, entries FROM tables").fetchall()
        logs: dict[str, list[StoredEvent]] = {id: [] for id, _, _ in tables}
        for id, *row in database.execute("SELECT table_id, n, at, body FROM entries ORDER BY table_id, n"):
            logs[id].append(StoredEvent(*row))
    assert {id: len(rows) for id, rows in logs.items()} == {id: entries for id, _, entries in tables}
    return logs, {id: phase for id, phase, _ in tables}


def postgres_logs(address: str) -> tuple[dict[str, list[StoredEvent]], dict[str, str]]:
    """All logs of a PostgreSQL database and the phases of their tables, read without the house."""
    import psycopg

    with psycopg.connect(address) as database:
        tables = database.execute("SELECT id, phase, entries FROM ridotto.tables").fetchall()
        logs: dict[str, list[StoredEvent]] = {id: [] for id, _, _ in tables}
        for id, *row in database.execute("SELECT table_id, n, at, body FROM ridotto.entries ORDER BY table_id, n"):
            logs[id].append(StoredEvent(*row))
    assert {id: len(rows) for id, rows in logs.items()} == {id: entries for id, _, entries in tables}
    return logs, {id: phase for id, phase, _ in tables}
