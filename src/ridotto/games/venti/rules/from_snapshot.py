"""A position of Venti from plain JSON: every card in exactly one place, or a clear refusal.

What follows from the rest may be left out by hand: `discards` (all cards that are nowhere else), the limit of actions,
and what is empty, false, none or 0. The phase is `main`, the round 1 and the starting player seat 0 where nothing else
is said.
"""

from reprlib import repr as brief

import cython

from ridotto.engine.parsing import entries, listed, number, one_of, refuse
from ridotto.games.venti import components as c
from ridotto.games.venti.rules import secret_hands
from ridotto.games.venti.rules.snapshot import CAUSES, PHASES, card_or_none, ruled_out

if not cython.compiled:
    from ridotto.games.venti.rules.rules import Venti

POSITION = {
    *("round", "starter", "turn", "phase", "actions", "centre", "targets", "seats", "pile", "pile_known", "discards"),
    *("payment", "penalty", "ten", "first_to_ten", "glimpse", "trigger", "final_queue"),
}
SEAT_KEYS = {"hand", "secret", "barred", "ruled_out", "points", "permanent", "extra"}
PHASE = {name: phase for phase, name in enumerate(PHASES)}
CAUSE = {name: cause for cause, name in enumerate(CAUSES) if name}
PAYMENT = (c.DECLARING, c.PAYING, c.COMMITTING)


def read(state: Venti, position: dict) -> None:
    """Fills a state that has its dice, seats and options."""
    given = entries(position, POSITION, "The snapshot")
    for key in ("turn", "centre", "targets", "seats", "pile"):
        if key not in given:
            raise refuse("The snapshot lacks {key}.", key=brief(key))
    state.clear_table()
    state.phase = one_of(given.get("phase", "main"), PHASE, "phase")
    state.active = seat_of(given["turn"], state, "turn")
    read_cards(state, given)
    check_frozen(state)
    read_end(state, given)
    read_ten(state, given.get("ten"), seat_or_nobody(given.get("first_to_ten"), state, "first_to_ten"))
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


