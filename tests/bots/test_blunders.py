"""Novices play badly, but make no absurd moves, judging by what they know.

This file defines absurd moves of each game by the rules and by the result of a move, independently of the bots.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import pytest

import ridotto
from ridotto.bots import bot
from ridotto.bots.levels import novice_move
from ridotto.engine.rng import Rng
from ridotto.engine.view import View
from ridotto.games.diciassette import components as diciassette
from ridotto.games.venezia import components as venezia
from ridotto.games.venti import components as venti
from ridotto.games.verhext import components as verhext
from tests.playing import Choices, some_states

State = Any

POSITIONS = 3000 if ridotto.compiled else 60  # of every game
ATTEMPTS = 4  # in each position


class DecisionPoint:
    """A position with a seat that has to decide."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    @cached_property
    def view(self) -> View[Any, Any]:
        view: View[Any, Any] = self.state.game.view(self.state, self.seat)
        return view

    @property
    def public(self) -> Any:
        """What everybody sees."""
        return self.view.public

    @property
    def phase(self) -> str:
        return str(self.public.phase)

    @property
    def own(self) -> Any:
        """What only the seat knows."""
        return self.view.own

    @property
    def mine(self) -> Any:
        """What everybody sees of the seat."""
        return self.public.seats[self.seat]

    @cached_property
    def moves(self) -> list[str]:
        return [self.state.game.text(move) for move in self.state.moves(self.seat)]

    def after(self, move: str) -> "DecisionPoint":
        """The position after this move."""
        state = self.state.copy()
        state.play(self.seat, state.game.parse(move))
        return DecisionPoint(state, self.seat)


Absurd = Callable[[DecisionPoint, str], bool]


# 17 Diciassette


def calls_without_a_chance(now: DecisionPoint, move: str) -> bool:
    """Even if every hidden card is a 5, the total is below 17. Not even if the call removes a penalty token."""
    return move == "call" and sum(highest_value(card.kind) for card in now.public.row) < 17


def highest_value(card: int) -> int:
    return 5 if card == diciassette.NEUTRAL else diciassette.VALUES[card]


def shows_a_trap(now: DecisionPoint, move: str) -> bool:
    """A trap only works face down."""
    return move == "trap up"


def lays_seventeen_openly(now: DecisionPoint, move: str) -> bool:
    """The total becomes 17 or more, and another card would have kept it below, as far as the player knows."""
    if not move.endswith(" up") or now.after(move).public.total < 17:
        return False
    return any(now.after(other).own.total < 17 for other in now.moves)


# Venezia 2099


def lets_a_pawn_drown(now: DecisionPoint, move: str) -> bool:
    """There is a gondola to rescue the pawn."""
    return move == "let drown"


def overpays(now: DecisionPoint, move: str) -> bool:
    """A treasure of the same colour costs less where another pawn stands."""
    if not move.startswith("buy"):
        return False
    then, others = now.after(move).mine, [now.after(other).mine for other in now.moves]
    return any(other.treasures == then.treasures and other.coins > then.coins for other in others)


def drops_a_pawn(now: DecisionPoint, move: str) -> bool:
    """Each of its cards drops a pawn, and a free step would have saved it."""
    if now.phase not in ("move", "walk", "ride", "prophecy") or not must_fall(now.after(move), now):
        return False
    ways = [way for way in now.moves if not way.startswith("gondola")]
    return any(not must_fall(now.after(way), now) for way in ways)


def must_fall(now: DecisionPoint, before: DecisionPoint) -> bool:
    """Does a pawn of this seat fall in this turn, whatever it does?"""
    if now.phase == "rescue" and now.public.player == now.seat:
        return True
    if now.mine.cards < before.mine.cards:
        return bool(now.mine.pawns.count(None) > before.mine.pawns.count(None))
    ways = {"buy": ["no purchase"], "move": ["stay"]}.get(now.phase, now.moves)  # after walking, it may still ride
    return all(must_fall(now.after(way), before) for way in ways)


