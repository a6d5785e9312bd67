"""Chairs before the match: who sits down, stands up and places bots."""

from ridotto.house.keys import hash_key
from ridotto.house.people.guests import MASKS
from ridotto.house.tables import commands
from ridotto.house.tables.events import (
    PersonSeated,
)
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_limits import (
    MAX_CHAIR_CHANGES,
)
from tests.house.logs import HOST, Log, key, refused


class TestChairs:
    def test_guests_take_the_first_free_chair_or_a_chosen_one(self):
        log = Log(game="verhext", players=4, bots={0: "expert"})
        log.do(commands.sit, "  Anna ", "gatta", None, hash_key("a"))
        log.do(commands.sit, "Ben", "volto", 3, hash_key("b"))
        assert [chair.kind for chair in log.table.chairs] == ["bot", "person", "free", "person"]
        assert log.table.names[1:] == ["Anna", "", "Ben"]
        assert log.table.chairs.seats_of(["a"]) == [1]
        assert log.table.chairs.seats_of(["b", "a", "c"]) == [1, 3]
        assert log.table.chairs.seats_of([]) == log.table.chairs.seats_of([hash_key("a")]) == []

    def test_a_repeated_request_takes_one_chair(self):
        log = Log(game="verhext")
        assert log.do(commands.sit, "Anna", "gatta", None, hash_key("a")) is not None
        assert log.do(commands.sit, "Anna", "gatta", None, hash_key("a")) is None

    def test_bad_requests_to_sit_are_refused(self):
        log = Log(game="verhext", players=3, bots={1: "novice"})
        log.do(commands.sit, "Anna", "gatta", 0, hash_key("a"))
        refused("taken", commands.sit, "Ben", "bauta", 0, hash_key("b"), log=log)
        refused("taken", commands.sit, "Ben", "bauta", 1, hash_key("b"), log=log)
        refused("no-seat", commands.sit, "Ben", "bauta", 3, hash_key("b"), log=log)
        refused("name-taken", commands.sit, "ANNA", "bauta", 2, hash_key("b"), log=log)
        refused("name-taken", commands.sit, "\u0410nn\u0430", "bauta", 2, hash_key("b"), log=log)
        refused("bad-mask", commands.sit, "Ben", "hood", 2, hash_key("b"), log=log)
        refused("bad-name", commands.sit, "\u202eBen", "bauta", 2, hash_key("b"), log=log)
        refused("mask-taken", commands.sit, "Ben", "gatta", 2, hash_key("b"), log=log)
        refused("mask-taken", commands.sit, "Ben", "colombina", 2, hash_key("b"), log=log)  # the mask of a bot
        log.do(commands.sit, "Ben", "bauta", 2, hash_key("b"))
        refused("full", commands.sit, "Cleo", "gatta", None, hash_key("c"), log=log)

    def test_bots_wear_the_mask_of_their_name(self):
        log = Log(game="verhext", players=4)
        log.do(commands.sit, "Anna", "colombina", 0, hash_key("a"))
        log.do(commands.place_bot_on_free_chair, [HOST], "novice")
        log.do(commands.place_bot_on_free_chair, [HOST], "novice")
        chairs = log.table.info().chairs
        assert [(chair.name, chair.mask) for chair in chairs] == [
            ("Anna", "colombina"),
            ("Pantalone", "pantalone"),
            ("Brighella", "brighella"),
            ("", ""),
        ]
        assert log.table.chairs.mask_owners() == {
            "colombina": "Anna",
            "pantalone": "Pantalone",
            "brighella": "Brighella",
        }

    def test_an_old_log_of_two_people_with_one_mask(self):
        log = Log(game="verhext", players=3)
        for seat, name in enumerate(("Anna", "Ben")):
            event = PersonSeated(seat, name, "gatta", hash_key(key(seat)))
            log.do(lambda table, event=event: event)
        rebuilt = Table("rebuilt", log.rows)
        assert [chair.mask for chair in rebuilt.info().chairs] == ["gatta", "gatta", ""]
        refused("mask-taken", commands.sit, "Cleo", "gatta", 2, hash_key("c"), log=log)

    def test_only_the_host_places_bots_and_starts(self):
        log = Log(game="verhext", players=3)
        log.do(commands.sit, "Anna", "gatta", 0, hash_key("a"))
        for command in (commands.place_bot, 1, "novice"), (commands.start_match,), (commands.close_table,):
            refused("not-host", command[0], ["a", "x"], *command[1:], log=log)
        refused("free-seats", commands.start_match, [HOST], log=log)
        refused("bad-level", commands.place_bot, [HOST], 1, "genius", log=log)
        refused("taken", commands.place_bot, [HOST], 0, "novice", log=log)
        assert log.do(commands.place_bot, [HOST], 1, "novice")
        assert log.do(commands.place_bot, [HOST], 1, "novice") is None
        log.do(commands.place_bot_on_free_chair, [HOST], "master")
        assert log.do(commands.start_match, [HOST])
        assert log.do(commands.start_match, [HOST]) is None
        assert log.table.started_match.holders == ["Anna", "bot:novice", "bot:master"]
        refused("begun", commands.sit, "Ben", "bauta", None, hash_key("b"), log=log)
        refused("begun", commands.free_chair, [HOST], 1, log=log)
        refused("begun", commands.close_table, [HOST], log=log)

    def test_people_stand_up_and_the_host_frees_chairs(self):
        log = Log(game="verhext", players=3).seat_everybody()
        refused("not-yours", commands.free_chair, [key(1)], 0, log=log)
        log.do(commands.free_chair, [key(0)], 0)
        log.do(commands.free_chair, [HOST], 1)
        assert [chair.kind for chair in log.table.chairs] == ["free", "free", "person"]
        assert log.table.chairs.seats_of([key(0)]) == []

    def test_a_closed_table_refuses_commands(self):
        log = Log(game="verhext", players=3)
        log.do(commands.close_table, [HOST])
        assert log.do(commands.close_table, [HOST]) is None
        refused("closed", commands.sit, "Ben", "bauta", None, hash_key("b"), log=log)
        refused("closed", commands.start_match, [HOST], log=log)
        refused("closed", commands.chat, 0, "Hello?", "id", log.now, log=log)


