"""What the city of Venezia shows, and what it says about every choice in the districts and in scoring."""

import pytest

from tests.at_the_table import do
from tests.venezia.scenes import acting, cards, hints, names, notes, place, remark, scene, table, text_of, zone

FLOCKS = {
    0: {"castello": 2, "cannaregio": 3, "dorsoduro": 1},
    1: {"castello": 4, "san_marco": 1, "san_michele": 2},
    2: {"san_marco": 1, "giudecca": 1, "san_michele": 1},
}


def city(phase, card=None, anna=None, **more):
    seats = {seat: {"places": flock} for seat, flock in FLOCKS.items()}
    seats[0] |= {**(acting(card) if card else {}), **(anna or {})}
    return table(phase, seats=seats, **more)


def reinforcing(**more):
    return city("reinforce", anna={"nest": 2}, **more)


@pytest.mark.rule("venezia.score.six")
def test_a_place_shows_its_flocks_and_who_leads_by_how_much_and_for_what():
    shown = scene(reinforcing(grey={"giudecca": 3, "cannaregio": 3}), 0)
    castello = {"lead": "Ben +2", "worth": 6, "seat-0": 2, "seat-1": 4, "seat-2": "–", "grey": "–"}
    assert place(shown, "castello") == castello
    assert place(shown, "dorsoduro")["worth"] == 6
    assert [place(shown, name)["lead"] for name in ("san_marco", "giudecca", "cannaregio", "san_polo")] == [
        "tie", "grey", "tie", "–",
    ]  # fmt: skip
    assert (place(shown, "san_michele")["lead"], place(shown, "san_michele")["worth"]) == ("Ben +1", "–")
    assert zone(shown, "place-san_giorgio").folded
    homes = {name: [piece.owner for piece in zone(shown, f"place-{name}").pieces] for name in ("castello", "giudecca")}
    assert homes == {"castello": [0], "giudecca": []}


@pytest.mark.rule("venezia.chase.tie")
def test_the_fullest_place_is_marked_unless_two_are_equally_full():
    assert remark(scene(reinforcing(), 0), "castello") == "fullest, would be cleared after scoring"
    level = scene(reinforcing(grey={"cannaregio": 3}), 0)
    assert [remark(level, name) for name in ("castello", "cannaregio")] == [None, None]


def test_reinforcing_tells_how_the_home_district_stands():
    shown = scene(reinforcing(), 0)
    assert text_of(shown.prompt) == "How many pigeons reinforce Castello? 2 are in your nest."
    assert notes(shown) == ["Castello: 3 pigeons take the lead (3 points)."]
    assert list(names(shown).values()) == ["0 pigeons", "1 pigeon", "2 pigeons"]


@pytest.mark.rule("venezia.reinforce.may")
def test_pigeons_that_set_out_at_once_are_sent_by_a_second_step():
    shown = scene(reinforcing(), 0)
    assert [action.take for action in shown.actions] == ["count.0", "count.1", "count.2"]
    assert {action.put for action in shown.actions} == {"place-castello"}
    assert [text_of(step.prompt) for step in shown.steps] == [
        "No pigeons to Castello?",
        "1 pigeon to Castello?",
        "2 pigeons to Castello?",
    ]
    assert [text_of(action.commit) for action in shown.actions] == ["Send none", "Send 1 pigeon", "Send 2 pigeons"]


def test_alarms_are_raised_before_somebody_wins():
    seats = {1: {"places": dict.fromkeys(("cannaregio", "giudecca", "san_marco", "san_polo"), 1), "score": 36}}
    seats[0] = {"nest": 1}
    lines = notes(scene(table("reinforce", seats=seats, round=5), 0))
    assert lines[:2] == [
        "Ben leads in 4 of the seven districts; five win the game.",
        "As things stand, Ben would reach 51 points.",
    ]


# Action cards


def test_gathering_and_vespa_tell_what_is_there():
    shown = scene(city("family", "family_gathering"), 0)
    assert text_of(shown.prompt) == "Family Gathering: which district sends a pigeon home to Castello? 4 left."
    assert hints(shown, "cannaregio") == ["3 of yours", "you lead by 3 (3 points)"]
    assert hints(scene(city("vespa from", "vespa"), 0), "dorsoduro") == ["1 of yours", "you lead by 1 (6 points)"]


def test_the_vespa_tells_what_it_would_change():
    state = city("vespa from", "vespa")
    do(state, "cannaregio", "2")
    shown = scene(state, 0)
    assert text_of(shown.prompt) == "Luigi's Vespa: where does it take 2 pigeons from Cannaregio?"
    assert hints(shown, "castello") == ["tie: nobody scores"]
    assert hints(shown, "san_polo") == ["you lead by 2 (6 points)"]


