"""Beginners play badly, but nobody laughs at them: what would be absurd by what everybody knows, or they alone.

Each game says here what that is, by the rules and by what comes of a move, whatever bots think of it.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import pytest

import ridotto
from ridotto.bots import bot
from ridotto.bots.levels import at_first_sight
from ridotto.engine.rng import Rng
from tests.playing import Choices, some_states

State = Any
View = dict[str, Any]

POSITIONS = 3000 if ridotto.compiled else 60  # of every game
THROWS = 4  # each


class Moment:
    """A seat that has to decide in a position."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    @cached_property
    def view(self) -> View:
        view: View = self.state.game.view(self.state, self.seat)
        return view

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @property
    def own(self) -> View:
        """What everybody sees of the seat."""
        seat: View = self.view["seats"][self.seat]
        return seat

    @cached_property
    def moves(self) -> list[str]:
        return [self.state.game.text(move) for move in self.state.moves(self.seat)]

    def after(self, move: str) -> "Moment":
        state = self.state.copy()
        state.play(self.seat, state.game.parse(move))
        return Moment(state, self.seat)


Absurd = Callable[[Moment, str], bool]


# 17 Diciassette


def calls_in_vain(now: Moment, move: str) -> bool:
    """Whatever others have hidden, each of it 5 at the most, there are no 17. Not even to be rid of a penalty token."""
    row = now.view["row"]
    return move == "call" and sum(5 if card["card"] == "back" else value(card["card"]) for card in row) < 17


def value(card: str) -> int:
    return int(card[0]) if card[0].isdigit() and card != "x2" else 0


def shows_a_trap(now: Moment, move: str) -> bool:
    """It works only face down."""
    return move == "trap up"


def lays_seventeen_openly(now: Moment, move: str) -> bool:
    """Everybody can add it up, and another card would have kept the row below, by all the player knows."""
    if not move.endswith(" up") or now.after(move).view["total"] < 17:
        return False
    return any(now.after(other).view["own"]["total"] < 17 for other in now.moves)


# Venezia 2099


def lets_a_pawn_drown(now: Moment, move: str) -> bool:
    """A gondola lies there."""
    return move == "let drown"


def overpays(now: Moment, move: str) -> bool:
    """Where another pawn stands, a treasure of the same colour costs less."""
    if not move.startswith("buy"):
        return False
    then, others = now.after(move).own, [now.after(other).own for other in now.moves]
    return any(other["treasures"] == then["treasures"] and other["coins"] > then["coins"] for other in others)


def drops_a_pawn(now: Moment, move: str) -> bool:
    """Its own card sinks the tile, whichever it plays, and a free step would have saved the pawn."""
    if now.phase not in ("move", "walk", "ride", "prophecy") or not must_fall(now.after(move), now):
        return False
    ways = [way for way in now.moves if not way.startswith("gondola")]
    return any(not must_fall(now.after(way), now) for way in ways)


def must_fall(now: Moment, before: Moment) -> bool:
    """Does a pawn of this seat fall in this turn, whatever it does now?"""
    if now.phase == "rescue" and now.view["player"] == now.seat:
        return True
    if now.own["cards"] < before.own["cards"]:
        return bool(now.own["pawns"].count(None) > before.own["pawns"].count(None))
    ways = {"buy": ["no purchase"], "move": ["stay"]}.get(now.phase, now.moves)  # it has walked, and may still ride
    return all(must_fall(now.after(way), before) for way in ways)


# Venti


def ends_its_turn_early(now: Moment, move: str) -> bool:
    return move == "end turn"


def buries_a_joker(now: Moment, move: str) -> bool:
    """Among the targets nobody can use it, and to take it would have cost the same."""
    if not move.startswith("exchange"):
        return False
    _, target, place = move.split()
    jokers = [card is not None and card.startswith("joker") for card in now.view["centre"]]
    return jokers[int(place) - 1] and not (now.view["targets"][int(target) - 1]["card"] or "").startswith("joker")


def pays_a_higher_fine(now: Moment, move: str) -> bool:
    """No change is given, and a cheaper card would have been enough."""
    if now.phase != "penalty":
        return False
    score = now.after(move).own["score"]
    enough = [
        later for later in map(now.after, now.moves) if later.phase != "penalty" or later.view["player"] != now.seat
    ]
    return any(later.own["score"] > score for later in enough)


def pays_with_a_dearer_card(now: Moment, move: str) -> bool:
    """With a joker for the last sign where another card would do, or with any card where a permanent joker would."""
    if now.phase != "pay" or now.after(move).phase in ("pay", "declare"):
        return False
    return any(cost(other) < cost(move) for other in now.moves)


def cost(move: str) -> int:
    return 0 if move.startswith("permanent") else 2 if "joker" in move else 1


# Verhext!


def wastes_a_potion(now: Moment, move: str) -> bool:
    """Somebody else has the trick, with it and without."""
    plays = trick(now)
    return move.startswith("add ") and bool(plays) and strength(now, laid(now, move)) < best(now)


def takes_one_too_many(now: Moment, move: str) -> bool:
    """The last of a trick, with just the tricks that it foretold, though it could let this one go."""
    if len(trick(now)) < now.state.seats - 1 or now.own["prophecy"][-1] == "+":
        return False
    takes = {other: strength(now, laid(now, other)) > best(now) for other in now.moves}
    return takes[move] and not all(takes.values()) and int(now.own["prophecy"][0]) == now.own["won"]


