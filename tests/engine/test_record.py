"""Records: they replay, and a changed one says where it goes wrong."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ridotto
from ridotto.engine import record
from ridotto.engine.match import Match
from ridotto.engine.rng import Rng

game = ridotto.game("verhext")


def played(seed: int = 5, decisions: int = 10**6) -> Match:
    """A match with moves, undos and a change of seat."""
    match = Match(game, 3, {"potions_per_play": "any"}, seed, ["Anna", "Ben", "bot:random"])
    rng = Rng(seed)
    while not match.over and len(match.decisions()) < decisions:
        seat = match.state.actor()
        moves = match.state.moves(seat)
        match.play(seat, moves[rng.roll(len(moves))])
        if match.can_undo(seat) and rng.roll(3) == 0:
            match.undo(seat)
        if rng.roll(40) == 0:
            match.change_holder(1, f"Carla {rng.roll(9)}")
    return match


FINISHED = record.lines(played())


def parsed(lines: list[str]) -> Match:
    return record.parse("".join(f"{line}\n" for line in lines), ridotto.game)


def refused(lines: list[str]) -> ridotto.BadRecord:
    with pytest.raises(ridotto.BadRecord) as error:
        parsed(lines)
    assert str(error.value)
    return error.value


def with_header(**changes: object) -> list[str]:
    return [json.dumps({**json.loads(FINISHED[0]), **changes}), *FINISHED[1:]]


def test_a_record_gives_the_match_back() -> None:
    match = played()
    again = parsed(record.lines(match))
    assert again.state == match.state
    assert again.entries == match.entries
    assert again.holders == match.holders
    assert record.lines(again) == record.lines(match)


def test_an_unfinished_match_can_be_saved_and_gone_on_with(tmp_path: Path) -> None:
    match = played(decisions=20)
    record.save(match, tmp_path / "game.jsonl")
    again = record.load(tmp_path / "game.jsonl", ridotto.game)
    assert not again.over
    assert again.state == match.state


def test_a_record_that_starts_from_a_position_replays() -> None:
    match = Match(game, seed=4, start=played(decisions=9).state.snapshot())
    match.play(match.state.actor(), match.state.moves(match.state.actor())[0])
    assert parsed(record.lines(match)).state == match.state


def test_the_header_names_format_and_versions() -> None:
    header = json.loads(FINISHED[0])
    assert header["format"] == "ridotto record"
    assert header["version"] == 1
    assert header["rules"] == game.rules_version
    assert header["game"] == "verhext"
    assert header["entries"] == len(FINISHED) - 1
    assert header["result"]["scores"] == played().state.scores()


def test_another_legal_move_is_found_where_it_stands() -> None:
    match = Match(game, 3, {"potions_per_play": "any"}, 5, ["Anna", "Ben", "bot:random"])
    tried = 0
    for line, row in enumerate(FINISHED[1:60], 1):
        entry = json.loads(row)
        others = [move for move in match.state.moves(match.state.actor()) if game.text(move) != entry.get("move")]
        if "move" in entry and others:
            changed = json.dumps({**entry, "move": game.text(others[0])})
            assert refused([*FINISHED[:line], changed, *FINISHED[line + 1 :]]).line == line + 1
            tried += 1
        if "move" in entry:
            match.play(entry["seat"], game.parse(entry["move"]))
        elif "undo" in entry:
            match.undo(entry["seat"])
    assert tried > 20


def test_an_illegal_move_is_found_where_it_stands() -> None:
    entry = {**json.loads(FINISHED[1]), "move": "rat 1"}
    error = refused([FINISHED[0], json.dumps(entry), *FINISHED[2:]])
    assert error.line == 2
    assert "Choose a prophecy now." in str(error)


def test_a_missing_line_is_found() -> None:
    assert refused([*FINISHED[:10], *FINISHED[11:]]).line == 11


def test_a_truncated_record_says_where_it_ends() -> None:
    assert refused(FINISHED[:-3]).line == len(FINISHED) - 3
    assert refused([*FINISHED[:-1], FINISHED[-1][:20]]).line == len(FINISHED)


def test_another_seed_is_not_the_promised_one() -> None:
    error = refused(with_header(seed="0" * 64))
    assert error.line == 1
    assert "promised" in str(error)


def test_another_result_is_not_what_was_played() -> None:
    assert refused(with_header(result={"scores": [99, 0, 0], "places": [1, 2, 2]})).line == 1
    assert refused(with_header(result=None)).line == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "pgn"},
        {"version": 2},
        {"rules": 7},
        {"game": "poker"},
        {"game": 3},
        {"players": 9},
        {"players": "3"},
        {"options": []},
        {"options": {"potions_per_play": "many"}},
        {"seats": ["Anna"]},
        {"seats": "Anna"},
        {"seats": ["Anna", "Ben", 3]},
        {"seed": 5},
        {"seed": "5"},
        {"commitment": "00"},
        {"start": {"game": "verhext"}},
        {"start": 3},
    ],
)
def test_a_changed_header_is_refused(changes: dict[str, object]) -> None:
    assert refused(with_header(**changes)).line == 1


def test_a_changed_name_in_the_header_breaks_the_chain() -> None:
    assert refused(with_header(seats=["Anne", "Ben", "bot:random"])).line == 2


@pytest.mark.parametrize("text", ["", "\n", "[]", "3", "{", "\x00", "[" * 100_000, '{"format": "ridotto record"}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ridotto.BadRecord):
        record.parse(text, ridotto.game)


@pytest.mark.slow
@settings(max_examples=60 if ridotto.compiled else 5, deadline=None)
@given(data=st.data())
def test_any_changed_line_is_refused_with_one_sentence(data: st.DataObject) -> None:
    lines = list(FINISHED[:40])
    lines[0] = json.dumps({**json.loads(lines[0]), "entries": 39, "result": None})
    assert parsed(lines)
    line = data.draw(st.integers(0, len(lines) - 1))
    value = json.loads(lines[line])
    key = data.draw(st.sampled_from([key for key in value if key not in ("check", "entries")]))
    junk = st.one_of(st.none(), st.booleans(), st.integers(-3, 300), st.text(max_size=9), st.lists(st.integers()))
    value[key] = data.draw(junk.filter(lambda other: other != value[key] or type(other) is not type(value[key])))
    lines[line] = json.dumps(value)
    assert "\n" not in str(refused(lines))


def test_saving_where_one_cannot_write_leaves_nothing_behind(tmp_path: Path) -> None:
    match = played(decisions=3)
    with pytest.raises(ridotto.RidottoError, match="Can't write"):
        record.save(match, tmp_path / "nowhere" / "game.jsonl")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ridotto.RidottoError, match="Can't write"):
        record.save(match, tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_full_disk_keeps_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    record.save(played(decisions=3), path)
    old = path.read_text()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ridotto.RidottoError, match="No space left on device"):
        record.save(played(decisions=9), path)
    assert path.read_text() == old
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(ridotto.BadRecord, match="Can't read"):
        record.load(tmp_path / "none.jsonl", ridotto.game)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ridotto.BadRecord, match="UTF-8"):
        record.load(tmp_path / "binary", ridotto.game)


@pytest.mark.parametrize(
    "changes",
    [
        {"colour": "red"},
        {"entries": float(len(FINISHED) - 1)},
        {"seats": ["\x1b[31mAnna", "Ben", "bot:random"]},
        {"seats": ["A" * 41, "Ben", "bot:random"]},
        {"seats": ["", "Ben", "bot:random"]},
        {"seats": ["\ud800", "Ben", "bot:random"]},
    ],
)
def test_a_header_holds_nothing_else_and_names_are_printable(changes: dict[str, object]) -> None:
    assert refused(with_header(**changes)).line in (1, len(FINISHED))


def test_a_deeply_nested_record_is_refused() -> None:
    deep = "[" * 990 + "]" * 990
    with pytest.raises(ridotto.BadRecord):
        record.parse(FINISHED[0].replace('"start": null', f'"start": {deep}'), ridotto.game)


def test_players_and_options_are_those_of_the_position() -> None:
    match = Match(game, seed=4, start=played(decisions=9).state.snapshot())
    header, *rest = record.lines(match)
    changed = json.dumps({**json.loads(header), "players": 4})
    assert refused([changed, *rest]).line == 1


def test_a_file_that_is_no_record_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna")
    with pytest.raises(ridotto.RidottoError, match="choose another name"):
        record.save(played(decisions=3), tmp_path / "letter.txt")
    assert (tmp_path / "letter.txt").read_text() == "Dear Anna"


def test_a_name_that_cannot_be_a_file(tmp_path: Path) -> None:
    with pytest.raises(ridotto.RidottoError, match="Can't write"):
        record.save(played(decisions=3), f"{tmp_path}/a\0b")
    with pytest.raises(ridotto.BadRecord, match="Can't read"):
        record.load(f"{tmp_path}/a\0b", ridotto.game)


def test_a_game_in_progress_is_for_its_owner_only(tmp_path: Path) -> None:
    record.save(played(decisions=3), tmp_path / "running.jsonl")
    assert (tmp_path / "running.jsonl").stat().st_mode & 0o077 == 0
