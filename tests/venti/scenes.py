"""Positions of Venti and what a viewer is shown of them, in words."""

import ridotto
from ridotto.words import Translator

GAME = ridotto.game("venti")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
EN = Translator("en")
CENTRE = ["2/5", "4/12", "5/0", "joker 1"]
TARGETS = ["1/4", "0/9", "6/12"]  # 6 6 for 2, ?=? ?=? for 3, 6 1 2 4 for 4


def position(hand, *, targets=TARGETS, frozen=None, centre=CENTRE, seats=None, players=3, **more):
    """Anna has the turn and this hand; the cards nobody has named lie in the pile."""
    known = [{"hand": []} for _ in range(players)]
    for number, cards in (seats or {}).items():
        known[number] |= cards
    known[0] |= {"hand": hand}
    named = {*centre, *targets} | {card for seat in known for cards in seat.values() for card in cards}
    deck = [f"{number}/{template}" for number in range(8) for template in range(13)]
    return GAME.load(
        {
            "players": players,
            "turn": 0,
            "centre": centre,
            "targets": [
                {"card": card, "frozen_by": (frozen or {}).get(place)} for place, card in enumerate(targets, 1)
            ],
            "seats": known,
            "pile": [card for card in deck if card not in named],
            **more,
        },
        seed=1,
    )


def scene(state, viewer=0):
    return GAME.scene(GAME.view(state, viewer))


def said(message):
    return message if isinstance(message, str) else EN.say(message, NAMES)


def zone(shown, name):
    return next(zone for zone in shown.zones if zone.id == name)


def marks(shown, name):
    return [[said(mark) for mark in piece.marks] for piece in zone(shown, name).pieces]


def counters(shown, seat):
    panel = next(panel for panel in shown.panels if panel.seat == seat)
    return {counter.id: counter.value for counter in panel.counters}


def action(shown, move):
    return next(action for action in shown.actions if action.move == move)


def hints(shown, move):
    return [said(hint) for hint in action(shown, move).hints]


def notes(shown):
    return [said(note) for note in shown.notes]


def play(state, *moves):
    for move in moves:
        state.play(state.actor(), GAME.parse(move))
    return state
