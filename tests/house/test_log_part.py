"""The whole log, part by part: each viewer reads what it was told, and no more."""

from random import Random

import pytest

import ridotto
from ridotto.engine.match import Match
from ridotto.engine.note import Note
from ridotto.games.verhext import components as verhext
from ridotto.house.tables.player_view import PART, log_part
from tests.web.work import counted

NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fred"]


def played(slug: str, decisions: int = 10_000, seed: int = 3, **options: object) -> Match:
    """A random match, or its beginning."""
    match, chance = Match(ridotto.game(slug), seed=seed, options=options), Random(seed)
    while not match.over and decisions:
        seat = chance.choice(match.state.actors())
        match.play(seat, chance.choice(match.state.moves(seat)))
        decisions -= 1
    return match


def parts(match: Match, viewer: int) -> list[tuple[int, int]]:
    """From where to where each part goes, the latest first."""
    found, before = [], match.told(viewer)
    while before:
        first = log_part(match, NAMES, viewer, before).first
        found.append((first, before))
        before = first
    return found


@pytest.mark.parametrize("game", ridotto.games(), ids=lambda game: game.slug)
def test_the_parts_together_are_all_that_a_viewer_was_told(game):
    match = played(game.slug)
    for viewer in range(-1, match.players):
        whole = match.log(viewer)
        assert all(note.heard_by(viewer) for note in whole)
        read: list[Note] = []
        for first, end in parts(match, viewer):
            notes = whole[first:end]
            assert len(notes) <= PART
            assert list(log_part(match, NAMES, viewer, end).lines) == game.lines(notes, NAMES)
            read = [*notes, *read]
        assert read == whole


def read_by(match: Match, viewer: int) -> set[str]:
    """All lines, in English."""
    return {str(line) for _, end in parts(match, viewer) for _, line in log_part(match, NAMES, viewer, end).lines}


def test_what_others_were_told_is_in_no_part():
    match = played("diciassette", seed=2)
    heard_alone = [note for note in match.log(1) if note.audience == 1 << 1]
    whispered = {str(line) for note in heard_alone if (line := match.game.story(note, NAMES))}
    assert whispered
    assert whispered <= read_by(match, 1)
    assert not whispered & (read_by(match, 0) | read_by(match, -1))


def test_without_history_no_part_tells_the_cards_of_old_tricks():
    match = played("verhext", show_history="off")
    kinds = (verhext.PLAYED, verhext.TRICK_TIED)
    cards = {str(match.game.story(note, NAMES)) for note in match.log(0) if note.kind in kinds}
    for _, end in parts(match, 0)[1:]:
        assert not cards & {str(line) for _, line in log_part(match, NAMES, 0, end).lines}
    assert 0 < len(cards & {str(line) for _, line in log_part(match, NAMES, 0).lines}) <= match.players + 1


def test_a_number_beyond_the_end_is_the_end_and_before_the_beginning_is_nothing():
    match = played("verhext", 40)
    assert log_part(match, NAMES, -1, 10**9) == log_part(match, NAMES, -1)
    assert log_part(match, NAMES, -1, 0).lines == ()


@pytest.mark.parametrize("slug", ["verhext", "venti"])
def test_a_part_costs_the_same_in_a_long_match(slug):
    short, long = played(slug, 100), played(slug)
    assert 2 * PART < short.told(-1) < long.told(-1) / 1.8
    costs = []
    for match in (short, long):
        log_part(match, NAMES, -1, 2 * PART)  # what is remembered is told
        with counted() as count:
            log_part(match, NAMES, -1, 2 * PART)
        costs.append(count.calls)
    assert costs[1] <= costs[0] + 5
