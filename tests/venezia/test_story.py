"""What the log of Venezia says."""

import re

import pytest

from ridotto.engine.note import Note
from ridotto.games.venezia import components as c
from ridotto.translations import Translator
from tests.venezia.scenes import GAME, NAMES, moments, text_of

C4, E6 = c.SQUARE_OF["4C"], c.SQUARE_OF["6E"]
CASTELLO, SAN_POLO, SAN_GIORGIO = c.PLACE_OF["castello"], c.PLACE_OF["san_polo"], c.SAN_GIORGIO
GIUDECCA = c.PLACE_OF["giudecca"]


def packed(*numbers):
    return sum(number << 6 * i for i, number in enumerate(numbers))


@pytest.mark.parametrize(
    ("note", "line"),
    [
        ((c.GAME_BEGINS, 1), "Ben goes first."),
        ((c.SETTLED, 0, CASTELLO), "Anna settles in Castello."),
        ((c.ROUND_BEGINS, 7, 2), "Round 7: Cleo is the start player."),
        ((c.PLAN_SHOWN, 0, 3, packed(4, 0, 3, 1)), "Anna's plan: first card 4, district cards 0, 3, 1."),
        ((c.PLAN_SHOWN, 0, 5, packed(4, 2)), "Anna's plan: first card 4, action card, district cards 2."),
        ((c.PLAN_SHOWN, 0, 4, packed(4)), "Anna's plan: first card 4, action card."),
        ((c.PLAN_SHOWN, 0, 0, packed(4)), "Anna's plan: first card 4."),
        ((c.FIRST_SHOWN, 1, c.PIAZZA, 1), "Ben reveals Piazza with 1 pigeon."),
        ((c.FIRST_SHOWN, 1, c.FEINT, 4), "Ben reveals Feint with 4 pigeons."),
        ((c.PLACED, 1, C4, 3), "Ben places a pigeon on 4C."),
        ((c.SPLIT, 1, 3, 2), "Ben sends 2 pigeons from the Feint to district card 1."),
        ((c.FEINT_BACK, 1, 1), "Ben: 1 pigeon returns from the Feint to the reserve."),
        ((c.TOURIST, E6, -1), "Tourist on 6E."),
        ((c.TOURIST, E6, 1), "Tourist on 6E, right under Ben's pigeon."),
        ((c.HUNTER, C4, 0), "Hunter on 4C: he hits nothing."),
        ((c.HUNTER, C4, packed(2, 0, 1)), "Hunter on 4C: Anna loses 2 and Cleo loses 1."),
        ((c.WALKED, 1, C4, C4 + 1), "Ben walks 4C–5C."),
        ((c.JUMPED, 1, C4, E6), "Ben jumps 4C–6E."),
        ((c.PINCHED, 0, 2, C4), "Anna pinches Cleo on 4C."),
        ((c.BORN, 1, 9, 9), "Ben raises 9 chicks."),
        ((c.BORN, 1, 9, 7), "Ben raises 9 chicks, but the supply has only 7 left."),
        ((c.ACTION_SHOWN, 1, c.HAWK, 12), "Ben reveals Hawk."),
        ((c.CONFLICT_WON, c.HAWK, 1, 0b101), "Hawk: Ben has fewer points than Anna and Cleo and can use it."),
        ((c.CONFLICT_TIED, c.HAWK, 0b11, 12), "Hawk is cancelled: Anna and Ben are tied at 12 points."),
        (
            (c.CONFLICT_TIED, c.HAWK, 0b11 + 64, 12),
            "Hawk is cancelled, also for Cleo: Anna and Ben are tied at 12 points.",
        ),
        ((c.NO_REINFORCING,), "Family Gathering: nobody reinforces this round."),
        ((c.GATHERED, 0, SAN_POLO, CASTELLO), "Anna calls a pigeon home from San Polo."),
        ((c.REINFORCED, 0, CASTELLO, 1), "Anna reinforces Castello with 1 pigeon."),
        ((c.HAWK_SENT, 0, CASTELLO), "Anna sends the hawk to Castello."),
        ((c.CAUGHT, 0, CASTELLO, 0), "Anna sends the city catcher to Castello, but he catches nothing."),
        ((c.CAUGHT, 0, CASTELLO, packed(0, 2)), "Anna sends the city catcher to Castello: Ben loses 2."),
        ((c.GREY_SET, 0, CASTELLO, 3), "Anna puts 3 grey pigeons in Castello."),
        ((c.HOUSE_MOVED, 0, CASTELLO, SAN_POLO), "Anna moves house from Castello to San Polo."),
        ((c.TOOK_ALONG, 0, SAN_POLO, 2), "Anna takes 2 pigeons along."),
        ((c.CARRIED, 0, 8 * CASTELLO + SAN_POLO, 2), "Anna takes 2 pigeons by Vespa from Castello to San Polo."),
        ((c.CRUMBS_EATEN, 0, 4), "Bread Crumbs: 4 new pigeons for Anna's nest."),
        ((c.EXCHANGED, 0, 4), "Anna swaps the card in slot 4."),
        ((c.DECLINED, 0, c.VESPA), "Anna keeps Luigi's Vespa for later."),
        ((c.EXCHANGED_FACE, 0, 4, SAN_GIORGIO), "Your new card in slot 4: San Giorgio Maggiore."),
        ((c.NO_EFFECT, 0, c.VESPA), "Luigi's Vespa changes nothing for Anna."),
        ((c.LANDED, 0, CASTELLO, 3), "Castello: Anna lands 3 pigeons."),
        ((c.LANDED, 0, CASTELLO, 0), "Anna reveals Castello, without pigeons."),
        ((c.TURNED_BACK, 0, CASTELLO, 1), "Castello: the hawk turns back Anna's pigeon."),
        ((c.TURNED_BACK, 0, CASTELLO, 0), "Anna reveals Castello, without pigeons."),
        ((c.SCORED, CASTELLO, 1, 6), "Castello: Ben scores 6 points."),
        ((c.NOBODY_SCORED, CASTELLO, 0), "Castello: tie, nobody scores."),
        ((c.NOBODY_SCORED, CASTELLO, 1), "Castello: grey pigeons lead, nobody scores."),
        ((c.SCORES, packed(4, 0, 9, 1)), "Points: Anna 12, Ben 0, Cleo 27 and Dora 3."),
        ((c.RECOVERED, 1, c.HAWK), "San Giorgio: Ben recovers Hawk."),
        ((c.FETCHED, 1, 2), "San Michele: Ben fetches 2 pigeons."),
        ((c.FETCHED, 1, 0), "San Michele: Ben fetches no pigeons."),
        ((c.CHASED, SAN_POLO, 9, 0), "San Polo: 9 pigeons are chased away."),
        ((c.CHASED, SAN_POLO, 9, 3), "San Polo: 9 pigeons are chased away, 3 of them grey."),
        ((c.NOBODY_CHASED, 4), "Nobody is chased away: the fullest places have 4 pigeons each."),
        ((c.NOBODY_CHASED, 0), "Nobody is chased away: the city is empty."),
        ((c.GAME_ENDS, 6, c.BY_FIVE), "The game ends in round 6: five districts for one family."),
        ((c.GAME_ENDS, 6, c.BY_POINTS), "The game ends in round 6: 50 points reached."),
        ((c.GAME_ENDS, 20, c.BY_LIMIT), "The game is over: round 20 was the last."),
    ],
)
def test_the_log_says_it_in_words(note, line):
    kind, *numbers = note
    assert text_of(GAME.log_line(Note(-1, kind, *numbers), NAMES)) == line


