"""The bot's knowledge of Venti: section 12 of the specification.

Moves are rated in points, by how many cards are missing for the targets. Positions are evaluated before any action, by
a few traits of each seat.
"""

import cython

if not cython.compiled:
    from math import exp

    from ridotto.engine.chance import count
    from ridotto.engine.knowledge import Knowledge
    from ridotto.games.venti.components import *
    from ridotto.games.venti.rules.card_places import CLASS_CARDS, CONDITION_SLOT, WORTH, pool_of
    from ridotto.games.venti.rules.matching import *
    from ridotto.games.venti.rules.rules import Venti

SIMULATIONS = {"casual": 20, "expert": 250}  # ten times as many win about 7 games of 10, up to some thousand

MAX_MISSING = 5  # the bot does not count further
TRAITS = 13

if not cython.compiled:
    HOPE, EARLY_WEIGHTS, LATE_WEIGHTS = [0.0] * (MAX_MISSING + 1), [0.0] * TRAITS, [0.0] * TRAITS

# By trait, what it counts when nobody has a point yet, and when somebody is about to have twenty.
#
# A logistic regression on who won, over positions of 3,700 games of two and of four, played by the ratings below. On
# other games its log loss is 0.59 for two and 1.21 for four; points alone give 0.66 and 1.34. Nobody froze a card in
# these games: what a frozen card counts, half of its penalty, was set by hand.
TRAIT_WEIGHTS = (
    (0.320, 0.333),  # a point
    (1.161, 0.484),  # an extra action
    (0.909, 0.186),  # a permanent joker
    (0.206, 0.243),  # a joker card
    (0.127, -0.114),  # another hand card
    (-0.022, 0.080),  # a point in prospect, over all targets
    (0.108, 0.067),  # a point in prospect at the best target
    (-0.032, 0.483),  # a number of which the seat has two
    (0.047, 0.556),  # a number of which the seat has three
    (-0.027, 0.271),  # a symbol
    (0.099, 0.119),  # an action left in this turn
    (-0.341, -0.533),  # about to be the first to ten
    (-0.330, -0.330),  # a frozen card
)


def set_weights() -> None:
    for missing in range(MAX_MISSING + 1):
        HOPE[missing] = 0.5**missing
    for trait, (early, late) in enumerate(TRAIT_WEIGHTS):
        EARLY_WEIGHTS[trait] = early
        LATE_WEIGHTS[trait] = late


set_weights()


