"""The bot's knowledge of Verhext!

Everything rests on the strength of a hand: how many tricks it is good for. A good prophecy is near the strength of the
hand. A good play brings the missing tricks and the strength of the rest of the hand closer together. And a hand is a
likely one for a seat if the prophecy of that seat suits it.
"""

import cython

if not cython.compiled:
    from math import exp

    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.knowledge import Knowledge
    from ridotto.games.verhext.components import *
    from ridotto.games.verhext.rules.rules import (
        CARD_COPIES,
        ORDERED_PLAY,
        PLAY_STEP,
        POTION_SUM,
        TRICK_RANK,
        Verhext,
        is_at_least,
        number_of,
        suit_of,
        suit_played,
        with_play,
        without_card,
    )

SIMULATIONS = {"casual": 5, "expert": 100}

# The strength of a card, in tricks: TOP if no higher card is unseen, decaying by FALL with every higher card that other
# hands are expected to hold, and by RUFF with every trump. Least squares over 34,000 hands of three to five players who
# played by prior weights alone, rounded.
TRUMP_TOP, TRUMP_FALL = 0.95, 0.46
TRUMP_POTION_TOP, TRUMP_POTION_FALL = 0.78, 0.34  # potions as trumps
PLAIN_TOP, PLAIN_FALL, PLAIN_RUFF = 0.72, 1.07, 0.17
POTION_WORTH = 0.27  # strength of other potions, for each point of value, divided by the number of seats

# How often prophecies come true, by the strength of the hand. The curves were fitted by eye to the frequencies in 250
# games of searching bots, then adjusted by thousands of games played by prior weights alone.
EXACT_BEST, EXACT_OVER, EXACT_WIDTH = 0.5, 0.5, 1.35  # best with half a trick more than predicted
ZERO_BEST, ZERO_WIDTH = 0.95, 1.5
AT_LEAST_SLOPE, AT_LEAST_STEP, AT_LEAST_START = 2.2, 0.8, 0.15
ZERO_RESCUE_RATE = 0.45  # the share of failing prophecies that a stored zero card saves

# Worth in points at the end of the game: maximum likelihood of who won, over 4,000 ends of rounds in games of searching
# bots. A zero card is worth from 3 points down to 1, the more often bots predict 0; the value is in between.
ZERO_WORTH = 2.6
REPAIRABLE_SHARE = 0.8  # of the minus points of a failed card: it can be tried again, so it costs the rest only
LEAD_WEIGHT = 0.15  # of a lead of one point, one round before the end, for each seat at the table

# The first two come from matches of thousands of games played by prior weights alone, the others from judgement: 0.6 or
# 1.6 times their values made no difference.
PROPHECY_TEMPERATURE = 0.45  # points that make one prophecy e times as good as another
PLAY_SHARPNESS, SHORTFALL_SCALE, SHORTFALL_SCALE_PER_TRICK = 7.0, 0.4, 0.25
EXTRA_TRICK_COST = 0.1  # of a missing trick, if the prophecy is lost or safe: tricks may win the hat and hurt others
BEATS_IF_WANTED, BEATS_IF_UNWANTED = 0.9, 0.25  # how likely a seat is to beat a card: if it wants tricks, and if not
POTION_RIVAL_WEIGHT = 0.25  # of a card that needs a potion to beat another
MIN_PLAY_WEIGHT = 0.002  # of a play that looks absurd

# A prophecy that is this many points worse than the best one makes a hand e times less likely. Of values from 0.4 to 2,
# this one told true hands from redealt hands best: true hands fitted 2.5 times as well (700 positions).
PROPHECY_LOSS_SCALE = 0.4