def test_every_note_of_a_game_has_a_line():
    line_count = 0
    for state in moments(4, 5):
        if not line_count:
            state.listen()
        for note in state.take_notes():
            assert text_of(GAME.log_line(note, NAMES)).endswith(".")
            line_count += 1
    assert line_count > 200


def test_single_steps_stand_back_and_rounds_stand_out():
    weights = {kind: GAME.weight(Note(-1, kind, 1, 1, 1)) for kind in c.VeneziaNote}
    assert weights[c.VeneziaNote.WALKED] < weights[c.VeneziaNote.SCORED] < weights[c.VeneziaNote.ROUND_BEGINS]
    assert GAME.weight(Note(-1, c.LANDED, 0, CASTELLO, 0)) < weights[c.VeneziaNote.LANDED]


def log(*notes):
    return [(weight, text_of(line)) for weight, line in GAME.log_lines([Note(-1, *note) for note in notes], NAMES)]


def at(name):
    return c.SQUARE_OF[name]


def test_what_a_family_places_walks_and_jumps_at_a_stretch_is_one_line():
    placed = [(c.PLACED, 0, at(name), left) for name, left in (("4C", 1), ("6C", 0))]
    jumped = [(c.JUMPED, 1, at("2C"), at("4C")), (c.JUMPED, 1, at("4C"), at("6E")), (c.JUMPED, 1, at("1A"), at("3A"))]
    walked = [(c.WALKED, 1, at("7H"), at("6G")), (c.WALKED, 1, at("9A"), at("9B"))]
    assert log(*placed, (c.PLACED, 1, at("1A"), 0), *jumped, *walked, (c.WALKED, 2, at("5A"), at("5B"))) == [
        (0, "Anna places 2 pigeons on the Piazza: 4C 6C."),
        (0, "Ben places 1 pigeon on the Piazza: 1A."),
        (0, "Ben jumps 2C–4C–6E."),
        (0, "Ben jumps 1A–3A."),
        (0, "Ben walks 7H–6G, 9A–9B."),
        (0, "Cleo walks 5A–5B."),
    ]


