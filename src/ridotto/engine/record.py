"""Records: a match as JSON Lines, a header and one line for each entry, which anybody can replay and verify.

Each line has a checksum: a hash of the checksum before it, of the line, and of the position after it. So a changed line
is detected at its place, and a program with different rules at the first position where it differs.
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

from ridotto.engine.errors import BadRecord, IllegalMove, RidottoError, os_error_text
from ridotto.engine.game import Game
from ridotto.engine.match import Decision, Entry, HolderChange, Match, Undo, is_valid_holder, seed_commitment
from ridotto.engine.message import Message, msg

FORMAT = "ridotto record"
VERSION = 1
INITIAL_KEYS = ("format", "version", "game", "rules", "players", "options", "seats", "start", "commitment")
FINAL_KEYS = ("seed", "entries", "result")  # known when the record is written


class GameFinder(Protocol):
    """Finds the game of a record, such as `ridotto.game`; the engine does not know any game."""

    def __call__(self, slug: str, /) -> Game: ...


# Writing


def canonical_json(value: object) -> str:
    """The canonical JSON text of a value, for hashing."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def lines(match: Match) -> list[str]:
    """The lines of the record of a match.

    A record contains all secrets, the seed included: publish it only when the game is over.
    """
    header = header_of(match)
    replay = Match(match.game, match.players, match.options, match.seed, match.initial_holders, match.start)
    check = first_checksum(header)
    entries = []
    for n, entry in enumerate(match.entries):
        line = {"n": n, **entry_fields(match.game, entry)}
        apply_entry(replay, entry)
        check = next_checksum(check, line, replay)
        entries.append(canonical_json({**line, "check": check}))
    result = {"scores": match.state.scores(), "places": match.state.places()} if match.over else None
    header |= {"seed": f"{match.seed:064x}", "entries": len(entries), "result": result}
    return [json.dumps(header, ensure_ascii=False), *entries]


def header_of(match: Match) -> dict[str, Any]:
    """The part of the header that is fixed when the match begins."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.slug,
        "rules": match.game.rules_version,
        "players": match.players,
        "options": match.game.stored_options(match.options),
        "seats": match.initial_holders,
        "start": match.start,
        "commitment": match.commitment,
    }


def entry_fields(game: Game, entry: Entry) -> dict[str, Any]:
    """The JSON fields of an entry."""
    match entry:
        case Decision(seat, move):
            return {"seat": seat, "move": game.text(move)}
        case Undo(seat, undone):
            return {"seat": seat, "undo": undone}
        case HolderChange(seat, holder):
            return {"seat": seat, "holder": holder}


def apply_entry(match: Match, entry: Entry) -> None:
    """Append an entry to a match, as it was made the first time."""
    match entry:
        case Decision(seat, move, final):
            match.play(seat, move, final)
        case Undo(seat, _):
            match.undo(seat)
        case HolderChange(seat, holder):
            match.change_holder(seat, holder)


def first_checksum(header: dict[str, Any]) -> str:
    """The checksum of the header."""
    return _hash(canonical_json({key: header[key] for key in INITIAL_KEYS}))


def next_checksum(check: str, line: dict[str, Any], match: Match) -> str:
    """The checksum of a line, after its entry was applied to the match."""
    return _hash(check + canonical_json(line) + canonical_json(match.game.checksummed(match.state.snapshot())))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Write the record of a match to a file, atomically.

    An existing record is replaced, any other file is not. While the game is running the record contains secrets, so
    only the owner of the file can read it.

    Raises:
        RidottoError: The file cannot be written, or exists and is not a record.
    """
    text = "".join(f"{line}\n" for line in lines(match))
    target = Path(path)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    mode = 0o666 if match.over else 0o600  # the record of a running game contains secrets
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
        raise RidottoError(
            msg("Can't write {path}: {reason}.", path=str(target), reason=os_error_text(error))
        ) from error
    finally:
        with suppress(OSError, ValueError):
            draft.unlink(missing_ok=True)


