"""Reads a position of Venti from plain JSON, or refuses it: every card must be in exactly one place.

Entries that follow from the others may be missing: `discards` (all cards that are nowhere else), the action limit, and
whatever is empty, false, none or 0. Defaults: the phase is `main`, the round 1, the starting player seat 0.
"""

from reprlib import repr as brief

import cython

from ridotto.engine.parsing import read_int, read_list, read_name, read_object, refuse
from ridotto.games.venti import components as c
from ridotto.games.venti.rules import secret_hands
from ridotto.games.venti.rules.snapshot import CAUSES, PHASES, card_or_none, ruled_out

if not cython.compiled:
    from ridotto.games.venti.rules.rules import Venti

POSITION_KEYS = {
    *("round", "starter", "turn", "phase", "actions", "centre", "targets", "seats", "pile", "pile_known", "discards"),
    *("payment", "penalty", "ten", "first_to_ten", "glimpse", "trigger", "final_queue"),
}
SEAT_KEYS = {"hand", "secret", "barred", "ruled_out", "points", "permanent", "extra"}
PHASE_NUMBERS: dict[str, int] = {name: phase for phase, name in enumerate(PHASES)}
CAUSE_NUMBERS: dict[str, int] = {name: cause for cause, name in enumerate(CAUSES) if name}
PAYMENT_PHASES = (c.DECLARING, c.PAYING, c.COMMITTING)


def read(state: Venti, position: dict) -> None:
    """Fills a state that already has its dice, seats and options."""
    given = read_object(position, POSITION_KEYS, "The snapshot")
    for key in ("turn", "centre", "targets", "seats", "pile"):
        if key not in given:
            raise refuse("The snapshot lacks {key}.", key=brief(key))
    state.clear_table()
    state.phase = read_name(given.get("phase", "main"), PHASE_NUMBERS, "phase")
    state.active = read_seat(given["turn"], state, "turn")
    read_cards(state, given)
    check_frozen(state)
    read_end(state, given)
    read_ten(state, given.get("ten"), read_seat_or_nobody(given.get("first_to_ten"), state, "first_to_ten"))
    read_penalty(state, given.get("penalty"))
    read_actions(state, given.get("actions", {}))
    read_glimpse(state, given.get("glimpse"))
    check_hands(state)
    check_gaps(state)
    check_points(state)
    find_player(state)
    read_payment(state, given.get("payment"))
    state.recount()


# Entries


def read_bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise refuse("{what} must be true or false, not {value}.", what=what, value=brief(value))
    return value


def read_seat(value: object, state: Venti, what: str) -> int:
    return read_int(value, 0, state.seats - 1, what)


def read_seat_or_nobody(value: object, state: Venti, what: str) -> int:
    return c.NOBODY if value is None else read_seat(value, state, what)


def read_target(value: object, state: Venti, what: str) -> int:
    """The index of a target, given by its number from 1 on, or NO_CARD."""
    return c.NO_CARD if value is None else read_int(value, 1, c.TARGET_COUNT[state.seats], what) - 1


# Cards


class Stock:
    """The cards that have not been read yet. A card that is read twice is refused."""

    def __init__(self) -> None:
        self.left = set(range(c.DECK))

    def card(self, value: object, what: str) -> int:
        card = read_name(value, c.CARDS, what)
        if card not in self.left:
            raise refuse("{card} is in two places, one of them is {what}.", card=value, what=what)
        self.left.remove(card)
        return card

    def cards(self, value: object, what: str, end: int = c.CHAOS) -> list:
        """Reads a list of cards, all of them below `end`."""
        found = [self.card(name, what) for name in read_list(value, what)]
        for card in found:
            if card >= end:
                raise refuse("{what}: {card} cannot be there.", what=what, card=c.CARD_NAMES[card])
        return found


def as_set(cards: list) -> list:
    """A set of cards as two words."""
    halves = [0, 0]
    for card in cards:
        halves[card >= c.HALF] |= 1 << card - (c.HALF if card >= c.HALF else 0)
    return halves


