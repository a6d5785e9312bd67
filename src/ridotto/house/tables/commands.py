"""What people may do at a table. Each deed looks at the table and gives the entry to make, or None where it is done.

A deed that cannot be is refused, and nothing has changed. Deeds are looked at again whenever somebody else was faster.
"""

import unicodedata
from collections.abc import Collection

from ridotto.bots import LEVELS
from ridotto.engine.message import msg
from ridotto.engine.standing_orders import Order
from ridotto.house.people.guests import USUAL, clean_name, demand_mask, demand_own_mask, demand_own_name
from ridotto.house.refusals import Refused
from ridotto.house.tables.events import (
    Abandoned,
    Answered,
    Changed,
    Closed,
    Event,
    Insisted,
    Learned,
    Moved,
    Ordered,
    Placed,
    Remarked,
    Resigned,
    Returned,
    Said,
    Sat,
    Started,
    Stood,
    Tempo,
    Undone,
    Watch,
)
from ridotto.house.tables.table import CHANGES, LINES, PROPOSALS, TALKERS, UNDOS, WISHES, Table

RESTARTS = 10  # times that a seat may want to be told everything again
SUBSTITUTE = USUAL  # who plays for people who are away
LONGEST = 300  # characters of what somebody says


# Who may


def demand_seat(table: Table, keys: Collection[str], seat: int) -> None:
    """Only whoever holds the key of a seat acts for it."""
    if seat not in table.seats_of(keys):
        raise Refused("not-yours", msg("This isn't your seat."))


def demand_host(table: Table, keys: Collection[str]) -> None:
    if not table.hosts(keys):
        raise Refused("not-host", msg("Only the host can do that."))


def demand_open(table: Table) -> None:
    if table.phase == "closed":
        raise Refused("closed", msg("This table has been closed."))
    if table.phase != "open":
        raise Refused("begun", msg("The match has already started."))


def demand_running(table: Table) -> None:
    if table.phase == "open":
        raise Refused("not-begun", msg("The match hasn't started yet."))
    if table.phase != "running":
        raise Refused("over", msg("The match is over."))


def demand_chair(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.chairs):
        raise Refused("no-seat", msg("There's no seat {seat} at this table.", seat=seat))


def demand_few_seatings(table: Table, host: bool) -> None:
    """A log does not grow for ever before a match. The host has the last word."""
    if not table.may_seat(host):
        raise Refused("final", msg("The seats have changed too often: they stay as they are now."))


def demand_level(level: str) -> None:
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        raise Refused("bad-level", msg("Unknown bot “{name}” (choose from: {known}).", name=level[:40], known=known))


# Before the match


def sit(table: Table, name: str, mask: str, seat: int | None, lock: str) -> Event | None:
    """Takes a free chair, or any of them."""
    if any(chair.lock == lock for chair in table.chairs):
        return None
    demand_open(table)
    name = clean_name(name)
    demand_mask(mask)
    demand_own_name(name, filter(None, table.names))
    free = table.free()
    if seat is not None:
        demand_chair(table, seat)
        if seat not in free:
            raise Refused("taken", msg("That seat is already taken."))
    elif not free:
        raise Refused("full", msg("All seats are taken."))
    demand_own_mask(mask, table.worn())
    demand_few_seatings(table, host=False)
    return Sat(free[0] if seat is None else seat, name, mask, lock)


def place(table: Table, keys: Collection[str], seat: int, level: str) -> Event | None:
    """The host puts a bot on a chair."""
    demand_host(table, keys)
    demand_open(table)
    demand_chair(table, seat)
    demand_level(level)
    chair = table.chairs[seat]
    if chair.kind == "person":
        raise Refused("taken", msg("That seat is already taken."))
    if chair.level == level:
        return None
    demand_few_seatings(table, host=True)
    return Placed(seat, level)


def fill(table: Table, keys: Collection[str], level: str) -> Event | None:
    """The host puts a bot on the first chair that is still free."""
    free = table.free()
    return place(table, keys, free[0], level) if free else None


def clear(table: Table, keys: Collection[str], seat: int) -> Event | None:
    """Somebody stands up, or the host frees a chair."""
    demand_chair(table, seat)
    host = table.hosts(keys)
    if not host:
        demand_seat(table, keys, seat)
    demand_open(table)
    if table.chairs[seat].kind == "free":
        return None
    demand_few_seatings(table, host)
    return Stood(seat)


def begin(table: Table, keys: Collection[str]) -> Event | None:
    """The host starts the match."""
    demand_host(table, keys)
    if table.phase == "running":
        return None
    demand_open(table)
    if table.free():
        raise Refused("free-seats", msg("Some seats are still free: wait for guests, or fill them with bots."))
    return Started()


