"""What the table of 17 Diciassette shows: section 13 of its specification."""

from typing import Any

import pytest
from msgspec.structs import replace

import ridotto
from ridotto.games.diciassette import components as c
from tests.diciassette.scenes import (
    GAME,
    HANDS,
    call_window,
    counted,
    counters,
    games,
    hints,
    marks,
    notes,
    position,
    scene,
    text_of,
    zone,
    zones,
)
from tests.diciassette.views import short, view_of

ROW = "0: 4/4 up, 1: trap down, 2: 5 down, 1: x2 up, 2: 3 up"

# The row


def test_the_row_lies_from_left_to_right_with_owners():
    row = zone(scene(position(ROW), 0), "row")
    assert [piece.id for piece in row.pieces] == ["row.3.1", "row.3.2", "row.3.3", "row.3.4", "row.3.5"]
    assert [piece.owner for piece in row.pieces] == [0, 1, 2, 1, 2]
    assert [piece.text for piece in row.pieces] == ["4/4", "?", "?", "0", "3"]
    assert text_of(row.name) == "Row of round 3"


@pytest.mark.parametrize(
    ("viewer", "faces", "remarks"),
    [
        (-1, ["back", "back"], [[], []]),
        (0, ["back", "back"], [[], []]),
        (1, ["trap", "back"], [["your trap"], []]),
        (2, ["back", "num-5"], [[], ["hidden"]]),
    ],
)
def test_a_covered_card_is_seen_through_by_its_owner_only(viewer, faces, remarks):
    covered = zone(scene(position(ROW), viewer), "row").pieces[1:3]
    assert [piece.art for piece in covered] == faces
    assert [[text_of(mark) for mark in piece.marks] for piece in covered] == remarks
    assert {piece.tint for piece in covered} == {"dark"}


def test_all_neutral_backs_look_alike():
    one, other = (zone(scene(position(f"1: {card} down"), 0), "row").pieces for card in ("5", "trap"))
    assert one == other


def test_a_two_sided_card_shows_its_number_face_down_too():
    (piece,) = zone(scene(position("1: 4/4 down"), 0), "row").pieces
    assert (piece.text, [text_of(mark) for mark in piece.marks]) == ("4/4", [])


@pytest.mark.parametrize(
    ("viewer", "note"),
    [
        (-1, "Possible total: 7 to 17."),
        (0, "Possible total: 7 to 17."),
        (1, "You know 7 + 1 hidden; possible: 7 to 12."),
        (2, "You know 12 + 1 hidden; possible: 12 to 17."),
    ],
)
def test_the_visible_total_and_what_the_viewer_knows(viewer, note):
    shown = scene(position(ROW), viewer)
    assert text_of(zone(shown, "row").note) == "visible total 7 + 2 hidden"
    assert notes(shown) == [note]


def test_a_row_without_secrets_needs_no_range():
    out_of_reach = "17 is still out of reach, so nobody is asked."
    assert notes(scene(position("0: 4/4 up, 1: 3 up"), 0)) == [out_of_reach]
    assert notes(scene(position("0: 4/4 up, 1: 3 down"), 1)) == [out_of_reach, "You know the total: 7."]


# Around it


def test_direction_and_piles_stand_by_in_a_few_words():
    shown = scene(position(ROW, direction="counter-clockwise", seats={1: {"trashed": ["trap"]}}), 0)
    parts = {part: text_of(zone(shown, part).counters[0].value) for part in ("direction", "pile", "discards")}
    assert parts == {"direction": "counter-clockwise ↺", "pile": "2, on top ?", "discards": "54, 1 of them unseen"}
    assert all(zone(shown, part).quiet for part in parts)


def test_the_top_of_the_draw_pile_is_seen_from_behind():
    assert zone(scene(position(ROW, pile=["3", "3/3"]), 0), "pile").pieces[0].art == "back"
    assert zone(scene(position(ROW, pile=["3/3", "3"]), 0), "pile").pieces[0].text == "3/3"


def test_everybody_is_seen_from_behind():
    shown = scene(position(ROW), 0)
    assert [counters(shown, seat)["backs"] for seat in range(3)] == ["5/5 ? ?", "2/2 ? ?", "4/4 ? ?"]


def test_hands_that_are_shielded_show_only_their_number():
    shown = scene(position(ROW, options={"hand_backs_public": "false"}), 0)
    assert counters(shown, 1) == {"victory": "0", "penalty": "0", "cards": "3"}
    assert zone(shown, "pile").pieces == ()


