"""What the scene of 17 Diciassette holds for a drawn table: hands, gauge, signs, and the settlement of a call."""

import pytest

from ridotto.games.diciassette import components as c
from tests.diciassette.scenes import GAME, HANDS, call_window, counters, games, position, scene, text_of, zone, zones

ROW = "0: 4/4 up, 1: trap down, 2: 5 down, 1: x2 up, 2: 3 up"
CALLED = "0: 4/4 up, 1: trap down, 2: 5 down, 1: 3 up"  # 12


def called(row=CALLED, caller=0, player=2, tokens=(), hands=HANDS[:3], **more):
    """Before the first card of the round after a call."""
    laid = [part.split(": ") for part in row.split(", ")]
    last = [{"seat": int(seat), "card": card.split()[0], "face": card.split()[1]} for seat, card in laid]
    more |= {"last": {"caller": caller, "player": player, "row": last}, "turns": 0}
    return position("", tokens=tokens, hands=hands, **more)


def shown(part):
    return [(piece.art, piece.text) for piece in part.pieces]


def given(state, step, viewer=-1):
    """Of one step: who gets which tokens, and why."""
    pieces = zone(scene(state, viewer), f"step.{step}").pieces
    return [(piece.owner, piece.art, piece.text, text_of(piece.name)) for piece in pieces]


# Hands


def test_hands_lie_before_their_seats_from_behind():
    table = scene(position(ROW), 0)
    assert [part.seat for part in table.zones if part.id.startswith("behind.")] == [1, 2]
    assert shown(zone(table, "behind.1")) == [("num-2", "2/2"), ("back", "?"), ("back", "?")]
    assert [piece.id for piece in zone(table, "behind.1").pieces] == [
        "behind.1.2-2.1",
        "behind.1.back.1",
        "behind.1.back.2",
    ]
    assert {"behind.0", "behind.1", "behind.2"} <= set(zones(scene(position(ROW), -1)))


def test_shielded_hands_look_all_the_same():
    table = scene(position(ROW, options={"hand_backs_public": "false"}), 0)
    assert shown(zone(table, "behind.1")) == [("shielded", "")] * 3