def keeps_a_useless_zero(now: Moment, move: str) -> bool:
    """No round follows, and a zero card brings no point."""
    return move == "keep zero" and (now.view["round"] == 7 or 0 in now.view["stacks"][1:])


def trick(now: Moment) -> list[str]:
    """The plays so far."""
    if now.phase != "play":
        return []
    return [play for one in now.view["tricks"] if one["number"] == now.view["finished"] for play in one["plays"]]


def laid(now: Moment, move: str) -> str:
    """The whole play after this move."""
    base = now.view["own"]["laid"]
    if base is None:
        return move
    return f"{base} + potion {move[4:]}" if move.startswith("add ") else str(base)


def strength(now: Moment, play: str) -> tuple[int, int]:
    """verhext.trick.win_trump: trumps, then the suit that was led; all else wins nothing."""
    cards = [card.split(" ") for card in play.split(" + ")]
    suit, led = cards[0][0], trick(now)[0].split(" ")[0]
    rank = 2 if suit == now.view["trump"].split(" ")[0] else 1 if suit == led else 0
    return rank, sum(int(number) for _, number in cards) if rank else 0


def best(now: Moment) -> tuple[int, int]:
    return max(strength(now, play) for play in trick(now))


# Venezia


def plans_nothing(now: Moment, move: str) -> bool:
    """No pigeon leaves the reserve, though there are some; or a Feint has no district to feint at."""
    if now.phase != "plan" or not now.own["reserve"]:
        return False
    plan = now.view["own"]["plan"]
    if plan["step"] == "districts":
        return move == "stop" and plan["first"] == "feint" and not plan["cards"]
    complete = len(plan["pigeons"]) == len(plan["cards"])  # with this number
    return plan["step"] == "pigeons" and complete and not sum(plan["pigeons"]) and move == "0"


def leaves_a_gift(now: Moment, move: str) -> bool:
    """An action card or lost pigeons that would come back for nothing."""
    if now.phase not in ("recover", "fetch"):
        return False
    got = {other: len(now.after(other).own["played"]) - now.after(other).own["reserve"] for other in now.moves}
    return bool(got[move] > min(got.values()))


def walks_off_for_nothing(now: Moment, move: str) -> bool:
    """One square, to where a pigeon has fewer young, and no rival is near that it could pinch."""
    if now.phase != "move" or not near(now.view["chosen"], move):
        return False
    others = [seat for number, seat in enumerate(now.view["seats"]) if number != now.seat]
    fewer = young(now, move) < young(now, now.view["chosen"])
    return fewer and not any(near(move, rival) for seat in others for rival in seat["piazza"])


def near(one: str, other: str) -> bool:
    return one != other and abs(int(one[:-1]) - int(other[:-1])) <= 1 and abs(ord(one[-1]) - ord(other[-1])) <= 1


def young(now: Moment, square: str) -> int:
    tourists = now.view["tourists"]
    return 5 if square in tourists else 2 * any(near(square, tourist) for tourist in tourists)


ABSURD: dict[str, tuple[Absurd, ...]] = {
    "diciassette": (calls_in_vain, shows_a_trap, lays_seventeen_openly),
    "venezia2099": (lets_a_pawn_drown, overpays, drops_a_pawn),
    "venti": (ends_its_turn_early, buries_a_joker, pays_a_higher_fine, pays_with_a_dearer_card),
    "verhext": (wastes_a_potion, takes_one_too_many, keeps_a_useless_zero),
    "venezia": (plans_nothing, leaves_a_gift, walks_off_for_nothing),
}


def positions(game: Any) -> Iterator[State]:
    """Of random matches with all kinds of options, and of matches between beginners."""
    novice, found = bot("novice", 1), 0
    for seed in range(10_000):
        for state in some_states(game, Choices(seed), 3):
            if not state.over:
                yield state
                found += 1
        dice = Rng(seed)
        state = game.start(seed=seed)
        while not state.over:
            yield state
            found += 1
            seat = state.actor()
            state.play(seat, novice.choose(state.redeal(seat, dice), seat, dice))
        if found >= POSITIONS:
            return


@pytest.mark.slow
@pytest.mark.parametrize("slug", ABSURD)
def test_beginners_do_nothing_absurd(slug: str) -> None:
    game, dice, choice, tempted = ridotto.game(slug), Rng(1), Choices(1), set[str]()
    for state in positions(game):
        for now in [Moment(state, seat) for seat in state.actors()]:
            decided = {game.text(at_first_sight(state, now.seat, dice)) for _ in range(THROWS)}
            for move in decided:
                found = absurdities(slug, now, move)
                assert not found or all(absurdities(slug, now, other) for other in now.moves), (found, move, now.view)
            tempted |= absurdities(slug, now, now.moves[choice.below(len(now.moves))])  # what chance alone would do
    assert tempted == {one.__name__ for one in ABSURD[slug]} or not ridotto.compiled


def absurdities(slug: str, now: Moment, move: str) -> set[str]:
    return {one.__name__ for one in ABSURD[slug] if one(now, move)}


def test_every_game_says_what_is_absurd() -> None:
    assert ABSURD.keys() == {game.slug for game in ridotto.games()}


@pytest.mark.parametrize("slug", ABSURD)
def test_what_is_absurd_depends_on_no_secret(slug: str) -> None:
    game, dice = ridotto.game(slug), Rng(2)
    for state in some_states(game, Choices(5), 9):
        for seat in state.actors():
            world = state.redeal(seat, dice)
            assert game.blunders(game.view(state, seat)) == game.blunders(game.view(world, seat))
