"""Matches: what can be taken back, and what cannot."""

from typing import Any

import pytest

import ridotto
from ridotto.engine.match import Decision, HolderChange, Match, Undo, seed_commitment
from ridotto.engine.note import EVERYBODY, SPECTATOR
from tests.playing import Choices

game = ridotto.game("verhext")


def at_the_potion_step(seed: int = 3) -> tuple[Match, int]:
    """A match in which somebody has laid a base card and may still add a potion."""
    match = Match(game, 4, seed=seed)
    while match.state.snapshot()["laid"] is None:
        seat = match.state.actor()
        match.play(seat, match.state.moves(seat)[-1])
    return match, match.state.actor()


def test_a_match_is_its_seed_and_its_moves() -> None:
    match, _ = at_the_potion_step()
    again = Match(game, 4, seed=3)
    for move in match.decisions():
        again.play(move.seat, move.move)
    assert again.state == match.state
    assert again.log(SPECTATOR) == match.log(SPECTATOR)


def test_a_base_card_can_be_taken_back_before_the_potion_step_is_settled() -> None:
    match, seat = at_the_potion_step()
    before = Match(game, 4, seed=3)
    for move in match.decisions()[:-1]:
        before.play(move.seat, move.move)
    assert match.can_undo(seat)
    match.undo(seat)
    assert match.state == before.state
    assert match.entries[-1] == Undo(seat, len(match.entries) - 2)


def test_a_shown_play_is_final() -> None:
    match, seat = at_the_potion_step()
    match.play(seat, game.parse("no potion"))
    assert not match.can_undo(seat)
    entries = list(match.entries)
    with pytest.raises(ridotto.IllegalMove) as refused:
        match.undo(seat)
    assert refused.value.code == "final"
    assert match.entries == entries


def test_nobody_takes_back_for_somebody_else() -> None:
    match, seat = at_the_potion_step()
    assert [other for other in range(4) if match.can_undo(other)] == [seat]


def test_what_was_undone_changes_nothing_that_comes() -> None:
    match, seat = at_the_potion_step()
    straight = Match(game, 4, seed=3)
    for move in match.decisions():
        straight.play(move.seat, move.move)
    laid = match.decisions()[-1]
    match.undo(seat)
    match.play(seat, laid.move)
    while not match.over:
        actor = match.state.actor()
        first = match.state.moves(actor)[0]
        match.play(actor, first)
        straight.play(actor, first)
    assert match.state == straight.state


def test_a_refused_move_is_no_entry() -> None:
    match = Match(game, 3, seed=1)
    with pytest.raises(ridotto.IllegalMove):
        match.play(match.state.actor(), game.parse("rat 1"))
    assert match.entries == []
    assert match.state == Match(game, 3, seed=1).state


def test_a_change_of_seat_is_an_entry() -> None:
    match = Match(game, 3, seed=1, holders=["Anna", "Ben", "bot:random"])
    match.change_holder(1, "bot:random")
    assert match.entries == [HolderChange(1, "bot:random")]
    assert match.holders == ["Anna", "bot:random", "bot:random"]
    assert match.initial_holders == ["Anna", "Ben", "bot:random"]
    with pytest.raises(ValueError, match="no seat"):
        match.change_holder(3, "Cleo")


def test_the_log_tells_each_viewer_what_it_heard() -> None:
    match, _ = at_the_potion_step()
    assert match.log(SPECTATOR)
    assert all(note.audience == EVERYBODY for note in match.log(SPECTATOR))
    assert match.log(0) == match.log(1)  # Verhext! whispers nothing


def test_a_match_can_start_from_a_position() -> None:
    first, seat = at_the_potion_step()
    match = Match(game, seed=9, start=first.state.snapshot())
    assert match.state == first.state
    match.play(seat, game.parse("no potion"))
    assert match.entries == [Decision(seat, game.parse("no potion"))]


def test_the_commitment_binds_the_seed() -> None:
    assert seed_commitment(1) != seed_commitment(2)
    assert Match(game, 3, seed=1).commitment == seed_commitment(1)
    assert len(seed_commitment(0)) == 64


def test_as_many_holders_as_seats() -> None:
    with pytest.raises(ValueError, match="2 holders for 3 seats"):
        Match(game, 3, holders=["Anna", "Ben"])


def test_steps_are_taken_back_from_memory_as_by_a_replay() -> None:
    """Plans are made in secret, in many steps, by all at once: who takes one back reaches behind those of others."""
    choices = Choices(5)
    match, undone = Match(ridotto.game("venezia"), 3, seed=5), 0
    while undone < 60:
        able = [seat for seat in range(3) if match.can_undo(seat)]
        if able and choices.below(3) == 0:
            match.undo(able[choices.below(len(able))])
            undone += 1
            again = Match(match.game, 3, seed=5)
            for move in match.decisions():
                again.play(move.seat, move.move)
            assert again.state == match.state
            assert [again.log(viewer) for viewer in range(-1, 3)] == [match.log(viewer) for viewer in range(-1, 3)]
            assert [again.can_undo(seat) for seat in range(3)] == [match.can_undo(seat) for seat in range(3)]
        else:
            actors = match.state.actors()
            seat = actors[choices.below(len(actors))]
            moves = match.state.moves(seat)
            match.play(seat, moves[choices.below(len(moves))])


def test_to_think_better_of_it_again_and_again_is_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = at_the_potion_step()
    while len(match.decisions()) < 60 or not match.can_undo(seat):
        seat = match.state.actor()
        match.play(seat, match.state.moves(seat)[0])
    real, steps = Match._enter, []

    def counted(*step: Any) -> Any:
        steps.append(step)
        return real(*step)

    monkeypatch.setattr(Match, "_enter", counted)
    move = match.decisions()[-1]
    for _ in range(10):
        match.undo(seat)
        match.play(move.seat, move.move)
    assert len(steps) == 10


def test_the_log_can_be_read_in_parts() -> None:
    match, _ = at_the_potion_step()
    whole = match.log(SPECTATOR)
    assert match.note_count(SPECTATOR) == len(whole) > 5
    assert match.log(SPECTATOR, 3) == whole[-3:]
    assert match.log(SPECTATOR, 3, 5) == whole[2:5]
    assert match.log(SPECTATOR, 3, 2) == whole[:2]
    assert match.log(SPECTATOR, 3, 10**6) == whole[-3:]
