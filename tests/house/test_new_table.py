"""Settings and chairs of a new table."""

import msgspec
import pytest
from msgspec import structs

import ridotto
from ridotto.engine.errors import BadOption, UnknownGame
from ridotto.house.refusals import Refused
from ridotto.house.tables.events import (
    ClockRules,
)
from ridotto.house.tables.new_table import NewChair, NewTable, rematch_opening

pytestmark = pytest.mark.anyio


ANNA = NewChair(who="here", name="Anna", mask="gatta")


class TestNewTable:
    def test_default_size_and_options(self):
        opened = NewTable(game="verhext").opening("hash")
        assert opened.players == ridotto.game("verhext").default_players
        assert opened.options == ridotto.game("verhext").validate_options(opened.players, {})
        assert opened.rules == ridotto.game("verhext").rules_version

    @pytest.mark.parametrize(
        ("settings", "error"),
        [
            ({"game": "chess"}, UnknownGame),
            ({"game": "venti", "players": 7}, BadOption),
            ({"game": "venti", "options": {"colour": "red"}}, BadOption),
            ({"game": "venti", "bots": {0: "cheater"}}, Refused),
            ({"game": "venti", "bots": {0: "master@9999999s"}}, Refused),
            ({"game": "venti", "bots": {6: "novice"}}, Refused),
            ({"game": "venti", "clock": ClockRules(1, 0)}, Refused),
            ({"game": "venti", "clock": ClockRules(60, 9999)}, Refused),
            ({"game": "venti", "patience": 0}, Refused),
        ],
    )
    def test_bad_settings_are_refused(self, settings, error):
        with pytest.raises(error):
            NewTable(**settings).opening("hash")

    @pytest.mark.parametrize(
        ("settings", "too_much"),
        [
            ({"clock": ClockRules(10)}, {"clock": ClockRules(9)}),
            ({"clock": ClockRules(86_400, 600)}, {"clock": ClockRules(86_401, 600)}),
            ({"clock": ClockRules(86_400, 600)}, {"clock": ClockRules(86_400, 601)}),
            ({"clock": ClockRules(60, 0)}, {"clock": ClockRules(60, -1)}),
            ({"patience": 10}, {"patience": 9}),
            ({"patience": 86_400}, {"patience": 86_401}),
        ],
    )
    def test_times_have_limits(self, settings, too_much):
        assert NewTable(game="venti", **settings).opening("hash")
        with pytest.raises(Refused):
            NewTable(game="venti", **too_much).opening("hash")

    def test_the_default_increment_is_zero(self):
        settings = msgspec.json.decode(b'{"game": "venti", "clock": {"seconds": 60}}', type=NewTable)
        assert settings.opening("hash").clock == ClockRules(60, 0)

    def test_a_rematch_has_a_deal_and_no_lessons(self):
        first = structs.replace(
            NewTable(game="venti", guided=True, listed=True).opening("hash"), start={"some": "thing"}
        )
        second = rematch_opening("first", first, [])
        assert (second.guided, second.start, second.after, second.listed) == (False, None, "first", True)


def seatings(**chairs):
    new_table = NewTable(game="verhext", players=3, chairs={int(seat[1:]): chair for seat, chair in chairs.items()})
    return new_table.opening("host", lambda seat: f"hash {seat}").seated


def refused(code, **chairs):
    with pytest.raises(Refused) as refusal:
        seatings(**chairs)
    assert refusal.value.code == code


class TestSeatings:
    def test_people_bots_and_guests(self):
        person, bot = seatings(s0=ANNA, s1=NewChair(), s2=NewChair(who="bot", level="master"))
        assert (person.seat, person.name, person.mask, person.key_hash) == (0, "Anna", "gatta", "hash 0")
        assert (bot.seat, bot.level) == (2, "master")

    def test_the_default_name_is_the_mask(self):
        assert seatings(s1=NewChair(who="here", mask="sole"))[0].name == "Sole"

    def test_chairs_beyond_the_table_are_ignored(self):
        assert len(seatings(s0=ANNA, s3=NewChair(who="bot", level="nobody"), s9=ANNA)) == 1

    def test_bad_chairs_are_refused(self):
        refused("name-taken", s0=ANNA, s1=NewChair(who="here", name="ANNA", mask="sole"))
        refused("name-taken", s0=ANNA, s1=NewChair(who="here", name="\uff21nna", mask="sole"))
        refused("mask-taken", s0=ANNA, s1=NewChair(who="here", name="Ben", mask=ANNA.mask))
        refused("bad-mask", s0=NewChair(who="here", name="Anna"))
        refused("bad-name", s0=NewChair(who="here", name="\u2800", mask="sole"))
        refused("bad-level", s0=NewChair(who="bot", level="genius"))

    def test_a_chair_cannot_have_a_bot_and_a_person(self):
        with pytest.raises(Refused, match="That seat is already taken"):
            NewTable(game="verhext", bots={0: "novice"}, chairs={0: ANNA}).opening("host")


async def test_every_person_has_a_key(house):
    new_table = NewTable(game="verhext", players=3, chairs={0: ANNA, 2: NewChair(who="here", name="Ben", mask="sole")})
    id, host = await house.open_table(new_table, "request")
    assert await house.open_table(new_table, "request") == (id, host)
    table = await house.table(id)
    keys = [house.chair_key(id, "request", seat) for seat in range(3)]
    assert [table.chairs.seats_of([key]) for key in keys] == [[0], [], [2]]
    assert table.chairs.seats_of([host]) == []
    assert table.chairs.free_seats() == [1]
