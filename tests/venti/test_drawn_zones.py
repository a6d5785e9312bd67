"""What a drawing of Venti's table is told: data besides the words."""

import pytest

from ridotto.house.tables import commands
from ridotto.web.tables import table_pages
from ridotto.web.tables.template_context import PersonAtTable
from tests.house.logs import Log
from tests.playing import Choices
from tests.venti.scenes import EN, GAME, action, play, position, scene, zone
from tests.venti.table import public_view

HAND = ["6/0", "6/1", "3/0", "3/1", "4/0"]


def figures(shown, name):
    return {counter.id: counter.value for counter in zone(shown, name).counters}


def ids(shown, name):
    return [piece.id for piece in zone(shown, name).pieces]


def test_runners_stand_at_their_points_and_never_beyond_twenty():
    ben = {"points": ["5/11", "5/12", "6/11", "7/11", "4/11", "3/8"]}
    shown = scene(position(HAND, seats={1: ben}, trigger=1, first_to_ten=1))
    assert [(piece.id, piece.at, piece.owner) for piece in zone(shown, "ruler").pieces] == [
        ("runner.0", "0", 0), ("runner.1", "20", 1), ("runner.2", "0", 2), ("flag", "10", 1),
    ]  # fmt: skip
    assert "flag" not in ids(scene(position(HAND, players=2)), "ruler")


def test_what_is_covered_is_told_slot_by_slot_to_its_owner():
    state = position(HAND)
    assert figures(scene(state), "covered") == {"card.1-4": "11", "card.0-9": "1111", "card.6-12": "1001"}
    assert "covered" not in [part.id for part in scene(state, -1).zones]


def test_nothing_is_told_of_a_frozen_card():
    shown = scene(position(HAND, frozen={2: 1}))
    ids = [counter.id for part in shown.zones for counter in part.counters]
    ids += [piece.id for part in shown.zones for piece in part.pieces]
    assert "card.0-9" not in ids
    assert [(piece.id, piece.on) for piece in zone(shown, "handles").pieces] == [
        ("exchange.1", "card.1-4"), ("exchange.3", "card.6-12"),
    ]  # fmt: skip


def test_cards_that_help_or_pay_are_named():
    shown = scene(position(HAND))
    assert figures(shown, "helps") == {"card.2-5": "3", "card.joker-1": "3"}
    assert figures(shown, "payable") == {"card.2-5": 2, "card.5-0": 1}
    assert figures(shown, "pays") == {"card.6-0": "1 2", "card.6-1": "1 2", "card.3-0": "2", "card.3-1": "2"}


def test_tools_are_laid_on_cards_and_say_why_they_cannot_be():
    shown = scene(position(HAND, seats={0: {"points": ["5/9", "5/4"]}}))
    assert (action(shown, "freeze 2").take, action(shown, "freeze 2").put) == ("do.freeze", "card.0-9")
    assert (action(shown, "joker from 5 (2)").take, action(shown, "joker from 5 (2)").put) == ("do.joker", "card.5-4")
    assert action(shown, "action from 5 (3)").put == "card.5-9"
    poor = scene(position(HAND, seats={0: {"points": ["5/9"]}}))
    assert figures(poor, "deeds") == {
        "do.freeze": "freeze 1", "do.joker": "joker from 5 (3)", "do.action": "action from 5 (3)",
    }  # fmt: skip
    assert not {action.take for action in poor.actions} & {"do.joker", "do.action"}


def test_whatever_lies_openly_is_the_same_piece_wherever_it_goes():
    state = position(["6/0", "6/1"], seats={0: {"permanent": ["3/9"], "extra": ["3/4"]}})
    assert ids(scene(state), "kept-0") == ["card.3-9", "card.3-4"]
    play(state, "fulfil 1", "card 6 (1)")
    assert ids(scene(state), "payment") == ["card.6-0", "payment.2"]
    assert ids(scene(state), "kept-0") == ["card.3-4"]
    assert ids(scene(state), "hand") == ["card.6-1", "card.3-9"]
    play(state, "card 6 (1)")
    assert ids(scene(state, 1), "points-0") == ["card.1-4"]


