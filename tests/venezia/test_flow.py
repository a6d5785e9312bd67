"""The round, whose decision it is, and what the engine decides by itself."""

from functools import cache
from itertools import pairwise

import pytest

import ridotto
from tests.at_the_table import choices, do, refused
from tests.playing import Choices, some_options
from tests.venezia.table import SQUARES, asked, family, game, phase, planned, table

PHASES = {
    "home": 0,
    "plan": 1, "place": 2, "feint": 2, "pick": 2, "move": 2, "jump": 2,
    "family": 3, "reinforce": 3, "use": 3, "hawk": 3, "catcher": 3, "clergy": 3, "house": 3, "take along": 3,
    "vespa from": 3, "vespa count": 3, "vespa to": 3, "carrier slot": 3, "carrier card": 3,
    "recover": 4, "fetch": 4,
}  # fmt: skip
GAMES = 2 if ridotto.compiled else 1


@cache
def positions():
    """Some positions in a row, of random games at every number of players: snapshot, seats that are asked, moves."""
    found = []
    for players in game.players:
        for seed in range(GAMES):
            choice = Choices(2 + 10 * players + seed)
            state = game.start(players=players, seed=seed, **some_options(game, players, choice))
            while not state.over and state.snapshot()["round"] < 12:
                seats = state.actors()
                found.append((state.snapshot(), seats, [state.moves(seat) for seat in range(players)]))
                seat = seats[choice.below(len(seats))]
                moves = state.moves(seat)
                state.play(seat, moves[choice.below(len(moves))])
    return found


def snapshots():
    return [snapshot for snapshot, _, _ in positions()]


@pytest.mark.rule("venezia.round.phases")
def test_four_phases_in_order_and_everybody_completes_one_before_the_next():
    reached = [(shown["round"], PHASES[shown["phase"]]) for shown in snapshots()]
    for before, after in pairwise(reached):
        assert after >= before or after == (0, 0)  # the next game
    assert {shown["phase"] for shown in snapshots()} == set(PHASES)


@pytest.mark.rule("venezia.flow.sequential", "venezia.plan.simultaneous")
def test_outside_planning_exactly_one_seat_is_asked():
    for shown, seats, moves in positions():
        assert seats == [shown["player"]] or (shown["phase"] == "plan" and seats)
        assert [seat for seat, its in enumerate(moves) if its] == seats


@pytest.mark.rule("venezia.flow.sequential")
def test_whoever_is_not_asked_is_refused():
    state = table("pick", family(piazza="4C"), family(piazza="7E"))
    refusal = refused(state, "7E", seat=1)
    assert (refusal.code, refusal.clause) == ("turn", "venezia.flow.sequential")
    assert str(refusal) == "It's not your turn."


@pytest.mark.rule("venezia.flow.forced")
def test_nobody_is_asked_what_has_only_one_answer():
    for _, seats, moves in positions():
        assert all(len(moves[seat]) > 1 for seat in seats)


@pytest.mark.rule("venezia.flow.forced")
def test_stopping_counts_as_an_option():
    """One pigeon that can move, or stop; one card to recover, or none."""
    state = table("pick", family(piazza="4C"), family())
    assert len(state.moves(0)) == 2
    state = table("recover", family(played="vespa", san_giorgio=1), family(), round=3)
    assert [game.text(move) for move in state.moves(0)] == ["stop", "vespa"]


@pytest.mark.rule("venezia.flow.forced", "venezia.round.phases")
def test_a_round_in_which_nothing_can_be_decided_runs_by_itself_to_the_next_plan():
    state = planned("piazza", "piazza", "feint")
    assert (phase(state), state.snapshot()["round"]) == ("plan", 3)


@pytest.mark.rule("venezia.round.phases", "venezia.round.clockwise")
def test_a_whole_round_in_the_order_of_the_rulebook():
    """Seat 1 begins. What is asked does not depend on the spin: the pigeons stand far from one another."""
    families = [family(piazza="2B 9G", san_michele=9, nest=0), family(piazza="2G 9B", san_michele=1, san_giorgio=1)]
    plans = "piazza 1, hawk_card, castello 2", "feint 2, vespa, san_polo 1, giudecca"
    state = planned(*plans, families=families, start=1)
    in_turn = []
    while state.snapshot()["round"] == 2:
        moves = choices(state)
        if asked(state) not in in_turn:
            in_turn.append(asked(state))
        do(state, "stop" if "stop" in moves else "5D" if "5D" in moves else min(moves))
    usual = [("feint", 1), ("place", 0), ("pick", 1), ("pick", 0), ("hawk", 0), ("recover", 1), ("fetch", 0)]
    assert [step for step in in_turn if step[0] != "reinforce"] == usual
    assert state.snapshot()["start"] == 0


@pytest.mark.rule("venezia.flow.invariants")
def test_no_pigeon_is_ever_lost_or_made():
    """40 of each family and six grey ones, counted from what a snapshot shows."""
    for shown in snapshots():
        for seat in shown["seats"]:
            planned_already = 0 if shown["phase"] == "plan" else sum(seat["plan"]["pigeons"])
            at_home = seat["reserve"] + seat["nest"] + seat["supply"]
            assert at_home + planned_already + len(seat["piazza"]) + sum(seat["places"].values()) == 40
            assert min(seat["reserve"], seat["nest"], seat["supply"]) >= 0
        grey = shown["grey"].values()
        assert sum(grey) in (0, 3, 6)
        assert set(grey) <= {3, 6}


@pytest.mark.rule("venezia.first.onepersquare", "venezia.move.occupied", "venezia.plan.limit", "venezia.setup.home")
def test_the_board_is_always_in_order():
    """One pigeon to a square, none on the Campanile or at a hunter, ten of a family; one home base to a district."""
    for shown in snapshots():
        birds = [name for seat in shown["seats"] for name in seat["piazza"]]
        markers = shown["tourists"] + shown["hunters"]
        assert len(set(birds)) == len(birds)
        assert len(set(markers)) == len(markers)
        assert not set(birds) & {"8G", *shown["hunters"]}
        assert "8G" not in markers
        assert set(birds) <= set(SQUARES)
        assert all(len(seat["piazza"]) <= 10 for seat in shown["seats"])
        homes = [seat["home"] for seat in shown["seats"] if seat["home"]]
        assert len(set(homes)) == len(homes)


@pytest.mark.rule("venezia.end.noelimination", "venezia.plan.empty")
def test_everybody_plans_in_every_round():
    opened = 0
    for (before, _, _), (shown, seats, _) in pairwise(positions()):
        if shown["round"] == before["round"] + 1:
            assert seats == list(range(shown["players"]))
            opened += 1
    assert opened > 20


@pytest.mark.rule("venezia.score.three", "venezia.score.six")
def test_all_scores_are_multiples_of_three_and_nobody_goes_on_with_50():
    scores = [seat["score"] for shown in snapshots() for seat in shown["seats"]]
    assert all(score % 3 == 0 for score in scores)
    assert 30 < max(scores) < 50