def read_cards(state: Venti, given: dict) -> None:
    stock = Stock()
    read_centre(state, given["centre"], stock)
    read_targets(state, given["targets"], stock)
    seats = read_list(given["seats"], "seats")
    if len(seats) != state.seats:
        raise refuse("There are {given} seats for {players} players.", given=len(seats), players=state.seats)
    secret = []
    for seat in range(state.seats):
        secret += read_seat_cards(state, seat, read_object(seats[seat], SEAT_KEYS, f"seat {seat}"), stock)
    pile = [stock.card(name, "pile") for name in read_list(given["pile"], "pile")]
    for place, card in enumerate(reversed(pile)):
        state.pile[place] = card
    state.pile_size = len(pile)
    is_known = read_bool(given.get("pile_known", False), "pile_known")
    if is_known and not pile:
        raise refuse("The pile is empty: nothing is known of it.")
    unseen = as_set(secret if is_known else secret + pile)
    discards = as_set(stock.cards(given["discards"], "discards", c.DECK) if "discards" in given else sorted(stock.left))
    if "discards" in given and stock.left:
        raise refuse("{card} is nowhere.", card=c.CARD_NAMES[min(stock.left)])
    for half in range(2):
        state.unseen[half] = unseen[half]
        state.discards[half] = discards[half]
    for seat in range(state.seats):
        read_barred(state, seat, seats[seat].get("barred", []))
        read_ruled_out(state, seat, seats[seat].get("ruled_out", []))


def read_centre(state: Venti, value: object, stock: Stock) -> None:
    cards = read_list(value, "centre")
    if len(cards) != c.CENTRE_SIZE[state.seats]:
        raise refuse("The centre has {n} places.", n=c.CENTRE_SIZE[state.seats])
    for place, name in enumerate(cards):
        if name is not None:
            state.centre[place] = stock.cards([name], "centre")[0]
            state.gaps &= ~(1 << place)


def read_targets(state: Venti, value: object, stock: Stock) -> None:
    targets = read_list(value, "targets")
    if len(targets) != c.TARGET_COUNT[state.seats]:
        raise refuse("There are {n} targets.", n=c.TARGET_COUNT[state.seats])
    for place, target in enumerate(targets):
        what = f"target {place + 1}"
        given = read_object(target, {"card", "frozen_by"}, what)
        if given.get("card") is not None:
            state.targets[place] = stock.cards([given["card"]], what)[0]
            state.gaps &= ~(1 << c.FIRST_TARGET + place)
        state.frozen_by[place] = read_seat_or_nobody(given.get("frozen_by"), state, f"{what}, frozen_by")


def read_seat_cards(state: Venti, seat: int, given: dict, stock: Stock) -> list:
    """Reads the cards of a seat. Returns its secret cards."""
    label = f"seat {seat}"
    secret = stock.cards(given.get("secret", []), f"{label}, secret")
    hand = as_set(secret + stock.cards(given.get("hand", []), f"{label}, hand"))
    permanent = as_set(stock.cards(given.get("permanent", []), f"{label}, permanent", c.JOKER))
    for half in range(2):
        state.hand[seat][half] = hand[half]
        state.permanent[seat][half] = permanent[half]
    for card in stock.cards(given.get("points", []), f"{label}, points", c.JOKER):
        state.score_card(seat, card)
    extra = stock.cards(given.get("extra", []), f"{label}, extra", c.JOKER)
    if len(extra) > c.MAX_EXTRA_ACTIONS:
        raise refuse("Seat {seat} has {n} extra actions; two are the most.", seat=seat, n=len(extra))
    for card in extra:
        if c.POINTS[card] < c.MIN_EXTRA_POINTS:
            raise refuse("{card} is worth less than two points: no extra action.", card=c.CARD_NAMES[card])
        state.add_extra(seat, card)
    return secret


