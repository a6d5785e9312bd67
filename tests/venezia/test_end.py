"""The end of the game, and the places."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import notes_of_kind, refused
from tests.venezia.table import DISTRICTS, Snapshot, all_shown, districts, family, flocks, game, phase, table
from tests.venezia.views import public_of

BY_FIVE, BY_POINTS, BY_LIMIT = range(3)
FREE = ["giudecca", "san_marco", "san_polo", "santa_croce"]  # with three players nobody lives there


def holding(*names, **given):
    """A family that holds these districts with one pigeon each."""
    held: Snapshot = dict.fromkeys(names, 1)
    return family(**held, **given)


def ended(*families, round=19, **given):
    """Phases 3 and 4 late in the game."""
    return districts(*families, round=round, **given)


@pytest.mark.rule("venezia.end.fifty")
def test_fifty_points_end_the_game_and_the_most_win():
    """All points are multiples of 3: 48 is not enough, 51 is."""
    state = ended(family(score=48), family(score=45))
    assert phase(state) == "plan"
    state = ended(holding("giudecca", score=48), family(score=45))
    assert state.over
    assert (all_shown(state, "score"), state.places()) == ([51, 45], [1, 2])
    assert notes_of_kind(state, VeneziaNote.GAME_ENDS) == [(19, BY_POINTS, 0)]


@pytest.mark.rule("venezia.end.fifty")
def test_who_reaches_48_has_not_won_yet():
    state = ended(holding("giudecca", score=45), holding("san_polo", score=45))
    assert phase(state) == "plan"
    assert all_shown(state, "score") == [48, 48]


@pytest.mark.rule("venezia.end.five", "venezia.end.timing")
@pytest.mark.parametrize("districts_held", [4, 5, 6, 7])
def test_five_districts_end_the_game_and_win(districts_held):
    state = districts(holding(*DISTRICTS[:districts_held]), family(score=3), round=2)
    assert state.over == (districts_held >= 5)
    if state.over:
        assert state.places() == [1, 2]
        assert notes_of_kind(state, VeneziaNote.GAME_ENDS) == [(2, BY_FIVE, 0)]


@pytest.mark.rule("venezia.end.precedence", "venezia.end.five", "venezia.end.fifty", "venezia.end.ranking")
def test_example_b_five_districts_win_whatever_the_points():
    """Red 45 + 6, Blue 48 + 6, Green holds five districts with 33 points."""
    red = family(score=45, home="cannaregio", castello=2)
    blue = family(score=48, home="castello", cannaregio=2)
    green = family(score=18, home="dorsoduro", places=dict.fromkeys(["dorsoduro", *FREE], 1))
    state = ended(red, blue, green)
    assert all_shown(state, "score") == [51, 54, 33]
    assert notes_of_kind(state, VeneziaNote.GAME_ENDS) == [(19, BY_FIVE, 0)]
    assert state.places() == [3, 2, 1]
    green = family(score=21, home="dorsoduro", places=dict.fromkeys(FREE, 1))
    state = ended(red, blue, green)
    assert all_shown(state, "score") == [51, 54, 33]
    assert (state.places(), notes_of_kind(state, VeneziaNote.GAME_ENDS)) == ([2, 1, 3], [(19, BY_POINTS, 0)])


@pytest.mark.rule("venezia.end.tiebreak", "venezia.end.ranking")
def test_example_c_tied_on_points_more_majorities_win():
    """Though Red has more pigeons in the districts."""
    red = family(score=45, giudecca=5, san_polo=5)
    blue = holding("castello", "san_marco", "santa_croce", score=42)
    state = ended(red, blue, family())
    assert (all_shown(state, "score"), state.places()) == ([51, 51, 0], [2, 1, 3])


@pytest.mark.rule("venezia.end.tiebreak")
def test_then_more_own_pigeons_in_the_seven_districts():
    """Those on San Giorgio, San Michele and the Piazza do not count, those in districts of others do."""
    red = family(score=48, giudecca=2, castello=1)
    blue = family(score=48, san_polo=2, san_giorgio=5, san_michele=5, piazza="2B 4B")
    state = ended(red, blue, family(castello=1))
    assert (all_shown(state, "score")[:2], state.places()) == ([51, 51], [1, 2, 3])
    assert notes_of_kind(state, VeneziaNote.GAME_ENDS) == [(19, BY_POINTS, 0)]


@pytest.mark.rule("venezia.end.tiebreak", "venezia.end.ranking")
def test_who_is_equal_in_everything_shares_the_place_and_the_next_is_left_out():
    red, blue = family(score=48, giudecca=2), family(score=48, san_polo=2)
    state = ended(red, blue, family(score=3), family(score=3, home="santa_croce"))
    assert state.places() == [1, 1, 3, 3]
    assert state.rewards()[0] == state.rewards()[1] > state.rewards()[2]
    state = ended(family(score=48, giudecca=2), *[family(score=45)] * 2, family(score=3, home="san_marco"))
    assert state.places() == [1, 2, 2, 4]


@pytest.mark.rule("venezia.end.ranking")
def test_behind_a_holder_of_five_the_others_are_placed_by_points():
    state = ended(holding(*DISTRICTS[:5], score=0), family(score=6), family(score=9), family(score=6))
    assert state.places() == [1, 3, 2, 3]


@pytest.mark.rule("venezia.end.strict")
@pytest.mark.parametrize(
    ("spoiler", "grey"),
    [(family(san_marco=1), {}), (family(), {"san_marco": 3}), (family(san_marco=2), {})],
    ids=["a tie", "a grey lead", "another's lead"],
)
def test_only_majorities_count_for_the_five(spoiler, grey):
    state = districts(holding(*DISTRICTS[:5]), spoiler, grey=grey)
    assert not state.over


@pytest.mark.rule("venezia.end.strict", "venezia.board.places")
def test_san_giorgio_is_none_of_the_five():
    state = districts(holding(*DISTRICTS[:4], "san_giorgio"), family())
    assert not state.over


@pytest.mark.rule("venezia.end.timing", "venezia.score.order")
def test_both_are_checked_before_san_giorgio_san_michele_and_the_chase_which_no_longer_take_place():
    state = districts(
        holding(*DISTRICTS[:5], san_giorgio=2, played="hawk_card", san_michele=3), family(castello=0), round=4
    )
    assert state.over
    assert flocks(state, 0) == {**dict.fromkeys(DISTRICTS[:5], 1), "san_giorgio": 2, "san_michele": 3}
    assert asked_nobody(state)
    kinds = {note.kind for note in state.take_notes()}
    assert not kinds & {
        VeneziaNote.CHASED,
        VeneziaNote.NOBODY_CHASED,
        VeneziaNote.RECOVERED,
        VeneziaNote.FETCHED,
        VeneziaNote.ROUND_BEGINS,
    }


def asked_nobody(state):
    return state.actors() == [] and public_of(state).player is None


@pytest.mark.rule("venezia.end.timing")
def test_all_seven_districts_are_scored_before_the_game_ends():
    """Both pass 50; the later district decides."""
    state = ended(holding("cannaregio", score=48), holding("giudecca", "san_polo", score=48))
    assert (all_shown(state, "score"), state.places()) == ([51, 54], [2, 1])


@pytest.mark.rule("venezia.end.timing", "venezia.end.five")
def test_what_lands_and_what_cards_do_counts():
    pieces = holding(*DISTRICTS[:4]), family()
    planned = {**pieces[0], "plan": {"first": "piazza", "cards": ["san_polo"], "pigeons": [0, 1]}}
    assert not districts(*pieces).over
    assert districts(planned, pieces[1]).over


@pytest.mark.rule("venezia.end.limit")
def test_round_20_is_the_last_and_the_most_points_win():
    state = ended(holding("giudecca", score=3), family(score=3), family(score=9), round=20)
    assert state.over
    assert (all_shown(state, "score"), state.places()) == ([6, 3, 9], [2, 3, 1])
    assert notes_of_kind(state, VeneziaNote.GAME_ENDS) == [(20, BY_LIMIT, 0)]
    assert flocks(state, 0) == {"giudecca": 1}  # not chased
    assert phase(ended(holding("giudecca", score=3), family(), round=19)) == "plan"


@pytest.mark.rule("venezia.end.limit", "venezia.end.tiebreak")
def test_at_the_limit_the_same_tie_breaks_hold():
    red, blue = family(giudecca=5, score=3), holding("san_polo", "san_marco")
    state = ended(red, blue, round=20)
    assert (all_shown(state, "score"), state.places()) == ([6, 6], [2, 1])
    assert ended(family(), family(), round=20).places() == [1, 1]


@pytest.mark.rule("venezia.end.limit")
@pytest.mark.parametrize("round", [20, 21, 400])
def test_with_max_rounds_0_there_is_no_such_end(round):
    state = ended(holding("giudecca", score=3), family(), round=round, options={"max_rounds": 0})
    assert public_of(state).round == round + 1
    state = ended(holding("giudecca", score=48), family(), round=round, options={"max_rounds": 0})
    assert state.over


@pytest.mark.rule("venezia.end.precedence", "venezia.end.limit")
def test_in_the_last_round_five_districts_and_fifty_points_come_first():
    state = ended(holding(*DISTRICTS[:5]), family(score=48), round=20)
    assert (state.places(), notes_of_kind(state, VeneziaNote.GAME_ENDS)) == ([1, 2], [(20, BY_FIVE, 0)])
    state = ended(holding("giudecca", score=48), family(), round=20)
    assert notes_of_kind(state, VeneziaNote.GAME_ENDS) == [(20, BY_POINTS, 0)]


@pytest.mark.rule("venezia.end.noelimination")
def test_who_has_all_pigeons_in_the_supply_and_on_san_michele_plays_on():
    state = table("plan", family(reserve=0, san_michele=12), family(san_michele=12), round=4)
    assert state.actors() == [0, 1]
    for seat in (0, 1):
        for move in ("piazza", "crumbs" if seat == 0 else "stop", "stop", "0"):
            if seat in state.actors():
                state.play(seat, game.parse(move))
    assert state.snapshot()["round"] == 5
    assert all_shown(state, "reserve") == [4, 12]


@pytest.mark.rule("venezia.end.timing")
def test_when_the_game_is_over_nothing_is_allowed():
    state = ended(holding("giudecca", score=48), family())
    for seat in (0, 1):
        assert state.moves(seat) == []
        refusal = refused(state, "stop", seat)
        assert (refusal.code, str(refusal)) == ("over", "The game is over.")
    assert public_of(state).places == (1, 2)
