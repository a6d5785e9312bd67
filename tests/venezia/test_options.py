"""The options, each by all its values."""

import pytest

import ridotto
from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do
from tests.venezia.table import DISTRICTS, family, game, planning, table
from tests.venezia.views import public_of


@pytest.mark.rule("venezia.setup.options")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_option_is_there_with_its_values_the_usual_one_first(players):
    assert {option.name: option.values_for(players) for option in game.options} == {
        "tourists": ("2", "3"),
        "hunters": ("1", "2"),
        "max_rounds": ("20", "0"),
        "start_reserve": ("12", "8", "20"),
        "cancelled_gathering": ("blocks", "ignored"),
        "action_use": ("must", "may"),
    }
    for option in game.options:
        for value in (*option.values_for(players), *map(str, option.numbers)):
            for given in (value, int(value) if value.isdecimal() else value):
                state = game.start(players=players, seed=1, **{option.name: given})
                assert game.options_of(state)[option.name] == value
                assert public_of(state).options[option.name] == value


@pytest.mark.rule("venezia.setup.options", "venezia.setup.reserve")
@pytest.mark.parametrize("reserve", range(8, 21))
def test_the_start_reserve_is_any_number_from_8_to_20(reserve):
    state = game.start(players=3, seed=1, start_reserve=reserve)
    for seat in state.snapshot()["seats"]:
        assert (seat["reserve"], seat["supply"]) == (reserve, 40 - reserve)
    do(state, *DISTRICTS[:3], "feint", "castello", "stop")
    assert choices(state) == {str(number) for number in range(reserve + 1)}


@pytest.mark.rule("venezia.setup.options")
@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"breed_double": "true"}, "tourists, hunters, max_rounds, start_reserve, cancelled_gathering, action_use"),
        ({"Tourists": 2}, "choose from: tourists"),
        ({"tourists": 1}, "allowed: 2, 3"),
        ({"tourists": 4}, "allowed: 2, 3"),
        ({"tourists": "two"}, "allowed: 2, 3"),
        ({"tourists": True}, "allowed: 2, 3"),
        ({"tourists": None}, "allowed: 2, 3"),
        ({"tourists": 2.0}, "allowed: 2, 3"),
        ({"hunters": 0}, "allowed: 1, 2"),
        ({"hunters": 3}, "allowed: 1, 2"),
        ({"max_rounds": 19}, "allowed: 20, 0"),
        ({"max_rounds": 21}, "allowed: 20, 0"),
        ({"max_rounds": -1}, "allowed: 20, 0"),
        ({"start_reserve": 7}, "whole numbers from 8 to 20"),
        ({"start_reserve": 21}, "whole numbers from 8 to 20"),
        ({"start_reserve": "012"}, "whole numbers from 8 to 20"),
        ({"start_reserve": 12.5}, "whole numbers from 8 to 20"),
        ({"start_reserve": ""}, "whole numbers from 8 to 20"),
        ({"cancelled_gathering": "block"}, "allowed: blocks, ignored"),
        ({"cancelled_gathering": 0}, "allowed: blocks, ignored"),
        ({"action_use": "can"}, "allowed: must, may"),
        ({"action_use": True}, "allowed: must, may"),
    ],
)
def test_any_other_name_or_value_is_refused_with_what_is_allowed(options, hint):
    with pytest.raises(ridotto.BadOption, match=hint):
        game.start(players=4, seed=1, **options)


@pytest.mark.rule("venezia.setup.options", "venezia.tourist.number", "venezia.hunter.second")
def test_they_are_independent_of_each_other():
    chosen = {
        "tourists": "3", "hunters": "2", "max_rounds": "0", "start_reserve": "9", "cancelled_gathering": "ignored",
        "action_use": "may",
    }  # fmt: skip
    state = game.start(players=2, seed=1, **chosen)
    assert game.options_of(state) == chosen
    do(state, *DISTRICTS[:2])
    state.listen()
    do(state, "piazza", "stop", "1", "piazza", "stop", "1", "2B", "4B")
    kinds = [note.kind for note in state.take_notes()]
    assert (kinds.count(VeneziaNote.TOURIST), kinds.count(VeneziaNote.HUNTER)) == (3, 2)


@pytest.mark.rule("venezia.setup.options")
def test_options_change_nothing_in_the_setup_but_the_reserve():
    usual = game.start(players=4, seed=8).snapshot()
    numbers = {"tourists": 3, "hunters": 2, "max_rounds": 0}
    other = game.start(players=4, seed=8, **numbers, cancelled_gathering="ignored", action_use="may").snapshot()
    assert {key for key in usual if usual[key] != other[key]} == {"options"}


@pytest.mark.rule("venezia.setup.options", "venezia.plan.limit")
def test_a_greater_reserve_does_not_raise_the_limit_on_the_piazza():
    state = planning(family(), family(), round=1, options={"start_reserve": 20})
    do(state, "piazza", "stop")
    assert choices(state, 0) == {str(number) for number in range(11)}


@pytest.mark.rule("venezia.setup.options", "venezia.end.limit")
def test_without_a_last_round_there_is_no_longest_game():
    assert game.max_decisions(4, game.validate_options(4, {"max_rounds": 0})) is None
    assert game.max_decisions(4, game.validate_options(4, {})) == 4 + 20 * (4 * 224 + 2)
    assert game.max_decisions(4, game.validate_options(4, {"action_use": "may"})) == 4 + 20 * (4 * 225 + 2)


@pytest.mark.rule("venezia.tourist.number", "venezia.breed.next")
def test_three_tourists_all_feed():
    state = table(
        "pick", family(piazza="4B 4D 4F", reserve=5), family(piazza="10H"), tourists="5B 4D 3F", options={"tourists": 3}
    )
    do(state, "stop")
    assert state.snapshot()["seats"][0]["nest"] == 2 + 5 + 2
