"""What a house has promised people, and whether its log keeps it."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field

from ridotto.engine import record
from ridotto.games import game
from ridotto.house.store import Row
from ridotto.house.tables.events import Event, Moved, decode, done_by
from ridotto.house.tables.table import Table
from tests.waiting import eventually

Deed = tuple[str, int, str]  # the table, the seat, and the id that somebody gave it


@dataclass
class Promises:
    """All answers that people got: what was done, and what was not."""

    kept: dict[Deed, Event] = field(default_factory=dict)
    refused: set[Deed] = field(default_factory=set)
    answers: int = 0  # to anything
    unanswered: int = 0  # posts that had to be sent again
    twice: int = 0  # posts sent twice at the same moment

    async def more_answers(self, count: int) -> None:
        """Waits until so many more answers were given."""
        enough = self.answers + count
        await eventually(lambda: self.answers >= enough)

    async def more_deeds(self, count: int) -> None:
        """Waits until so many more deeds are done."""
        enough = len(self.kept) + count
        await eventually(lambda: len(self.kept) >= enough)

    def figures(self) -> dict[str, int]:
        moves = sum(isinstance(entry, Moved) for entry in self.kept.values())
        return {
            "answers": self.answers,
            "acknowledged decisions": moves,
            "other acknowledged deeds": len(self.kept) - moves,
            "refused": len(self.refused),
            "posts without an answer": self.unanswered,
            "posts sent twice": self.twice,
        }


def check(promises: Promises, logs: Mapping[str, list[Row]], phases: Mapping[str, str]) -> dict[str, int]:
    """Every promise stands in the logs, once, and nothing else does; every table follows from its log."""
    written: Counter[Deed] = Counter()
    matches = 0
    for id, rows in logs.items():
        assert [row.n for row in rows] == list(range(len(rows))), f"a gap in the log of {id}"
        assert [row.at for row in rows] == sorted(row.at for row in rows)
        for row in rows:
            for entry in done_by(decode(row.body)):
                deed = (id, entry.seat, entry.id)
                written[deed] += 1
                assert promises.kept.get(deed) == entry, f"nobody was told that this was done: {entry}"
        matches += check_table(Table(id, rows), phases[id])
    assert [deed for deed, times in written.items() if times > 1] == [], "done twice"
    assert promises.kept.keys() - written.keys() == set(), "acknowledged and lost"
    assert promises.refused & written.keys() == set(), "refused and done"
    return {"tables": len(logs), "entries": sum(map(len, logs.values())), "finished matches that verify": matches}


def check_table(table: Table, phase: str) -> bool:
    """The index knows its phase; a finished match verifies."""
    assert table.phase == phase
    if table.phase != "over":
        return False
    check_record(record.lines(table.playing))
    return True


def check_record(lines: Iterable[str]) -> None:
    assert record.parse("".join(f"{line}\n" for line in lines), game).over


def sqlite_logs(file: str) -> tuple[dict[str, list[Row]], dict[str, str]]:
    """All logs of a file, and the phases of their tables, read without the house."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        tables = database.execute("SELECT id, phase, entries FROM tables").fetchall()
        logs: dict[str, list[Row]] = {id: [] for id, _, _ in tables}
        for id, *row in database.execute("SELECT table_id, n, at, body FROM entries ORDER BY table_id, n"):
            logs[id].append(Row(*row))
    assert {id: len(rows) for id, rows in logs.items()} == {id: entries for id, _, entries in tables}
    return logs, {id: phase for id, phase, _ in tables}


def postgres_logs(address: str) -> tuple[dict[str, list[Row]], dict[str, str]]:
    """All logs of a database, and the phases of their tables, read without the house."""
    import psycopg

    with psycopg.connect(address) as database:
        tables = database.execute("SELECT id, phase, entries FROM ridotto.tables").fetchall()
        logs: dict[str, list[Row]] = {id: [] for id, _, _ in tables}
        for id, *row in database.execute("SELECT table_id, n, at, body FROM ridotto.entries ORDER BY table_id, n"):
            logs[id].append(Row(*row))
    assert {id: len(rows) for id, rows in logs.items()} == {id: entries for id, _, entries in tables}
    return logs, {id: phase for id, phase, _ in tables}