def read_barred(state: Venti, seat: int, value: object) -> None:
    """Reads `barred`: unseen cards that the seat does not hold; none if it has no secret cards."""
    what = f"seat {seat}, barred"
    cards = [read_name(name, c.CARDS, what) for name in read_list(value, what)]
    if len(set(cards)) != len(cards):
        raise refuse("{what} names a card twice.", what=what)
    for card in cards:
        unseen = c.has(state.unseen, card) and card < c.CHAOS
        if not unseen or c.has(state.hand[seat], card) or not state.count_secret(seat):
            raise refuse("{what}: {card} cannot be there.", what=what, card=c.CARD_NAMES[card])
    barred = as_set(cards)
    for half in range(2):
        state.barred[seat][half] = barred[half]


def read_ruled_out(state: Venti, seat: int, value: object) -> None:
    """Reads `ruled_out`: sets of cards that the seat does not hold in secret, none of which follows from the others."""
    what = f"seat {seat}, ruled_out"
    size = min(c.MAX_SECRET, state.count_secret(seat))
    known = {name: len(kinds) for name, kinds in secret_hands.NAMES.items() if len(kinds) <= size}
    names = read_list(value, what)
    for name in names:
        read_name(name, known, what)
        held = secret_hands.sets_with(secret_hands.NAMES[name], size)
        for word in range(3):
            state.ruled_out[seat][word] |= held >> 64 * word & 0xFFFFFFFFFFFFFFFF
    if sorted(names) != sorted(ruled_out(state, seat)):
        raise refuse("{what} says the same twice, or in too many words.", what=what)
    if state.holds_ruled_out(seat):
        raise refuse("{what}: seat {seat} holds such cards.", what=what, seat=seat)


# The turn


def turns_are_over(state: Venti) -> bool:
    """Whether only the penalties at the end are left, or nothing."""
    return state.phase == c.GAME_OVER or state.cause == c.STILL_FROZEN


def read_actions(state: Venti, value: object) -> None:
    given = read_object(value, {"used", "limit"}, "actions")
    own = 0 if turns_are_over(state) else c.ACTIONS_PER_TURN + state.extra_actions(state.active)
    limit = read_int(given.get("limit", own), 0, c.ACTIONS_PER_TURN + c.MAX_EXTRA_ACTIONS, "actions, limit")
    ended = state.phase == c.DISCARDING or turns_are_over(state)
    used = read_int(given.get("used", limit if ended else 0), 0, limit, "actions, used")
    delayed = c.ACTIONS_PER_TURN <= limit < own <= limit + used and state.extra_action_timing == c.NEXT_TURN
    if limit != own and not delayed:
        raise refuse("The limit of actions is {limit}, not {given}.", limit=own, given=limit)
    if used == limit and not ended:
        raise refuse("All actions of the turn are used.")
    early = state.allow_early_end or max(state.centre) < 0
    if used < limit and ended and not early:
        raise refuse("The turn is not over: {n} of {limit} actions are used.", n=used, limit=limit)
    state.actions_used = used
    state.action_limit = limit


def read_end(state: Venti, given: dict) -> None:
    """Reads the rounds and, once somebody has reached twenty, the last turns."""
    state.starter = read_seat(given.get("starter", max(0, state.start_player)), state, "starter")
    if 0 <= state.start_player != state.starter:
        raise refuse("Seat {seat} begins; the option start_player says so.", seat=state.start_player)
    state.trigger_player = read_seat_or_nobody(given.get("trigger"), state, "trigger")
    last_round = state.max_rounds if state.trigger_player < 0 else state.max_rounds + 1
    state.round = read_int(given.get("round", 1), 1, last_round, "round")
    queue = [read_seat(seat, state, "final_queue") for seat in read_list(given.get("final_queue", []), "final_queue")]
    if queue not in possible_queues(state):
        raise refuse("The last turns cannot be those of seats {seats}.", seats=brief(queue))
    for seat in queue:
        state.final_queue |= 1 << seat


def possible_queues(state: Venti) -> list:
    """The values `final_queue` can have: empty before twenty is reached, then seats clockwise from the active one."""
    if state.trigger_player < 0:
        return [[]]
    clockwise = [(state.active + 1 + i) % state.seats for i in range(state.seats)]
    if state.final_turns == c.FINISH_ROUND:
        return [clockwise[: clockwise.index(state.starter)]]
    others = [seat for seat in clockwise if seat != state.trigger_player]
    return [others] if state.active == state.trigger_player else [others[:n] for n in range(len(others) + 1)]


