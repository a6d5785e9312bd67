"""The schema, step by step: version n is what the first n steps make. Steps are never changed, only added.

Both databases keep the same, side by side. Times are in milliseconds.
"""

from typing import NamedTuple


class Step(NamedTuple):
    """From one version to the next, in both dialects."""

    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]


LOG = Step(
    sqlite=(
        "CREATE TABLE house (single INT PRIMARY KEY CHECK (single = 1), secret BLOB NOT NULL, checked INT) STRICT",
        """
        CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            phase TEXT NOT NULL CHECK (phase IN ('open', 'running', 'over', 'closed')),
            listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
            entries INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX tables_by_phase ON tables (phase, changed)",
        """
        CREATE TABLE entries (
            table_id TEXT NOT NULL REFERENCES tables,
            n INTEGER NOT NULL,
            at INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (table_id, n)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    postgres=(
        "CREATE TABLE ridotto.house (single BOOL PRIMARY KEY CHECK (single), secret BYTEA NOT NULL, checked BIGINT)",
        """
        CREATE TABLE ridotto.tables (
            id TEXT COLLATE "C" PRIMARY KEY,
            phase TEXT NOT NULL CHECK (phase IN ('open', 'running', 'over', 'closed')),
            listed BOOL NOT NULL,
            entries INTEGER NOT NULL,
            changed BIGINT NOT NULL
        )
        """,
        "CREATE INDEX tables_by_phase ON ridotto.tables (phase, changed)",
        # the mark tells the writer whether an entry is its own, when the connection broke before the answer came
        """
        CREATE TABLE ridotto.entries (
            table_id TEXT COLLATE "C" NOT NULL REFERENCES ridotto.tables,
            n INTEGER NOT NULL,
            at BIGINT NOT NULL,
            body BYTEA NOT NULL,
            mark BIGINT NOT NULL,
            PRIMARY KEY (table_id, n)
        )
        """,
    ),
)

PEOPLE = Step(
    sqlite=(
        """
        CREATE TABLE leases (
            table_id TEXT PRIMARY KEY REFERENCES tables,
            holder TEXT NOT NULL,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE presence (
            table_id TEXT NOT NULL REFERENCES tables,
            seat INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID
        """,
    ),
    postgres=(
        """
        CREATE TABLE ridotto.leases (
            table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES ridotto.tables,
            holder TEXT NOT NULL,
            until BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE ridotto.presence (
            table_id TEXT COLLATE "C" NOT NULL REFERENCES ridotto.tables,
            seat INTEGER NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (table_id, seat)
        )
        """,
    ),
)

PAUSES = Step(
    sqlite=(
        "ALTER TABLE tables ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1))",
        "DROP INDEX tables_by_phase",
        "CREATE INDEX tables_by_phase ON tables (phase, paused, changed)",
    ),
    postgres=(
        "ALTER TABLE ridotto.tables ADD COLUMN paused BOOL NOT NULL DEFAULT false",
        "DROP INDEX ridotto.tables_by_phase",
        "CREATE INDEX tables_by_phase ON ridotto.tables (phase, paused, changed)",
    ),
)

OPENINGS = Step(
    sqlite=(
        "ALTER TABLE tables ADD COLUMN opened INTEGER NOT NULL DEFAULT 0",
        "UPDATE tables SET opened = coalesce((SELECT at FROM entries WHERE table_id = id AND n = 0), changed)",
        "CREATE INDEX tables_by_opening ON tables (phase, listed, paused, opened DESC, id)",
    ),
    postgres=(
        "ALTER TABLE ridotto.tables ADD COLUMN opened BIGINT NOT NULL DEFAULT 0",
        """
        UPDATE ridotto.tables
        SET opened = coalesce((SELECT at FROM ridotto.entries WHERE table_id = id AND n = 0), changed)
        """,
        "CREATE INDEX tables_by_opening ON ridotto.tables (phase, listed, paused, opened DESC, id)",
    ),
)  # the newest tables are found without looking at all of them

CODES = Step(
    sqlite=(
        """
        CREATE TABLE codes (
            table_id TEXT PRIMARY KEY REFERENCES tables,
            code TEXT NOT NULL UNIQUE,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX codes_by_end ON codes (until)",
    ),
    postgres=(
        """
        CREATE TABLE ridotto.codes (
            table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES ridotto.tables,
            code TEXT COLLATE "C" NOT NULL UNIQUE,
            until BIGINT NOT NULL
        )
        """,
        "CREATE INDEX codes_by_end ON ridotto.codes (until)",
    ),
)  # short names that people type, for a while

STEPS = (LOG, PEOPLE, PAUSES, OPENINGS, CODES)
