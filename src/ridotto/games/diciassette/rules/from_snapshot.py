"""Reads a position of 17 Diciassette from plain JSON, or refuses it: every card must be in exactly one place.

Optional are `discards` (default: all cards that are nowhere else), `turns` (default: the number of cards in the row, at
least 1 once a turn is over), `due`, and entries that are empty, false, 0 or clockwise.
"""

from reprlib import repr as brief

import cython

from ridotto.engine.parsing import read_int, read_list, read_name, read_object, refuse
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.inventory import inventory
from ridotto.games.diciassette.rules.snapshot import DIRECTIONS, FACES, PHASES, hand

if not cython.compiled:
    from ridotto.games.diciassette.rules.rules import Diciassette

POSITION = {"round", "turns", "phase", "turn", "due", "double", "direction", "seats", "row", "pile", "discards", "last"}
SEAT_KEYS = {"victory", "penalty", "hand", "trashed", "answer"}
PHASE: dict[str, int] = {name: phase for phase, name in enumerate(PHASES)}
DIRECTION: dict[str, int] = {name: direction for direction, name in DIRECTIONS.items()}
FACE = {name: face for face, name in enumerate(FACES)}
ANSWER = {"pass": c.PASS, "call": c.CALL}


def read(state: Diciassette, position: dict) -> None:
    """Fills a state that has its dice, seats and options."""
    given = read_object(position, POSITION, "The snapshot")
    for key in ("round", "phase", "turn", "seats", "pile"):
        if key not in given:
            raise refuse("The snapshot lacks {key}.", key=brief(key))
    state.phase = read_name(given["phase"], PHASE, "phase")
    state.round = read_int(given["round"], 1, c.LAST_ROUND, "round")
    state.turn = read_int(given["turn"], 0, state.seats - 1, "turn")
    state.direction = read_name(given.get("direction", "clockwise"), DIRECTION, "direction")
    state.pending_double = read_bool(given.get("double", False), "double")
    for place, card in enumerate(read_row(given.get("row", []), state.seats, "row")):
        state.row[place] = card
        state.row_length = place + 1
    read_last_call(state, given.get("last"))
    seats = read_list(given["seats"], "seats")
    if len(seats) != state.seats:
        raise refuse("There are {given} seats for {players} players.", given=len(seats), players=state.seats)
    for seat in range(6):
        state.clear_hand(seat)
    for seat in range(state.seats):
        read_seat(state, seat, read_object(seats[seat], SEAT_KEYS, f"seat {seat}"))
    read_pile(state, given["pile"])
    read_discards(state, given)
    state.cards_due = read_int(given.get("due", 1 if state.phase == c.PLAYING else 0), 0, 2, "due")
    begun = 0 if state.phase == c.PLAYING and state.cards_due < 2 else 1
    state.turns_finished = read_int(given.get("turns", max(state.row_length, begun)), 0, c.LAST_TURN, "turns")
    check_turn(state)
    check_hands(state)
    check_discards(state)
    check_doubles(state)
    check_tokens(state)
    read_answers(state, [seats[seat].get("answer") for seat in range(state.seats)])


def read_bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise refuse("{what} must be true or false, not {value}.", what=what, value=brief(value))
    return value


def too_many(what: str, cards: int, limit: int) -> Exception:
    return refuse("{what}: {cards} cards are too many, {max} would be the most.", what=what, cards=cards, max=limit)


def read_cards(value: object, limit: int, what: str) -> list[int]:
    """A list of cards, as kinds."""
    cards = read_list(value, what)
    if len(cards) > limit:
        raise too_many(what, len(cards), limit)
    return [read_name(card, c.CARDS, what) for card in cards]


def read_row(value: object, seats: int, what: str) -> list[int]:
    """The cards of a row, from left to right."""
    laid = read_list(value, what)
    if len(laid) > c.DECK:
        raise too_many(what, len(laid), c.DECK)
    return [read_card_in_row(card, seats, f"{what}, card {place}") for place, card in enumerate(laid, 1)]


def read_card_in_row(value: object, seats: int, what: str) -> int:
    laid = read_object(value, {"seat", "card", "face"}, what)
    kind = read_name(laid.get("card"), c.CARDS, what)
    face = read_name(laid.get("face"), FACE, f"{what}, face")
    owner = read_int(laid.get("seat"), 0, seats - 1, f"{what}, seat")
    if kind == c.TRASH and not face:
        raise refuse("{what}: a trash laid face up does not stay in the row.", what=what)
    return kind + c.FACE_DOWN * face + c.OWNER * owner