class VerhextKnowledge(Knowledge):
    """Counts the tricks that hands are good for."""

    def __init__(self):
        Knowledge.__init__(self)
        # Low, since the prior weights are good: in short matches 0.25 beat 0.5, which beat 1, which beat 2.
        self.exploration = 0.3
        self.others_learn = False  # won 1.13 times its fair share against True: 90 games at 3000 simulations
        if not cython.compiled:
            self.unseen_potions = [0, 0, 0]
            self.card_strengths = [0.0] * KINDS
            self.beat_chance = [0.0] * 5
            self.ruff_chance = [0.0] * 5

    def prior(self, state, seat, moves, weights):
        self.prior_at(cython.cast(Verhext, state), seat, moves, weights)

    def rollout_move(self, state, seat, moves, word):
        moves.clear()
        state.legal(seat, moves)
        self.prior_at(cython.cast(Verhext, state), seat, moves, self.weights)
        return self.pick_weighted(moves, self.weights, word)

    def evaluate(self, state, after, shares):
        return self.evaluate_at(cython.cast(Verhext, state), shares)

    def acceptance_probability(self, world, viewer):
        return self.likelihood_at(cython.cast(Verhext, world), viewer)

    def prior_at(self, table, seat, moves, weights):
        if table.phase == PROPHECY_PHASE:
            self.weigh_prophecies(table, seat, moves, weights)
        elif table.phase == COUNT_ZERO:
            self.weigh_zeros(table, seat, weights)
        else:
            self.weigh_plays(table, seat, moves, weights)

    # The strength of cards and hands

    def count_unseen(self, table, seat):
        """Counts the cards that a seat does not see now: other hands and the rest."""
        dealt: cython.int = 0
        self.unseen_plain = table.rest
        for potion in range(3):
            self.unseen_potions[potion] = potion_copies(table.rest, potion)
        for other in range(table.seats):
            if other != seat:
                dealt += count(table.hands[other])
                self.unseen_plain |= table.hands[other]
                for potion in range(3):
                    self.unseen_potions[potion] += potion_copies(table.hands[other], potion)
        self.estimate_shares(table, dealt)

    def count_unseen_at_deal(self, table, hand):
        """Counts the cards that a seat with this hand did not see in the prophecy phase: all others but the trump."""
        self.unseen_plain = ones(DECK, 0) & ~hand & ~bit(table.trump)
        for potion in range(3):
            turned: cython.int = table.trump == FIRST_POTION + potion
            self.unseen_potions[potion] = 3 - turned - potion_copies(hand, potion)
        self.estimate_shares(table, HAND * (table.seats - 1))

    def estimate_shares(self, table, dealt):
        """Works out the share of unseen cards in other hands, which hold `dealt` cards."""
        trump = suit_of(table.trump)
        self.unseen_potion_count = self.unseen_potions[0] + self.unseen_potions[1] + self.unseen_potions[2]
        self.unseen_plain &= ones(FIRST_POTION, 0)
        hidden: cython.double = count(self.unseen_plain) + self.unseen_potion_count
        self.held_share = dealt / hidden if dealt else 0.0
        self.share_per_hand = self.held_share / (table.seats - 1)
        self.unseen_trumps = count(self.unseen_plain & ones(9, 9 * trump))
        if trump == POTION:
            self.unseen_trumps = self.unseen_potion_count

    def higher_unseen(self, suit, value):
        """How many unseen cards of a suit are higher than a value."""
        higher = 0
        if suit == POTION:
            for potion in range(value, 3):
                higher += self.unseen_potions[potion]
        elif value < 9:
            higher = count(self.unseen_plain & ones(9 - value, 9 * suit + value))
        return higher

    def card_strength(self, table, card):
        """How many tricks a card is good for."""
        suit = suit_of(card)
        value = card - 9 * suit + 1
        trump = suit_of(table.trump)
        if suit == POTION and trump != POTION:
            return POTION_WORTH * value / table.seats
        threats = self.held_share * self.higher_unseen(suit, value)
        if suit != trump:
            return PLAIN_TOP * exp(-PLAIN_FALL * threats - PLAIN_RUFF * self.held_share * self.unseen_trumps)
        if suit == POTION:
            return TRUMP_POTION_TOP * exp(-TRUMP_POTION_FALL * threats)
        return TRUMP_TOP * exp(-TRUMP_FALL * threats)

    def hand_strength(self, table, hand):
        """How many tricks a hand is good for. Fills `card_strengths`."""
        total: cython.double = 0.0
        kinds = hand & ones(KINDS, 0)
        while kinds:
            card: cython.int = lowest(kinds)
            kinds &= kinds - 1
            self.card_strengths[card] = self.card_strength(table, card)
            total += self.card_strengths[card]
            if card >= FIRST_POTION:
                total += self.card_strengths[card] * (potion_copies(hand, card - FIRST_POTION) - 1)
        return total

    # Prophecies

    def weigh_prophecies(self, table, seat, moves, weights):
        self.count_unseen_at_deal(table, table.hands[seat])
        strength = self.hand_strength(table, table.hands[seat])
        for i in range(moves.count()):
            move = moves.nth(i)
            is_rebid: cython.int = move >= REBID
            points = self.expected_points(table, seat, move - is_rebid * (REBID - 1), is_rebid, strength)
            weights[move] = exp(points / PROPHECY_TEMPERATURE)

    def expected_points(self, table, seat, prophecy, is_rebid, strength):
        """The points that a prophecy is expected to bring, from a stack or as a new attempt (`is_rebid`)."""
        last: cython.int = table.round == ROUNDS
        zero: cython.double = 0.0 if last else ZERO_WORTH
        chance = self.success_chance(prophecy, strength)
        if prophecy == 0:
            return chance * zero
        debt = self.failure_cost(table, prophecy)
        rescued: cython.double = ZERO_RESCUE_RATE * (1.0 - chance) if table.zeros[seat] else 0.0
        chance += rescued
        lost: cython.double = 0.0 if is_rebid else (1.0 - chance) * debt
        won: cython.double = table.plus[prophecy] + debt if is_rebid else table.plus[prophecy]
        return chance * won - lost - rescued * zero

    def failure_cost(self, table, prophecy):
        """The points that a failed card costs in the end."""
        minus: cython.double = table.minus[prophecy]
        return minus if table.round == ROUNDS else minus * (1.0 - REPAIRABLE_SHARE)

    def success_chance(self, prophecy, strength):
        """How likely a prophecy is to come true with a hand of this strength."""
        number = number_of(prophecy)
        if is_at_least(prophecy):
            return 1.0 / (1.0 + exp(-AT_LEAST_SLOPE * (strength + AT_LEAST_START - AT_LEAST_STEP * number)))
        if number == 0:
            return ZERO_BEST * bell_curve(strength / ZERO_WIDTH)
        return EXACT_BEST * bell_curve((strength - number - EXACT_OVER) / EXACT_WIDTH)

    def weigh_zeros(self, table, seat, weights):
        """Zero cards turn minus into plus points now, or later for a better card."""
        prophecy: cython.int = table.prophecy[seat]
        gain: cython.double = table.plus[prophecy] + self.failure_cost(table, prophecy)
        if table.round < ROUNDS:
            gain -= ZERO_WORTH * table.zeros_needed(seat)
        weights[KEEP_ZERO] = 1.0
        weights[SPEND_ZERO] = exp(gain / PROPHECY_TEMPERATURE)

    # Plays

    def weigh_plays(self, table, seat, moves, weights):
        """A base card weighs as much as all plays with it, so that complete plays are picked by their own weights."""
        hand = table.hands[seat]
        cards: cython.int = count(hand)
        self.count_unseen(table, seat)
        strength = self.hand_strength(table, hand)
        self.survey_trick(table, seat)
        for i in range(moves.count()):
            move = moves.nth(i)
            if move == NO_POTION:
                weights[move] = self.play_weight(table, seat, table.unfinished_play, cards, strength)
                continue
            card: cython.int = move - BASE if move < NO_POTION else FIRST_POTION + move - ATTACH
            play: cython.int = ORDERED_PLAY[table.unfinished_play + PLAY_STEP[move]]
            left: cython.double = strength - self.card_strengths[card]
            weights[move] = self.play_weight(table, seat, play, cards - 1, left)
            if move < NO_POTION:
                others = without_card(hand, CARD_COPIES[move])
                for potion in range(3):
                    if others & bit(FIRST_POTION + potion):
                        brewed: cython.int = ORDERED_PLAY[play + PLAY_STEP[ATTACH + potion]]
                        less: cython.double = left - self.card_strengths[FIRST_POTION + potion]
                        weights[move] += self.play_weight(table, seat, brewed, cards - 2, less)

    def survey_trick(self, table, seat):
        """Works out the missing tricks, the tricks left, which seats want this one and how likely a ruff is."""
        self.missing_tricks = number_of(table.prophecy[seat]) - table.won[seat]
        self.tricks_left = HAND
        other: cython.int = seat
        for place in range(1, table.seats):
            other = table.next_seat(other)
            plays: cython.int = table.played + place < table.seats
            self.tricks_left = min(self.tricks_left, count(table.hands[other]) - plays)
            prophecy: cython.int = table.prophecy[other]
            wants: cython.int = is_at_least(prophecy) or number_of(prophecy) > table.won[other]
            self.beat_chance[other] = BEATS_IF_WANTED if wants else BEATS_IF_UNWANTED
        armed = 1.0 - exp(-self.share_per_hand * self.unseen_trumps)
        for suit in range(POTION):
            self.ruff_chance[suit] = armed * exp(-self.share_per_hand * count(self.unseen_plain & ones(9, 9 * suit)))
        self.ruff_chance[POTION] = armed * exp(-self.share_per_hand * self.unseen_potion_count)
        self.ruff_chance[suit_of(table.trump)] = 0.0

    def play_weight(self, table, seat, play, cards, strength):
        """The weight of a complete play that leaves a hand of so many `cards` and of this `strength`."""
        tricks = min(cards, self.tricks_left)
        if tricks < cards:
            strength = strength * tricks / cards
        lack: cython.double = self.missing_tricks - strength
        chance = self.win_chance(table, seat, play)
        if_won = self.shortfall_cost(table, seat, lack - 1.0)
        cost = chance * if_won + (1.0 - chance) * self.shortfall_cost(table, seat, lack)
        return MIN_PLAY_WEIGHT + exp(-PLAY_SHARPNESS * cost / (SHORTFALL_SCALE + SHORTFALL_SCALE_PER_TRICK * tricks))

    def shortfall_cost(self, table, seat, lack):
        """How bad it is to expect `lack` tricks too few, or too many if it is below 0."""
        lost: cython.int = self.missing_tricks < 0 or self.missing_tricks - table.zeros[seat] > self.tricks_left + 1
        if is_at_least(table.prophecy[seat]):
            lost = lost or lack < 0.0
        return EXTRA_TRICK_COST * lack if lost else lack * lack

    def win_chance(self, table, seat, play):
        """How likely a play is to win the trick."""
        suit = suit_played(play)
        led: cython.int = table.led if table.played else suit
        rank: cython.int = TRICK_RANK[(5 * suit_of(table.trump) + led) * 64 + (play & 63)]
        boost: cython.int = POTION_SUM[play >> 6]
        if rank == 0 or rank + boost <= table.best >> 4:
            return 0.0
        rivals = self.expected_rivals(suit, (rank & 31) + boost)
        beaten = 1.0 - (1.0 - self.ruff_chance[suit]) * exp(-self.share_per_hand * rivals)
        chance: cython.double = 1.0
        for _ in range(table.played + 1, table.seats):
            seat = table.next_seat(seat)
            chance *= 1.0 - self.beat_chance[seat] * beaten
        return chance

    def expected_rivals(self, suit, value):
        """How many unseen cards of a suit beat this value; those that need a potion count in part."""
        higher: cython.double = self.higher_unseen(suit, value)
        within: cython.double = self.higher_unseen(suit, value - 3 if value > 3 else 0)
        has_potion: cython.double = min(1.0, self.share_per_hand * self.unseen_potion_count)
        return higher + POTION_RIVAL_WEIGHT * (within - higher) * has_potion

    # The value of a position

    def evaluate_at(self, table, shares):
        """Between two rounds, by points: the fewer rounds are left, the more a lead counts."""
        if table.phase != PROPHECY_PHASE or table.prophecy[table.holder] != NO_PROPHECY:
            return False
        contrast: cython.double = LEAD_WEIGHT * table.seats / (ROUNDS + 1 - table.round) ** 0.5
        for seat in range(table.seats):
            shares[seat] = contrast * self.projected_points(table, seat)
        self.softmax(shares, table.seats)
        return True

    def projected_points(self, table, seat):
        """The points of a seat, and what its zero cards and failed cards can still bring."""
        points: cython.double = table.score(seat) + ZERO_WORTH * table.zeros[seat]
        for number in range(1, 4):
            points += REPAIRABLE_SHARE * table.minus[2 * number - 1] * table.failed[seat][number]
        return points

    # How likely a redealt world is

    def likelihood_at(self, table, viewer):
        """The less a prophecy suits the hand, the less likely the hand."""
        doubt: cython.double = 0.0
        for seat in range(table.seats):
            if seat != viewer and table.prophecy[seat] != NO_PROPHECY:
                doubt += self.prophecy_loss(table, seat)
        return exp(-min(doubt / PROPHECY_LOSS_SCALE, 50.0))

    def prophecy_loss(self, table, seat):
        """By how many points a seat's prophecy is worse than the best one for its hand."""
        hand = dealt_hand(table, seat)
        self.count_unseen_at_deal(table, hand)
        strength = self.hand_strength(table, hand)
        best: cython.double = self.expected_points(table, seat, table.prophecy[seat], table.rebid[seat], strength)
        made: cython.double = best
        for prophecy in range(7):
            is_rebid: cython.int = table.failed[seat][number_of(prophecy)] > 0
            best = max(best, self.expected_points(table, seat, prophecy, is_rebid, strength))
        return best - made


def potion_copies(cards, potion):
    """How many potions of one kind a set of cards has."""
    return count(cards >> FIRST_POTION + potion & 0b1001001)


def bell_curve(x):
    """The normal curve with height 1 and width 1."""
    return exp(-0.5 * x * x)


def dealt_hand(table, seat):
    """The seven cards that a seat had when it made its prophecy."""
    cards = table.hands[seat]
    for trick in range(HAND):
        place: cython.int = seat - table.leaders[trick]
        if place < 0:
            place += table.seats
        if table.plays[trick * table.seats + place]:
            cards = with_play(cards, table.plays[trick * table.seats + place])
    return cards


def knowledge() -> Knowledge:
    return VerhextKnowledge()
