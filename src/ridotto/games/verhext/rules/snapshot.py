"""A position of Verhext! as plain JSON, secrets included; from_snapshot.py reads it back."""

from typing import Any, Literal

from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext

Phase = Literal["prophecy", "play", "count", "over"]
PHASES: tuple[Phase, ...] = ("prophecy", "play", "play", "count", "over")


def names(cards: int) -> list[str]:
    return [c.CARD_NAMES[card] for card in c.cards_in(cards)]


def play_text(play: int) -> str:
    """`broom 5`, `broom 5 + potion 2`."""
    return " + ".join(c.CARD_NAMES[card] for card in c.played_cards(play))


def failed_prophecies(state: Verhext, seat: int) -> list[int]:
    """The failed cards of a seat by number, the oldest of each number first."""
    cards, sides = state.failed[seat], state.failed_sides[seat]
    return [2 * number - 1 + (sides[number] >> i & 1) for number in range(1, 4) for i in range(cards[number])]


def fulfilled_prophecies(state: Verhext, seat: int) -> list[int]:
    cards = state.fulfilled[seat]
    return [prophecy for prophecy in range(1, 7) for _ in range(cards[prophecy])]


def failed_cards(state: Verhext, seat: int) -> list[str]:
    """The failed cards of a seat, as they are written."""
    return [c.PROPHECIES[prophecy] for prophecy in failed_prophecies(state, seat)]


def fulfilled_cards(state: Verhext, seat: int) -> list[str]:
    return [c.PROPHECIES[prophecy] for prophecy in fulfilled_prophecies(state, seat)]


def tricks(state: Verhext) -> list[dict[str, Any]]:
    """The tricks of the round; the current one is last, if it has been led."""
    shown = []
    for trick in range(min(state.trick + 1, c.HAND)):
        plays = [state.plays[trick * state.seats + place] for place in range(state.seats)]
        plays = [play_text(play) for play in plays if play]
        if plays:
            shown.append({"leader": state.leaders[trick], "plays": plays})
    return shown


def put_away(state: Verhext, listed: list[dict[str, Any]]) -> int:
    """How many tricks came before the listed ones; a redeal without history puts them away."""
    begun = 1 if state.played else 0
    return int(state.trick) + begun - len(listed)


def position(state: Verhext) -> dict[str, Any]:
    hand = "hand" if state.phase < c.COUNT_ZERO else "leftover"
    listed = tricks(state)
    hidden = put_away(state, listed)
    return {
        "round": state.round,
        "holder": state.holder,
        "phase": PHASES[state.phase],
        "turn": state.player if state.player >= 0 else None,
        "trump": c.CARD_NAMES[state.trump],
        "stacks": [state.stacks[number] for number in range(4)],
        "seats": [
            {
                "hats": state.hats[seat],
                "zeros": state.zeros[seat],
                "fulfilled": fulfilled_cards(state, seat),
                "failed": failed_cards(state, seat),
                "prophecy": c.PROPHECIES[state.prophecy[seat]] if state.prophecy[seat] >= 0 else None,
                "rebid": bool(state.rebid[seat]),
                "won": state.won[seat],
                "spent": state.spent[seat],
                hand: names(state.hands[seat]),
            }
            for seat in range(state.seats)
        ],
        "tricks": listed,
        "laid": play_text(state.unfinished_play) if state.unfinished_play else None,
        "rest": names(state.rest),
        **({"put_away": hidden} if hidden else {}),  # left out if 0: older records lack it
    }