class TestSeatingLimits:
    """Limits keep the log before a match short."""

    def log_at_the_limit(self):
        """A table at which guests have changed seats as often as they may."""
        log = Log(game="verhext", players=3)
        for n in range(MAX_CHAIR_CHANGES // 2):
            log.do(commands.sit, "Anna", "gatta", 0, hash_key(f"key {n}"))
            log.do(commands.free_chair, [f"key {n}"], 0)
        return log

    def test_guests_are_limited(self):
        log = self.log_at_the_limit()
        refused("final", commands.sit, "Anna", "gatta", 0, hash_key("once more"), log=log)
        refused("final", commands.sit, "Anna", "gatta", None, hash_key("once more"), log=log)

    def test_guests_cannot_stand_up_beyond_the_limit(self):
        log = Log(game="verhext", players=3, bots={2: "novice"})
        for n in range(MAX_CHAIR_CHANGES - 2):
            log.do(commands.place_bot, [HOST], 2, ("casual", "novice")[n % 2])
        for seat in range(2):
            log.do(commands.sit, ("Anna", "Ben")[seat], MASKS[seat], seat, hash_key(key(seat)))
        refused("final", commands.free_chair, [key(0)], 0, log=log)
        assert log.do(commands.free_chair, [HOST], 0)

    def test_the_host_may_do_more_and_start(self):
        log = self.log_at_the_limit()
        for seat in range(3):
            assert log.do(commands.place_bot, [HOST], seat, "novice")
        assert log.do(commands.free_chair, [HOST], 0)
        assert log.do(commands.place_bot_on_free_chair, [HOST], "casual")
        assert log.do(commands.start_match, [HOST])

    def test_the_host_is_limited_too(self):
        log = Log(game="verhext", players=3)
        for n in range(2 * MAX_CHAIR_CHANGES):
            assert log.do(commands.place_bot, [HOST], 0, ("novice", "casual")[n % 2])
        refused("final", commands.place_bot, [HOST], 0, "novice", log=log)
        refused("final", commands.free_chair, [HOST], 0, log=log)
        assert log.do(commands.place_bot, [HOST], 0, "casual") is None  # nothing would change
        assert log.do(commands.close_table, [HOST])

    def test_seats_of_the_opening_do_not_count(self):
        log = Log(game="verhext", players=3, bots={0: "novice", 1: "novice"})
        assert log.table.limits._chair_changes == 0
