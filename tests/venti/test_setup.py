"""Components and setup, up to the first action (section 4)."""

from collections import Counter
from functools import cache

import pytest

import ridotto
from ridotto.engine.conformance.redeal_laws import chi_square_tail
from ridotto.games.venti import components as c
from ridotto.games.venti.rules.rules import Venti
from tests.at_the_table import do, state_of
from tests.venti.table import CENTRE_CARDS, TARGET_CARDS, frozen, game, public_view

PLAYERS = (2, 3, 4, 5, 6)
SEEDS = range(80)


def started(players, seed=1, **options):
    return game.start(players=players, seed=seed, **options)


def laid_out(state):
    """Hands, centre, targets, discards and the pile from its top."""
    shown = state.snapshot()
    hands = [set(seat["hand"] + seat["secret"]) for seat in shown["seats"]]
    goals = [target["card"] for target in shown["targets"]]
    return hands, shown["centre"], goals, set(shown["discards"]), shown["pile"]


def is_chaos(card):
    return card.startswith("chaos")


@cache
def deck(seed):
    """The shuffled deck from its top; none if a chaos card is among the first thirteen.

    With two players the centre, the targets and the pile show all but the first six cards. With six players each of
    these six is in another hand, beside two cards that are known by then.
    """
    _, middle, goals, gone, rest = laid_out(started(2, seed, start_player=0))
    if gone:
        return None
    known = middle + goals + rest
    hands = laid_out(started(6, seed, start_player=0))[0]
    return [card for first in hands for card in first - set(known)] + known


def dealt(deck, players, starter):
    """What section 4 makes of a deck."""
    deck, gone = list(deck), set()
    hands: list[set[int]] = [set() for _ in range(players)]
    for turn in range(3 * players):
        while is_chaos(deck[0]):
            gone.add(deck.pop(0))
        hands[(starter + turn) % players].add(deck.pop(0))
    places = CENTRE_CARDS[players] + TARGET_CARDS[players]
    display: list[str] = []
    while len(display) < places:
        card = deck.pop(0)
        if is_chaos(card):
            gone |= {card, *display}
            display = []
        else:
            display.append(card)
    return hands, display[: CENTRE_CARDS[players]], display[CENTRE_CARDS[players] :], gone, deck


@pytest.mark.rule("venti.setup.players")
def test_two_to_six_play():
    assert list(game.players) == list(PLAYERS)
    for players in (1, 7):
        with pytest.raises(ridotto.BadOption, match="2 to 6"):
            game.start(players=players)


@pytest.mark.rule("venti.setup.deck", "venti.setup.deck.split", "venti.setup.deck.symbols")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deck_has_thirteen_cards_of_each_number_four_jokers_and_two_chaos_cards(players):
    state = started(players)
    hands, middle, goals, gone, rest = laid_out(state)
    everything = Counter([card for place in (*hands, middle, goals, gone, rest) for card in place])
    assert everything.total() == 110
    numbers = {f"{number}/{template}": 1 for number in range(8) for template in range(13)}
    assert everything == numbers | {f"joker {n}": 1 for n in range(1, 5)} | {"chaos 1": 1, "chaos 2": 1}
    assert game.inventory(state) == dict.fromkeys(c.CARD_NAMES, 1)


@pytest.mark.rule("venti.setup.deck")
def test_any_card_may_lie_anywhere():
    """How often a card lies first in the centre, and how often in the first hand: all alike."""
    first: Counter[int] = Counter()
    held: Counter[int] = Counter()
    games = 11_000 if ridotto.compiled else 2_200
    for seed in range(games):
        state = state_of(Venti, game.start(players=2, seed=seed, start_player=0))
        first[state.centre[0]] += 1
        held.update(c.cards_in(state.hand[0]))
    assert chi_square_tail([(first[card], games / 108) for card in range(108)]) > 1e-4
    assert chi_square_tail([(held[card], games / 36) for card in range(108)]) > 1e-4


