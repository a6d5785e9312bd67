"""Commands: what people may do at a table. Each looks at the table and returns the event to log, or None if it is done.

A command that is not allowed raises `Refused` and changes nothing. After a lost race it runs again on the new table.
"""

import unicodedata
from collections.abc import Callable, Collection

from ridotto.bots import LEVELS
from ridotto.engine.message import msg
from ridotto.engine.standing_orders import Order
from ridotto.house.people.guests import DEFAULT_LEVEL, clean_name, require_mask, require_own_mask, require_own_name
from ridotto.house.refusals import Refused
from ridotto.house.tables.change import Change
from ridotto.house.tables.events import (
    AbandonProposed,
    Answered,
    Audience,
    BotSeated,
    Closed,
    Event,
    Insisted,
    LessonsRead,
    Moved,
    Ordered,
    PersonSeated,
    Remarked,
    Resigned,
    Returned,
    Said,
    SeatFreed,
    SettingsChanged,
    Started,
    Tempo,
    Undone,
)
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_limits import (
    MAX_ANSWER_CHANGES,
    MAX_CHATTING_SPECTATORS,
    MAX_PROPOSALS,
    MAX_SEAT_LINES,
    MAX_SETTINGS_CHANGES,
    MAX_UNDOS,
)

Command = Callable[[Table], Event | Change | None]  # a `Change`, if its moves have been played already

MAX_LESSON_RESTARTS = 10  # of a seat
SUBSTITUTE_LEVEL = DEFAULT_LEVEL  # of the bot that plays for an absent person
MAX_TEXT_LENGTH = 300  # characters of a chat line


# Permissions


def require_seat(table: Table, keys: Collection[str], seat: int) -> None:
    """Refuses anybody who does not hold the key of this seat."""
    if seat not in table.chairs.seats_of(keys):
        raise Refused("not-yours", msg("This isn't your seat."))


def own_seat(table: Table, keys: Collection[str], seat: int | None) -> int:
    """The seat that the holder of these keys acts for; if `seat` is None, their only one."""
    if seat is not None and seat >= 0:
        require_seat(table, keys, seat)
        return seat
    own = table.chairs.seats_of(keys)
    if len(own) == 1:
        return own[0]
    if own:
        raise Refused("which-seat", msg("You have several seats here: say which one you mean."))
    raise Refused("not-yours", msg("This isn't your seat."))


def require_host(table: Table, keys: Collection[str]) -> None:
    if not table.chairs.has_host_rights(keys):
        raise Refused("not-host", msg("Only the host can do that."))


def require_open(table: Table) -> None:
    if table.phase == "closed":
        raise Refused("closed", msg("This table has been closed."))
    if table.phase != "open":
        raise Refused("begun", msg("The match has already started."))


def require_running(table: Table) -> None:
    if table.phase == "open":
        raise Refused("not-begun", msg("The match hasn't started yet."))
    if table.phase != "running":
        raise Refused("over", msg("The match is over."))


def require_chair(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.chairs):
        raise Refused("no-seat", msg("There's no seat {seat} at this table.", seat=seat))


def require_may_change_chairs(table: Table, host: bool) -> None:
    """Keeps the log before a match short; guests reach the limit first, then the host."""
    if not table.limits.may_change_chairs(host):
        raise Refused("final", msg("The seats have changed too often: they stay as they are now."))


def require_level(level: str) -> None:
    if level not in LEVELS:
        known = ", ".join(LEVELS)
        raise Refused("bad-level", msg("Unknown bot “{name}” (choose from: {known}).", name=level[:40], known=known))


# Before the match


def sit(table: Table, name: str, mask: str, seat: int | None, key_hash: str) -> Event | None:
    """A person takes a free chair, or any free chair."""
    if any(chair.key_hash == key_hash for chair in table.chairs):
        return None
    require_open(table)
    name = clean_name(name)
    require_mask(mask)
    require_own_name(name, filter(None, table.names))
    free = table.chairs.free_seats()
    if seat is not None:
        require_chair(table, seat)
        if seat not in free:
            raise Refused("taken", msg("That seat is already taken."))
    elif not free:
        raise Refused("full", msg("All seats are taken."))
    require_own_mask(mask, table.chairs.mask_owners())
    require_may_change_chairs(table, host=False)
    return PersonSeated(free[0] if seat is None else seat, name, mask, key_hash)


def place_bot(table: Table, keys: Collection[str], seat: int, level: str) -> Event | None:
    """The host puts a bot on a chair."""
    require_host(table, keys)
    require_open(table)
    require_chair(table, seat)
    require_level(level)
    chair = table.chairs[seat]
    if chair.kind == "person":
        raise Refused("taken", msg("That seat is already taken."))
    if chair.level == level:
        return None
    require_may_change_chairs(table, host=True)
    return BotSeated(seat, level)


def place_bot_on_free_chair(table: Table, keys: Collection[str], level: str) -> Event | None:
    """The host puts a bot on the first free chair."""
    free = table.chairs.free_seats()
    return place_bot(table, keys, free[0], level) if free else None