def check_all_turns_over(state: Venti) -> None:
    capped = state.round == state.max_rounds and (state.active + 1) % state.seats == state.starter
    if state.final_queue or (state.trigger_player < 0 and not capped):
        raise refuse("The game is not over: somebody has a turn.")


def read_ten(state: Venti, value: object, first: int) -> None:
    """Reads the ten rule: done, or being carried out, with a penalty and then perhaps a catch-up."""
    if first >= 0 and state.seats == 2:
        raise refuse("With two players there is no ten rule.")
    state.first_to_ten = first
    if value is None:
        return
    given = read_object(value, {"gainer", "last", "left"}, "ten")
    state.gainer = read_seat(given.get("gainer"), state, "ten, gainer")
    state.last_seat = read_seat_or_nobody(given.get("last"), state, "ten, last")
    state.catch_up_left = read_int(given.get("left", 0), 0, c.CATCH_UP_POINTS, "ten, left")
    if first < 0 or state.trigger_player >= 0:
        raise refuse("The ten rule is not being carried out.")
    fewest = [state.score(seat) for seat in range(state.seats)]
    if state.gainer != first or any(
        points >= c.TEN for seat, points in enumerate(fewest) if seat not in (state.gainer, state.last_seat)
    ):
        raise refuse("Seat {seat} was not the first to reach ten.", seat=state.gainer)
    if state.phase == c.CATCHING_UP and state.last_seat >= 0:
        fewest[state.last_seat] -= c.CATCH_UP_POINTS - state.catch_up_left
    if state.catch_up_measure == c.BEFORE_PENALTY:
        fewest[state.gainer] = c.TEN
    alone = [seat for seat in range(state.seats) if fewest[seat] == min(fewest)]
    measured = state.catch_up_measure == c.BEFORE_PENALTY or state.phase == c.CATCHING_UP
    last = alone[0] if measured and len(alone) == 1 else c.NOBODY
    if state.last_seat != last:
        raise refuse("ten, last: that cannot be seat {seat}.", seat=brief(given.get("last")))


def read_penalty(state: Venti, value: object) -> None:
    if (value is not None) != (state.phase == c.PENALTY):
        raise refuse("The phase {phase} and the entry {key} belong together.", phase="penalty", key="penalty")
    if value is not None:
        given = read_object(value, {"for", "due", "target"}, "penalty")
        state.cause = read_name(given.get("for"), CAUSE_NUMBERS, "penalty, for")
        state.due = read_int(given.get("due", c.FINE), 1, c.FINE, "penalty, due")
        state.target = read_target(given.get("target"), state, "penalty, target")
        if (state.target >= 0) != (state.cause == c.STILL_FROZEN):
            raise refuse("penalty, target: that is the card which is still frozen, if this is what the fine is for.")
        check_own_freeze(state)
    fined_or_last = state.cause == c.FIRST_TO_TEN or state.phase == c.CATCHING_UP
    if (state.gainer >= 0) != fined_or_last or (state.catch_up_left > 0) != (state.phase == c.CATCHING_UP):
        raise refuse("The ten rule does not fit the phase {phase}.", phase=PHASES[state.phase])
    if state.gainer >= 0:
        check_just_reached_ten(state)
    if turns_are_over(state):
        check_all_turns_over(state)


def check_just_reached_ten(state: Venti) -> None:
    """The seat had less than ten points and gained one card; since then it has lost at most a 1 and then a 4."""
    points = state.score(state.gainer)
    low = high = c.FINE - state.due
    if state.phase == c.CATCHING_UP:
        low, high = c.FINE, c.FINE - 1 + max(c.POINTS)
        if state.gainer == state.last_seat:
            points -= c.CATCH_UP_POINTS - state.catch_up_left
        one_laid = state.catch_up_left < c.CATCH_UP_POINTS
        if one_laid and not any(c.POINTS[card] == 1 for card in c.cards_in(state.points_pile[state.last_seat])):
            raise refuse("ten, left: seat {seat} has laid down nothing.", seat=state.last_seat)
    if points + high < c.TEN:
        raise refuse("Seat {seat} has not reached ten.", seat=state.gainer)
    if points + low >= c.TEN + max(c.POINTS):
        raise refuse("Seat {seat} had ten points before.", seat=state.gainer)