# Venti


def ends_its_turn_early(now: DecisionPoint, move: str) -> bool:
    return move == "end turn"


def buries_a_joker(now: DecisionPoint, move: str) -> bool:
    """As a target nobody can use it, and taking it would have cost the same."""
    if not move.startswith("exchange"):
        return False
    _, target, place = move.split()
    return is_joker(now.public.centre[int(place) - 1]) and not is_joker(now.public.targets[int(target) - 1].card)


def is_joker(card: int | None) -> bool:
    return card is not None and card >= venti.JOKER


def pays_a_higher_fine(now: DecisionPoint, move: str) -> bool:
    """There is no change, and a cheaper card would have been enough."""
    if now.phase != "penalty":
        return False
    score = now.after(move).mine.score
    enough = [
        later for later in map(now.after, now.moves) if later.phase != "penalty" or later.public.player != now.seat
    ]
    return any(later.mine.score > score for later in enough)


def pays_with_a_dearer_card(now: DecisionPoint, move: str) -> bool:
    """For the last slot, with a joker instead of another card, or with a card instead of a permanent joker."""
    if now.phase != "pay" or now.after(move).phase in ("pay", "declare"):
        return False
    return any(cost(other) < cost(move) for other in now.moves)


def cost(move: str) -> int:
    return 0 if move.startswith("permanent") else 2 if "joker" in move else 1


# Verhext!


def wastes_a_potion(now: DecisionPoint, move: str) -> bool:
    """Somebody else wins the trick, with the potion and without it."""
    plays = trick(now)
    return move.startswith("add ") and bool(plays) and strength(now, laid(now, move)) < best(now)


def takes_one_too_many(now: DecisionPoint, move: str) -> bool:
    """Last to play, with exactly the predicted tricks, it takes another one although it could lose it."""
    prophecy = now.mine.prophecy
    if len(trick(now)) < now.state.seats - 1 or verhext.is_at_least(prophecy):
        return False
    takes = {other: strength(now, laid(now, other)) > best(now) for other in now.moves}
    return takes[move] and not all(takes.values()) and bool(verhext.number(prophecy) == now.mine.won)


def keeps_a_useless_zero(now: DecisionPoint, move: str) -> bool:
    """No round follows, and a zero card is worth nothing."""
    return move == "keep zero" and (now.public.round == 7 or 0 in now.public.stacks[1:])


def trick(now: DecisionPoint) -> list[tuple[int, ...]]:
    """The plays in this trick so far."""
    if now.phase != "play":
        return []
    return [play.cards for one in now.public.tricks if one.number == now.public.finished for play in one.plays]


def laid(now: DecisionPoint, move: str) -> tuple[int, ...]:
    """The complete play after this move."""
    added = () if move == "no potion" else (verhext.CARDS[move.replace("add", "potion")],)
    return (*now.own.laid, *added)


def strength(now: DecisionPoint, play: tuple[int, ...]) -> tuple[int, int]:
    """The strength of a play: trumps beat the led suit, other suits never win (verhext.trick.win_trump)."""
    cards = [verhext.CARD_NAMES[card].split(" ") for card in play]
    suit, led = cards[0][0], verhext.CARD_NAMES[trick(now)[0][0]].split(" ")[0]
    rank = 2 if suit == verhext.CARD_NAMES[now.public.trump].split(" ")[0] else 1 if suit == led else 0
    return rank, sum(int(number) for _, number in cards) if rank else 0


def best(now: DecisionPoint) -> tuple[int, int]:
    return max(strength(now, play) for play in trick(now))


# Venezia


