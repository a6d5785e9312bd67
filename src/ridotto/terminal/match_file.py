"""Saving a match that is played in the terminal."""

import os
import shlex
from collections.abc import Sequence

from ridotto.engine import record
from ridotto.engine.errors import RidottoError
from ridotto.engine.match import Match
from ridotto.engine.message import msg
from ridotto.terminal.screen import QuitRequested, Screen


class MatchFile:
    """The file a match is saved to, and how much of the match is in it."""

    def __init__(
        self, match: Match, screen: Screen, people: Sequence[int], path: str | os.PathLike[str] | None = None
    ) -> None:
        self._match = match
        self._screen = screen
        self._people = people
        self._path = "" if path is None else os.fspath(path)  # of the last save
        self._saved = self._decisions() if self._path else -1  # decisions in the file

    @property
    def is_saved(self) -> bool:
        """Are all decisions of people in the file?"""
        return self._saved == self._decisions()

    @property
    def has_decisions(self) -> bool:
        """Has a person decided anything yet?"""
        return self._decisions() > 0

    def _decisions(self) -> int:
        return sum(entry.seat in self._people for entry in self._match.entries)

    def save(self, path: str) -> None:
        """Saves the match and says how to continue it."""
        self._write(path)
        self.show_saved()

    def _write(self, path: str) -> None:
        path = path or f"{self._match.game.slug}.jsonl"
        record.save(self._match, path)
        self._path = path
        self._saved = self._decisions()

    def show_saved(self) -> None:
        path = shlex.quote(self._path)
        if self._match.over:
            how = msg("Saved. Watch it again with: {command} replay {path}", command=command_name(), path=path)
        else:
            how = msg(
                "Saved. Continue later with: {command} play {game} --resume {path}",
                command=command_name(),
                game=self._match.game.slug,
                path=path,
            )
        self._screen.show(how)

    def quit(self, path: str) -> None:
        """Saves to the path, if one is given, and raises QuitRequested. Asks for a path if there is something to save.

        If saving fails, the session goes on.
        """
        if not path and not self.is_saved:
            try:
                path = self._screen.ask(msg("Save the game first? Type a file name, or just press Enter to leave:"))
            except KeyboardInterrupt:
                raise QuitRequested from None
        if path:
            self._write(path)
        raise QuitRequested

    def offer_to_save(self) -> None:
        """Asks for a path until the match is saved or the person declines; does nothing without a terminal."""
        while self._screen.is_interactive and self.has_decisions and not self.is_saved:
            try:
                self.quit("")
            except QuitRequested:
                return
            except RidottoError as error:
                self._screen.show(error.message, "bold red")

    def offer_record(self) -> None:
        """Asks for a path until the record of the finished match is saved or the person declines."""
        while True:
            try:
                path = self._screen.ask(msg("Keep a record of the game? Type a file name, or just press Enter:"))
            except KeyboardInterrupt:
                raise QuitRequested from None
            if not path:
                return
            try:
                self.save(path)
                return
            except RidottoError as error:
                self._screen.show(error.message, "bold red")


def command_name() -> str:
    """The command that started this program, to be shown in instructions."""
    return os.environ.get("RIDOTTO_COMMAND", "ridotto")
