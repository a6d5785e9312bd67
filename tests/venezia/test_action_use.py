"""The option `action_use` = `may`: whoever has an action card in force uses it, or keeps it."""

import json

import pytest

import ridotto
from ridotto.engine import record
from ridotto.engine.match import Match
from ridotto.games.venezia.components import VeneziaNote
from ridotto.option_texts import changed_options
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia import scenes
from tests.venezia.table import (
    ACTIONS,
    all_shown,
    asked,
    districts,
    family,
    flocks,
    game,
    phase,
    position,
    refusal,
    shown,
    table,
)  # fmt: skip
from tests.venezia.views import action_names, own_of, public_of

MAY = {"action_use": "may"}
IGNORED = {**MAY, "cancelled_gathering": "ignored"}


def laid(*cards, scores=(0, 0, 0, 0), options=MAY, **given):
    """These action cards, one for each seat, with these points; nests of two, and two pigeons in two districts each."""
    families = [
        family("piazza" if card is None else f"piazza, {card}", score=score, san_polo=2, castello=2, nest=2)
        for card, score in zip(cards, scores, strict=False)
    ]
    families[(given.get("start", 0) - 1) % len(cards)]["nest"] = 0  # whose turn on the Piazza ends only now
    return districts(*families, round=9, options=options, **given)


def reinforced(state):
    """Everybody keeps the nest."""
    while phase(state) == "reinforce":
        do(state, "0")
    return state


@pytest.mark.rule("venezia.action.decline", "venezia.action.obey")
@pytest.mark.parametrize("card", ACTIONS)
def test_by_the_usual_rules_nobody_is_asked_whether_he_uses_a_card(card):
    state = reinforced(laid(card, None, options={}))
    while phase(state) != "plan":
        assert phase(state) != "use"
        do(state, "stop" if "stop" in choices(state) else min(choices(state)))
    assert shown(state, 0)["played"] == [card]


@pytest.mark.rule("venezia.action.decline", "venezia.action.back")
@pytest.mark.parametrize("card", ACTIONS)
def test_a_declined_card_returns_to_the_hand_and_nothing_of_its_text_happens(card):
    state = reinforced(laid(card, None))
    before = state.snapshot()
    assert asked(state) == ("use", 0)
    assert choices(state) == {card, "stop"}
    assert card not in action_names(own_of(state, 0).actions)
    do(state, "stop")
    assert phase(state) == "plan"
    assert notes_of_kind(state, VeneziaNote.DECLINED) == [(0, ACTIONS.index(card), 0)]
    assert action_names(own_of(state, 0).actions) == ACTIONS
    assert all_shown(state, "played") == [[], []]
    assert all_shown(state, "home") == ["cannaregio", "castello"]
    assert state.snapshot()["grey"] == {}
    in_the_nest, in_the_reserve = shown(state, 0)["supply"], shown(state, 0)["reserve"]
    assert (in_the_nest, in_the_reserve) == (before["seats"][0]["supply"], 12 + 2)
    assert flocks(state, 0) == flocks(state, 1) == {"san_polo": 2, "castello": 2}


@pytest.mark.rule("venezia.action.decline", "venezia.action.pile")
@pytest.mark.parametrize(
    ("card", "first"),
    [
        ("hawk_card", "hawk"), ("catcher_card", "catcher"), ("clergy_card", "clergy"), ("moving_house", "house"),
        ("vespa", "vespa from"), ("family_gathering", "family"),
    ],
)  # fmt: skip
def test_a_card_that_is_used_asks_what_it_always_asks(card, first):
    state = reinforced(laid(card, None))
    do(state, card)
    assert asked(state) == (first, 0)
    assert refused(state, card).code == "phase"
    while phase(state) != "plan":
        do(state, "stop" if "stop" in choices(state) else min(choices(state)))
    assert shown(state, 0)["played"] == [card]
    assert notes_of_kind(state, VeneziaNote.DECLINED) == []


@pytest.mark.rule("venezia.action.decline", "venezia.card.crumbs")
def test_bread_crumbs_are_asked_about_too_and_then_eaten_at_once():
    state = reinforced(laid("crumbs", None))
    do(state, "crumbs")
    assert notes_of_kind(state, VeneziaNote.CRUMBS_EATEN) == [(0, 4, 0)]
    assert (phase(state), shown(state, 0)["reserve"]) == ("plan", 12 + 2 + 4)


