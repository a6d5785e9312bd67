"""Whole games, decision by decision, against a second referee who knows nothing but the specification."""

import pytest

import ridotto
from tests.playing import Choices, some_options
from tests.venti.hindsight import Hindsight, Table
from tests.venti.referee import (
    CHAOS,
    DECLARE,
    DONE,
    DRAW,
    FREEZE,
    FULFIL,
    HAND_CARD,
    MAKE_EXTRA,
    MAKE_JOKER,
    PERMANENT,
    POINTS,
    REPLACE,
    Referee,
    total,
)

pytestmark = pytest.mark.slow

game = ridotto.game("venti")

WHOLE, CROWDED = (2, 9) if ridotto.compiled else (1, 2)  # games of each kind


def card(name):
    """The id of `5/9`, `joker 1` or `chaos 2`; None for none."""
    if name is None:
        return None
    if "/" in name:
        number, place = name.split("/")
        return 13 * int(number) + int(place)
    kind, number = name.split()
    return {"joker": 103, "chaos": 107}[kind] + int(number)


def cards(names):
    return [card(name) for name in names]


def table(shown):
    return Table(
        first=shown["starter"],
        hands=[cards(seat["hand"] + seat["secret"]) for seat in shown["seats"]],
        centre=cards(shown["centre"]),
        targets=cards(target["card"] for target in shown["targets"]),
        pile=cards(shown["pile"]),
        discards={*cards(shown["discards"])},
    )


def agree(state, referee, shown):
    """Both ask the same seat the same question, and everything lies where it lay."""
    true = referee.chance.after
    assert state.actor() == (-1 if referee.asked is None else referee.asked)
    assert (shown["phase"], shown["turn"], shown["round"]) == (referee.phase, referee.active, referee.round)
    assert referee.asked is None or set(state.moves(state.actor())) == referee.possible
    assert true.centre == referee.centre
    assert true.targets == referee.targets
    assert true.pile == referee.pile
    assert true.discards == referee.discards
    for kept, own in [
        (referee.hands, true.hands),
        (referee.points, [cards(seat["points"]) for seat in shown["seats"]]),
        (referee.permanent, [cards(seat["permanent"]) for seat in shown["seats"]]),
        (referee.extra, [cards(seat["extra"]) for seat in shown["seats"]]),
    ]:
        assert [sorted(those) for those in own] == [sorted(these) for these in kept]
    assert state.scores() == referee.scores()
    frozen = {place: target["frozen_by"] for place, target in enumerate(shown["targets"])}
    assert {place: seat for place, seat in frozen.items() if seat is not None} == referee.frozen_by
    assert (shown["first_to_ten"], shown["trigger"]) == (referee.first_to_ten, referee.trigger)
    assert shown["final_queue"] == referee.queue
    assert shown["actions"]["used"] == referee.used
    pending = shown["payment"] or {"target": None, "declared": [], "paid": []}
    assert pending["target"] == (None if referee.attacked is None else referee.attacked + 1)
    assert pending["declared"] == referee.declared
    assert sorted(cards(pending["paid"])) == sorted(referee.committed)
    assert (shown["penalty"] or {"due": 0})["due"] == referee.due
    assert (shown["ten"] or {"left": 0})["left"] == referee.left


def newcomer(state):
    """A second referee who joins a game that has just begun, or a turn."""
    shown, chance = state.snapshot(), Hindsight()
    chance.referee = referee = Referee(state.seats, shown["options"], chance)
    chance.after = true = table(shown)
    if shown["round"] == 1:
        return referee.start()
    referee.hands, referee.centre, referee.targets = [{*hand} for hand in true.hands], true.centre, true.targets
    referee.pile, referee.discards, referee.first = true.pile, true.discards, true.first
    referee.points, referee.permanent, referee.extra = (
        [{*cards(seat[kept])} for seat in shown["seats"]] for kept in ("points", "permanent", "extra")
    )
    referee.round, referee.first_to_ten = shown["round"], shown["first_to_ten"]
    return referee.follow(referee.course(shown["turn"]))


def compare(state, style, choice):
    """A game to its end; how many decisions there were."""
    referee = newcomer(state)
    agree(state, referee, state.snapshot())
    decisions = 0
    while not state.over:
        move = style(referee, choice)
        state.play(state.actor(), move)
        shown = state.snapshot()
        referee.chance.after = table(shown)
        referee.play(move)
        agree(state, referee, shown)
        decisions += 1
    assert state.places() == referee.places()
    return decisions


