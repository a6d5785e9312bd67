"""What a good player knows of Venti: section 12 of the specification.

Moves are rated in points, by how many cards are missing for what lies open. Positions are judged by a few traits of
each seat, at any action: a turn is short, the game is long, and what is in a hand can be counted.
"""

import cython

if not cython.compiled:
    from math import exp

    from ridotto.engine.chance import count
    from ridotto.engine.knowledge import Knowledge
    from ridotto.games.venti.components import *
    from ridotto.games.venti.rules.card_places import CLASS, PLACE, WORTH, pool_of
    from ridotto.games.venti.rules.matching import *
    from ridotto.games.venti.rules.rules import Venti

SIMULATIONS = {"casual": 20, "expert": 250}  # ten times as many win about seven games of ten, up to some thousand

FAR = 5  # cards missing, or more
TRAITS = 13

if not cython.compiled:
    NEAR, AT_FIRST, AT_LAST = [0.0] * (FAR + 1), [0.0] * TRAITS, [0.0] * TRAITS

for lack in range(FAR + 1):
    NEAR[lack] = 0.5**lack

# A logistic regression on who won, over positions of 3,700 games of two and of four, played by such weights as below.
# On other games its log loss is 0.59 for two and 1.21 for four; points alone give 0.66 and 1.34. Nobody freezes there:
# what a frozen card counts, half of its fine, is set by hand.
for trait, (first, last) in enumerate(
    (
        (0.320, 0.333),  # a point
        (1.161, 0.484),  # an additional action
        (0.909, 0.186),  # a permanent joker
        (0.206, 0.243),  # a joker card
        (0.127, -0.114),  # another hand card
        (-0.022, 0.080),  # a point in prospect, over all targets
        (0.108, 0.067),  # and at the best of them
        (-0.032, 0.483),  # a number of which there are two,
        (0.047, 0.556),  # or three
        (-0.027, 0.271),  # a symbol
        (0.099, 0.119),  # an action of this turn
        (-0.341, -0.533),  # about to be the first to ten
        (-0.330, -0.330),  # a frozen card
    )
):
    AT_FIRST[trait] = first
    AT_LAST[trait] = last