def free_chair(table: Table, keys: Collection[str], seat: int) -> Event | None:
    """A person stands up, or the host frees a chair."""
    require_chair(table, seat)
    host = table.chairs.has_host_rights(keys)
    if not host:
        require_seat(table, keys, seat)
    require_open(table)
    if table.chairs[seat].kind == "free":
        return None
    require_may_change_chairs(table, host)
    return SeatFreed(seat)


def start_match(table: Table, keys: Collection[str]) -> Event | None:
    """The host starts the match."""
    require_host(table, keys)
    if table.phase == "running":
        return None
    require_open(table)
    if table.chairs.free_seats():
        raise Refused("free-seats", msg("Some seats are still free: wait for guests, or fill them with bots."))
    return Started()


def close_table(table: Table, keys: Collection[str]) -> Event | None:
    """The host closes the table before the match."""
    require_host(table, keys)
    if table.phase == "closed":
        return None
    require_open(table)
    return Closed()


# In the match


def decide(table: Table, seat: int, revision: str, move: str, id: str, cutoff: int | None = None) -> Event | None:
    """A person decides on the view with this revision; the table checks whether the move is legal.

    In a window opened after `cutoff`, the answer waits until the window closes.
    """
    if is_repeated(table, Moved(seat, move, id)):
        return None
    require_running(table)
    require_not_resigned(table, seat)
    require_current_view(table, seat, revision)
    window, number = table.window, table.game.parse(move)
    state = table.started_match.state
    if window.may_premove(state, seat, number) or window.may_withdraw(state, seat, number):
        require_may_change_answer(table, seat)
        return Answered(seat, move, id)
    if cutoff is None or not window.holds_answers(state, cutoff):
        return Moved(seat, move, id)
    require_legal(table, seat, move)
    if seat in window.answers:  # the first answer is always accepted
        require_may_change_answer(table, seat)
    return Answered(seat, move, id)


def insist(table: Table, seat: int, wants: bool = True) -> Event | None:
    """A person turns “Always ask me” on or off."""
    require_running(table)
    require_not_resigned(table, seat)
    if not table.game.has_public_automatic_moves:
        raise Refused("asks-all", msg("This game always asks you anyway."))
    if (seat in table.window.insisting) == wants:
        return None
    require_may_change_answer(table, seat)
    return Insisted(seat, wants)


def give_order(table: Table, seat: int, order: str, number: int | None = None) -> Event | None:
    """A person gives a standing order that replaces the former one; an empty one revokes it."""
    require_running(table)
    require_not_resigned(table, seat)
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
    require_may_change_answer(table, seat)
    return wanted


def order_number(table: Table, order: Order, number: int | None) -> int:
    """The number stored with an order: the term it is valid for, or the number it needs."""
    if order.one_term:
        return table.game.windows.term(table.started_match.state)
    number = order.default if number is None else number
    if order.numbers and number not in order.numbers:
        lowest, highest = order.numbers[0], order.numbers[-1]
        raise Refused("bad-order", msg("Choose a number from {min} to {max}.", min=lowest, max=highest))
    return number if order.numbers else 0


def require_legal(table: Table, seat: int, move: str) -> None:
    """Refuses an illegal move with the rule it breaks."""
    table.started_match.state.copy().play(seat, table.game.parse(move))


def require_may_change_answer(table: Table, seat: int) -> None:
    if not table.limits.may_change_answer(seat):
        raise Refused(
            "too-many", msg("You've changed your answers {n} times this turn: that's enough.", n=MAX_ANSWER_CHANGES)
        )


def undo(table: Table, seat: int, revision: str, id: str) -> Event | None:
    """A person takes back a move that nobody has seen yet."""
    if is_repeated(table, Undone(seat, id)):
        return None
    require_running(table)
    require_not_resigned(table, seat)
    require_current_view(table, seat, revision)
    if not table.started_match.can_undo(seat):
        raise Refused("final", msg("There's nothing to take back: what's been revealed is final."))
    if not table.limits.may_undo(seat):
        raise Refused("final", msg("You've taken back {n} steps this turn: that's enough.", n=MAX_UNDOS))
    return Undone(seat, id)


def require_not_resigned(table: Table, seat: int) -> None:
    if table.chairs[seat].resigned:
        raise Refused("resigned", msg("You've given up this seat."))


def require_current_view(table: Table, seat: int, revision: str) -> None:
    """Refuses a decision made on an old view. Decisions of others at the same time do not make a view old."""
    if not table.has_seen(seat, revision) and revision != table.player_view(seat).revision:
        raise Refused("stale", msg("The table has changed: take another look, then decide."))


def is_repeated(table: Table, wanted: Moved | Undone | Said | Remarked) -> bool:
    """Has the same request been carried out before? Another request under the same id is refused."""
    done = table.request(wanted.key_hash if isinstance(wanted, Remarked) else wanted.seat, wanted.id)
    if done is not None:
        require_same(done, wanted)
    return done is not None


def require_same(done: Event, wanted: Event) -> None:
    if done != wanted:
        raise Refused("id-used", msg("This id was already used for something else."))


# Chat and settings


