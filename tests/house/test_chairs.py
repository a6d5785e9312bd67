"""Who sits at a table from the beginning, as its host wishes."""

import pytest

from ridotto.house.refusals import Refused
from ridotto.house.tables.new_table import NewChair, NewTable

pytestmark = pytest.mark.anyio

HERE = NewChair(who="here", name="Anna", mask="gatta")


def seated(**chairs):
    wish = NewTable(game="verhext", players=3, chairs={int(seat[1:]): chair for seat, chair in chairs.items()})
    return wish.opened("host", lambda seat: f"lock {seat}").seated


def refused(code, **chairs):
    with pytest.raises(Refused) as refusal:
        seated(**chairs)
    assert refusal.value.code == code


class TestWishes:
    def test_people_bots_and_guests(self):
        person, bot = seated(s0=HERE, s1=NewChair(), s2=NewChair(who="bot", level="master"))
        assert (person.seat, person.name, person.mask, person.lock) == (0, "Anna", "gatta", "lock 0")
        assert (bot.seat, bot.level) == (2, "master")

    def test_without_a_name_people_are_called_by_their_mask(self):
        assert seated(s1=NewChair(who="here", mask="sole"))[0].name == "Sole"

    def test_chairs_that_are_not_there_are_overlooked(self):
        assert len(seated(s0=HERE, s3=NewChair(who="bot", level="nobody"), s9=HERE)) == 1

    def test_what_cannot_be(self):
        refused("name-taken", s0=HERE, s1=NewChair(who="here", name="ANNA", mask="sole"))
        refused("name-taken", s0=HERE, s1=NewChair(who="here", name="\uff21nna", mask="sole"))
        refused("mask-taken", s0=HERE, s1=NewChair(who="here", name="Ben", mask=HERE.mask))
        refused("bad-mask", s0=NewChair(who="here", name="Anna"))
        refused("bad-name", s0=NewChair(who="here", name="\u2800", mask="sole"))
        refused("bad-level", s0=NewChair(who="bot", level="genius"))

    def test_one_chair_for_one(self):
        with pytest.raises(Refused, match="That seat is already taken"):
            NewTable(game="verhext", bots={0: "novice"}, chairs={0: HERE}).opened("host")


async def test_each_of_them_has_a_key(house):
    wish = NewTable(game="verhext", players=3, chairs={0: HERE, 2: NewChair(who="here", name="Ben", mask="sole")})
    id, host = await house.open_table(wish, "one wish")
    assert await house.open_table(wish, "one wish") == (id, host)
    table = await house.table(id)
    keys = [house.chair_key(id, "one wish", seat) for seat in range(3)]
    assert [table.seats_of([key]) for key in keys] == [[0], [], [2]]
    assert table.seats_of([host]) == []
    assert table.free() == [1]
