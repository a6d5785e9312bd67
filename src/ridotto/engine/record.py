"""Records: a match as JSON Lines, one header and one line for each entry, that anybody can replay and check.

Each line carries a check: a hash of the check before it, of the line and of the position after it. So a changed line is
found where it stands, and a program that plays by other rules is found at the first position it gets differently.
"""

import hashlib
import json
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from reprlib import repr as brief
from typing import Any, NoReturn, Protocol

from ridotto.engine.errors import BadRecord, IllegalMove, RidottoError, reason
from ridotto.engine.game import Game
from ridotto.engine.match import Change, Entry, Match, Move, Undo, commitment, valid_holder
from ridotto.engine.message import Message, msg

FORMAT = "ridotto record"
VERSION = 1
HEADER = ("format", "version", "game", "rules", "players", "options", "seats", "start", "commitment")  # from the start
LATER = ("seed", "entries", "result")  # known in the end


class FindGame(Protocol):
    """How a record finds its game: the engine knows none."""

    def __call__(self, slug: str, /) -> Game: ...


# Writing


def canonical(value: object) -> str:
    """One way to write a JSON value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def lines(match: Match) -> list[str]:
    """The record of a match, line by line. It tells all secrets: for the end of the game, and for one's own saves."""
    header = opening(match)
    replay = Match(match.game, match.players, match.options, match.seed, match.opening_seats, match.start)
    check = first_check(header)
    entries = []
    for n, entry in enumerate(match.entries):
        line = {"n": n, **written(match.game, entry)}
        enter(replay, entry)
        check = next_check(check, line, replay)
        entries.append(canonical({**line, "check": check}))
    result = {"scores": match.state.scores(), "places": match.state.places()} if match.over else None
    header |= {"seed": f"{match.seed:064x}", "entries": len(entries), "result": result}
    return [json.dumps(header, ensure_ascii=False), *entries]


def opening(match: Match) -> dict[str, Any]:
    """What is fixed when the match begins."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.slug,
        "rules": match.game.rules_version,
        "players": match.players,
        "options": match.game.written(match.options),
        "seats": match.opening_seats,
        "start": match.start,
        "commitment": match.commitment,
    }


def written(game: Game, entry: Entry) -> dict[str, Any]:
    match entry:
        case Move(seat, move):
            return {"seat": seat, "move": game.text(move)}
        case Undo(seat, undone):
            return {"seat": seat, "undo": undone}
        case Change(seat, holder):
            return {"seat": seat, "holder": holder}


def enter(match: Match, entry: Entry) -> None:
    """Makes an entry in a match."""
    match entry:
        case Move(seat, move, final):
            match.play(seat, move, final)
        case Undo(seat, _):
            match.undo(seat)
        case Change(seat, holder):
            match.change(seat, holder)


def first_check(header: dict[str, Any]) -> str:
    return _hash(canonical({key: header[key] for key in HEADER}))


def next_check(check: str, line: dict[str, Any], match: Match) -> str:
    return _hash(check + canonical(line) + canonical(match.game.checked(match.state.snapshot())))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Writes the record, whole or not at all, over nothing but another record."""
    text = "".join(f"{line}\n" for line in lines(match))
    target = Path(path)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    mode = 0o666 if match.over else 0o600  # a game in progress holds secrets
    try:
        if target.exists() and not _is_record(target):
            raise RidottoError(
                msg("{path} already exists and isn't a Ridotto record; choose another name.", path=str(target))
            )
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except (OSError, ValueError) as error:
        if isinstance(error, RidottoError):
            raise
        raise RidottoError(msg("Can't write {path}: {reason}.", path=str(target), reason=reason(error))) from error
    finally:
        with suppress(OSError, ValueError):
            draft.unlink(missing_ok=True)