def close(table: Table, keys: Collection[str]) -> Event | None:
    """The host sends everybody home before the match."""
    demand_host(table, keys)
    if table.phase == "closed":
        return None
    demand_open(table)
    return Closed()


# In the match


def decide(table: Table, seat: int, revision: str, move: str, id: str, ripe: int | None = None) -> Event | None:
    """A person decides, by what they saw. In windows that were opened after a moment, answers wait for their time."""
    if is_done(table, Moved(seat, move, id)):
        return None
    demand_running(table)
    demand_own_play(table, seat)
    demand_current(table, seat, revision)
    window, number = table.window, table.game.parse(move)
    if window.may_choose(table.playing.state, seat, number) or window.may_withdraw(table.playing.state, seat, number):
        demand_few_wishes(table, seat)
        return Answered(seat, move, id)
    demand_legal(table, seat, move)
    if ripe is None or not window.is_held(table.playing.state, ripe):
        return Moved(seat, move, id)
    if seat in window.given:  # the first answer is never refused
        demand_few_wishes(table, seat)
    return Answered(seat, move, id)


def insist(table: Table, seat: int, wants: bool = True) -> Event | None:
    """A person wants to be asked everything, also what is obvious; or no longer."""
    demand_running(table)
    demand_own_play(table, seat)
    if not table.game.foregone_steps:
        raise Refused("asks-all", msg("This game always asks you anyway."))
    if (seat in table.window.insisting) == wants:
        return None
    demand_few_wishes(table, seat)
    return Insisted(seat, wants)


def order(table: Table, seat: int, order: str, number: int | None = None) -> Event | None:
    """A person gives a standing order, in the place of the one before; an empty one revokes it."""
    demand_running(table)
    demand_own_play(table, seat)
    orders = {one.name: one for one in table.game.windows.ORDERS} if table.game.has_windows else {}
    if not order:
        wanted = Ordered(seat, "")
    elif order not in orders:
        raise Refused("bad-order", msg("This game doesn't have that automatic answer."))
    elif seat in table.window.insisting:
        raise Refused("asks-all", msg("Turn off “Always ask me” first."))
    else:
        wanted = Ordered(seat, order, order_number(table, orders[order], number))
    if table.window.orders.get(seat, ("", 0)) == (wanted.order, wanted.number):
        return None
    demand_few_wishes(table, seat)
    return wanted


def order_number(table: Table, order: Order, number: int | None) -> int:
    """What goes with an order: the term it is for, or a number that it needs."""
    if order.one_term:
        return table.game.windows.term(table.playing.state)
    number = order.usual if number is None else number
    if order.numbers and number not in order.numbers:
        least, most = order.numbers[0], order.numbers[-1]
        raise Refused("bad-order", msg("Choose a number from {least} to {most}.", least=least, most=most))
    return number if order.numbers else 0


def demand_legal(table: Table, seat: int, move: str) -> None:
    """Refuses what is illegal, with the rule behind it."""
    table.playing.state.copy().play(seat, table.game.parse(move))


def demand_few_wishes(table: Table, seat: int) -> None:
    if not table.may_wish(seat):
        raise Refused("too-many", msg("You've changed your answers {n} times this turn: that's enough.", n=WISHES))


def undo(table: Table, seat: int, revision: str, id: str) -> Event | None:
    """A person takes back what nobody has seen yet."""
    if is_done(table, Undone(seat, id)):
        return None
    demand_running(table)
    demand_own_play(table, seat)
    demand_current(table, seat, revision)
    if not table.playing.can_undo(seat):
        raise Refused("final", msg("There's nothing to take back: what's been revealed is final."))
    if not table.may_undo(seat):
        raise Refused("final", msg("You've taken back {n} steps this turn: that's enough.", n=UNDOS))
    return Undone(seat, id)


def demand_own_play(table: Table, seat: int) -> None:
    if table.chairs[seat].resigned:
        raise Refused("resigned", msg("You've given up this seat."))


def demand_current(table: Table, seat: int, revision: str) -> None:
    """Whoever decides has seen the table as it is. What others decide at the same time makes no difference."""
    if not table.has_seen(seat, revision) and revision != table.sight(seat).revision:
        raise Refused("stale", msg("The table has changed: take another look, then decide."))


def is_done(table: Table, wanted: Moved | Undone | Said | Remarked) -> bool:
    """Was this done already, by the same deed sent before? Another one under the same id is a mistake."""
    done = table.done(wanted.lock if isinstance(wanted, Remarked) else wanted.seat, wanted.id)
    if done is not None:
        demand_same(done, wanted)
    return done is not None


def demand_same(done: Event, wanted: Event) -> None:
    if done != wanted:
        raise Refused("id-used", msg("This id was already used for something else."))


