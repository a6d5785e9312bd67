"""Whole games, decision by decision, against a second referee who knows the rules in another way."""

from collections import Counter, deque

import pytest

import ridotto
from ridotto.games.venezia.components import HUNTER, PLACE_NAMES, TOURIST
from tests.playing import Choices, some_options
from tests.venezia.habits import habitual, some, some_habits
from tests.venezia.referee import ACTIONS, PLACES, SQUARES, Referee, majority
from tests.venezia.views import action_names, own_of, place_names, public_of

pytestmark = pytest.mark.slow

game = ridotto.game("venezia")
GAMES = 120 if ridotto.compiled else 24  # in all; the more players, the longer they take
BASE = 77777  # with these choices somebody even wins by five districts with fewer points than another
LOOK_EVERY = 10

PHASE = {
    "HOME": "home", "PLAN_FIRST": "plan", "PLAN_ACTION": "plan", "PLAN_DISTRICT": "plan", "PLAN_COUNT": "plan",
    "PLACE": "place", "FEINT_SPLIT": "feint", "MOVE_PICK": "pick", "MOVE_TARGET": "move", "JUMP_ON": "jump",
    "ACT_USE": "use", "ACT_FAMILY": "family", "REINFORCE": "reinforce", "ACT_HAWK": "hawk", "ACT_CATCHER": "catcher",
    "ACT_CLERGY": "clergy", "ACT_HOUSE_TO": "house", "ACT_HOUSE_TAKE": "take along", "ACT_VESPA_FROM": "vespa from",
    "ACT_VESPA_COUNT": "vespa count", "ACT_VESPA_TO": "vespa to", "ACT_CARRIER_SLOT": "carrier slot",
    "ACT_CARRIER_CARD": "carrier card", "RECOVER": "recover", "FETCH": "fetch",
}  # fmt: skip
STEP = {"PLAN_FIRST": "first", "PLAN_ACTION": "action", "PLAN_DISTRICT": "districts", "PLAN_COUNT": "pigeons"}


class Table:
    """One game at which two referees sit: what happens at it, both carry out."""

    def __init__(self, players, options, seed):
        self.state = game.start(players=players, seed=seed, **options)
        self.state.listen()
        self.spun: deque[str] = deque()
        self.decisions = 0
        start = self.state.snapshot()["start"]
        self.referee = Referee(players, game.options_of(self.state), start, lambda allowed: self.spun.popleft())
        self.agree()

    def play(self, seat, move):
        self.state.play(seat, move)
        self.spun.extend(SQUARES[note.a] for note in self.state.take_notes() if note.kind in (TOURIST, HUNTER))
        self.referee.play(seat, move)
        assert not self.spun
        self.decisions += 1
        self.agree()
        if self.decisions % LOOK_EVERY == 0:
            self.look(seat)

    def agree(self):
        """Both ask the same seats the same questions, and know the same, open and secret."""
        state, referee = self.state, self.referee
        assert state.actors() == sorted(referee.asked)
        for seat in referee.asked:
            assert state.moves(seat) == sorted(referee.possible(seat))
        expected, shown = position(referee), state.snapshot()
        assert {key: shown[key] for key in expected} == expected
        assert state.scores() == [family.score for family in referee.families]
        if state.over:
            assert state.places() == referee.places()

    def look(self, seat):
        """What a player sees of his own hand, and of who is ahead."""
        public, own, referee = public_of(self.state), own_of(self.state, seat), self.referee
        family = referee.families[seat]
        assert set(action_names(own.actions)) == family.actions - {family.plan.action}
        assert set(place_names(own.districts)) == set(PLACES) - set(family.plan.districts)
        assert public.edge == referee.edge
        holders = {place: majority(referee.birds(place), referee.grey[place]) for place in PLACES}
        holders["san_michele"] = majority({seat: each.san_michele for seat, each in enumerate(referee.families)})
        assert dict(zip(PLACE_NAMES, (place.holder for place in public.city), strict=True)) == holders


def position(referee):
    """What the referee knows, in the words of a snapshot."""
    (phase,) = {PHASE[decision] for decision, _ in referee.asked.values()} or {"over"}
    return {
        "round": referee.round,
        "start": referee.start,
        "phase": phase,
        "player": None if phase in {"plan", "over"} else min(referee.asked),
        "moved": by_square(referee.moved),
        "been": by_square(referee.path if phase == "jump" else []),
        "tourists": by_square(referee.tourists),
        "hunters": referee.hunters,
        "last_tourists": by_square(referee.last_tourists),
        "last_hunters": referee.last_hunters,
        "hawk": referee.hawk,
        "catcher": referee.catcher,
        "grey": +referee.grey,
        "seats": [
            {
                "score": family.score,
                "home": family.home,
                "reserve": family.reserve,
                "nest": family.nest,
                "supply": family.supply,
                "piazza": by_square(family.piazza),
                "places": +(family.city + Counter(san_michele=family.san_michele)),
                "played": sorted(family.played, key=ACTIONS.index),
                "plan": cards(family.plan) | {"step": step(referee, seat)},
                "shown": cards(family.shown) | {"pigeons": (family.shown.pigeons + [0] * 4)[:4]},
            }
            for seat, family in enumerate(referee.families)
        ],
    }


def cards(plan):
    return {"first": plan.first, "action": plan.action, "cards": plan.districts, "pigeons": plan.pigeons}


def step(referee, seat):
    """What a seat decides next, while some still plan."""
    if seat in referee.asked:
        return STEP.get(referee.asked[seat][0])
    return "complete" if any(decision in STEP for decision, _ in referee.asked.values()) else None


def by_square(squares):
    return sorted(squares, key=SQUARES.index)


@pytest.mark.rule(
    "venezia.round.phases",
    "venezia.round.clockwise",
    "venezia.flow.sequential",
    "venezia.flow.forced",
    "venezia.plan.sequence",
    "venezia.plan.independent",
    "venezia.score.order",
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_the_same_for_both(players):
    for seed in range(GAMES // players):
        choice = Choices(BASE * players + seed)
        options = some_options(game, players, choice) | {"start_reserve": str(8 + choice.below(13))}
        table = Table(players, options, seed)
        habits = some_habits(players, seed, choice)
        while table.referee.asked:
            seat = some(sorted(table.referee.asked), choice)
            table.play(seat, habitual(table.referee, seat, habits[seat], choice))