def _is_record(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        start = file.read(100)
    return not start or f'"format": "{FORMAT}"' in start


# Reading


def load(path: str | os.PathLike[str], game: FindGame) -> Match:
    """The match of a record, finished or not; everything in it is checked."""
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(msg("{path} isn't UTF-8 text.", path=str(path))) from error
    except (OSError, ValueError) as error:
        raise BadRecord(msg("Can't read {path}: {reason}.", path=str(path), reason=reason(error))) from error
    return parse(text, game)


def parse(text: str, game: FindGame) -> Match:
    """The match of a record's text."""
    try:
        return _parse(text, game)
    except RecursionError:
        raise BadRecord(msg("The record is nested too deeply.")) from None


def _parse(text: str, game: FindGame) -> Match:
    rows = text.split("\n")
    if rows and rows[-1] == "":
        rows.pop()
    header = _object(rows[0] if rows else "", 1)
    found = _match(header, game)
    check = first_check(header)
    for line, row in enumerate(rows[1:], 2):
        entry = _object(row, line)
        given = entry.pop("check", None)
        if entry.get("n") != line - 2:
            _bad(line, msg("The entry is numbered {value}, not {n}.", value=brief(entry.get("n")), n=line - 2))
        _enter(found, entry, line)
        check = next_check(check, entry, found)
        if given != check:
            _bad(line, msg("The checksum doesn't match: this line or the header was changed."))
    if type(header["entries"]) is not int or header["entries"] != len(rows) - 1:
        _bad(
            len(rows),
            msg(
                "The record ends here, after {found} of {entries} entries.",
                found=len(rows) - 1,
                entries=header["entries"],
            ),
        )
    _check_result(header, found)
    return found


def _bad(line: int, message: Message) -> NoReturn:
    raise BadRecord(msg("Line {line}: {message}", line=line, message=message), line)


def _object(row: str, line: int) -> dict[str, Any]:
    try:
        value = json.loads(row)
    except (ValueError, RecursionError):
        _bad(line, msg("This isn't JSON."))
    if not isinstance(value, dict):
        _bad(line, msg("This isn't a JSON object."))
    return value


def _match(header: dict[str, Any], find: FindGame) -> Match:
    """An empty match by the header."""
    if header.get("format") != FORMAT:
        _bad(1, msg("This isn't a Ridotto record."))
    if header.get("version") != VERSION:
        _bad(
            1,
            msg(
                "This record has format {version}, but only {known} is known here.",
                version=brief(header.get("version")),
                known=VERSION,
            ),
        )
    for key in (*HEADER, *LATER):
        if key not in header:
            _bad(1, msg("The header is missing {key}.", key=repr(key)))
    for key in header:
        if key not in (*HEADER, *LATER):
            _bad(1, msg("The header has an unknown entry {key}.", key=brief(key)))
    try:
        game = find(str(header["game"]))
        if header["rules"] != game.rules_version:
            _bad(
                1,
                msg(
                    "It was played with version {rules} of the rules; this Ridotto has version {known}.",
                    rules=brief(header["rules"]),
                    known=game.rules_version,
                ),
            )
        options, seats = header["options"], header["seats"]
        if not isinstance(options, dict) or not isinstance(seats, list) or not all(map(valid_holder, seats)):
            _bad(1, msg("Options must be an object, and seats a list of names of up to 40 printable characters."))
        seed = _seed(header["seed"])
        if header["commitment"] != commitment(seed):
            _bad(1, msg("The seed isn't the one promised before the first deal."))
        match = Match(game, header["players"], options, seed, None, header["start"])
    except BadRecord:
        raise
    except RidottoError as error:
        _bad(1, error.message)
    if header["players"] != match.players or options != game.written(match.options):
        _bad(1, msg("Players and options don't match the position it starts from."))
    if len(seats) != match.players:
        _bad(1, msg("There are {given} seats for {players} players.", given=len(seats), players=match.players))
    match.opening_seats = list(seats)
    match.seats = list(seats)
    return match


def _seed(text: object) -> int:
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        _bad(1, msg("The seed must be 64 hexadecimal digits."))
    return int(text, 16)


def _enter(match: Match, line: dict[str, Any], number: int) -> None:
    seat = line.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < match.players:
        _bad(number, msg("There's no seat {seat}.", seat=brief(seat)))
    kinds = [key for key in ("move", "undo", "holder") if key in line]
    if len(kinds) != 1 or set(line) != {"n", "seat", *kinds}:
        _bad(number, msg("An entry is a move, an undo or a change of holder."))
    try:
        if "move" in line:
            match.play(seat, match.game.parse(line["move"]))
        elif "holder" in line:
            if not valid_holder(line["holder"]):
                holder = brief(line["holder"])
                _bad(number, msg("A holder is a name of up to 40 printable characters, not {value}.", value=holder))
            match.change(seat, line["holder"])
        else:
            if line["undo"] != match.undoable(seat):
                _bad(number, msg("Entry {entry} can't be taken back.", entry=brief(line["undo"])))
            match.undo(seat)
    except BadRecord:
        raise
    except IllegalMove as error:
        _bad(number, msg("Seat {seat} can't do that: {reason}", seat=seat, reason=error.message))
    except RidottoError as error:
        _bad(number, error.message)


def _check_result(header: dict[str, Any], match: Match) -> None:
    result = {"scores": match.state.scores(), "places": match.state.places()} if match.over else None
    if header["result"] == result:
        return
    if result is None:
        _bad(1, msg("There's a result, but the game isn't over."))
    _bad(1, msg("The result doesn't match what was played: {result}.", result=canonical(result)))