def read_last_call(state: Diciassette, value: object) -> None:
    """Reads the last call. Where its cards are by now is not checked: they may have been drawn again."""
    state.last_caller = state.last_player = -1
    if value is None:
        return
    given = read_object(value, {"caller", "player", "row"}, "last")
    state.last_caller = read_int(given.get("caller"), 0, state.seats - 1, "last, caller")
    state.last_player = read_int(given.get("player"), 0, state.seats - 1, "last, player")
    row = read_row(given.get("row", []), state.seats, "last, row")
    for kind in range(c.KINDS):
        if [c.kind_of(card) for card in row].count(kind) > c.COPIES[kind]:
            raise refuse("{what}: there are too many of {card}.", what="last, row", card=c.CARD_NAMES[kind])
    for place, card in enumerate(row):
        state.last_row[place] = card
    state.last_row_length = len(row)
    over = state.phase == c.GAME_OVER
    if state.last_caller == state.last_player or (state.round == 1 and not over):
        raise refuse("Seat {seat} cannot have called.", seat=state.last_caller)
    if over and (row or state.last_player != state.turn):
        raise refuse(
            "When the game is over, the last call is that against seat {seat}, and its row still lies there.",
            seat=state.turn,
        )


def read_seat(state: Diciassette, seat: int, given: dict) -> None:
    label = f"seat {seat}"
    limit = c.TO_WIN if state.phase == c.GAME_OVER else c.TO_WIN - 1
    state.victory[seat] = read_int(given.get("victory", 0), 0, limit, f"{label}, victory")
    state.penalty[seat] = read_int(given.get("penalty", 0), 0, 1, f"{label}, penalty")
    for kind in read_cards(given.get("hand"), c.HAND, f"{label}, hand"):
        state.pick_up(seat, kind)
    for kind in read_cards(given.get("trashed", []), c.DECK, f"{label}, trashed"):
        if kind < c.CONCEALED:
            raise refuse(
                "{what}: {card} has its number on both sides, so everybody has seen it.",
                what=f"{label}, trashed",
                card=c.CARD_NAMES[kind],
            )
        state.trashed[seat][kind] += 1


def read_pile(state: Diciassette, value: object) -> None:
    for place, kind in enumerate(reversed(read_cards(value, c.DECK, "pile"))):
        state.pile[place] = kind
        state.pile_size = place + 1


def read_discards(state: Diciassette, given: dict) -> None:
    """Reads or works out the discards; every card must be in exactly one place."""
    if "discards" in given:
        for kind in read_cards(given["discards"], c.DECK, "discards"):
            state.known_discards[kind] += 1
    found = inventory(state)
    for name, kind in c.CARDS.items():
        if "discards" not in given and found[name] < c.COPIES[kind]:
            state.known_discards[kind] = c.COPIES[kind] - found[name]
        elif found[name] != c.COPIES[kind]:
            raise refuse(
                "There are {cards} of {card}; the game has {copies}.",
                cards=found[name],
                card=name,
                copies=c.COPIES[kind],
            )


def check_turn(state: Diciassette) -> None:
    """Checks that the stage of the turn agrees with the row, the number of turns and the options."""
    state.player = state.turn
    if state.phase == c.PLAYING and state.cards_due == 0:
        raise refuse("In the phase {phase} at least one card is due.", phase=brief("play"))
    if state.phase == c.CALLING:
        if state.cards_due == 2:
            raise refuse("In the phase {phase} no two cards are due.", phase=brief("call"))
        if state.cards_due > state.call_between_double:
            raise refuse("Nobody may call between the two cards of a turn; the option call_between_double is false.")
    elif state.phase == c.GAME_OVER:
        state.player = -1
        if state.cards_due or state.pending_double:
            raise refuse("When the game is over, no card is due.")
    if state.turns_finished == 0:
        if state.phase != c.PLAYING or state.row_length or state.cards_due != 1 or state.pending_double:
            raise refuse("Before the first turn of a round is over, the row is empty and one card is due.")
        if state.direction != c.CLOCKWISE and (state.round == 1 or state.direction_resets):
            raise refuse("The round begins clockwise.")
        if state.round == 1 and state.discard_count():
            raise refuse("Before the first turn of the game is over, nothing is discarded.")
    if state.turns_finished == c.LAST_TURN and (state.phase == c.PLAYING or state.cards_due):
        raise refuse("No turn follows the last one, number {turns}.", turns=c.LAST_TURN)
    if state.row_length > 2 * state.turns_finished:
        raise refuse(
            "{cards} cards cannot have come into the row in {turns} turns.",
            cards=state.row_length,
            turns=state.turns_finished,
        )
    if state.has_ended_turn() and state.last_card_was_trash() and not state.known_discards[c.TRASH]:
        raise refuse("Seat {seat} had the last turn, but has not laid the last card.", seat=state.turn)


