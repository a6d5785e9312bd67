"""The ledger of a contest: its finished games, on request in a file that a later run goes on with.

The file is JSON Lines: the first line says which contest it is, then each finished game has a line.
"""

import json
import os
from contextlib import suppress
from reprlib import repr as brief
from types import TracebackType
from typing import Any, BinaryIO, Self

from ridotto.engine.errors import RidottoError, reason
from ridotto.engine.message import msg
from ridotto.lab.contest import Contest, Fixture, Outcome

FORMAT = {"format": "ridotto arena", "version": 1}


class Ledger:
    """The finished games. Made, it has read and checked its file; entered, it writes."""

    def __init__(self, contest: Contest, path: str | os.PathLike[str] | None = None) -> None:
        self.contest = contest
        self.path = "" if path is None else os.fspath(path)
        self.games: dict[Fixture, Outcome] = {}
        self._header = _line({**FORMAT, **contest.setup})
        self._whole = 0  # bytes of the file that stay
        self._file: BinaryIO | None = None
        if self.path:
            self._read()

    # Reading

    def _read(self) -> None:
        """Takes over what is there. A line without an end was being written in a crash: it does not count."""
        try:
            with open(self.path, "rb") as file:
                text = file.read()
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            raise RidottoError(msg("Can't read {path}: {reason}.", path=self.path, reason=reason(error))) from error
        self._whole = text.rfind(b"\n") + 1
        if not self._whole and self._header.startswith(text):
            return
        header, *rows = text[: self._whole].split(b"\n")[:-1] or [b""]
        self._check_header(header)
        for number, row in enumerate(rows, 2):
            self._take(row, number)

    def _check_header(self, row: bytes) -> None:
        try:
            found = json.loads(row)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not found.items() >= FORMAT.items():
            raise RidottoError(
                msg("{path} already exists and isn't an arena file; choose another name.", path=self.path)
            )
        facts = _facts(found)
        for key, here in _facts(self.contest.setup).items():
            if facts.get(key) != here:
                raise RidottoError(
                    msg(
                        "{path} belongs to another contest: {key} is {there} there and {here} here.",
                        path=self.path,
                        key=key,
                        there=brief(facts.get(key)),
                        here=brief(here),
                    )
                )

    def _take(self, row: bytes, number: int) -> None:
        players = self.contest.players
        try:
            line = json.loads(row)
            fixture = Fixture(line.pop("deal"), line.pop("rotation"))
            outcome = Outcome(**line)
            whole = type(fixture.deal) is int and fixture.deal >= 0 and fixture.rotation in range(players)
        except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
            whole = False
        if not whole or not outcome.fits(players):
            raise RidottoError(
                msg("{path} is damaged: line {line} isn't a finished game.", path=self.path, line=number)
            )
        self.games[fixture] = outcome

    # Writing

    def __enter__(self) -> Self:
        if self.path:
            try:
                self._file = open(self.path, "ab")
                self._file.truncate(self._whole)
            except (OSError, ValueError) as error:
                raise self._unwritable(error) from error
            if not self._whole:
                self._write(self._header)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):  # what could not be written has been told
                self._file.close()

    def add(self, fixture: Fixture, outcome: Outcome) -> None:
        """A game is finished."""
        self.games[fixture] = outcome
        self._write(_line({**fixture._asdict(), **outcome._asdict()}))

    def _write(self, line: bytes) -> None:
        if self._file is None:
            return
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: Exception) -> RidottoError:
        return RidottoError(msg("Can't write {path}: {reason}.", path=self.path, reason=reason(error)))


def _facts(setup: dict[str, Any]) -> dict[str, Any]:
    """What makes a contest, each option by itself."""
    options = setup.get("options")
    return {**setup, "options": None, **(options if isinstance(options, dict) else {})}


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
