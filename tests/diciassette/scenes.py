"""Positions of 17 Diciassette and what a viewer is shown of them, in words."""

import random

import ridotto
from ridotto.games.diciassette import cards as c
from ridotto.words import Translator

GAME = ridotto.game("diciassette")
NAMES = ["Anna", "Ben", "Carla", "Dino", "Emma", "Fritz"]
EN = Translator("en")

HANDS = (["5/5", "x2", "1"], ["2/2", "3", "reverse"], ["4/4", "trap", "trash"], ["1/1", "1/1", "5"])


def laid(text):
    """`0: 4/4 up, 1: trap down` as a row."""
    row = []
    for part in text.split(", ") if text else ():
        seat, card = part.split(": ")
        name, face = card.rsplit(" ", 1)
        row.append({"seat": int(seat), "card": name, "face": face})
    return row


def position(row="", turn=0, phase="play", hands=HANDS[:3], tokens=(), **more):
    """A position of the second round; tokens are (victory, penalty) by seat."""
    tokens = [*tokens, *[(0, 0)] * (len(hands) - len(tokens))]
    seats = [
        {"victory": victory, "penalty": penalty, "hand": hand, **more.get("seats", {}).get(seat, {})}
        for seat, (hand, (victory, penalty)) in enumerate(zip(hands, tokens, strict=True))
    ]
    given = {"players": len(hands), "round": 3, "phase": phase, "turn": turn, "row": laid(row), "pile": ["2", "3/3"]}
    return GAME.load({**given, **more, "seats": seats}, seed=1)


def asked(row, turn=0, **more):
    """A call window after the turn of this seat."""
    return position(row, turn, "call", **more)


def scene(state, viewer):
    return GAME.scene(GAME.view(state, viewer))


def said(message):
    return EN.say(message, NAMES) if not isinstance(message, int | str) else str(message)


def zone(shown, name):
    return next(zone for zone in shown.zones if zone.id == name)


def zones(shown):
    return [zone.id for zone in shown.zones]


def counters(shown, seat):
    panel = next(panel for panel in shown.panels if panel.seat == seat)
    return {counter.id: said(counter.value) for counter in panel.counters}


def marks(shown, seat):
    return [said(mark) for mark in next(panel for panel in shown.panels if panel.seat == seat).marks]


def notes(shown):
    return [said(note) for note in shown.notes]


def hints(shown, move):
    (action,) = [action for action in shown.actions if action.move == move]
    return [said(hint) for hint in action.hints]


def counted(part):
    return {said(counter.name): said(counter.value) for counter in part.counters}


def games(players, seeds, **options):
    """All positions of some random games; calls are rarer than by dice, so that rows grow."""
    for seed in seeds:
        dice = random.Random(seed)
        state = GAME.start(players, seed, **options)
        while not state.over:
            yield state
            seat = dice.choice(state.actors())
            rare = state.phase == c.CALLING and dice.random() < 0.8
            state.play(seat, c.PASS if rare else dice.choice(state.moves(seat)))
        yield state