def test_tokens_come_with_warnings():
    shown = scene(position(ROW, tokens=[(2, 0), (1, 1), (0, 1)]), 0)
    assert [counters(shown, seat)["victory"] for seat in range(3)] == ["2", "1", "0"]
    assert marks(shown, 0) == ["one token from victory"]
    assert marks(shown, 1) == ["next", "one more penalty costs a token"]
    assert marks(shown, 2) == []


def test_who_is_next_follows_the_direction():
    for direction, following in (("clockwise", 1), ("counter-clockwise", 2)):
        shown = scene(position(ROW, direction=direction), 0)
        assert [seat for seat in range(3) if "next" in marks(shown, seat)] == [following]


def test_an_x2_is_marked_at_its_victim_and_then_counted_down():
    window = scene(call_window("0: x2 up", double=True), 0)
    assert (marks(window, 0), marks(window, 1)) == (["played last"], ["next: 2 cards"])
    first = scene(position("0: x2 up", turn=1, due=2), 1)
    assert marks(first, 1) == ["2 cards to play"]
    assert text_of(first.prompt) == "x2: play the first of two cards."
    hands = (HANDS[0], ["2/2", "reverse"], HANDS[2])
    second = scene(position("0: x2 up, 1: 3 up", turn=1, hands=hands), 1)
    assert marks(second, 1) == ["2 cards to play, 1 left"]
    assert text_of(second.prompt) == "x2: play your second card."
    assert (
        text_of(scene(position("0: x2 up, 1: 3 up", turn=1, hands=hands), 0).prompt)
        == "Ben is playing the second card."
    )


# Seen cards


def test_known_discards_and_unseen_cards_are_there_for_whoever_asks():
    shown = scene(position(ROW, seats={0: {"trashed": ["trap"]}, 2: {"trashed": ["x2"]}}, pile=["2"] * 3), 0)
    assert zone(shown, "seen").folded
    assert "trap, hidden by you" in [text_of(piece.name) for piece in zone(shown, "seen").pieces]
    unseen = counted(zone(shown, "unseen"))
    assert len(unseen) == 9
    assert unseen["one-sided 2"] == "3"  # in the pile
    assert unseen["trap"] == "2"  # Ben's in the row and Carla's in her hand


def test_without_the_panel_only_own_secrets_can_be_looked_up():
    options = {"seen_cards_panel": "false"}
    trashed = {0: {"trashed": ["trap"]}}
    shown = scene(position(ROW, seats=trashed, options=options), 0)
    assert "unseen" not in zones(shown)
    assert [text_of(piece.name) for piece in zone(shown, "seen").pieces] == ["trap, hidden by you"]
    assert "seen" not in zones(scene(position(ROW, seats=trashed, options=options), 1))


def test_without_the_panel_neither_view_nor_scene_lists_what_was_seen():
    """Three x2 are discarded, and one that the last call has revealed; the row is shown until somebody has played."""
    last = {"caller": 2, "player": 1, "row": [{"seat": 0, "card": "x2", "face": "down"}]}
    more: dict[str, Any] = {"last": last, "options": {"seen_cards_panel": "false"}, "direction": "counter-clockwise"}
    hands = (["5/5", "5", "1"], *HANDS[1:3])
    for viewer in (-1, 0, 1, 2):
        before = view_of(position("", hands=hands, turns=0, **more), viewer)
        shown = before.public.last
        assert shown is not None
        assert (shown.caller, shown.player, short(shown.row)) == (2, 1, "0:x2-")
        assert zones(GAME.scene(before)).count("last") == 1
        played = view_of(position("2: 4/4 up", hands=hands, **more), viewer)
        assert played.public.last is None
        assert played.public.discards.known is None
        assert c.DOUBLE not in {card.kind for card in played.public.row}
        assert played.own is None or c.DOUBLE not in {*played.own.hand, *played.own.hidden, *played.own.trashed}
        assert not {"last", "seen", "unseen"} & set(zones(GAME.scene(played)))
        assert "x2" not in repr(GAME.scene(played))


def test_a_discarded_card_looks_like_itself():
    shown = scene(position("", hands=(["4/4", "4/4", "trap"], *HANDS[1:3]), pile=["2"], turns=0), 0)
    in_hand = {piece.text: piece for piece in zone(shown, "hand").pieces}
    seen = {piece.id: piece for piece in zone(shown, "seen").pieces}
    assert [name for name in seen if name.startswith("seen.4-4.")] == [f"seen.4-4.{n}" for n in range(1, 5)]
    for name, card in (("seen.4-4.1", in_hand["4/4"]), ("seen.trap.1", in_hand["0"])):
        assert replace(card, id=name, lit=False, move="", source="", sink="") == seen[name]