def test_hawk_and_catcher_tell_what_they_would_change():
    plan = {"first": "piazza", "action": "hawk_card", "cards": ["castello", "giudecca"], "pigeons": [0, 3, 0]}
    shown = scene(city("hawk", anna={"plan": plan}), 0)
    assert hints(shown, "castello") == ["Ben leads by 2 (6 points)", "3 of yours turn back"]
    assert hints(shown, "giudecca") == ["Cleo leads by 1 (3 points)"]
    shown = scene(city("catcher", "catcher_card"), 0)
    assert hints(shown, "castello") == ["Ben leads by 2 (6 points)", "you lose 2"]
    assert hints(shown, "san_marco") == ["empty"]
    assert hints(shown, "san_polo") == ["nothing to catch"]


def test_the_clergy_tells_who_would_lead_with_grey_pigeons():
    state = city("clergy", "clergy_card", grey={"castello": 3})
    shown = scene(state, 0)
    assert hints(shown, "castello") == ["Ben leads by 1 (6 points)"]  # those that are there are taken first
    assert hints(shown, "cannaregio") == ["tie: nobody scores"]
    do(state, "castello")
    shown = scene(state, 0)
    assert text_of(shown.prompt) == "Clergy, group 2 of 2: where do 3 grey pigeons go?"
    assert hints(shown, "castello") == ["grey pigeons lead: nobody scores"]


def test_moving_house_asks_for_the_district_and_the_pigeons():
    state = city("house", "moving_house")
    assert hints(scene(state, 0), "cannaregio") == ["you lead by 3 (3 points)"]
    do(state, "san_marco")
    assert text_of(scene(state, 0).prompt) == "Moving House: how many pigeons go along to San Marco?"


def test_carrier_pigeons_warn_of_the_hawk():
    plan = {"first": "feint", "action": "carrier", "cards": ["castello", "giudecca"], "pigeons": [0, 3, 1]}
    ben = {"places": FLOCKS[1], "plan": {"first": "piazza", "pigeons": [0]}, "played": ["hawk_card"]}
    ben["shown"] = {"first": "piazza", "action": "hawk_card", "pigeons": [0, 0, 0, 0]}
    seats = {0: {"places": FLOCKS[0], "plan": plan, "reserve": 8}, 1: ben, 2: {"places": FLOCKS[2]}}
    state = table("carrier slot", seats=seats, start=1, hawk="castello")
    shown = scene(state, 0)
    assert names(shown)["slot 3"] == "slot 3: Castello, 3 pigeons"
    assert (hints(shown, "slot 3"), hints(shown, "slot 4")) == (["the hawk is there"], ["tie: nobody scores"])
    assert "hawk, nobody lands" in (remark(shown, "castello") or "")
    assert cards(shown, "plan-1") == ["Piazza", "Hawk (done)"]
    do(state, "slot 3")
    assert hints(scene(state, 0), "san_polo") == ["you lead by 3 (6 points)"]
    assert hints(scene(state, 0), "san_giorgio") == ["you lead by 3"]


@pytest.mark.rule("venezia.action.back")
def test_a_cancelled_card_is_seen_until_the_landing():
    gone = {"shown": {"first": "piazza", "action": "vespa", "pigeons": [0, 0, 0, 0]}}
    seats = {0: acting("hawk_card"), 1: gone, 2: gone}
    assert cards(scene(table("hawk", seats=seats), 0), "plan-2") == ["Piazza", "Luigi's Vespa (cancelled)"]


# Scoring


def test_fetching_tells_who_would_lead_then():
    seats = {0: {"places": {"san_michele": 3}}, 1: {"places": {"san_michele": 2}}}
    shown = scene(table("fetch", seats=seats), 0)
    assert [hints(shown, number) for number in "012"] == [["you lead by 1"], ["tie"], ["Ben leads by 1"]]
    alone = scene(table("fetch", seats={0: {"places": {"san_michele": 1}}}), 0)
    assert [hints(alone, number) for number in "01"] == [["you lead by 1"], ["nobody is left there"]]


def test_recovering_tells_what_the_cards_do():
    seats = {0: {"places": {"san_giorgio": 1}, "played": ["vespa"]}}
    shown = scene(table("recover", seats=seats), 0)
    assert hints(shown, "vespa") == ["takes up to 2 of your pigeons elsewhere"]
    assert names(shown)["stop"] == "no card"