def crowded(players, options, choice):
    """The beginning of a turn when nearly all cards are with the players, many of them near ten or twenty points."""
    shown = game.start(players=players, seed=choice.below(1000), **options).snapshot()
    shown["first_to_ten"] = choice.below(players) if players > 2 and choice.below(2) else None
    most = 9 if players > 2 and shown["first_to_ten"] is None else 19
    shown["turn"], shown["round"] = choice.below(players), 2 + choice.below(9)
    shown["options"]["max_rounds"] = str(shown["round"] + choice.below(4))
    cards, shown["pile"], shown["discards"] = shown["pile"] + shown["discards"], [], []
    loose = (4, 9, 0)[choice.below(3)]
    if not loose:  # nothing is left to be turned up but chaos
        gaps = 1 + choice.below(len(shown["centre"]) - 1)
        cards += shown["centre"][-gaps:]
        shown["centre"][-gaps:] = [None] * gaps
        cards.sort(key=lambda name: "joker" not in name)  # while there is room in the hands
    for name in cards:
        seat = shown["seats"][choice.below(players)]
        worth = POINTS.get(card(name), 0)
        if card(name) in CHAOS or (loose and choice.below(loose) == 0):
            shown["pile" if loose and choice.below(2) else "discards"].append(name)
        elif choice.below(2) and worth and total(map(card, seat["points"])) + worth <= most:
            seat["points"].append(name)
        elif len(seat["hand"] + seat["secret"]) < 10:
            seat["hand"].append(name)
        elif worth > 1 and len(seat["extra"]) < choice.below(3):
            seat["extra"].append(name)
        else:
            (seat["permanent"] if worth else shown["discards"]).append(name)
    shown["actions"]["limit"] = 3 + len(shown["seats"][shown["turn"]]["extra"])
    return game.load(shown, seed=choice.below(1000))


def one_of(moves, choice):
    return sorted(moves)[choice.below(len(moves))]


def any_move(referee, choice):
    return one_of(referee.possible, choice)


def keen(referee, choice):
    """Rather fulfils, attempts, freezes and converts."""
    wanted = [move for move in referee.possible if move in range(FULFIL, HAND_CARD)]
    return one_of(wanted if wanted and choice.below(2) else referee.possible, choice)


def clever(referee, choice):
    """Collects points: fulfils what lies open, and draws."""
    paying = [
        move for move in referee.possible if move in range(FULFIL, FREEZE) and move - FULFIL not in referee.frozen_by
    ]
    drawing = [move for move in referee.possible if move in range(DRAW, REPLACE)]
    return one_of((choice.below(9) and (paying or drawing)) or referee.possible, choice)


def magpie(referee, choice):
    """Makes jokers of all points, and keeps everything, until both piles are empty."""
    if referee.phase == "main" and choice.below(10):
        own = total(referee.points[referee.active])
        making = [move for move in referee.possible if move in range(MAKE_JOKER, MAKE_EXTRA)]
        if making and own > choice.below(16):
            return min(making, key=lambda move: (move - MAKE_JOKER) % 4)
        return clever(referee, choice)
    saving = [move for move in referee.possible if move in range(PERMANENT, DECLARE)]
    return one_of(saving or referee.possible, choice)


def bold(referee, choice):
    """Freezes and attempts; commits a few cards only."""
    if referee.phase == "commit" and choice.below(3) == 0:
        return DONE
    attempts = [FULFIL + target for target in referee.frozen_by]
    wanted = [move for move in referee.possible if move in range(FULFIL, MAKE_JOKER) or move in attempts]
    return one_of((choice.below(3) and wanted) or referee.possible, choice)


STYLES = [any_move, keen, clever, magpie, bold]


@pytest.mark.rule("venti.turn.free_mix", "venti.turn.steps", "venti.turn.costs.nothing_else", "venti.pile.lowest_id")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("style", STYLES)
def test_whole_games(players, style):
    for seed in range(WHOLE):
        choice = Choices(100 * players + 10 * STYLES.index(style) + seed)
        compare(game.start(players=players, seed=seed, **some_options(game, players, choice)), style, choice)


@pytest.mark.rule("venti.pile.both_empty", "venti.chaos.aside", "venti.end.last_turns.normal", "venti.ten.timing")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("style", STYLES)
def test_crowded_tables(players, style):
    for seed in range(CROWDED):
        choice = Choices(100 * players + 10 * STYLES.index(style) + seed)
        compare(crowded(players, some_options(game, players, choice), choice), style, choice)