def test_under_each_card_that_can_be_hidden_is_a_place_for_that():
    table = scene(position(ROW), 0)
    assert [(place.id, place.on, place.move) for place in zone(table, "under").pieces] == [
        ("under.1.1", "hand.1.1", "1 down"),
        ("under.x2.1", "hand.x2.1", "x2 down"),
    ]
    assert [(card.id, card.move) for card in zone(table, "hand").pieces] == [
        ("hand.5-5.1", "5/5 up"),
        ("hand.1.1", "1 up"),
        ("hand.x2.1", "x2 up"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_every_card_of_a_hand_says_the_move_that_it_means(players):
    """Equal cards too: whichever is touched. And no place stands for two moves."""
    for state in games(players, range(2)):
        for seat in range(players):
            table = scene(state, seat)
            parts = ("hand", "under", *(["answer"] if not state.over else []))
            lit = [piece for part in parts for piece in zone(table, part).pieces if piece.lit]
            assert {piece.move for piece in lit} == {action.move for action in table.actions}
            takes = [action.take for action in table.actions]
            assert len(set(takes)) == len(takes)
            assert set(takes) <= {piece.id for piece in lit}


# The gauge


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_the_gauge_measures_what_everybody_knows(viewer):
    gauge = zone(scene(position(ROW), viewer), "gauge")
    assert shown(gauge) == [("sure", "4"), ("sure", "3"), ("maybe", "5"), ("maybe", "5")]
    assert {counter.id: counter.value for counter in gauge.counters} == {
        "total": 7,
        "hidden": 2,
        "most": 17,
        "scale": 20,
    }


def test_the_gauge_reaches_as_far_as_it_must():
    rows = {5: 25, 6: 30, 8: 40, 9: 60}  # fives
    for fives, scale in rows.items():
        row = ", ".join(["0: 5/5 up"] * min(fives, 7) + ["1: 5 up"] * (fives - 7))
        hands = (["4/4", "x2", "1"], ["2/2", "3", "reverse"], ["4/4", "trap", "trash"])
        gauge = zone(scene(position(row, hands=hands, turns=fives), 0), "gauge")
        assert (gauge.counters[0].value, gauge.counters[3].value) == (5 * fives, scale)


# Signs


def test_remarks_are_there_as_signs_too():
    table = scene(call_window("0: x2 up", double=True, tokens=[(2, 0), (1, 1)]), 0)
    signs = [(piece.owner, piece.art, text_of(piece.name)) for piece in zone(table, "flags").pieces]
    assert signs == [
        (0, "last", "played last"),
        (0, "match", "one token from victory"),
        (1, "double", "next: 2 cards"),
        (1, "risk", "one more penalty costs a token"),
    ]


@pytest.mark.rule("diciassette.call.secret")
def test_only_the_viewer_sees_the_own_answer():
    def answers(viewer):
        return [(piece.move, piece.sign, piece.lit) for piece in zone(scene(state, viewer), "answer").pieces]

    state = call_window(ROW, hands=HANDS)
    open_to_all = [("call", "", True), ("pass", "", True)]
    assert answers(3) == open_to_all
    assert zone(scene(state, 3), "answer").note is None
    state.play(3, c.CALL)
    assert answers(3) == [("call", "✓", False), ("pass", "", False)]
    assert text_of(zone(scene(state, 3), "answer").note).startswith("Your answer is final.")
    assert answers(1) == answers(2) == open_to_all
    assert "answer" not in zones(scene(state, -1))


def test_why_one_cannot_call_is_said():
    assert text_of(zone(scene(call_window(ROW), 0), "answer").note) == "You've just played: now the others may call."
    assert text_of(zone(scene(position(ROW), 0), "answer").note) == "Play your card first."
    assert text_of(zone(scene(position(ROW), 1), "answer").note) == "You can call once Anna has played."


# The settlement


def test_a_row_that_was_called_stays_where_it_is_and_is_turned_over():
    """Its cards have the ids that they had before the call; the first card of the next round has another."""
    table = scene(called(), 0)
    assert [piece.id for piece in zone(table, "last").pieces] == ["row.2.1", "row.2.2", "row.2.3", "row.2.4"]
    turned = [(piece.on, piece.art, text_of(piece.name)) for piece in zone(table, "turned").pieces]
    assert turned == [("row.2.2", "sprung", "trap!"), ("row.2.3", "turned", "7 + 5")]
    later = scene(position("0: 4/4 up", last={"caller": 0, "player": 2, "row": []}), 0)
    assert [piece.id for piece in zone(later, "row").pieces] == ["row.3.1"]
    assert "turned" not in zones(later)


def test_a_call_is_staged_who_shouts_and_how_the_total_runs():
    """What was visible fills the gauge first, then each card as it is turned over; a trap adds nothing."""
    table = scene(called(), 0)
    turned, gauge = zone(table, "turned"), zone(table, "gauge")
    assert (text_of(turned.note), turned.seat) == ("Anna calls 17!", 0)
    assert [piece.text for piece in turned.pieces] == ["7", "12"]
    assert shown(gauge) == [("sure", "4"), ("sure", "3"), ("sure", "5")]
    assert [piece.on for piece in gauge.pieces] == ["", "", turned.pieces[1].id]


def test_the_steps_of_a_wrong_call_with_a_trap():
    state = called(tokens=[(0, 0), (1, 0), (1, 0)])
    assert text_of(zone(scene(state, 0), "step.reveal").note) == "Visible: 7. 2 hidden cards turn over."
    assert given(state, "traps") == [
        (1, "victory", "+1", "Ben laid 1 trap"),
        (0, "penalty", "+1", "Anna ran into it"),
    ]
    assert given(state, "result") == [
        (2, "victory", "+1", "Carla played last"),
        (0, "penalty", "+1", "Anna called"),
    ]
    assert given(state, "second") == [(0, "penalty", "-2", "Anna discards both: 0 victory tokens left")]
    gains = [(piece.owner, piece.art, piece.text) for piece in zone(scene(state, 0), "gains").pieces]
    assert gains == [(1, "victory", "+1"), (0, "penalty", "+2 −2"), (2, "victory", "+1")]


def test_traps_may_bring_more_than_one_pair_of_penalties():
    state = called("1: trap down, 2: trap down, 1: trap down")
    assert given(state, "second") == [(0, "penalty", "-4", "Anna discards all 4: 0 victory tokens left")]


def test_nobody_is_given_a_second_victory_token():
    state = called(player=1, tokens=[(0, 0), (1, 0)])
    assert given(state, "result")[0] == (1, "victory", "0", "Ben already got one for a trap")


def test_without_traps_and_hidden_cards_there_are_two_steps():
    state = called("0: 5/5 up, 1: 5/5 up, 2: 5 up, 1: 3 up", tokens=[(1, 0), (0, 0), (0, 1)])
    steps = [name for name in zones(scene(state, 0)) if name.startswith("step.")]
    assert steps == ["step.reveal", "step.result"]
    assert text_of(zone(scene(state, 0), "step.reveal").note) == "All cards were face up: 18."
    assert given(state, "result") == [(0, "victory", "+1", "Anna called"), (2, "penalty", "+1", "Carla played last")]


@pytest.mark.slow
@pytest.mark.parametrize("settlement", ["sequential", "batch"])
@pytest.mark.parametrize("players", GAME.players)
def test_the_steps_add_up_to_the_tokens_of_now(players, settlement):
    """In random games: from the tokens before a call, the steps lead to those after it."""
    calls = pairs = 0
    before = [(0, 0)] * players
    ended = None
    for state in games(players, range(12), settlement=settlement):
        table = scene(state, -1)
        tokens = list(zip(state.victory[:players], state.penalty[:players], strict=True))
        if state.round == 1 and not state.turns_finished:
            before, ended = tokens, None
        now = (state.round, state.over)
        if tokens != before or (ended is not None and now != ended):
            changes = {seat: [0, 0] for seat in range(players)}
            for part in table.zones:
                for piece in part.pieces if part.id.startswith("step.") else ():
                    if piece.owner is not None:
                        changes[piece.owner][piece.art == "penalty"] += int(piece.text)
            for seat, (victory, penalty) in enumerate(before):
                gained, penalties = changes[seat]
                assert tokens[seat][1] == penalty + penalties
                lost = victory + gained - tokens[seat][0]
                assert lost == 0 or 0 < lost <= sum(
                    -int(piece.text) // 2 for piece in zone(table, "step.second").pieces if piece.owner == seat
                )
            calls += 1
            pairs += "step.second" in zones(table)
        before, ended = tokens, now
    assert calls > 30
    assert pairs > 5


def test_the_end_has_its_steps_and_its_row():
    row = "0: 5/5 up, 1: 5/5 up, 2: 5/5 up, 1: 3 down"
    state = position(row, 1, "over", tokens=[(3, 0), (1, 1), (2, 0)], last={"caller": 0, "player": 1})
    table = scene(state, 2)
    assert [text_of(piece.name) for piece in zone(table, "turned").pieces] == ["15 + 3"]
    assert given(state, "result") == [(0, "victory", "+1", "Anna called"), (1, "penalty", "+1", "Ben played last")]
    assert counters(table, 0)["place"] == "1"
    assert not {"flags", "answer"} & set(zones(table))