def say(table: Table, seat: int, text: str, id: str, now: int) -> Event | None:
    """Whoever sits at the table talks."""
    said = clean_text(text)
    if is_done(table, Said(seat, said, id)):
        return None
    if table.phase == "closed":
        raise Refused("closed", msg("This table has been closed."))
    if not table.may_talk(seat, now):
        raise Refused("too-many", msg("You've written {n} messages this turn: wait a few minutes.", n=LINES))
    return Said(seat, said, id)


def remark(table: Table, keys: Collection[str], name: str, text: str, id: str, lock: str, now: int) -> Event | None:
    """Whoever looks on talks, where the host allows it; the name of the first time stays."""
    name = table.spectators.get(lock) or clean_name(name)
    wanted = Remarked(name, clean_text(text), id, lock)
    if is_done(table, wanted):
        return None
    if table.talk != "anyone":
        raise Refused("no-talking", msg("Only players can chat at this table."))
    if table.phase not in ("running", "over"):
        raise Refused("not-begun", msg("The match hasn't started yet."))
    if table.seats_of(keys):
        raise Refused("not-watching", msg("You're playing at this table: chat from your own seat."))
    if lock not in table.spectators:
        demand_own_name(name, (*filter(None, table.names), *table.spectators.values()))
        if len(table.spectators) >= TALKERS:
            raise Refused("too-many", msg("{n} spectators are already chatting here: that's enough.", n=TALKERS))
    if not table.may_talk(lock, now) or not table.may_remark(now):
        raise Refused("too-many", msg("The spectators have written a lot: wait a few minutes."))
    return wanted


def change(table: Table, keys: Collection[str], tempo: Tempo | None, talk: Watch | None) -> Event | None:
    """The host changes how the table is kept."""
    demand_host(table, keys)
    if (tempo or table.tempo, talk or table.talk) == (table.tempo, table.talk):
        return None
    if table.phase not in ("open", "running"):
        demand_running(table)
    demand_few_changes(table)
    return Changed(tempo, talk)


def demand_few_changes(table: Table) -> None:
    if not table.may_change():
        raise Refused("final", msg("That's been changed {n} times at this table: it stays as it is now.", n=CHANGES))


def clean_text(text: str) -> str:
    """One line that can be shown anywhere."""
    line = " ".join("".join(sign if is_shown(sign) else " " for sign in unicodedata.normalize("NFC", text)).split())
    if not line:
        raise Refused("bad-text", msg("This message is empty."))
    if len(line) > LONGEST:
        raise Refused("bad-text", msg("A message can have up to {most} characters.", most=LONGEST))
    return line


def is_shown(sign: str) -> bool:
    """No control characters, no change of direction; joiners hold emoji together."""
    return unicodedata.category(sign)[0] != "C" or sign == "\u200d"


def learn(table: Table, seat: int, lesson: str) -> Event | None:
    """A person has read a lesson, wants to hear of no more (`all`), or to hear everything again (`none`)."""
    teaching = table.teaching
    if not teaching.lessons or table.match is None:
        raise Refused("no-lessons", msg("This table has no lessons."))
    learned = teaching.learned[seat]
    if lesson == "none":
        if learned and teaching.restarts[seat] >= RESTARTS:
            raise Refused("final", msg("You've started over {n} times: that's enough.", n=RESTARTS))
        return Learned(seat, []) if learned else None
    if lesson not in ("all", *teaching.lessons):
        raise Refused("unknown-lesson", msg("This table has no lesson “{name}”.", name=lesson[:40]))
    read = [id for id in teaching.lessons if lesson in ("all", id) and id not in learned]
    return Learned(seat, read) if read else None


def resign(table: Table, seat: int) -> Event | None:
    """A person gives up; a bot plays the seat to the end."""
    if table.chairs[seat].resigned:
        return None
    demand_running(table)
    return Resigned(seat, SUBSTITUTE)


def abandon(table: Table, seat: int, wants: bool = True) -> Event | None:
    """A person proposes to break off the match, or no longer; who insists may find that nobody is left to ask."""
    wanted = Abandoned(seat, wants)
    if table.chairs[seat].abandons == wants and (table.phase != "running" or table.phase_after(wanted) == "running"):
        return None
    demand_running(table)
    demand_own_play(table, seat)
    if wants and not table.may_propose(seat) and table.phase_after(wanted) == "running":
        raise Refused("final", msg("You've suggested that {n} times this turn: that's enough.", n=PROPOSALS))
    return wanted


def come_back(table: Table, seat: int) -> Event | None:
    """A person who was away plays again."""
    return Returned(seat) if table.phase == "running" and table.chairs[seat].away else None