@pytest.mark.parametrize("seen", ["memory", "open"])
def test_what_is_put_down_blindly_is_drawn_even_where_the_face_is_seen(seen):
    """Whatever the deal: somebody freezes a target, goes for it at once and puts cards down."""
    log = Log(game="venti", players=3, options={"frozen_attempt": "blind_commit", "frozen_view": seen}).begin()
    for kind in ("freeze", "fulfil", "card", "card"):
        state = log.table.started_match.state
        seat = state.actor()
        shown = scene(state, seat)
        frozen = [piece.move for piece in zone(shown, "targets").pieces if piece.owner is not None]
        moves = frozen if kind == "fulfil" else [one.move for one in shown.actions if one.move.startswith(kind)]
        log.decide(seat, GAME.parse(moves[0]))
        for viewer in (-1, 0, 1, 2):
            page = table_pages.table_part(log.table, PersonAtTable(viewer, (viewer,) if viewer >= 0 else ()), EN).html()
    state = log.table.started_match.state
    shown = scene(state, seat)
    assert public_view(state).phase == "commit"
    assert len(ids(shown, "payment")) == 2
    assert all(f'id="{id}"' in page for id in ids(shown, "payment"))


def test_a_match_broken_off_keeps_its_table_even_in_a_payment():
    log = Log(game="venti", players=2).begin()
    choice = Choices(3)
    while "payment" not in [part.id for part in log.scene(-1).zones]:
        log.step(choice)
    for seat in range(2):
        log.do(commands.propose_abandon, seat)
    assert log.table.phase != "running"
    for viewer in (-1, 0, 1):
        page = table_pages.table_part(log.table, PersonAtTable(viewer, (viewer,) if viewer >= 0 else ()), EN).html()
        assert 'class="zone payment"' in page


def test_the_next_card_is_as_likely_as_there_are_cards_out_of_sight():
    shown = scene(position(HAND))
    left, chances = figures(shown, "unseen"), figures(shown, "chances")
    assert list(left) == list(chances)
    assert chances["unseen.7"] == round(100 * left["unseen.7"] / sum(left.values())) == 14
    assert 98 <= sum(chances.values()) <= 102


def test_when_the_pile_is_empty_the_next_card_comes_from_the_discards():
    shown = scene(position(HAND, pile=[]))
    assert not any(figures(shown, "unseen").values())
    chances = figures(shown, "chances")
    assert (chances["unseen.7"], chances["unseen.joker"], chances["unseen.chaos"]) == (13, 3, 2)


def test_the_last_turns_are_drawn_on_the_plates():
    ben = {"points": ["5/11", "5/12", "6/11", "7/11", "4/11"]}
    told = public_view(position(HAND, seats={1: ben}, trigger=1, final_queue=[2], first_to_ten=0))
    assert (told.actions_used, told.action_limit, told.trigger, told.final_queue) == (0, 3, 1, (2,))
    before = public_view(position(HAND))
    assert (before.trigger, before.final_queue) == (None, ())


def test_numbers_to_declare_are_all_there_with_their_price():
    shown = scene(play(position([*HAND, "joker 2"]), "fulfil 2"))
    offered = [(piece.id, piece.lit, piece.sign) for piece in zone(shown, "declare").pieces]
    assert offered[3:5] == [("declare.3", True, ""), ("declare.4", True, "?")]
    assert [piece for piece, lit, _ in offered if not lit] == [f"declare.{n}" for n in (0, 1, 2, 5, 7)]
    assert action(shown, "declare 3").take == "declare.3"


def test_the_end_is_told_in_steps_with_what_decided():
    points = {0: ["5/11", "5/12"], 1: ["6/11", "3/11", "7/11", "7/12", "4/11"], 2: ["6/8", "3/8", "2/1", "2/2"]}
    seats = {seat: {"points": cards} for seat, cards in points.items()}
    state = position(["0/0"], seats=seats, trigger=1, first_to_ten=1, starter=1, frozen={2: 2}, phase="over")
    shown = scene(state, -1)
    assert [piece.art for piece in zone(shown, "ending").pieces] == ["twenty", "frozen", "equal"]
    assert figures(shown, "deciding") == {"0": "number", "2": "number"}