def switch(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise refuse("{what} must be true or false, not {value}.", what=what, value=brief(value))
    return value


def seat_of(value: object, state: Venti, what: str) -> int:
    return number(value, 0, state.seats - 1, what)


def seat_or_nobody(value: object, state: Venti, what: str) -> int:
    return c.NOBODY if value is None else seat_of(value, state, what)


def target_of(value: object, state: Venti, what: str) -> int:
    """A target by its number from 1 on, or none."""
    return c.NO_CARD if value is None else number(value, 1, c.TARGETS[state.seats], what) - 1


# Cards


class Stock:
    """The cards that were not found yet."""

    def __init__(self) -> None:
        self.left = set(range(c.DECK))

    def card(self, value: object, what: str) -> int:
        card = one_of(value, c.CARDS, what)
        if card not in self.left:
            raise refuse("{card} is in two places, one of them is {what}.", card=value, what=what)
        self.left.remove(card)
        return card

    def cards(self, value: object, what: str, most: int = c.CHAOS) -> list:
        """A list of cards below a given one."""
        found = [self.card(name, what) for name in listed(value, what)]
        for card in found:
            if card >= most:
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
    seats = listed(given["seats"], "seats")
    if len(seats) != state.seats:
        raise refuse("There are {given} seats for {players} players.", given=len(seats), players=state.seats)
    secret = []
    for seat in range(state.seats):
        secret += read_seat(state, seat, entries(seats[seat], SEAT_KEYS, f"seat {seat}"), stock)
    pile = [stock.card(name, "pile") for name in listed(given["pile"], "pile")]
    for place, card in enumerate(reversed(pile)):
        state.pile[place] = card
    state.pile_size = len(pile)
    is_known = switch(given.get("pile_known", False), "pile_known")
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
    cards = listed(value, "centre")
    if len(cards) != c.CENTRE[state.seats]:
        raise refuse("The centre has {n} places.", n=c.CENTRE[state.seats])
    for place, name in enumerate(cards):
        if name is not None:
            state.centre[place] = stock.cards([name], "centre")[0]
            state.gaps &= ~(1 << place)


def read_targets(state: Venti, value: object, stock: Stock) -> None:
    targets = listed(value, "targets")
    if len(targets) != c.TARGETS[state.seats]:
        raise refuse("There are {n} targets.", n=c.TARGETS[state.seats])
    for place, target in enumerate(targets):
        what = f"target {place + 1}"
        given = entries(target, {"card", "frozen_by"}, what)
        if given.get("card") is not None:
            state.targets[place] = stock.cards([given["card"]], what)[0]
            state.gaps &= ~(1 << c.FIRST_TARGET + place)
        state.frozen_by[place] = seat_or_nobody(given.get("frozen_by"), state, f"{what}, frozen_by")


def read_seat(state: Venti, seat: int, given: dict, stock: Stock) -> list:
    """What lies before a seat and what it holds; gives its secret cards."""
    here = f"seat {seat}"
    secret = stock.cards(given.get("secret", []), f"{here}, secret")
    hand = as_set(secret + stock.cards(given.get("hand", []), f"{here}, hand"))
    permanent = as_set(stock.cards(given.get("permanent", []), f"{here}, permanent", c.JOKER))
    for half in range(2):
        state.hand[seat][half] = hand[half]
        state.permanent[seat][half] = permanent[half]
    for card in stock.cards(given.get("points", []), f"{here}, points", c.JOKER):
        state.score_card(seat, card)
    extra = stock.cards(given.get("extra", []), f"{here}, extra", c.JOKER)
    if len(extra) > c.MOST_EXTRA:
        raise refuse("Seat {seat} has {n} extra actions; two are the most.", seat=seat, n=len(extra))
    for card in extra:
        if c.POINTS[card] < c.EXTRA_WORTH:
            raise refuse("{card} is worth less than two points: no extra action.", card=c.CARD_NAMES[card])
        state.add_extra(seat, card)
    return secret


def read_barred(state: Venti, seat: int, value: object) -> None:
    """Only unseen cards that the seat does not hold can be barred, and only if it has secret cards at all."""
    what = f"seat {seat}, barred"
    cards = [one_of(name, c.CARDS, what) for name in listed(value, what)]
    if len(set(cards)) != len(cards):
        raise refuse("{what} names a card twice.", what=what)
    for card in cards:
        unseen = c.has(state.unseen, card) and card < c.CHAOS
        if not unseen or c.has(state.hand[seat], card) or not state.secret_cards(seat):
            raise refuse("{what}: {card} cannot be there.", what=what, card=c.CARD_NAMES[card])
    barred = as_set(cards)
    for half in range(2):
        state.barred[seat][half] = barred[half]


def read_ruled_out(state: Venti, seat: int, value: object) -> None:
    """Sets of secret cards that the seat does not hold; each says something that does not follow from the others."""
    what = f"seat {seat}, ruled_out"
    size = min(c.MOST_SECRET, state.secret_cards(seat))
    known = {name: len(kinds) for name, kinds in secret_hands.NAMES.items() if len(kinds) <= size}
    names = listed(value, what)
    for name in names:
        one_of(name, known, what)
        held = secret_hands.holding(secret_hands.NAMES[name], size)
        for word in range(3):
            state.ruled_out[seat][word] |= held >> 64 * word & 0xFFFFFFFFFFFFFFFF
    if sorted(names) != sorted(ruled_out(state, seat)):
        raise refuse("{what} says the same twice, or in too many words.", what=what)
    if state.holds_ruled_out(seat):
        raise refuse("{what}: seat {seat} holds such cards.", what=what, seat=seat)


# The turn


def is_reckoning(state: Venti) -> bool:
    """Are all turns over?"""
    return state.phase == c.GAME_OVER or state.cause == c.STILL_FROZEN


def read_actions(state: Venti, value: object) -> None:
    given = entries(value, {"used", "limit"}, "actions")
    own = 0 if is_reckoning(state) else c.ACTIONS + state.extra_actions(state.active)
    limit = number(given.get("limit", own), 0, c.ACTIONS + c.MOST_EXTRA, "actions, limit")
    ended = state.phase == c.DISCARDING or is_reckoning(state)
    used = number(given.get("used", limit if ended else 0), 0, limit, "actions, used")
    delayed = c.ACTIONS <= limit < own <= limit + used and state.extra_action_timing == c.NEXT_TURN
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
    """Rounds, and the last turns once somebody has reached twenty."""
    state.starter = seat_of(given.get("starter", max(0, state.start_player)), state, "starter")
    if 0 <= state.start_player != state.starter:
        raise refuse("Seat {seat} begins; the option start_player says so.", seat=state.start_player)
    state.trigger_player = seat_or_nobody(given.get("trigger"), state, "trigger")
    last_round = state.max_rounds if state.trigger_player < 0 else state.max_rounds + 1
    state.round = number(given.get("round", 1), 1, last_round, "round")
    queue = [seat_of(seat, state, "final_queue") for seat in listed(given.get("final_queue", []), "final_queue")]
    if queue not in possible_queues(state):
        raise refuse("The last turns cannot be those of seats {seats}.", seats=brief(queue))
    for seat in queue:
        state.final_queue |= 1 << seat


def possible_queues(state: Venti) -> list:
    """Nobody; but once twenty is reached, the seats from the left of the active one on."""
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
    """The ten rule: done, or being carried out, with a fine and then perhaps a catch-up."""
    if first >= 0 and state.seats == 2:
        raise refuse("With two players there is no ten rule.")
    state.first_to_ten = first
    if value is None:
        return
    given = entries(value, {"gainer", "last", "left"}, "ten")
    state.gainer = seat_of(given.get("gainer"), state, "ten, gainer")
    state.last = seat_or_nobody(given.get("last"), state, "ten, last")
    state.gift = number(given.get("left", 0), 0, c.GIFT, "ten, left")
    if first < 0 or state.trigger_player >= 0:
        raise refuse("The ten rule is not being carried out.")
    fewest = [state.score(seat) for seat in range(state.seats)]
    if state.gainer != first or any(
        points >= c.TEN for seat, points in enumerate(fewest) if seat not in (state.gainer, state.last)
    ):
        raise refuse("Seat {seat} was not the first to reach ten.", seat=state.gainer)
    if state.phase == c.CATCHING_UP and state.last >= 0:
        fewest[state.last] -= c.GIFT - state.gift
    if state.catch_up_measure == c.BEFORE_PENALTY:
        fewest[state.gainer] = c.TEN
    alone = [seat for seat in range(state.seats) if fewest[seat] == min(fewest)]
    measured = state.catch_up_measure == c.BEFORE_PENALTY or state.phase == c.CATCHING_UP
    last = alone[0] if measured and len(alone) == 1 else c.NOBODY
    if state.last != last:
        raise refuse("ten, last: that cannot be seat {seat}.", seat=brief(given.get("last")))


def read_penalty(state: Venti, value: object) -> None:
    if (value is not None) != (state.phase == c.PENALTY):
        raise refuse("The phase {phase} and the entry {key} belong together.", phase="penalty", key="penalty")
    if value is not None:
        given = entries(value, {"for", "due", "target"}, "penalty")
        state.cause = one_of(given.get("for"), CAUSE, "penalty, for")
        state.due = number(given.get("due", c.FINE), 1, c.FINE, "penalty, due")
        state.target = target_of(given.get("target"), state, "penalty, target")
        if (state.target >= 0) != (state.cause == c.STILL_FROZEN):
            raise refuse("penalty, target: that is the card which is still frozen, if this is what the fine is for.")
        check_own_freeze(state)
    fined_or_last = state.cause == c.FIRST_TO_TEN or state.phase == c.CATCHING_UP
    if (state.gainer >= 0) != fined_or_last or (state.gift > 0) != (state.phase == c.CATCHING_UP):
        raise refuse("The ten rule does not fit the phase {phase}.", phase=PHASES[state.phase])
    if state.gainer >= 0:
        check_just_reached_ten(state)
    if is_reckoning(state):
        check_all_turns_over(state)


def check_just_reached_ten(state: Venti) -> None:
    """Less than ten points and a card worth up to four; since then the fine, of one and then four points at most."""
    points = state.score(state.gainer)
    least = most = c.FINE - state.due
    if state.phase == c.CATCHING_UP:
        least, most = c.FINE, c.FINE - 1 + max(c.POINTS)
        if state.gainer == state.last:
            points -= c.GIFT - state.gift
        if state.gift < c.GIFT and not any(c.POINTS[card] == 1 for card in c.listed(state.points_pile[state.last])):
            raise refuse("ten, left: seat {seat} has laid down nothing.", seat=state.last)
    if points + most < c.TEN:
        raise refuse("Seat {seat} has not reached ten.", seat=state.gainer)
    if points + least >= c.TEN + max(c.POINTS):
        raise refuse("Seat {seat} had ten points before.", seat=state.gainer)


def check_own_freeze(state: Venti) -> None:
    """What the failed attempt has left behind: an empty target, or one that is face up."""
    if state.cause != c.OWN_FREEZE or state.failed_own_freeze == c.STAY_FROZEN:
        return
    targets = [state.targets[i] for i in range(c.TARGETS[state.seats]) if state.frozen_by[i] < 0]
    left_behind = [card < 0 if state.failed_own_freeze == c.DISCARD else 0 <= card < c.JOKER for card in targets]
    if not any(left_behind):
        raise refuse("The fine for a failed attempt does not fit the targets.")


def read_glimpse(state: Venti, value: object) -> None:
    """A frozen card that everybody has just seen."""
    state.glimpse = target_of(value, state, "glimpse")
    stays = state.failed_own_freeze == c.STAY_FROZEN
    if state.cause == c.OWN_FREEZE and stays and (state.glimpse < 0 or state.frozen_by[state.glimpse] != state.active):
        raise refuse(
            "Seat {seat} has just seen its frozen card, but {key} does not say so.", seat=state.active, key="glimpse"
        )
    if state.glimpse >= 0 and state.frozen_by[state.glimpse] not in just_acted(state):
        raise refuse("Target {target} was not turned down again.", target=state.glimpse + 1)
    calm = state.phase in (c.MAIN, c.DISCARDING) or state.cause == c.OWN_FREEZE or is_reckoning(state)
    if state.glimpse >= 0 and not (stays and calm and state.frozen_by[state.glimpse] >= 0):
        raise refuse("Target {target} was not turned down again.", target=state.glimpse + 1)


def just_acted(state: Venti) -> list:
    """Who may have taken the last action: at the beginning of a turn, whoever had the one before."""
    if state.phase != c.MAIN or state.actions_used:
        return [state.active]
    before = [(state.active + state.seats - back) % state.seats for back in range(3)]
    return before if before[1] == state.trigger_player else before[:2]


# What fits together


def check_frozen(state: Venti) -> None:
    frozen = [state.targets[target] for target in range(4) if state.frozen_by[target] >= 0]
    if len(frozen) > c.FROZEN[state.seats]:
        raise refuse("{n} targets are frozen, more than {most}.", n=len(frozen), most=c.FROZEN[state.seats])
    for card in frozen:
        if not 0 <= card < c.JOKER:
            raise refuse("Only a number card can be frozen, not {card}.", card=brief(card_or_none(card)))


def check_hands(state: Venti) -> None:
    """venti.turn.hand_limit: ten cards, but for the cards drawn in this turn."""
    for seat in range(state.seats):
        most = c.HAND_LIMIT + (state.actions_used if seat == state.active else 0)
        if state.hand_size(seat) > most:
            raise refuse("Seat {seat} holds more than {most} cards.", seat=seat, most=most)
    if state.phase == c.DISCARDING and state.hand_size(state.active) <= c.HAND_LIMIT:
        raise refuse("Seat {seat} has no card to discard.", seat=state.active)


def check_gaps(state: Venti) -> None:
    """venti.pile.both_empty: gaps stay open only if there are no cards; but for a target discarded just now."""
    fresh = state.cause == c.OWN_FREEZE and state.failed_own_freeze == c.DISCARD
    acting = state.phase == c.MAIN or state.phase in PAYMENT
    gaps = state.gaps & state.gaps - 1 if fresh else state.gaps
    if gaps and (state.pile_size or (acting and any(card < c.CHAOS for card in c.listed(state.discards)))):
        raise refuse("The display has gaps although there are cards to fill them.")


def check_points(state: Venti) -> None:
    """venti.ten.penalty, end.trigger: nobody has ten or twenty points without consequences."""
    if state.seats > 2 and state.trigger_player >= 0 and state.first_to_ten < 0:
        raise refuse("Somebody has reached twenty, but nobody ten.")
    for seat in range(state.seats):
        points = state.score(seat)
        if points >= c.TWENTY and state.trigger_player < 0:
            raise refuse("Seat {seat} has {points} points, but nobody has reached twenty.", seat=seat, points=points)
        if points >= c.TEN and state.seats > 2 and state.first_to_ten < 0:
            raise refuse("Seat {seat} has {points} points, but nobody has reached ten.", seat=seat, points=points)


def find_player(state: Venti) -> None:
    """Who is to decide, and can."""
    state.player = state.active
    if state.phase == c.GAME_OVER:
        state.player = -1
    elif state.phase == c.CATCHING_UP:
        state.player = state.last
        if state.last < 0 or not state.fitting_classes(state.last):
            raise refuse("Nobody can catch up.")
    elif state.phase == c.PENALTY:
        state.player = state.gainer if state.cause == c.FIRST_TO_TEN else state.active
        if state.cause == c.STILL_FROZEN:
            state.player = state.frozen_by[state.target]
        if state.player < 0 or state.score(state.player) == 0:
            raise refuse("There is nobody who could pay the penalty.")


# The payment


def read_payment(state: Venti, value: object) -> None:
    if (value is not None) != (state.phase in PAYMENT):
        raise refuse("A payment belongs to the phases declare, pay and commit.")
    if value is None:
        return
    given = entries(value, {"target", "declared", "paid"}, "payment")
    target = target_of(given.get("target"), state, "payment, target")
    paid = [one_of(name, c.CARDS, "payment, paid") for name in listed(given.get("paid", []), "payment, paid")]
    declared = [number(value, 0, 7, "payment, declared") for value in listed(given.get("declared", []), "declared")]
    for card in paid:
        if c.has(state.unseen, card):
            raise refuse("{card} is being paid: everybody has seen it.", card=c.CARD_NAMES[card])
    again = begun(state, target)
    if state.phase == c.COMMITTING:
        paid.sort()
    while again.phase != state.phase or paid or declared:
        if again.phase == c.DECLARING and declared:
            step(again, c.DECLARE + declared.pop(0))
        elif again.phase != c.DECLARING and paid:
            pay(again, paid.pop(0))
        else:
            raise refuse("The payment does not fit the phase {phase}.", phase=PHASES[state.phase])
    state.target = target
    state.slots_paid = again.slots_paid
    for i in range(5):
        state.paid[i] = again.paid[i]
    for i in range(2):
        state.declared[i] = again.declared[i]
        state.committed[i] = again.committed[i]


def begun(state: Venti, target: int) -> Venti:
    """The position in which the payment begins."""
    again: Venti = state.copy()
    again.phase = c.MAIN
    again.recount()
    blind = state.phase == c.COMMITTING
    frozen = target >= 0 and state.frozen_by[target] >= 0
    if target < 0 or blind != frozen or (blind and state.frozen_attempt != c.BLIND_COMMIT):
        raise refuse("payment, target: this card is not being paid.")
    step(again, c.FULFIL + target)
    return again


def pay(again: Venti, card: int) -> None:
    held, kept = c.has(again.hand[again.active], card), c.has(again.permanent[again.active], card)
    if c.has(again.committed, card) or not (held or kept):
        raise refuse("payment, paid: {card} cannot be there.", card=c.CARD_NAMES[card])
    step(again, c.HAND_CARD + c.KIND[card] if held else c.PERMANENT + c.number_of(card))
    if not c.has(again.committed, card):
        raise refuse("payment, paid: {card} cannot be there.", card=c.CARD_NAMES[card])


def step(again: Venti, move: int) -> None:
    if move not in again.moves(again.active):
        raise refuse("The payment is not possible: {move}.", move=brief(c.MOVE_TEXTS[move]))
    again.apply(again.active, move)
