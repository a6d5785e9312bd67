"""The end of a game of Venezia: the last scoring step by step, why it is over, how equals are told apart."""

import pytest

from tests.venezia.scenes import counters, moments, notes, scene, table, text_of

FIFTY = "Somebody has 50 points: the game is over, and the most points win."


def over(*seats, **more):
    """Points, and pigeons by district."""
    given = {seat: {"score": score, "places": places} for seat, (score, places) in enumerate(seats)}
    return scene(table("over", seats=given, **{"round": 9, **more}), -1)


@pytest.mark.rule("venezia.end.fifty")
def test_the_last_scoring_is_added_up():
    shown = over((51, {"cannaregio": 2, "dorsoduro": 1}), (27, {"castello": 1}), (3, {}))
    assert counters(shown, 0) == {"place": 1, "sum": "42 + 3 + 6 = 51", "led": 2, "pigeons": 3, "home": "Castello"}
    assert counters(shown, 1)["sum"] == "21 + 6 = 27"
    assert counters(shown, 2)["sum"] == "3"
    assert (text_of(shown.prompt), notes(shown)) == ("Anna wins with 51 points.", [FIFTY])


@pytest.mark.rule("venezia.end.precedence")
def test_five_districts_beat_more_points():
    five = dict.fromkeys(("cannaregio", "giudecca", "san_marco", "santa_croce", "dorsoduro"), 1)
    shown = over((51, {"san_polo": 1}), (33, five), (33, {}))
    assert text_of(shown.prompt) == "Ben holds 5 of the seven districts and wins."
    assert [panel.seat for panel in shown.panels] == [1, 0, 2]
    assert notes(shown) == ["Five districts win the game at once, whatever the score."]


@pytest.mark.rule("venezia.end.limit")
def test_the_last_round_ends_the_game():
    shown = over((33, {"cannaregio": 1}), (30, {}), (27, {}), round=20)
    assert notes(shown) == ["Round 20 was the last: the most points win."]


@pytest.mark.rule("venezia.end.tiebreak")
def test_tie_breaks_are_explained():
    two, one = {"cannaregio": 1, "giudecca": 1}, {"san_marco": 4}
    assert notes(over((51, one), (51, two), (0, {})))[1:] == ["Ben and Anna are tied: more districts decide (2 : 1)."]
    assert notes(over((51, {"cannaregio": 1}), (51, one), (0, {})))[1:] == [
        "Ben and Anna are tied: districts decide (1 : 1), then the pigeons in them (4 : 1)."
    ]


@pytest.mark.rule("venezia.end.ranking")
def test_full_equals_share_a_place():
    shown = over((51, {"cannaregio": 1}), (51, {"giudecca": 1}), (0, {}))
    assert text_of(shown.prompt) == "Shared victory: Anna and Ben have 51 points each."
    assert [counters(shown, seat)["place"] for seat in range(3)] == [1, 1, 3]
    assert notes(shown)[1:] == [
        "Anna and Ben are tied; those also level on districts (1 : 1) and pigeons (1 : 1) share a place."
    ]


@pytest.mark.parametrize("players", [2, 4])
def test_the_end_of_a_game_lists_the_winners_first(players):
    *_, state = moments(players, players)
    shown = scene(state, 0)
    places = [counters(shown, panel.seat)["place"] for panel in shown.panels]
    assert places == sorted(places)
    sums = [int(str(counters(shown, seat)["sum"]).split()[-1]) for seat in range(players)]
    assert sums == state.scores()