def plans_nothing(now: DecisionPoint, move: str) -> bool:
    """No pigeon leaves the reserve although there are some, or a Feint has no district card."""
    if now.phase != "plan" or not now.mine.reserve:
        return False
    plan = now.own.plan
    if plan.step == "districts":
        return bool(move == "stop" and plan.first == venezia.FEINT and not plan.cards)
    complete = len(plan.pigeons) == len(plan.cards)  # with this number
    return plan.step == "pigeons" and complete and not sum(plan.pigeons) and move == "0"


def leaves_what_is_free(now: DecisionPoint, move: str) -> bool:
    """An action card or pigeons that would come back for free."""
    if now.phase not in ("recover", "fetch"):
        return False
    got = {other: len(now.after(other).mine.played) - now.after(other).mine.reserve for other in now.moves}
    return bool(got[move] > min(got.values()))


def walks_away_for_nothing(now: DecisionPoint, move: str) -> bool:
    """A walk to a square with fewer births, with no rival nearby to pinch."""
    if now.phase != "move" or not near(picked(now), move):
        return False
    others = [seat for number, seat in enumerate(now.public.seats) if number != now.seat]
    rivals = [venezia.SQUARE_NAMES[square] for seat in others for square in seat.piazza]
    return births(now, move) < births(now, picked(now)) and not any(near(move, rival) for rival in rivals)


def picked(now: DecisionPoint) -> str:
    """The square of the pigeon that moves."""
    square: int = now.public.picked
    return venezia.SQUARE_NAMES[square]


def near(one: str, other: str) -> bool:
    return one != other and abs(int(one[:-1]) - int(other[:-1])) <= 1 and abs(ord(one[-1]) - ord(other[-1])) <= 1


def births(now: DecisionPoint, square: str) -> int:
    tourists = [venezia.SQUARE_NAMES[tourist] for tourist in now.public.tourists]
    return 5 if square in tourists else 2 * any(near(square, tourist) for tourist in tourists)


ABSURD: dict[str, tuple[Absurd, ...]] = {
    "diciassette": (calls_without_a_chance, shows_a_trap, lays_seventeen_openly),
    "venezia2099": (lets_a_pawn_drown, overpays, drops_a_pawn),
    "venti": (ends_its_turn_early, buries_a_joker, pays_a_higher_fine, pays_with_a_dearer_card),
    "verhext": (wastes_a_potion, takes_one_too_many, keeps_a_useless_zero),
    "venezia": (plans_nothing, leaves_what_is_free, walks_away_for_nothing),
}


def positions(game: Any) -> Iterator[State]:
    """Positions from random matches with random options, and from matches between novices."""
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
def test_novices_make_no_absurd_moves(slug: str) -> None:
    game, dice, choice, tempted = ridotto.game(slug), Rng(1), Choices(1), set[str]()
    for state in positions(game):
        for now in [DecisionPoint(state, seat) for seat in state.actors()]:
            decided = {game.text(novice_move(state, now.seat, dice)) for _ in range(ATTEMPTS)}
            for move in decided:
                found = absurdities(slug, now, move)
                assert not found or all(absurdities(slug, now, other) for other in now.moves), (found, move, now.view)
            tempted |= absurdities(slug, now, now.moves[choice.below(len(now.moves))])  # what a random bot would do
    assert tempted == {one.__name__ for one in ABSURD[slug]} or not ridotto.compiled


def absurdities(slug: str, now: DecisionPoint, move: str) -> set[str]:
    return {one.__name__ for one in ABSURD[slug] if one(now, move)}


def test_absurd_moves_are_defined_for_every_game() -> None:
    assert ABSURD.keys() == {game.slug for game in ridotto.all_games()}


@pytest.mark.parametrize("slug", ABSURD)
def test_blunders_do_not_depend_on_secrets(slug: str) -> None:
    game, dice = ridotto.game(slug), Rng(2)
    for state in some_states(game, Choices(5), 9):
        for seat in state.actors():
            world = state.redeal(seat, dice)
            assert game.blunders(game.view(state, seat)) == game.blunders(game.view(world, seat))