@pytest.mark.rule("venezia.action.decline", "venezia.action.noeffect")
@pytest.mark.parametrize("card", ["family_gathering", "vespa", "crumbs", "carrier"])
@pytest.mark.parametrize("use", [True, False])
def test_a_card_that_can_do_nothing_may_be_wasted_or_kept(card, use):
    """No pigeon in a district, no supply, no district card laid."""
    state = districts(family(f"piazza, {card}", reserve=40), family(), options=MAY)
    assert asked(state) == ("use", 0)
    do(state, card if use else "stop")
    assert phase(state) == "plan"
    assert shown(state, 0)["played"] == ([card] if use else [])


@pytest.mark.rule("venezia.action.decline", "venezia.action.order")
def test_everybody_is_asked_in_turn_when_the_card_would_be_carried_out():
    """The hawk of seat 1 is there before seat 2 decides about the Vespa."""
    state = reinforced(laid("vespa", "hawk_card", "catcher_card", start=1))
    assert asked(state) == ("use", 1)
    do(state, "hawk_card")
    assert asked(state) == ("hawk", 1)
    do(state, "giudecca")
    assert asked(state) == ("use", 2)
    do(state, "stop")
    assert asked(state) == ("use", 0)
    assert state.snapshot()["hawk"] == "giudecca"
    do(state, "vespa")
    assert asked(state) == ("vespa from", 0)


@pytest.mark.rule("venezia.action.decline", "venezia.action.conflict", "venezia.action.tie")
def test_only_a_card_in_force_is_asked_about():
    """Who lost a conflict gets nothing from the winner's declining."""
    state = reinforced(laid("hawk_card", "hawk_card", "vespa", "vespa", scores=(3, 0, 6, 6)))
    assert asked(state) == ("use", 1)
    do(state, "stop")
    assert phase(state) == "plan"
    assert all_shown(state, "played") == [[], [], [], []]


@pytest.mark.rule("venezia.action.decline", "venezia.action.family", "venezia.reinforce.cancelled")
@pytest.mark.parametrize("use", [True, False])
def test_a_gathering_is_asked_about_first_and_blocks_reinforcing_either_way(use):
    state = laid("vespa", "family_gathering", None)
    assert asked(state) == ("use", 1)
    assert notes_of_kind(state, VeneziaNote.NO_REINFORCING) == [(0, 0, 0)]
    do(state, *(["family_gathering", "stop"] if use else ["stop"]))
    assert asked(state) == ("use", 0)
    assert notes_of_kind(state, VeneziaNote.NO_REINFORCING) == []
    assert all_shown(state, "played") == [[], ["family_gathering"] if use else [], []]


@pytest.mark.rule("venezia.action.decline", "venezia.reinforce.cancelled")
def test_where_a_cancelled_gathering_is_ignored_a_declined_one_is_too():
    state = laid("vespa", "family_gathering", None, options=IGNORED)
    assert notes_of_kind(state, VeneziaNote.NO_REINFORCING) == []
    do(state, "stop")
    assert asked(state) == ("reinforce", 0)
    assert asked(reinforced(state)) == ("use", 0)
    used = laid("vespa", "family_gathering", None, options=IGNORED)
    used.take_notes()
    do(used, "family_gathering")
    assert notes_of_kind(used, VeneziaNote.NO_REINFORCING) == [(0, 0, 0)]
    do(used, "stop")
    assert asked(used) == ("use", 0)


@pytest.mark.rule("venezia.action.decline", "venezia.plan.action.hand")
def test_the_card_may_be_laid_again_in_the_next_round():
    state = reinforced(laid("hawk_card", None))
    do(state, "stop")
    state.play(0, game.parse("piazza"))
    assert "hawk_card" in choices(state, 0)


@pytest.mark.rule("venezia.action.decline")
@pytest.mark.parametrize("move", ["vespa", "castello", "0", "slot 3", "4C", "piazza"])
def test_any_other_answer_is_refused(move):
    state = reinforced(laid("hawk_card", None))
    told_why = refused(state, move)
    assert (told_why.code, told_why.clause) == ("phase", "venezia.action.decline")
    assert str(told_why) == "Use your action card now, or keep it."