def check_hands(state: Diciassette) -> None:
    """Checks that hands have three cards, except in the middle of a turn and after a shortage."""
    for seat in range(state.seats):
        held = len(hand(state, seat))
        in_turn = seat == state.turn and state.cards_due == 1 and state.turns_finished > 0 and held == c.HAND - 1
        if held < c.HAND and not in_turn and not state.may_have_run_out():
            raise refuse("Seat {seat} holds {cards} cards; there are enough for three.", seat=seat, cards=held)
    if state.phase == c.PLAYING and state.is_empty(state.turn):
        raise refuse("Seat {seat} has no card to play.", seat=state.turn)
    if state.phase == c.CALLING and state.cards_due and state.is_empty(state.turn):
        raise refuse("Seat {seat} has no second card to play.", seat=state.turn)
    if state.is_second_card() and state.is_full(state.turn):
        raise refuse("Seat {seat} has laid a card and not drawn yet: it cannot hold three.", seat=state.turn)
    drawable = state.pile_size + state.discard_count()
    if state.has_ended_turn() and not state.is_full(state.turn) and drawable:
        raise refuse("Seat {seat} had the last turn, but has not drawn.", seat=state.turn)


def check_discards(state: Diciassette) -> None:
    """Checks the discards against the trash cards among them and, in the first round, against the cards played."""
    covered = state.covered_discard_count()
    if covered > state.known_discards[c.TRASH]:
        raise refuse(
            "{cards} covered cards cannot have gone with {trash} trash cards.",
            cards=covered,
            trash=state.known_discards[c.TRASH],
        )
    if state.round > 1 or state.may_have_run_out():
        return
    played = state.row_length + state.discard_count()
    if played < state.turns_finished:
        raise refuse(
            "{cards} cards cannot be all that was played in {turns} turns.", cards=played, turns=state.turns_finished
        )
    if state.known_discards[c.REVERSE] < state.min_reverses_discarded():
        raise refuse("Nobody has changed the direction of round 1.")


def check_doubles(state: Diciassette) -> None:
    """Checks that two cards are due only after an x2: it is in the row or discarded, or may have been reshuffled."""
    if state.pending_double and state.cards_due == 2:
        raise refuse("The x2 before a turn of two cards is used up.")
    second = state.is_second_card()
    if second and state.last_card_was_trash() and not state.known_discards[c.TRASH]:
        raise refuse("Seat {seat} has laid its first card, but it is not there.", seat=state.turn)
    last = state.row[state.row_length - 1] if state.row_length else c.NO_CARD
    if second and state.pending_double and last != c.DOUBLE + c.OWNER * state.turn:
        raise refuse("Seat {seat} has laid no x2.", seat=state.turn)
    if state.known_discards[c.DOUBLE] < state.min_doubles_discarded(state.known_discards[c.TRASH]):
        raise refuse("Two cards are due without an x2.")


def check_tokens(state: Diciassette) -> None:
    over = state.phase == c.GAME_OVER
    finished = state.round if over else state.round - 1
    for seat in range(state.seats):
        if state.victory[seat] > finished or (state.penalty[seat] and not finished):
            raise refuse(
                "Seat {seat} has more tokens than {rounds} finished rounds can give.", seat=seat, rounds=finished
            )
    if over:
        if state.round < c.LAST_ROUND and not state.has_winner():
            raise refuse("The game is not over: nobody has three victory tokens.")
        callers = [seat for seat in range(state.seats) if seat != state.turn and state.last_caller in (-1, seat)]
        if not any(can_settle(state, caller) for caller in callers):
            raise refuse("No call against seat {seat} can have ended the game with these tokens.", seat=state.turn)


def can_settle(state: Diciassette, caller: int) -> bool:
    """Can the settlement of a call by this seat have left all seats with their tokens, whatever they had before?"""
    fitting = [False] * state.seats
    for victory in range(c.TO_WIN):
        for penalty in range(2):
            before: Diciassette = state.copy()
            for seat in range(state.seats):
                before.victory[seat] = victory
                before.penalty[seat] = penalty
            before.settle(caller, before.reveal())
            for seat in range(state.seats):
                same = before.victory[seat] == state.victory[seat] and before.penalty[seat] == state.penalty[seat]
                fitting[seat] = fitting[seat] or same
    return all(fitting)


def read_answers(state: Diciassette, answers: list) -> None:
    """Reads the secret answers of an open call window; they must not decide it."""
    if state.phase == c.CALLING:
        state.open_window()
    for seat, answer in enumerate(answers):
        if answer is None:
            continue
        move = read_name(answer, ANSWER, f"seat {seat}, answer")
        if state.phase != c.CALLING or seat == state.turn:
            raise refuse("Seat {seat} is not asked for an answer.", seat=seat)
        if move == c.PASS:
            state.passed |= 1 << seat
        else:
            state.called |= 1 << seat
    if state.phase == c.CALLING:
        state.player = state.first_not_passed(state.passed)
        if state.player == state.turn or state.called >> state.player & 1:
            raise refuse("With these answers the call window is closed.")