class VentiKnowledge(Knowledge):
    """Rates moves and evaluates positions of Venti."""

    def __init__(self):
        Knowledge.__init__(self)
        self.exploration = 0.2
        # One point makes a move exp(sharpness) times as likely: in the prior, and in rollouts.
        self.prior_sharpness, self.rollout_sharpness = 4.0, 10.0
        # In points: how good each action is. Found by some hundred matches of changed values against the best so far,
        # with two and four players. _worth: per point of the card; _left: times the share of the game that is left.
        self.fulfil_base, self.fulfil_worth = 0.75, 0.6
        self.fulfil_slot = -0.2  # per slot to pay
        self.draw_base = 0.59
        self.draw_gain = 0.34  # per point that the card adds to the prospects
        self.draw_joker = 1.63
        self.draw_match = 0.03  # if the hand has a card of the same number
        self.draw_crowd = -0.08  # per card above half the hand limit
        self.replace_base = 0.3
        self.exchange_base = -0.05
        self.exchange_gain = 0.48  # per point of prospect that the new target has more than the old one
        self.exchange_later = -0.7  # if the new target cannot be fulfilled in this turn
        self.exchange_joker = 1.0  # for taking a joker from the targets
        self.freeze_base, self.freeze_gain = -1.2, 0.2
        self.joker_base, self.joker_left, self.joker_worth, self.joker_gain = 0.3, 2.5, -0.3, 0.38
        self.joker_many = -0.2  # per permanent joker that the seat has already
        self.extra_base, self.extra_left, self.extra_worth = 0.5, 3.6, -0.37
        if not cython.compiled:
            self.missing = [0] * 9
            self.hope = [0.0] * (MAX_MISSING + 1)
            self.prospect = [0.0] * 9

    # Ratings

    def prior(self, state, seat, moves, weights):
        self.weigh_moves(cython.cast(Venti, state), seat, moves, weights, self.prior_sharpness)

    def rollout_move(self, state, seat, moves, word):
        moves.clear()
        state.legal(seat, moves)
        if moves.count() == 1:
            return moves.nth(0)
        self.weigh_moves(cython.cast(Venti, state), seat, moves, self.weights, self.rollout_sharpness)
        return self.pick_weighted(moves, self.weights, word)

    def weigh_moves(self, table, seat, moves, weights, sharpness):
        self.rate_display(table, seat)
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            weights[move] = exp(sharpness * self.rate(table, seat, move))

    def rate_display(self, table, seat):
        """Rates each card of the display as a target. In a last turn nothing can be hoped for after this turn."""
        actions = actions_left(table)
        for missing in range(MAX_MISSING + 1):
            self.hope[missing] = HOPE[missing] if missing < actions or table.trigger_player < 0 else 0.0
        jokers = table.joker_cards(seat)
        for place in range(5):
            self.rate_place(place, table.centre[place], table.pool[seat], jokers)
        for target in range(4):
            self.rate_place(FIRST_TARGET + target, table.targets[target], table.pool[seat], jokers)

    def rate_place(self, place, card, pool, jokers):
        self.missing[place] = MAX_MISSING
        self.prospect[place] = 0.0
        if 0 <= card < JOKER:
            self.missing[place] = count_missing(CONDITION_SLOT[card], pool, jokers)
            self.prospect[place] = WORTH[card] * self.hope[self.missing[place]]

    def prospect_gained(self, table, seat, number):
        """The prospect, over all targets, that one more card of this number adds."""
        pool = table.pool[seat] + one_card(number)
        jokers = table.joker_cards(seat)
        result = 0.0
        for target in range(4):
            missing = self.missing[FIRST_TARGET + target]
            card = table.targets[target]
            if missing and 0 <= card < JOKER and can_pay(CONDITION_SLOT[card], 0, pool, jokers + missing - 1):
                result += WORTH[card] * (self.hope[missing - 1] - self.hope[missing])
        return result

    def prospect_lost(self, table, seat, number):
        """The prospect, over all targets but the one being paid, that goes with a card of this number."""
        pool = table.pool[seat] - one_card(number)
        jokers = table.joker_cards(seat)
        result = 0.0
        for target in range(4):
            missing = self.missing[FIRST_TARGET + target]
            if target != table.target and missing < MAX_MISSING:
                card = table.targets[target]
                if not can_pay(CONDITION_SLOT[card], 0, pool, jokers + missing):
                    result += WORTH[card] * (self.hope[missing] - self.hope[missing + 1])
        return result

    def rate(self, table, seat, move):
        if table.phase == MAIN:
            return self.rate_action(table, seat, move)
        if table.phase == DECLARING:
            return self.rate_number(table, seat, move - DECLARE)
        if table.phase == COMMITTING:
            return self.rate_commitment(table, move)
        if table.phase == PENALTY:
            return self.rate_penalty(table, seat, (move - POINT_CARD) % 4 + 1)
        return self.rate_hand_card(table, seat, move)

    # Actions

    def rate_action(self, table, seat, move):
        if move == END_TURN:
            return -1.0
        if move < REPLACE:
            return self.rate_draw(table, seat, table.centre[move - DRAW])
        if move == REPLACE:
            return self.replace_base
        if move < FULFIL:
            return self.rate_exchange(table, (move - EXCHANGE) // 5, (move - EXCHANGE) % 5)
        if move < FREEZE:
            return self.rate_fulfilment(table, move - FULFIL)
        if move < MAKE_JOKER:
            return self.freeze_base + self.freeze_gain * self.prospect[FIRST_TARGET + move - FREEZE]
        if move < MAKE_ACTION:
            return self.rate_joker(table, seat, move - MAKE_JOKER)
        return self.extra_base + self.extra_left * game_left(table) + self.extra_worth * ((move - MAKE_ACTION) % 4 + 1)

    def rate_draw(self, table, seat, card):
        if card >= JOKER:
            return self.draw_base + self.draw_joker
        pool = table.pool[seat]
        result = self.draw_base + self.draw_gain * self.prospect_gained(table, seat, number_of(card))
        if held(pool, number_of(card)):
            result += self.draw_match
        return result + self.draw_crowd * max(0, total(pool) + table.joker_cards(seat) - HAND_LIMIT // 2)

    def rate_exchange(self, table, target, place):
        """Good if the card of the centre is the better target, or the target is a joker."""
        if table.targets[target] >= JOKER:
            return self.exchange_joker
        if table.centre[place] >= JOKER:
            return -3.0
        gain = self.exchange_gain * (self.prospect[place] - self.prospect[FIRST_TARGET + target])
        in_time: cython.int = self.missing[place] + 2 <= actions_left(table)
        return self.exchange_base + gain + (0.0 if in_time else self.exchange_later)

    def rate_fulfilment(self, table, target):
        """A frozen target that cannot be paid is not tried."""
        if self.missing[FIRST_TARGET + target]:
            return -9.0
        card = table.targets[target]
        return self.fulfil_base + self.fulfil_worth * WORTH[card] + self.fulfil_slot * SLOTS_LEFT[CONDITION_SLOT[card]]

    def rate_joker(self, table, seat, card_class):
        return (
            self.joker_base
            + self.joker_left * game_left(table)
            + self.joker_worth * (card_class % 4 + 1)
            + self.joker_gain * self.prospect_gained(table, seat, card_class // 4)
            + self.joker_many * permanent_jokers(table, seat)
        )

    # Small decisions

    def rate_number(self, table, seat, number):
        """Prefers permanent jokers, avoids joker cards, and leaves few cards of the number over."""
        size = GROUP_SLOTS_LEFT[table.slot()]
        spare = held(table.pool[seat], number) - size
        free = 0.5 * min(size, count(table.permanents_of(seat, number)))
        return free + (spare if spare < 0 else -0.3 * spare)

    def rate_commitment(self, table, move):
        """With the option `frozen_attempt`: commit what the condition still lacks, and no more."""
        slot = CONDITION_SLOT[table.targets[table.target]]
        pool = pool_of(table.committed[0], table.committed[1])
        jokers = count(table.committed[1] & CLASS_CARDS[JOKER_CLASS])
        missing = count_missing(slot, pool, jokers)
        if move == DONE:
            return -3.0 if missing else 5.0
        if missing == 0:
            return -5.0
        if move == HAND_CARD + JOKER_CLASS:
            return -1.0
        number = (move - HAND_CARD) // 4 if move < PERMANENT else move - PERMANENT
        if not can_pay(slot, 0, pool + one_card(number), jokers + missing - 1):
            return -5.0
        return 0.0 if move < PERMANENT else 1.0

    def rate_penalty(self, table, seat, points):
        """Lose no more points than are due. A single 1 does not help."""
        if points < table.due and table.cards_worth(seat, 1) < table.due:
            return -2.0
        return -0.5 * max(0, points - table.due)

    def rate_hand_card(self, table, seat, move):
        """Pays, discards or lays down the card whose loss costs least prospect; of its number, the one worth most."""
        if move == DONE:
            return -3.0
        if move >= PERMANENT:
            return 3.0
        if move == HAND_CARD + JOKER_CLASS:
            return -2.0
        card_class = move - HAND_CARD
        pair = self.draw_match if held(table.pool[seat], card_class // 4) > 1 else 0.0
        return 0.02 * (card_class % 4) - pair - self.prospect_lost(table, seat, card_class // 4)

    # Positions

    def evaluate(self, state, after, shares):
        return self.evaluate_position(cython.cast(Venti, state), after, shares)

    def evaluate_position(self, table, after, shares):
        """Evaluates before any action. Last turns are played to their end."""
        if after < 0 or table.phase != MAIN or table.trigger_player >= 0:
            return False
        left = game_left(table)
        for seat in range(table.seats):
            shares[seat] = ranking_key(table, seat, left)
        self.softmax(shares, table.seats)
        return True


def ranking_key(table, seat, left):
    traits: cython.double[13]
    if not cython.compiled:
        traits = [0.0] * TRAITS
    measure_traits(table, seat, traits)
    result = 0.0
    for i in range(TRAITS):
        result += traits[i] * (left * EARLY_WEIGHTS[i] + (1.0 - left) * LATE_WEIGHTS[i])
    return result


def measure_traits(table, seat, traits):
    """Writes the traits in the order of TRAIT_WEIGHTS."""
    pool = table.pool[seat]
    jokers = table.joker_cards(seat)
    permanents = permanent_jokers(table, seat)
    prospect = 0.0
    best = 0.0
    frozen = 0
    for target in range(4):
        card = table.targets[target]
        if 0 <= card < JOKER:
            gain = WORTH[card] * HOPE[count_missing(CONDITION_SLOT[card], pool, jokers)]
            prospect += gain
            best = max(best, gain)
        if table.frozen_by[target] == seat:
            frozen += 1
    crossing: cython.int = table.seats > 2 and table.first_to_ten < 0 and table.points[seat] >= TEN - 3
    traits[0] = table.points[seat]
    traits[1] = table.extra_actions(seat)
    traits[2] = permanents
    traits[3] = jokers
    traits[4] = min(HAND_LIMIT, total(pool) - permanents)
    traits[5] = prospect
    traits[6] = best
    traits[7] = count_numbers(pool, 2)
    traits[8] = count_numbers(pool, 3)
    traits[9] = count_numbers(by_symbol(pool), 1)
    traits[10] = actions_left(table) if seat == table.active else 0
    traits[11] = crossing
    traits[12] = frozen


def game_left(table):
    """The share of the game that is left, from 1 to 0: until somebody has twenty, or until the last round."""
    best = 0
    for seat in range(table.seats):
        best = max(best, table.points[seat])
    rounds = table.max_rounds - table.round
    points = TWENTY - best
    if rounds < TWENTY // 2:
        points = min(points, 2 * rounds)
    return 0.0 if table.trigger_player >= 0 else max(0.0, 1.0 * points / TWENTY)


def actions_left(table):
    return table.action_limit - table.actions_used


def permanent_jokers(table, seat):
    return count(table.permanent[seat][0]) + count(table.permanent[seat][1])


def count_missing(slot, pool, jokers):
    """How many cards are missing to pay the condition from this slot on, at most MAX_MISSING."""
    missing = 0
    while missing < MAX_MISSING and not can_pay(slot, 0, pool, jokers + missing):
        missing += 1
    return missing


def count_numbers(pool, cards):
    """Of how many numbers (or symbols) the pool has at least this many cards."""
    return count(with_enough(pool, of_each(cards)))


def knowledge() -> Knowledge:
    return VentiKnowledge()