@pytest.mark.rule("venezia.action.decline")
def test_using_may_be_taken_back_until_something_comes_of_it_and_declining_is_final():
    start = position("use", family("piazza, hawk_card"), family("piazza, vespa", castello=1), options=MAY)
    match = Match(game, start=start, seed=1)
    match.play(0, game.parse("hawk_card"))
    assert match.can_undo(0)
    match.undo(0)
    match.play(0, game.parse("stop"))
    assert not match.can_undo(0)


# Positions


@pytest.mark.rule("venezia.action.decline")
def test_positions_in_which_it_is_asked_and_after_cards_were_declined():
    taken_back = {"first": "piazza", "action": "hawk_card", "pigeons": [0, 0, 0, 0]}
    for given in (
        position("use", family("piazza, hawk_card"), family(), options=MAY),
        position("use", family("piazza, vespa"), family("piazza, family_gathering"), player=1, options=MAY),
        position("use", family(shown=taken_back), family("piazza, vespa"), player=1, options=MAY),
        position("fetch", family(shown=taken_back, san_michele=1), family(), options=MAY),
        position("reinforce", family(shown={**taken_back, "action": "family_gathering"}, nest=1), family(),
                 options=IGNORED),
    ):  # fmt: skip
        state = game.load(given)
        assert game.load(state.snapshot()) == state
        assert state.snapshot()["options"]["action_use"] == "may"


@pytest.mark.rule("venezia.action.decline")
@pytest.mark.parametrize(
    ("families", "given", "why"),
    [
        (("piazza, hawk_card", "piazza"), {"options": {}}, "Whoever has a card in force must carry it out here."),
        (("piazza", "piazza, hawk_card"), {}, "Seat 0 has not laid the action card that is carried out."),
        (
            ("piazza, vespa", "piazza, hawk_card"),
            {"player": 1},
            "The action card of seat 0 is carried out: it lies there no more.",
        ),
        (
            ("piazza, vespa", "piazza, family_gathering"),
            {},
            "A Family Gathering is carried out before everything else.",
        ),
        (
            ("piazza, hawk_card", "piazza"),
            {"hawk": "castello"},
            "Nobody has carried out this card in this round: hawk_card.",
        ),
        (
            ("piazza, family_gathering", "piazza"),
            {"grey": {"castello": 3}, "round": 2},
            "Grey pigeons stand in districts after an action card: not before round 2.",
        ),
    ],
)
def test_positions_that_cannot_be(families, given, why):
    assert refusal("use", *map(family, families), **{"options": MAY, **given}) == why


@pytest.mark.rule("venezia.action.decline", "venezia.reinforce.blocked")
def test_cards_that_cannot_have_been_declined():
    """Before their turn, or by the usual rules; a Gathering that blocks even so."""
    gone = {"first": "piazza", "action": "vespa", "pigeons": [0, 0, 0, 0]}
    early = family("piazza, hawk_card"), family(shown=gone)
    why = "Seat 1 carries out this card, or has played it: vespa."
    assert refusal("use", *early, options=MAY) == why
    assert refusal("hawk", *early, options=MAY) == why
    assert refusal("reinforce", family(nest=1), family(shown=gone), options=MAY) == why
    assert refusal("fetch", family(san_michele=1), family(shown=gone)) == why
    gathering = family(shown={**gone, "action": "family_gathering"})
    blocked = "Nobody reinforces in a round with a Family Gathering."
    assert refusal("reinforce", family(nest=1), gathering, options=MAY) == blocked
    played = {**gathering, "played": ["family_gathering"]}
    assert refusal("reinforce", family(nest=1), played, options=IGNORED) == blocked


