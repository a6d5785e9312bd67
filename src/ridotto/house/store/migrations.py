"""The migrations of the schema: version n is the result of the first n. Never change one, only add.

Both databases have the same tables. Times are in milliseconds.
"""

from typing import NamedTuple


class Migration(NamedTuple):
    """The statements from one version to the next, in both dialects."""

    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]


LOG = Migration(
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
        # if the connection breaks before the answer, `mark` tells the writer whether a row is its own
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

PEOPLE = Migration(
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

PAUSES = Migration(
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

OPENINGS = Migration(
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
)  # finds the newest tables without a full scan

CODES = Migration(
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
)  # short-lived names of tables that people type

MIGRATIONS = (LOG, PEOPLE, PAUSES, OPENINGS, CODES)