@pytest.mark.rule("venti.setup.hand", "venti.setup.centre", "venti.setup.targets", "venti.setup.four_plus")
@pytest.mark.rule("venti.setup.pile", "venti.setup.discard")
@pytest.mark.parametrize(
    ("players", "in_centre", "in_targets", "left"),
    [(2, 4, 3, 97), (3, 4, 3, 94), (4, 5, 4, 89), (5, 5, 4, 86), (6, 5, 4, 83)],
)
def test_the_table_of_section_4(players, in_centre, in_targets, left):
    state = started(players, seed=next(seed for seed in SEEDS if not laid_out(started(players, seed))[3]))
    hands, middle, goals, gone, rest = laid_out(state)
    assert [len(held) for held in hands] == [3] * players
    assert (len(middle), len(goals), len(gone), len(rest)) == (in_centre, in_targets, 0, left)
    assert not frozen(state)
    view = public_view(state)
    assert [c.CARD_NAMES[card] for card in view.centre if card is not None] == middle
    assert [c.CARD_NAMES[target.card] for target in view.targets if target.card is not None] == goals
    assert (view.pile, view.discards) == (left, ())
    for seat in view.seats:
        assert (seat.cards, seat.points, seat.score, seat.permanent, seat.extra) == (3, (), 0, (), ())
    assert (view.phase, view.round, view.actions_used, view.action_limit) == ("main", 1, 0, 3)


@pytest.mark.rule("venti.setup.hand.order", "venti.setup.centre", "venti.setup.targets", "venti.pile.order")
@pytest.mark.rule("venti.setup.hand.chaos", "venti.setup.hand.chaos.quiet", "venti.setup.chaos_display")
@pytest.mark.rule("venti.setup.discard", "venti.chaos.never_kept")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_deck_is_always_dealt_in_the_same_way(players):
    """Three rounds from the starting player on, then the centre, then the targets; chaos where it is met."""
    dealt_chaos = laid_chaos = 0
    for seed in SEEDS:
        cut = deck(seed)
        if cut is None:
            continue
        assert len(cut) == 110
        starter = seed % players
        found = laid_out(started(players, seed, start_player=starter))
        assert found == dealt(cut, players, starter)
        chaos = [place for place, card in enumerate(cut) if is_chaos(card)]
        dealt_chaos += any(place < 3 * players for place in chaos)
        laid_chaos += len(found[3]) > 2
    assert laid_chaos or players == 2
    assert dealt_chaos or players < 5


@pytest.mark.rule("venti.setup.hand.chaos.quiet", "venti.setup.chaos_display", "venti.chaos.chain")
def test_both_chaos_cards_may_be_met_in_the_setup():
    """One in a hand and one in the display, or both in the display; the discards are public."""
    found = set()
    for seed in range(900):
        state = started(6, seed)
        gone = c.cards_in(state.discards)
        if gone[-2:] == [c.CHAOS, c.CHAOS + 1]:
            found.add("hands" if len(gone) == 2 else "one and one" if len(gone) < 11 else "display")
            view = public_view(state)
            assert (view.pile, view.discards) == (83 - len(gone), tuple(gone))
    assert {"one and one", "display"} <= found


@pytest.mark.rule("venti.setup.start", "venti.turn.order")
@pytest.mark.parametrize("players", PLAYERS)
def test_one_player_begins_and_play_goes_clockwise(players):
    for starter in range(players):
        state = started(players, start_player=starter)
        order = []
        for _ in range(2 * players):
            order.append(state.actor())
            do(state, "draw 1", "draw 1", "draw 1")
        assert order == [(starter + turn) % players for turn in range(2 * players)]
        assert state.snapshot()["round"] == 3


@pytest.mark.rule("venti.setup.start.random")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_begins_equally_often(players):
    games = 3000 if ridotto.compiled else 600
    begins = Counter(started(players, seed).actor() for seed in range(games))
    assert set(begins) == set(range(players))
    assert chi_square_tail([(begins[seat], games / players) for seat in range(players)]) > 1e-4
    assert all(started(players, seed, start_player=1).actor() == 1 for seed in range(50))