def test_district_cards_without_pigeons_share_a_line_of_their_family():
    landed = [(c.LANDED, 0, CASTELLO, 0), (c.LANDED, 0, SAN_GIORGIO, 2), (c.TURNED_BACK, 0, SAN_POLO, 0)]
    assert log(*landed, (c.LANDED, 1, CASTELLO, 0), (c.SCORED, CASTELLO, 1, 6)) == [
        (1, "San Giorgio Maggiore: Anna lands 2 pigeons."),
        (0, "Anna reveals Castello and San Polo, without pigeons."),
        (0, "Ben reveals Castello, without pigeons."),
        (1, "Castello: Ben scores 6 points."),
    ]


@pytest.mark.parametrize(
    "note",
    [
        (c.SETTLED, 0, GIUDECCA),
        (c.GATHERED, 0, GIUDECCA),
        (c.REINFORCED, 0, GIUDECCA, 2),
        (c.HOUSE_MOVED, 0, GIUDECCA, CASTELLO),
        (c.HOUSE_MOVED, 0, CASTELLO, GIUDECCA),
        (c.CARRIED, 0, 8 * GIUDECCA + CASTELLO, 2),
        (c.CARRIED, 0, 8 * CASTELLO + GIUDECCA, 1),
    ],
)
def test_in_italian_the_article_of_a_place_stands_alone(note):
    """Nobody says `da La Giudecca`: it is `dalla`."""
    kind, *numbers = note
    story = GAME.log_line(Note(-1, kind, *numbers), NAMES)
    assert story is not None
    line = Translator("it").say(story)
    assert "La Giudecca" in line
    assert not re.search(r"\b(a|da|di|in|su) La Giudecca", line)


def test_all_that_happens_in_a_game_is_in_the_lines():
    """Every square and every place of the notes."""
    notes: list[Note] = []
    for state in moments(3, 8):
        if not notes:
            state.listen()
        notes += [note for note in state.take_notes() if note.heard_by(-1)]
    text = " ".join(text_of(line) for _, line in GAME.log_lines(notes, NAMES))
    kinds = {note.kind for note in notes}
    assert {c.PLACED, c.WALKED, c.LANDED} <= kinds
    assert len(GAME.log_lines(notes, NAMES)) < len(notes)
    for note in notes:
        if note.kind in (c.PLACED, c.WALKED, c.JUMPED):
            assert c.SQUARE_NAMES[note.b] in text
