"""Positions of Venezia 2099 on a city in order, and what a viewer is shown of them, in words.

Rows 1 to 6 are the colours black, brown, azure, red, violet and green, columns a to h the values 2 to X; below lie the
platforms. So `red 5` lies on d4.
"""

import ridotto
from ridotto.games.venezia2099 import tiles as t
from ridotto.words import Translator

GAME = ridotto.game("venezia2099")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
EN = Translator("en")

CITY = [[f"{colour} {value}" for value in t.VALUES] for colour in t.COLOURS] + [["platform"] * 8] * 2


def rank(card):
    return t.VALUES.index(card.split()[1])


def hands(given, played, first):
    """Of the cards named those that can be held yet, and as many of the highest others as are missing."""
    players = len(given)
    own = [played[(seat - first) % players :: players] for seat in range(players)]
    floors = [max(map(rank, cards), default=0) for cards in own]
    held = [
        [card for card in cards if card not in played and rank(card) >= floor]
        for cards, floor in zip(given, floors, strict=True)
    ]
    taken = {card for hand in held for card in hand} | set(played)
    rest = [card for card in sorted(t.CARD_NAMES, key=rank) if card not in taken]
    for seat in sorted(range(players), key=lambda seat: -floors[seat]):
        held[seat] += [rest.pop() for _ in range(t.DEALT[players] - len(own[seat]) - len(held[seat]))]
    return held


def position(*given, pawns, phase="move", turn=0, first=0, played=(), coins_on=None, things=None, options=None, **more):
    """Three or four players; each is given some cards in hand and pawns on squares."""
    players = len(given)
    held = hands(given, played, first)
    seats = [{"pawns": pawns[seat], "hand": held[seat], **(things or {}).get(seat, {})} for seat in range(players)]
    return GAME.load(
        {
            "players": players,
            "options": options or {},
            "board": CITY,
            "first": first,
            "phase": phase,
            "turn": turn,
            "played": list(played),
            "coins_on": coins_on or {},
            "seats": seats,
            **more,
        },
        seed=1,
    )


ANNA, BEN, CLEO = ["black 3", "red 3", "red 5"], ["brown 4"], ["green 3", "azure X"]
ROUND = ["violet 3", "brown 3", "azure 3"]  # one card each
PAWNS = (["d4", "a7", "h3", "c6"], ["b1", "d7", "e7", "f7"], ["g1", "d8", "e8", "f8"])


def table(**more):
    """Anna on turn, with a pawn on red 5, on a platform, on azure X and on green 4; Ben has one on black 3."""
    return position(ANNA, BEN, CLEO, pawns=PAWNS, **more)


def scene(state, viewer):
    return GAME.scene(GAME.view(state, viewer))


def do(state, *moves):
    for move in moves:
        state.play(state.actor(), GAME.parse(move))


def said(message):
    return EN.say(message, NAMES)


def zone(shown, name):
    return next(zone for zone in shown.zones if zone.id == name)


def piece(shown, name):
    return next(piece for zone in shown.zones for piece in zone.pieces if piece.id == name)


def value(counter):
    return counter.value if isinstance(counter.value, int | str) else said(counter.value)


def counters(shown, seat_number):
    panel = next(panel for panel in shown.panels if panel.seat == seat_number)
    return {counter.id: value(counter) for counter in panel.counters}


def hints(shown, move):
    return [said(hint) for hint in next(action for action in shown.actions if action.move == move).hints]


def names(shown):
    return {action.move: said(action.name) for action in shown.actions}


def notes(shown):
    return [said(note) for note in shown.notes]
