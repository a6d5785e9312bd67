"""Positions of Verhext! and what a viewer is shown of them, in words."""

import ridotto
from ridotto.words import Translator

GAME = ridotto.game("verhext")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
EN = Translator("en")


def seat(**known):
    return {"hats": 0, "zeros": 0, "fulfilled": [], "failed": [], "prophecy": None, "rebid": False} | known


def position(seats, trump="spider 4", phase="play", round=2, holder=0, tricks=(), **more):
    """A snapshot; hands are given complete with what has been played."""
    return GAME.load(
        {
            "game": "verhext",
            "rules": 1,
            "players": len(seats),
            "options": more.pop("options", {}),
            "round": round,
            "holder": holder,
            "phase": phase,
            "trump": trump,
            "seats": seats,
            "tricks": list(tricks),
            **more,
        },
        seed=1,
    )


ANNA = ["rat 1", "rat 2", "crow 1", "crow 2", "broom 1", "spider 1", "potion 1"]
BEN = ["rat 3", "rat 4", "crow 3", "broom 5", "broom 3", "spider 2", "potion 2"]
CLEO = ["rat 5", "rat 6", "crow 5", "broom 7", "broom 8", "spider 3", "potion 3"]


def bidding(ben=None, **more):
    seats = [seat(hand=ANNA, prophecy="1+"), seat(hand=BEN, **(ben or {})), seat(hand=CLEO)]
    return position(seats, phase="prophecy", **more)


def playing(tricks=(), hands=(ANNA, BEN, CLEO), prophecies=("1x", "3x", "2+"), **more):
    laid = [[], [], []]
    for trick in tricks:
        for i, play in enumerate(trick["plays"]):
            laid[(trick["leader"] + i) % 3] += play.split(" + ")
    left = [list(hand) for hand in hands]
    for hand, cards in zip(left, laid, strict=True):
        for card in cards:
            hand.remove(card)
    seats = [seat(hand=hand, prophecy=prophecy) for hand, prophecy in zip(left, prophecies, strict=True)]
    return position(seats, tricks=tricks, **more)


def scene(state, viewer):
    return GAME.scene(GAME.view(state, viewer))


def said(message):
    return EN.say(message, NAMES)


def zone(shown, name):
    return next(zone for zone in shown.zones if zone.id == name)


def counters(shown, seat_number):
    panel = next(panel for panel in shown.panels if panel.seat == seat_number)
    values = {counter.id: counter.value for counter in panel.counters}
    return {name: value if isinstance(value, int | str) else said(value) for name, value in values.items()}


def hints(shown, move):
    return [said(hint) for hint in next(action for action in shown.actions if action.move == move).hints]
