"""The log in parts: each viewer reads its own notes and no others."""

from random import Random

import pytest

import ridotto
from ridotto.engine.match import Match
from ridotto.engine.note import Note
from ridotto.games.verhext import components as verhext
from ridotto.house.tables.player_view import LOG_PART_NOTES, log_part
from tests.web.call_counter import count_calls

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fred"]


def random_match(slug: str, decisions: int = 10_000, seed: int = 3, **options: object) -> Match:
    """A random match, or the beginning of one."""
    match, chance = Match(ridotto.game(slug), seed=seed, options=options), Random(seed)
    while not match.over and decisions:
        seat = chance.choice(match.state.actors())
        match.play(seat, chance.choice(match.state.moves(seat)))
        decisions -= 1
    return match


def parts(match: Match, viewer: int) -> list[tuple[int, int]]:
    """The first note and the end of each part, the latest first."""
    found, before = [], match.note_count(viewer)
    while before:
        first = log_part(match, NAMES, viewer, before).first
        found.append((first, before))
        before = first
    return found


@pytest.mark.parametrize("game", ridotto.all_games(), ids=lambda game: game.slug)
def test_all_parts_together_are_the_log_of_the_viewer(game):
    match = random_match(game.slug)
    for viewer in range(-1, match.players):
        whole = match.log(viewer)
        assert all(note.heard_by(viewer) for note in whole)
        read: list[Note] = []
        for first, end in parts(match, viewer):
            notes = whole[first:end]
            assert len(notes) <= LOG_PART_NOTES
            assert list(log_part(match, NAMES, viewer, end).lines) == game.log_lines(notes, NAMES)
            read = [*notes, *read]
        assert read == whole


def lines_of(match: Match, viewer: int) -> set[str]:
    """All lines that a viewer reads, in English."""
    return {str(line) for _, end in parts(match, viewer) for _, line in log_part(match, NAMES, viewer, end).lines}


def test_private_notes_of_others_are_in_no_part():
    match = random_match("diciassette", seed=2)
    private_notes = [note for note in match.log(1) if note.audience == 1 << 1]
    private_lines = {str(line) for note in private_notes if (line := match.game.log_line(note, NAMES))}
    assert private_lines
    assert private_lines <= lines_of(match, 1)
    assert not private_lines & (lines_of(match, 0) | lines_of(match, -1))


def test_without_history_no_part_names_cards_of_old_tricks():
    match = random_match("verhext", show_history="off")
    kinds = (verhext.PLAYED, verhext.TRICK_TIED)
    cards = {str(match.game.log_line(note, NAMES)) for note in match.log(0) if note.kind in kinds}
    for _, end in parts(match, 0)[1:]:
        assert not cards & {str(line) for _, line in log_part(match, NAMES, 0, end).lines}
    assert 0 < len(cards & {str(line) for _, line in log_part(match, NAMES, 0).lines}) <= match.players + 1


def test_numbers_beyond_the_log():
    match = random_match("verhext", 40)
    assert log_part(match, NAMES, -1, 10**9) == log_part(match, NAMES, -1)
    assert log_part(match, NAMES, -1, 0).lines == ()


@pytest.mark.parametrize("slug", ["verhext", "venti"])
def test_the_cost_of_a_part_does_not_depend_on_the_length_of_the_log(slug):
    short, long = random_match(slug, 100), random_match(slug)
    assert 2 * LOG_PART_NOTES < short.note_count(-1) < long.note_count(-1) / 1.8
    costs = []
    for match in (short, long):
        log_part(match, NAMES, -1, 2 * LOG_PART_NOTES)  # fills caches
        with count_calls() as count:
            log_part(match, NAMES, -1, 2 * LOG_PART_NOTES)
        costs.append(count.calls)
    assert costs[1] <= costs[0] + 5