@pytest.mark.rule("venezia.setup.options")
def test_what_was_written_before_there_was_this_option_stays_as_it_was():
    usual, other = game.start(players=2, seed=1), game.start(players=2, seed=1, **MAY)
    assert "action_use" not in usual.snapshot()["options"]
    assert game.options_of(game.load(usual.snapshot()))["action_use"] == "must"
    assert other.snapshot()["options"]["action_use"] == "may"
    assert public_of(usual).options["action_use"] == "must"
    for state, named in ((usual, False), (other, True)):
        header, *_ = record.lines(Match(game, players=2, options=game.options_of(state), seed=1))
        assert ("action_use" in header) is named
        assert record.parse(header, ridotto.game).options == game.options_of(state)
        assert changed_options(game, 2, json.loads(header)["options"], "en", ["Anna", "Ben"]) == (
            [(game.options[-1], "optional")] if named else []
        )


# At the table


def scene_of(card="hawk_card", viewer=0, **given):
    options = {**MAY, **given}
    return scenes.scene(scenes.table("use", seats={0: scenes.acting(card)}, options=options), viewer)


@pytest.mark.rule("venezia.action.decline")
def test_two_answers_with_what_they_bring():
    sight = scene_of()
    assert scenes.text_of(sight.prompt) == "Hawk: use it now, or keep it for later?"
    assert sight.clause == "venezia.action.decline"
    assert scenes.names(sight) == {"stop": "keep it for later", "hawk_card": "use the card"}
    assert scenes.hints(sight, "hawk_card") == ["nobody lands in a district of your choice"]
    assert scenes.hints(sight, "stop") == []
    assert [action.take for action in sight.actions] == [None, None]  # buttons
    card = scenes.piece(sight, "plan-0.2")
    assert (card.move, card.lit) == ("hawk_card", True)


@pytest.mark.rule("venezia.action.decline", "venezia.reinforce.cancelled")
def test_of_a_gathering_it_is_said_what_becomes_of_reinforcing():
    assert scenes.hints(scene_of("family_gathering"), "stop") == ["nobody reinforces either way"]
    ignored = scene_of("family_gathering", cancelled_gathering="ignored")
    assert scenes.hints(ignored, "stop") == ["then everybody may reinforce"]


def test_the_others_see_about_which_card_it_is_and_cannot_touch_it():
    sight = scene_of(viewer=1)
    assert scenes.text_of(sight.prompt) == "Anna may use an action card: Hawk."
    assert sight.actions == ()
    assert (scenes.piece(sight, "plan-0.2").move, scenes.piece(sight, "plan-0.2").lit) == ("", False)


def test_what_became_of_a_card_is_written_on_it():
    """Ben has taken the Vespa back; the two hawks were cancelled."""
    tied = {"shown": {"first": "piazza", "action": "hawk_card", "pigeons": [0, 0, 0, 0]}, "score": 3}
    declined = {"shown": {"first": "piazza", "action": "vespa", "pigeons": [0, 0, 0, 0]}}
    seats = {0: tied, 1: declined, 2: {**scenes.acting("crumbs"), "score": 3}}
    state = scenes.table("use", seats=seats, options=MAY, player=2)
    assert scenes.cards(scenes.scene(state, 0), "plan-1") == ["Piazza", "Luigi's Vespa (kept)"]
    seats[1] = {**tied}
    state = scenes.table("use", seats=seats, options=MAY, player=2)
    for seat in (0, 1):
        assert scenes.cards(scenes.scene(state, 2), f"plan-{seat}") == ["Piazza", "Hawk (cancelled)"]


def test_the_log_says_who_kept_a_card():
    state = table("use", family("piazza, vespa"), family(), options=MAY)
    do(state, "stop")
    lines = [line for _, line in game.log_lines(state.take_notes(), scenes.NAMES)]
    assert scenes.text_of(lines[0]) == "Anna keeps Luigi's Vespa for later."


def test_figures_count_the_cards_that_were_kept_if_there_were_any():
    start = position("use", family("piazza, vespa"), family("piazza, hawk_card"), options=MAY)
    match = Match(game, start=start, seed=1)
    match.play(0, game.parse("stop"))
    counted = {scenes.text_of(row.name): row.values for row in match.figures().counted}
    assert counted["Action cards kept"] == (1, 0)
    usual = Match(game, start=position("pick", family(piazza="4C"), family()), seed=1).figures()
    assert "Action cards kept" not in [scenes.text_of(row.name) for row in usual.counted]