def chat(table: Table, seat: int, text: str, id: str, now: int) -> Event | None:
    """A player chats."""
    line = clean_text(text)
    if is_repeated(table, Said(seat, line, id)):
        return None
    if table.phase == "closed":
        raise Refused("closed", msg("This table has been closed."))
    if not table.limits.may_chat(seat, now):
        raise Refused("too-many", msg("You've written {n} messages this turn: wait a few minutes.", n=MAX_SEAT_LINES))
    return Said(seat, line, id)


def remark(table: Table, keys: Collection[str], name: str, text: str, id: str, key_hash: str, now: int) -> Event | None:
    """A spectator chats, if the host allows it. The name of their first remark stays."""
    spectators = table.chat.spectators
    name = spectators.get(key_hash) or clean_name(name)
    wanted = Remarked(name, clean_text(text), id, key_hash)
    if is_repeated(table, wanted):
        return None
    if table.talk != "anyone":
        raise Refused("no-talking", msg("Only players can chat at this table."))
    if table.phase not in ("running", "over"):
        raise Refused("not-begun", msg("The match hasn't started yet."))
    if table.chairs.seats_of(keys):
        raise Refused("not-watching", msg("You're playing at this table: chat from your own seat."))
    if key_hash not in spectators:
        require_own_name(name, (*filter(None, table.names), *spectators.values()))
        if len(spectators) >= MAX_CHATTING_SPECTATORS:
            raise Refused(
                "too-many", msg("{n} spectators are already chatting here: that's enough.", n=MAX_CHATTING_SPECTATORS)
            )
    if not table.limits.may_chat(key_hash, now) or not table.limits.may_spectators_chat(now):
        raise Refused("too-many", msg("The spectators have written a lot: wait a few minutes."))
    return wanted


def change_settings(table: Table, keys: Collection[str], tempo: Tempo | None, talk: Audience | None) -> Event | None:
    """The host changes settings; None: unchanged."""
    require_host(table, keys)
    if (tempo or table.tempo, talk or table.talk) == (table.tempo, table.talk):
        return None
    if table.phase not in ("open", "running"):
        require_running(table)
    require_may_change_settings(table)
    return SettingsChanged(tempo, talk)


def require_may_change_settings(table: Table) -> None:
    if not table.limits.may_change_settings():
        message = msg("That's been changed {n} times at this table: it stays as it is now.", n=MAX_SETTINGS_CHANGES)
        raise Refused("final", message)


def clean_text(text: str) -> str:
    """One printable line with single spaces; refuses a text that is empty or too long."""
    line = " ".join("".join(char if is_printable(char) else " " for char in unicodedata.normalize("NFC", text)).split())
    if not line:
        raise Refused("bad-text", msg("This message is empty."))
    if len(line) > MAX_TEXT_LENGTH:
        raise Refused("bad-text", msg("A message can have up to {max} characters.", max=MAX_TEXT_LENGTH))
    return line


def is_printable(char: str) -> bool:
    """Refuses control characters and changes of direction, but not joiners: emoji need them."""
    return unicodedata.category(char)[0] != "C" or char == "\u200d"


# Lessons, and leaving


def mark_lesson_read(table: Table, seat: int, lesson: str) -> Event | None:
    """A person has read a lesson, wants no more lessons (`all`), or all of them again (`none`)."""
    progress = table.lesson_progress
    if not progress.lessons or table.match is None:
        raise Refused("no-lessons", msg("This table has no lessons."))
    learned = progress.learned[seat]
    if lesson == "none":
        if learned and progress.restarts[seat] >= MAX_LESSON_RESTARTS:
            raise Refused("final", msg("You've started over {n} times: that's enough.", n=MAX_LESSON_RESTARTS))
        return LessonsRead(seat, []) if learned else None
    if lesson not in ("all", *progress.lessons):
        raise Refused("unknown-lesson", msg("This table has no lesson “{name}”.", name=lesson[:40]))
    read = [id for id in progress.lessons if lesson in ("all", id) and id not in learned]
    return LessonsRead(seat, read) if read else None


def resign(table: Table, seat: int) -> Event | None:
    """A person gives up; a bot plays the seat to the end."""
    if table.chairs[seat].resigned:
        return None
    require_running(table)
    return Resigned(seat, SUBSTITUTE_LEVEL)


def propose_abandon(table: Table, seat: int, wants: bool = True) -> Event | None:
    """A person proposes to end the match early, or withdraws it.

    A repeated proposal ends the match if meanwhile all others have agreed or left.
    """
    wanted = AbandonProposed(seat, wants)
    goes_on = table.phase_after(Change(wanted)) == "running"
    if table.chairs[seat].abandons == wants and (table.phase != "running" or goes_on):
        return None
    require_running(table)
    require_not_resigned(table, seat)
    if wants and not table.limits.may_propose(seat) and goes_on:
        raise Refused("final", msg("You've suggested that {n} times this turn: that's enough.", n=MAX_PROPOSALS))
    return wanted


def come_back(table: Table, seat: int) -> Event | None:
    """An absent person returns to their seat."""
    return Returned(seat) if table.phase == "running" and table.chairs[seat].away else None