class VentiKnowledge(Knowledge):
    def __init__(self):
        Knowledge.__init__(self)
        self.exploration = 0.2
        self.sight = 4.0  # how much a point counts at first sight
        self.sharpness = 10.0  # and in a simulated game
        # In points; found by some hundred matches of changed tastes against the best so far, two and four players.
        self.fulfil, self.fulfil_worth, self.fulfil_slot = 0.75, 0.6, -0.2
        self.draw, self.draw_gain, self.draw_joker, self.draw_match, self.draw_crowd = 0.59, 0.34, 1.63, 0.03, -0.08
        self.replace = 0.3
        self.exchange, self.exchange_gain, self.exchange_joker = -0.05, 0.48, 1.0
        self.exchange_later = -0.7
        self.freeze, self.freeze_gain = -1.2, 0.2
        self.joker, self.joker_left, self.joker_worth, self.joker_gain, self.joker_more = 0.3, 2.5, -0.3, 0.38, -0.2
        self.extra, self.extra_left, self.extra_worth = 0.5, 3.6, -0.37
        if not cython.compiled:
            self.lack = [0] * 9
            self.near = [0.0] * (FAR + 1)
            self.prospect = [0.0] * 9

    # At first sight

    def weigh(self, state, seat, moves, weights):
        self.weigh_here(cython.cast(Venti, state), seat, moves, weights, self.sight)

    def choose(self, state, seat, moves, word):
        moves.clear()
        state.legal(seat, moves)
        if moves.count() == 1:
            return moves.nth(0)
        self.weigh_here(cython.cast(Venti, state), seat, moves, self.weights, self.sharpness)
        return self.drawn(moves, self.weights, word)

    def weigh_here(self, table, seat, moves, weights, sharpness):
        self.survey(table, seat)
        for i in range(moves.count()):
            move: cython.int = moves.nth(i)
            weights[move] = exp(sharpness * self.rate(table, seat, move))

    def survey(self, table, seat):
        """What is missing for each card of the display, were it a target; in a last turn there is no later."""
        actions = actions_left(table)
        for lack in range(FAR + 1):
            self.near[lack] = NEAR[lack] if lack < actions or table.trigger_player < 0 else 0.0
        jokers = table.joker_cards(seat)
        for place in range(5):
            self.look_at(place, table.centre[place], table.pool[seat], jokers)
        for target in range(4):
            self.look_at(FIRST_TARGET + target, table.targets[target], table.pool[seat], jokers)

    def look_at(self, place, card, pool, jokers):
        self.lack[place] = FAR
        self.prospect[place] = 0.0
        if 0 <= card < JOKER:
            self.lack[place] = lacking(PLACE[card], pool, jokers)
            self.prospect[place] = WORTH[card] * self.near[self.lack[place]]

    def gain(self, table, seat, named):
        """What another card of this number adds to the prospects."""
        pool = table.pool[seat] + number(named)
        jokers = table.joker_cards(seat)
        result = 0.0
        for target in range(4):
            lack = self.lack[FIRST_TARGET + target]
            card = table.targets[target]
            if lack and 0 <= card < JOKER and can_pay(PLACE[card], 0, pool, jokers + lack - 1):
                result += WORTH[card] * (self.near[lack - 1] - self.near[lack])
        return result

    def loss(self, table, seat, named):
        """What a card of this number less takes from the prospects of all targets but the one being paid."""
        pool = table.pool[seat] - number(named)
        jokers = table.joker_cards(seat)
        result = 0.0
        for target in range(4):
            lack = self.lack[FIRST_TARGET + target]
            if target != table.target and lack < FAR:
                card = table.targets[target]
                if not can_pay(PLACE[card], 0, pool, jokers + lack):
                    result += WORTH[card] * (self.near[lack] - self.near[lack + 1])
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
        return self.rate_parting(table, seat, move)

    # Actions

    def rate_action(self, table, seat, move):
        if move == END_TURN:
            return -1.0
        if move < REPLACE:
            return self.rate_draw(table, seat, table.centre[move - DRAW])
        if move == REPLACE:
            return self.replace
        if move < FULFIL:
            return self.rate_exchange(table, (move - EXCHANGE) // 5, (move - EXCHANGE) % 5)
        if move < FREEZE:
            return self.rate_fulfilment(table, move - FULFIL)
        if move < MAKE_JOKER:
            return self.freeze + self.freeze_gain * self.prospect[FIRST_TARGET + move - FREEZE]
        if move < MAKE_ACTION:
            return self.rate_joker(table, seat, move - MAKE_JOKER)
        return self.extra + self.extra_left * to_go(table) + self.extra_worth * ((move - MAKE_ACTION) % 4 + 1)

    def rate_draw(self, table, seat, card):
        if card >= JOKER:
            return self.draw + self.draw_joker
        pool = table.pool[seat]
        result = self.draw + self.draw_gain * self.gain(table, seat, number_of(card))
        if held(pool, number_of(card)):
            result += self.draw_match
        return result + self.draw_crowd * max(0, total(pool) + table.joker_cards(seat) - HAND_LIMIT // 2)

    def rate_exchange(self, table, target, place):
        """To pay what lay in the centre, or to get at a joker."""
        if table.targets[target] >= JOKER:
            return self.exchange_joker
        if table.centre[place] >= JOKER:
            return -3.0
        gain = self.exchange_gain * (self.prospect[place] - self.prospect[FIRST_TARGET + target])
        in_time: cython.int = self.lack[place] + 2 <= actions_left(table)
        return self.exchange + gain + (0.0 if in_time else self.exchange_later)

    def rate_fulfilment(self, table, target):
        """A frozen target that cannot be paid is not tried."""
        if self.lack[FIRST_TARGET + target]:
            return -9.0
        card = table.targets[target]
        return self.fulfil + self.fulfil_worth * WORTH[card] + self.fulfil_slot * SLOTS[PLACE[card]]

    def rate_joker(self, table, seat, kind):
        return (
            self.joker
            + self.joker_left * to_go(table)
            + self.joker_worth * (kind % 4 + 1)
            + self.joker_gain * self.gain(table, seat, kind // 4)
            + self.joker_more * permanent_jokers(table, seat)
        )

    # Small steps

    def rate_number(self, table, seat, named):
        """Permanent jokers cost nothing, joker cards much, and what is left over should still be a group."""
        size = REST[table.slot()]
        spare = held(table.pool[seat], named) - size
        free = 0.5 * min(size, count(table.permanents_of(seat, named)))
        return free + (spare if spare < 0 else -0.3 * spare)

    def rate_commitment(self, table, move):
        """The option frozen_attempt: what brings the condition nearer, and no more."""
        place = PLACE[table.targets[table.target]]
        pool = pool_of(table.committed[0], table.committed[1])
        jokers = count(table.committed[1] & CLASS[JOKER_CLASS])
        lack = lacking(place, pool, jokers)
        if move == DONE:
            return -3.0 if lack else 5.0
        if lack == 0:
            return -5.0
        if move == HAND_CARD + JOKER_CLASS:
            return -1.0
        named = (move - HAND_CARD) // 4 if move < PERMANENT else move - PERMANENT
        if not can_pay(place, 0, pool + number(named), jokers + lack - 1):
            return -5.0
        return 0.0 if move < PERMANENT else 1.0

    def rate_penalty(self, table, seat, points):
        """No more than is due; a single 1 does not help."""
        if points < table.due and table.cards_worth(seat, 1) < table.due:
            return -2.0
        return -0.5 * max(0, points - table.due)

    def rate_parting(self, table, seat, move):
        """Which card to pay with, discard or lay down: the one that is missed least; the dearest of its number."""
        if move == DONE:
            return -3.0
        if move >= PERMANENT:
            return 3.0
        if move == HAND_CARD + JOKER_CLASS:
            return -2.0
        kind = move - HAND_CARD
        pair = self.draw_match if held(table.pool[seat], kind // 4) > 1 else 0.0
        return 0.02 * (kind % 4) - pair - self.loss(table, seat, kind // 4)

    # How it stands

    def judge(self, state, after, shares):
        return self.judge_here(cython.cast(Venti, state), after, shares)

    def judge_here(self, table, after, shares):
        """Before any action; last turns are played to their end."""
        if after < 0 or table.phase != MAIN or table.trigger_player >= 0:
            return False
        left = to_go(table)
        for seat in range(table.seats):
            shares[seat] = ranking_key(table, seat, left)
        self.divide(shares, table.seats)
        return True


def ranking_key(table, seat, left):
    traits: cython.double[13]
    if not cython.compiled:
        traits = [0.0] * TRAITS
    describe(table, seat, traits)
    result = 0.0
    for i in range(TRAITS):
        result += traits[i] * (left * AT_FIRST[i] + (1.0 - left) * AT_LAST[i])
    return result


def describe(table, seat, traits):
    """The traits in the order of the table above."""
    pool = table.pool[seat]
    jokers = table.joker_cards(seat)
    permanents = permanent_jokers(table, seat)
    promise = 0.0
    best = 0.0
    frozen = 0
    for target in range(4):
        card = table.targets[target]
        if 0 <= card < JOKER:
            here = WORTH[card] * NEAR[lacking(PLACE[card], pool, jokers)]
            promise += here
            best = max(best, here)
        if table.frozen_by[target] == seat:
            frozen += 1
    crossing: cython.int = table.seats > 2 and table.first_to_ten < 0 and table.points[seat] >= TEN - 3
    traits[0] = table.points[seat]
    traits[1] = table.extra_actions(seat)
    traits[2] = permanents
    traits[3] = jokers
    traits[4] = min(HAND_LIMIT, total(pool) - permanents)
    traits[5] = promise
    traits[6] = best
    traits[7] = numbers_with(pool, 2)
    traits[8] = numbers_with(pool, 3)
    traits[9] = numbers_with(by_symbol(pool), 1)
    traits[10] = actions_left(table) if seat == table.active else 0
    traits[11] = crossing
    traits[12] = frozen


def to_go(table):
    """How much of the game is still to come, from 1 to 0: until somebody has twenty, or to the last round."""
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


def lacking(place, pool, jokers):
    """How many cards are missing to pay this condition."""
    lack = 0
    while lack < FAR and not can_pay(place, 0, pool, jokers + lack):
        lack += 1
    return lack


def numbers_with(pool, cards):
    """Of how many numbers there are so many cards."""
    return count(enough(pool, each(cards)))


def knowledge() -> Knowledge:
    return VentiKnowledge()