def test_the_last_row_is_shown_until_the_next_begins():
    row = [*[{"seat": 0, "card": "5/5", "face": "up"}] * 3, {"seat": 1, "card": "2", "face": "down"}]
    last = {"caller": 2, "player": 1, "row": row}
    part = zone(scene(position("", turns=0, last=last), 0), "last")
    assert text_of(part.note) == "Carla called 17 on Ben and was right: 17."
    assert [text_of(mark) for mark in part.pieces[3].marks] == ["was hidden"]
    assert not part.folded
    assert zone(scene(position(ROW, last=last), 0), "last").folded
    assert "last" not in zones(scene(position(ROW, last=last, options={"seen_cards_panel": "false"}), 0))


# What is offered


def test_a_two_sided_card_is_offered_once_and_others_both_ways_up():
    shown = scene(position(ROW), 0)
    assert [(action.move, text_of(action.name)) for action in shown.actions] == [
        ("5/5 up", "two-sided 5"),
        ("1 up", "one-sided 1, face up"),
        ("1 down", "one-sided 1, face down"),
        ("x2 up", "x2, face up"),
        ("x2 down", "x2, face down"),
    ]
    assert [action.take for action in shown.actions] == [
        "hand.5-5.1",
        "hand.1.1",
        "under.1.1",
        "hand.x2.1",
        "under.x2.1",
    ]


def test_numbers_say_what_they_make():
    shown = scene(position("1: 5/5 up, 2: 5/5 up, 1: 2 up, 0: 4 down"), 0)
    assert hints(shown, "5/5 up") == ["makes 17 + 1 hidden", "17 or more in plain sight"]
    assert hints(shown, "1 up") == ["makes 13 + 1 hidden"]
    assert hints(shown, "1 down") == ["secretly adds 1", "you know it's 17 or more"]
    assert hints(scene(position("1: 5/5 up"), 0), "1 down") == ["secretly adds 1"]


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        ("", "the row is empty: only this card goes"),
        ("0: trap down", "removes Anna's hidden card"),
        ("0: 5 up", "removes Anna's one-sided 5"),
        ("2: 5 down", "removes your own one-sided 5"),
    ],
)
def test_trash_says_what_it_removes(row, hint):
    assert hints(scene(position(row, turn=2), 2), "trash up") == [hint]


def test_trash_says_that_it_cancels_an_x2():
    options = {"trash_cancels_double": "true"}
    victim = position("1: x2 up", turn=2, due=2, options=options)
    assert hints(scene(victim, 2), "trash up") == ["removes x2: no second card for you"]
    hands = (HANDS[0], HANDS[1], ["trash", "4/4"])
    own = position("1: x2 up, 2: x2 up", turn=2, double=True, hands=hands, options=options)
    assert hints(scene(own, 2), "trash up") == ["removes x2: nobody has to play two cards"]
    usual = position("1: x2 up", turn=2, due=2)
    assert hints(scene(usual, 2), "trash up") == ["removes Ben's x2"]


def test_an_x2_names_its_victim():
    assert hints(scene(position(ROW), 0), "x2 up") == ["Ben must play two cards"]
    assert hints(scene(position(ROW, direction="counter-clockwise"), 0), "x2 up") == ["Carla must play two cards"]
    assert hints(scene(position("2: x2 up", due=2), 0), "x2 up") == ["the next player must play two cards"]
    hands = (["5/5", "x2"], *HANDS[1:3])
    again = scene(position("2: x2 up, 0: x2 up", double=True, hands=hands), 0)
    assert hints(again, "x2 up") == ["worth 0: the next player already has to play two"]


def test_a_change_of_direction_names_who_is_next():
    assert hints(scene(position(ROW, turn=1), 1), "reverse up") == ["reverses direction: Anna is next"]
    assert hints(scene(position("0: x2 up", turn=1, due=2), 1), "reverse up") == ["reverses direction"]
    two = position("0: 1/1 up", turn=1, hands=HANDS[:2])
    assert hints(scene(two, 1), "reverse up") == ["worth 0: no effect with two players"]