def check_own_freeze(state: Venti) -> None:
    """A failed attempt at a card that the seat itself has frozen leaves a target empty or face up."""
    if state.cause != c.OWN_FREEZE or state.failed_own_freeze == c.STAY_FROZEN:
        return
    targets = [state.targets[i] for i in range(c.TARGET_COUNT[state.seats]) if state.frozen_by[i] < 0]
    left_behind = [card < 0 if state.failed_own_freeze == c.DISCARD else 0 <= card < c.JOKER for card in targets]
    if not any(left_behind):
        raise refuse("The fine for a failed attempt does not fit the targets.")


def read_glimpse(state: Venti, value: object) -> None:
    """Reads `glimpse`: the frozen card that everybody has just seen."""
    state.glimpse = read_target(value, state, "glimpse")
    stays = state.failed_own_freeze == c.STAY_FROZEN
    if state.cause == c.OWN_FREEZE and stays and (state.glimpse < 0 or state.frozen_by[state.glimpse] != state.active):
        raise refuse(
            "Seat {seat} has just seen its frozen card, but {key} does not say so.", seat=state.active, key="glimpse"
        )
    if state.glimpse >= 0 and state.frozen_by[state.glimpse] not in possible_last_actors(state):
        raise refuse("Target {target} was not turned down again.", target=state.glimpse + 1)
    calm = state.phase in (c.MAIN, c.DISCARDING) or state.cause == c.OWN_FREEZE or turns_are_over(state)
    if state.glimpse >= 0 and not (stays and calm and state.frozen_by[state.glimpse] >= 0):
        raise refuse("Target {target} was not turned down again.", target=state.glimpse + 1)


def possible_last_actors(state: Venti) -> list:
    """The seats that may have taken the last action. At the beginning of a turn, that was in the turn before."""
    if state.phase != c.MAIN or state.actions_used:
        return [state.active]
    before = [(state.active + state.seats - back) % state.seats for back in range(3)]
    return before if before[1] == state.trigger_player else before[:2]


# What fits together


def check_frozen(state: Venti) -> None:
    frozen = [state.targets[target] for target in range(4) if state.frozen_by[target] >= 0]
    if len(frozen) > c.MAX_FROZEN[state.seats]:
        raise refuse("{n} targets are frozen, more than {max}.", n=len(frozen), max=c.MAX_FROZEN[state.seats])
    for card in frozen:
        if not 0 <= card < c.JOKER:
            raise refuse("Only a number card can be frozen, not {card}.", card=brief(card_or_none(card)))


def check_hands(state: Venti) -> None:
    """venti.turn.hand_limit: more than ten cards are possible only for the active seat, which has drawn them."""
    for seat in range(state.seats):
        limit = c.HAND_LIMIT + (state.actions_used if seat == state.active else 0)
        if state.hand_size(seat) > limit:
            raise refuse("Seat {seat} holds more than {max} cards.", seat=seat, max=limit)
    if state.phase == c.DISCARDING and state.hand_size(state.active) <= c.HAND_LIMIT:
        raise refuse("Seat {seat} has no card to discard.", seat=state.active)


def check_gaps(state: Venti) -> None:
    """venti.pile.both_empty: without cards, gaps stay open; so does a target discarded by a failed attempt."""
    fresh = state.cause == c.OWN_FREEZE and state.failed_own_freeze == c.DISCARD
    acting = state.phase == c.MAIN or state.phase in PAYMENT_PHASES
    gaps = state.gaps & state.gaps - 1 if fresh else state.gaps
    if gaps and (state.pile_size or (acting and any(card < c.CHAOS for card in c.cards_in(state.discards)))):
        raise refuse("The display has gaps although there are cards to fill them.")