def _is_record(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        start = file.read(100)
    return not start or f'"format": "{FORMAT}"' in start


# Reading


def load(path: str | os.PathLike[str], game: GameFinder) -> Match:
    """Read and replay the record in a file, of a finished or a running match.

    Args:
        path: The file.
        game: Finds games by their slugs: `ridotto.game`.

    Raises:
        BadRecord: The file cannot be read, is malformed, was changed, or breaks the rules.

    Example:
        >>> record.save(match, "match.jsonl")
        >>> record.load("match.jsonl", ridotto.game).state == match.state
        True
    """
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(msg("{path} isn't UTF-8 text.", path=str(path))) from error
    except (OSError, ValueError) as error:
        raise BadRecord(msg("Can't read {path}: {reason}.", path=str(path), reason=os_error_text(error))) from error
    return parse(text, game)


def parse(text: str, game: GameFinder) -> Match:
    """Replay the text of a record; see `load`."""
    try:
        return _parse(text, game)
    except RecursionError:
        raise BadRecord(msg("The record is nested too deeply.")) from None


def _parse(text: str, game: GameFinder) -> Match:
    rows = text.split("\n")
    if rows and rows[-1] == "":
        rows.pop()
    header = _parse_line(rows[0] if rows else "", 1)
    match = _match_of(header, game)
    check = first_checksum(header)
    for line, row in enumerate(rows[1:], 2):
        entry = _parse_line(row, line)
        given = entry.pop("check", None)
        if entry.get("n") != line - 2:
            _fail(line, msg("The entry is numbered {value}, not {n}.", value=brief(entry.get("n")), n=line - 2))
        _apply_line(match, entry, line)
        check = next_checksum(check, entry, match)
        if given != check:
            _fail(line, msg("The checksum doesn't match: this line or the header was changed."))
    if type(header["entries"]) is not int or header["entries"] != len(rows) - 1:
        _fail(
            len(rows),
            msg(
                "The record ends here, after {found} of {entries} entries.",
                found=len(rows) - 1,
                entries=header["entries"],
            ),
        )
    _check_result(header, match)
    return match


def _fail(line: int, message: Message) -> NoReturn:
    raise BadRecord(msg("Line {line}: {message}", line=line, message=message), line)


def _parse_line(row: str, line: int) -> dict[str, Any]:
    try:
        value = json.loads(row)
    except (ValueError, RecursionError):
        _fail(line, msg("This isn't JSON."))
    if not isinstance(value, dict):
        _fail(line, msg("This isn't a JSON object."))
    return value


def _match_of(header: dict[str, Any], find_game: GameFinder) -> Match:
    """A match without entries, made from the header."""
    if header.get("format") != FORMAT:
        _fail(1, msg("This isn't a Ridotto record."))
    if header.get("version") != VERSION:
        _fail(
            1,
            msg(
                "This record has format {version}, but only {known} is known here.",
                version=brief(header.get("version")),
                known=VERSION,
            ),
        )
    for key in (*INITIAL_KEYS, *FINAL_KEYS):
        if key not in header:
            _fail(1, msg("The header is missing {key}.", key=repr(key)))
    for key in header:
        if key not in (*INITIAL_KEYS, *FINAL_KEYS):
            _fail(1, msg("The header has an unknown entry {key}.", key=brief(key)))
    try:
        game = find_game(str(header["game"]))
        if header["rules"] != game.rules_version:
            _fail(
                1,
                msg(
                    "It was played with version {rules} of the rules; this Ridotto has version {known}.",
                    rules=brief(header["rules"]),
                    known=game.rules_version,
                ),
            )
        options, seats = header["options"], header["seats"]
        if not isinstance(options, dict) or not isinstance(seats, list) or not all(map(is_valid_holder, seats)):
            _fail(1, msg("Options must be an object, and seats a list of names of up to 40 printable characters."))
        seed = _parse_seed(header["seed"])
        if header["commitment"] != seed_commitment(seed):
            _fail(1, msg("The seed isn't the one promised before the first deal."))
        match = Match(game, header["players"], options, seed, None, header["start"])
    except BadRecord:
        raise
    except RidottoError as error:
        _fail(1, error.message)
    if header["players"] != match.players or options != game.stored_options(match.options):
        _fail(1, msg("Players and options don't match the position it starts from."))
    if len(seats) != match.players:
        _fail(1, msg("There are {given} seats for {players} players.", given=len(seats), players=match.players))
    match.initial_holders = list(seats)
    match.holders = list(seats)
    return match


def _parse_seed(text: object) -> int:
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        _fail(1, msg("The seed must be 64 hexadecimal digits."))
    return int(text, 16)


def _apply_line(match: Match, line: dict[str, Any], number: int) -> None:
    seat = line.get("seat")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < match.players:
        _fail(number, msg("There's no seat {seat}.", seat=brief(seat)))
    kinds = [key for key in ("move", "undo", "holder") if key in line]
    if len(kinds) != 1 or set(line) != {"n", "seat", *kinds}:
        _fail(number, msg("An entry is a move, an undo or a change of holder."))
    try:
        if "move" in line:
            match.play(seat, match.game.parse(line["move"]))
        elif "holder" in line:
            if not is_valid_holder(line["holder"]):
                holder = brief(line["holder"])
                _fail(number, msg("A holder is a name of up to 40 printable characters, not {value}.", value=holder))
            match.change_holder(seat, line["holder"])
        else:
            if line["undo"] != match.undoable_entry(seat):
                _fail(number, msg("Entry {entry} can't be taken back.", entry=brief(line["undo"])))
            match.undo(seat)
    except BadRecord:
        raise
    except IllegalMove as error:
        _fail(number, msg("Seat {seat} can't do that: {reason}", seat=seat, reason=error.message))
    except RidottoError as error:
        _fail(number, error.message)


def _check_result(header: dict[str, Any], match: Match) -> None:
    result = {"scores": match.state.scores(), "places": match.state.places()} if match.over else None
    if header["result"] == result:
        return
    if result is None:
        _fail(1, msg("There's a result, but the game isn't over."))
    _fail(1, msg("The result doesn't match what was played: {result}.", result=canonical_json(result)))