def test_a_trap_works_face_down_only():
    shown = scene(position(ROW, turn=2), 2)
    assert hints(shown, "trap down") == ["if called: +1 victory, caller +1 penalty"]
    assert hints(shown, "trap up") == hints(shown, "trash down") == ["worth 0, no effect"]
    second = scene(position("2: trap down, 0: 4/4 up, 1: 5/5 up", turn=2), 2)
    assert hints(second, "trap down") == ["if called: caller +1 penalty"]


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_every_choice_is_there_once_and_its_piece_too(players):
    for state in games(players, range(3)):
        for seat in range(players):
            shown = scene(state, seat)
            moves = [GAME.parse(action.move) for action in shown.actions]
            both = {move - c.DOWN for move in state.moves(seat) if c.DOWN <= move < c.DOWN + c.CONCEALED}
            assert sorted(moves + [move + c.DOWN for move in both]) == state.moves(seat)
            assert both <= set(moves)
            ids = [piece.id for part in shown.zones for piece in part.pieces]
            assert len(ids) == len(set(ids))
            assert all(action.take is None or action.take in ids for action in shown.actions)
            assert all(action.hints and action.clause for action in shown.actions)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_scene_is_the_same_in_every_world_the_viewer_cannot_tell_apart(players):
    rng = ridotto.Rng(players)
    for state in games(players, range(2)):
        for viewer in range(-1, players):
            assert scene(state.redeal(viewer, rng, recall=False), viewer) == scene(state, viewer)


# The end


def ended(tokens, row="0: 5/5 up, 1: 5/5 up, 2: 5/5 up, 1: 3 down", turn=1, caller=0, **more):
    return position(row, turn, "over", tokens=tokens, last={"caller": caller, "player": turn}, **more)


def test_three_victory_tokens_win():
    shown = scene(ended([(3, 0), (1, 1), (2, 0)]), -1)
    assert text_of(shown.prompt) == "Anna wins with 3 victory tokens."
    assert notes(shown) == ["Anna called 17 on Ben and was right: 18."]
    assert [(panel.seat, counters(shown, panel.seat)["place"]) for panel in shown.panels] == [
        (0, "1"),
        (2, "2"),
        (1, "3"),
    ]
    assert text_of(zone(shown, "row").note) == "total 18"
    assert [text_of(mark) for mark in zone(shown, "row").pieces[3].marks] == ["was hidden"]
    assert (shown.actions, shown.waiting) == ((), ())


TRAP = "0: 5/5 up, 2: trap down, 1: 3 up"


def test_fewer_penalties_decide():
    """A wrong call against Ben gives him the third token, a trap gives it to Carla."""
    shown = scene(ended([(0, 0), (3, 0), (3, 1)], TRAP), -1)
    assert text_of(shown.prompt) == "Ben wins with 3 victory tokens."
    assert notes(shown) == [
        "Anna called 17 on Ben and was wrong: 8.",
        "Ben and Carla are tied on victory tokens; fewer penalty tokens break the tie.",
    ]


def test_equal_tokens_share_the_victory():
    shown = scene(ended([(0, 0), (3, 1), (3, 1)], TRAP), -1)
    assert text_of(shown.prompt) == "Shared victory: Ben and Carla have 3 victory tokens each."
    assert notes(shown)[-1] == "Ben and Carla are tied on victory and penalty tokens: they win together."


def test_some_of_those_with_equal_victory_tokens_may_share_the_victory():
    row = "0: 5/5 up, 2: trap down, 3: trap down, 1: 3 up"
    shown = scene(ended([(0, 0), (3, 0), (3, 1), (3, 0)], row, hands=HANDS), -1)
    assert text_of(shown.prompt) == "Shared victory: Ben and Dino have 3 victory tokens each."
    assert notes(shown)[-1] == (
        "Ben, Carla and Dino are tied on victory tokens; fewer penalty tokens break the tie, "
        "but Ben and Dino are still level."
    )


def test_equal_tokens_are_explained_on_every_place():
    shown = scene(ended([(3, 0), (1, 1), (1, 0)]), -1)
    assert notes(shown)[-1] == "Ben and Carla are tied on victory tokens; fewer penalty tokens break the tie."
    shown = scene(ended([(3, 0), (1, 1), (1, 1)]), -1)
    assert notes(shown)[-1] == "Ben and Carla are tied on victory and penalty tokens: they share a place."


def test_the_last_round_ends_the_game_without_three_tokens():
    shown = scene(ended([(2, 0), (1, 1), (1, 0)], round=100), -1)
    assert text_of(shown.prompt) == "Anna wins with 2 victory tokens."
    assert notes(shown)[1:] == [
        "Round 100 was the last: nobody has three victory tokens.",
        "Ben and Carla are tied on victory tokens; fewer penalty tokens break the tie.",
    ]