def check_points(state: Venti) -> None:
    """venti.ten.penalty, venti.end.trigger: ten or twenty points have had their consequences."""
    if state.seats > 2 and state.trigger_player >= 0 and state.first_to_ten < 0:
        raise refuse("Somebody has reached twenty, but nobody ten.")
    for seat in range(state.seats):
        points = state.score(seat)
        if points >= c.TWENTY and state.trigger_player < 0:
            raise refuse("Seat {seat} has {points} points, but nobody has reached twenty.", seat=seat, points=points)
        if points >= c.TEN and state.seats > 2 and state.first_to_ten < 0:
            raise refuse("Seat {seat} has {points} points, but nobody has reached ten.", seat=seat, points=points)


def find_player(state: Venti) -> None:
    """Sets the seat that has to decide, if it can."""
    state.player = state.active
    if state.phase == c.GAME_OVER:
        state.player = -1
    elif state.phase == c.CATCHING_UP:
        state.player = state.last_seat
        if state.last_seat < 0 or not state.catch_up_classes(state.last_seat):
            raise refuse("Nobody can catch up.")
    elif state.phase == c.PENALTY:
        state.player = state.gainer if state.cause == c.FIRST_TO_TEN else state.active
        if state.cause == c.STILL_FROZEN:
            state.player = state.frozen_by[state.target]
        if state.player < 0 or state.score(state.player) == 0:
            raise refuse("There is nobody who could pay the penalty.")


# The payment


def read_payment(state: Venti, value: object) -> None:
    if (value is not None) != (state.phase in PAYMENT_PHASES):
        raise refuse("A payment belongs to the phases declare, pay and commit.")
    if value is None:
        return
    given = read_object(value, {"target", "declared", "paid"}, "payment")
    target = read_target(given.get("target"), state, "payment, target")
    paid = [read_name(name, c.CARDS, "payment, paid") for name in read_list(given.get("paid", []), "payment, paid")]
    declared = [
        read_int(value, 0, 7, "payment, declared") for value in read_list(given.get("declared", []), "declared")
    ]
    for card in paid:
        if c.has(state.unseen, card):
            raise refuse("{card} is being paid: everybody has seen it.", card=c.CARD_NAMES[card])
    replay = payment_start(state, target)
    if state.phase == c.COMMITTING:
        paid.sort()
    while replay.phase != state.phase or paid or declared:
        if replay.phase == c.DECLARING and declared:
            replay_move(replay, c.DECLARE + declared.pop(0))
        elif replay.phase != c.DECLARING and paid:
            replay_payment(replay, paid.pop(0))
        else:
            raise refuse("The payment does not fit the phase {phase}.", phase=PHASES[state.phase])
    state.target = target
    state.slots_paid = replay.slots_paid
    for i in range(5):
        state.paid[i] = replay.paid[i]
    for i in range(2):
        state.declared[i] = replay.declared[i]
        state.committed[i] = replay.committed[i]


def payment_start(state: Venti, target: int) -> Venti:
    """A copy of the state in which the payment has just begun."""
    replay: Venti = state.copy()
    replay.phase = c.MAIN
    replay.recount()
    blind = state.phase == c.COMMITTING
    frozen = target >= 0 and state.frozen_by[target] >= 0
    if target < 0 or blind != frozen or (blind and state.frozen_attempt != c.BLIND_COMMIT):
        raise refuse("payment, target: this card is not being paid.")
    replay_move(replay, c.FULFIL + target)
    return replay


def replay_payment(replay: Venti, card: int) -> None:
    held, permanent = c.has(replay.hand[replay.active], card), c.has(replay.permanent[replay.active], card)
    if c.has(replay.committed, card) or not (held or permanent):
        raise refuse("payment, paid: {card} cannot be there.", card=c.CARD_NAMES[card])
    replay_move(replay, c.HAND_CARD + c.CARD_CLASS[card] if held else c.PERMANENT + c.number_of(card))
    if not c.has(replay.committed, card):
        raise refuse("payment, paid: {card} cannot be there.", card=c.CARD_NAMES[card])


def replay_move(replay: Venti, move: int) -> None:
    if move not in replay.moves(replay.active):
        raise refuse("The payment is not possible: {move}.", move=brief(c.MOVE_TEXTS[move]))
    replay.apply(replay.active, move)
