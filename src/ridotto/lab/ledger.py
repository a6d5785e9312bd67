"""The ledger of a contest: its finished games, optionally in a file from which a later run continues.

The file is JSON Lines: a header with the setup of the contest, then a line for each finished game.
"""

import json
import os
from contextlib import suppress
from reprlib import repr as brief
from types import TracebackType
from typing import Any, BinaryIO, Self

from ridotto.engine.errors import RidottoError, os_error_text
from ridotto.engine.message import msg
from ridotto.lab.contest import Contest, Fixture, FixtureResult

FORMAT = {"format": "ridotto arena", "version": 1}


class Ledger:
    """The finished games of a contest.

    The constructor reads and checks the file; inside a `with` block, new games are appended to it.
    """

    def __init__(self, contest: Contest, path: str | os.PathLike[str] | None = None) -> None:
        self.contest = contest
        self.path = "" if path is None else os.fspath(path)
        self.games: dict[Fixture, FixtureResult] = {}
        self._header = _line({**FORMAT, **contest.setup})
        self._complete_bytes = 0  # of the file; an incomplete last line is cut off
        self._file: BinaryIO | None = None
        if self.path:
            self._read()

    # Reading

    def _read(self) -> None:
        """Reads the games in the file. A last line without its end was interrupted by a crash and is ignored."""
        try:
            with open(self.path, "rb") as file:
                text = file.read()
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            raise RidottoError(
                msg("Can't read {path}: {reason}.", path=self.path, reason=os_error_text(error))
            ) from error
        self._complete_bytes = text.rfind(b"\n") + 1
        if not self._complete_bytes and self._header.startswith(text):
            return
        header, *rows = text[: self._complete_bytes].split(b"\n")[:-1] or [b""]
        self._check_header(header)
        for number, row in enumerate(rows, 2):
            self._read_game(row, number)

    def _check_header(self, row: bytes) -> None:
        try:
            found = json.loads(row)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not found.items() >= FORMAT.items():
            raise RidottoError(
                msg("{path} already exists and isn't an arena file; choose another name.", path=self.path)
            )
        setup = _flat(found)
        for key, here in _flat(self.contest.setup).items():
            if setup.get(key) != here:
                raise RidottoError(
                    msg(
                        "{path} belongs to another contest: {key} is {there} there and {here} here.",
                        path=self.path,
                        key=key,
                        there=brief(setup.get(key)),
                        here=brief(here),
                    )
                )

    def _read_game(self, row: bytes, number: int) -> None:
        players = self.contest.players
        try:
            line = json.loads(row)
            fixture = Fixture(line.pop("deal"), line.pop("rotation"))
            result = FixtureResult(**line)
            is_valid = type(fixture.deal) is int and fixture.deal >= 0 and fixture.rotation in range(players)
        except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
            is_valid = False
        if not is_valid or not result.is_valid(players):
            raise RidottoError(
                msg("{path} is damaged: line {line} isn't a finished game.", path=self.path, line=number)
            )
        self.games[fixture] = result

    # Writing

    def __enter__(self) -> Self:
        if self.path:
            try:
                self._file = open(self.path, "ab")
                self._file.truncate(self._complete_bytes)
            except (OSError, ValueError) as error:
                raise self._write_error(error) from error
            if not self._complete_bytes:
                self._write(self._header)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):  # a failed write was reported when it happened
                self._file.close()

    def add(self, fixture: Fixture, result: FixtureResult) -> None:
        """Adds a finished game, and appends it to the file."""
        self.games[fixture] = result
        self._write(_line({**fixture._asdict(), **result._asdict()}))

    def _write(self, line: bytes) -> None:
        if self._file is None:
            return
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise self._write_error(error) from error

    def _write_error(self, error: Exception) -> RidottoError:
        return RidottoError(msg("Can't write {path}: {reason}.", path=self.path, reason=os_error_text(error)))


def _flat(setup: dict[str, Any]) -> dict[str, Any]:
    """The setup of a contest with every option as a key of its own."""
    options = setup.get("options")
    return {**setup, "options": None, **(options if isinstance(options, dict) else {})}


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
