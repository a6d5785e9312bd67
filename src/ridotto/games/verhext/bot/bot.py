"""What a good player knows of Verhext!

Everything rests on one number: how many tricks a hand is good for. A prophecy should be near it, a play should bring
what is still missing nearer to what the rest of the hand is good for; and of the hands somebody may have, those are
likely for which the prophecy was a good one.
"""

import cython

if not cython.compiled:
    from math import exp

    from ridotto.engine.chance import bit, count, lowest, ones
    from ridotto.engine.knowledge import Knowledge
    from ridotto.games.verhext.components import *
    from ridotto.games.verhext.rules.rules import (
        BOOST,
        LAID,
        ORDERED,
        RANK,
        TAKEN,
        Verhext,
        is_at_least,
        number_of,
        suit_of,
        suit_played,
        with_play,
        without,
    )

SIMULATIONS = {"casual": 5, "expert": 100}

# Tricks that a card is good for: so many if no higher one is unseen, less with every higher one that another hand is
# expected to have, and with every trump. Least squares over 34,000 hands played at first sight, three to five at the
# table, rounded.
TRUMP_TOP, TRUMP_FALL = 0.95, 0.46
BREW_TOP, BREW_FALL = 0.78, 0.34  # potions that are trumps
PLAIN_TOP, PLAIN_FALL, PLAIN_RUFF = 0.72, 1.07, 0.17
POTION_WORTH = 0.27  # for each of its points, shared by all seats

# How often prophecies come true, by the strength of the hand: curves laid by eye through the frequencies in 250 games
# of searching bots, then moved where thousands of games at first sight asked for it.
EXACT_BEST, EXACT_OVER, EXACT_WIDTH = 0.5, 0.5, 1.35  # best with half a trick more than is needed
ZERO_BEST, ZERO_WIDTH = 0.95, 1.5
LEAST_SLOPE, LEAST_STEP, LEAST_START = 2.2, 0.8, 0.15
RESCUED = 0.45  # of those that fail, with a zero card in store

# What is worth how many points at the end: maximum likelihood over 4,000 ends of rounds in games of searching bots,
# with the winners of these games. Values in between: the more often bots say 0, the less it is worth (3 to 1).
ZERO_WORTH = 2.6
REPAIRED = 0.8  # of its minus points, a failed card costs only the rest: it can be tried again
CONTRAST = 0.15  # a lead of a point, one round before the end, for each seat at the table

# Tastes. The first two by matches of thousands of games at first sight, in which 0.6 or 1.6 times the next ones made no
# difference.
BID_HEAT = 0.45  # points that make one prophecy e times as good as another
PLAY_CARE, SLACK_NOW, SLACK_LATER = 7.0, 0.4, 0.25
EXTRA = 0.1  # a trick more for those who can use none: the hat, and the others' trouble
WILLING, UNWILLING = 0.9, 0.25  # who beats a card if he can: those who still want tricks, and those who do not
BREWED = 0.25  # how far a card counts that would need a potion to beat another
STRAY = 0.002  # the weight of what looks absurd

# A prophecy that is so many points worse than the best one makes a hand e times less likely. From 0.4 to 2, this made
# the true hands stand out most: they fitted 2.5 times as well as hands dealt anew (700 positions).
DOUBT = 0.4


class VerhextKnowledge(Knowledge):
    """Somebody who counts tricks."""

    def __init__(self):
        Knowledge.__init__(self)
        # The weights are good: in short matches 0.25 did better than 0.5, 1 and 2, in this order.
        self.exploration = 0.3
        self.others_learn = False  # 1.13 x the fair share against others that do, 90 games at 3000 simulations
        if not cython.compiled:
            self.potions = [0, 0, 0]
            self.worths = [0.0] * CLASSES
            self.will = [0.0] * 5
            self.ruff = [0.0] * 5

    def weigh(self, state, seat, moves, weights):
        self.weigh_here(cython.cast(Verhext, state), seat, moves, weights)

    def choose(self, state, seat, moves, word):
        moves.clear()
        state.legal(seat, moves)
        self.weigh_here(cython.cast(Verhext, state), seat, moves, self.weights)
        return self.drawn(moves, self.weights, word)

    def judge(self, state, after, shares):
        return self.judge_here(cython.cast(Verhext, state), shares)

    def fits(self, world, viewer):
        return self.fits_here(cython.cast(Verhext, world), viewer)

    def weigh_here(self, table, seat, moves, weights):
        if table.phase == PROPHECY_PHASE:
            self.weigh_prophecies(table, seat, moves, weights)
        elif table.phase == COUNT_ZERO:
            self.weigh_zeros(table, seat, weights)
        else:
            self.weigh_plays(table, seat, moves, weights)

    # What a hand is good for

    def look_round(self, table, seat):
        """What a seat does not see now: the hands of the others, and the rest."""
        dealt: cython.int = 0
        self.unseen = table.rest
        for potion in range(3):
            self.potions[potion] = copies_in(table.rest, potion)
        for other in range(table.seats):
            if other != seat:
                dealt += count(table.hands[other])
                self.unseen |= table.hands[other]
                for potion in range(3):
                    self.potions[potion] += copies_in(table.hands[other], potion)
        self.reckon(table, dealt)

    def look_back(self, table, hand):
        """What somebody with this hand did not see when prophecies were made: all but the hand and the trump card."""
        self.unseen = ones(DECK, 0) & ~hand & ~bit(table.trump)
        for potion in range(3):
            turned: cython.int = table.trump == FIRST_POTION + potion
            self.potions[potion] = 3 - turned - copies_in(hand, potion)
        self.reckon(table, HAND * (table.seats - 1))

    def reckon(self, table, dealt):
        """How many of the unseen cards are where, if the others have `dealt` of them."""
        trump = suit_of(table.trump)
        self.brews = self.potions[0] + self.potions[1] + self.potions[2]
        self.unseen &= ones(FIRST_POTION, 0)
        hidden: cython.double = count(self.unseen) + self.brews
        self.out = dealt / hidden if dealt else 0.0
        self.share = self.out / (table.seats - 1)
        self.trumps = self.brews if trump == POTION else count(self.unseen & ones(9, 9 * trump))

    def above(self, suit, value):
        """How many unseen cards of a suit are higher."""
        higher = 0
        if suit == POTION:
            for potion in range(value, 3):
                higher += self.potions[potion]
        elif value < 9:
            higher = count(self.unseen & ones(9 - value, 9 * suit + value))
        return higher

    def worth(self, table, card):
        """How many tricks a card is good for."""
        suit = suit_of(card)
        value = card - 9 * suit + 1
        trump = suit_of(table.trump)
        if suit == POTION and trump != POTION:
            return POTION_WORTH * value / table.seats
        threats = self.out * self.above(suit, value)
        if suit != trump:
            return PLAIN_TOP * exp(-PLAIN_FALL * threats - PLAIN_RUFF * self.out * self.trumps)
        if suit == POTION:
            return BREW_TOP * exp(-BREW_FALL * threats)
        return TRUMP_TOP * exp(-TRUMP_FALL * threats)

    def strength(self, table, hand):
        """How many tricks a hand is good for; the worth of each of its cards is kept."""
        total: cython.double = 0.0
        kinds = hand & ones(CLASSES, 0)
        while kinds:
            card: cython.int = lowest(kinds)
            kinds &= kinds - 1
            self.worths[card] = self.worth(table, card)
            total += self.worths[card]
            if card >= FIRST_POTION:
                total += self.worths[card] * (copies_in(hand, card - FIRST_POTION) - 1)
        return total

    # Prophecies

    def weigh_prophecies(self, table, seat, moves, weights):
        self.look_back(table, table.hands[seat])
        strength = self.strength(table, table.hands[seat])
        for i in range(moves.count()):
            move = moves.nth(i)
            again: cython.int = move >= REBID
            weights[move] = exp(self.gain(table, seat, move - again * (REBID - 1), again, strength) / BID_HEAT)

    def gain(self, table, seat, prophecy, again, strength):
        """What a prophecy brings, in points: from the stack, or with a failed card tried again."""
        last: cython.int = table.round == ROUNDS
        zero: cython.double = 0.0 if last else ZERO_WORTH
        chance = self.success(prophecy, strength)
        if prophecy == 0:
            return chance * zero
        debt = self.debt(table, prophecy)
        rescued: cython.double = RESCUED * (1.0 - chance) if table.zeros[seat] else 0.0
        chance += rescued
        lost: cython.double = 0.0 if again else (1.0 - chance) * debt
        won: cython.double = table.plus[prophecy] + debt if again else table.plus[prophecy]
        return chance * won - lost - rescued * zero

    def debt(self, table, prophecy):
        """What a failed card costs in the end."""
        minus: cython.double = table.minus[prophecy]
        return minus if table.round == ROUNDS else minus * (1.0 - REPAIRED)

    def success(self, prophecy, strength):
        """How likely a prophecy comes true."""
        number = number_of(prophecy)
        if is_at_least(prophecy):
            return 1.0 / (1.0 + exp(-LEAST_SLOPE * (strength + LEAST_START - LEAST_STEP * number)))
        if number == 0:
            return ZERO_BEST * bell(strength / ZERO_WIDTH)
        return EXACT_BEST * bell((strength - number - EXACT_OVER) / EXACT_WIDTH)

    def weigh_zeros(self, table, seat, weights):
        """Spent, zero cards turn minus into plus; kept, they may do so for a better card."""
        prophecy: cython.int = table.prophecy[seat]
        gain: cython.double = table.plus[prophecy] + self.debt(table, prophecy)
        if table.round < ROUNDS:
            gain -= ZERO_WORTH * table.zeros_needed(seat)
        weights[KEEP_ZERO] = 1.0
        weights[SPEND_ZERO] = exp(gain / BID_HEAT)

    # Plays

    def weigh_plays(self, table, seat, moves, weights):
        """A card weighs as much as all plays with it together: so whole plays are drawn as often as they weigh."""
        hand = table.hands[seat]
        cards: cython.int = count(hand)
        self.look_round(table, seat)
        strength = self.strength(table, hand)
        self.look_ahead(table, seat)
        for i in range(moves.count()):
            move = moves.nth(i)
            if move == NO_POTION:
                weights[move] = self.appeal(table, seat, table.laid, cards, strength)
                continue
            card: cython.int = move - BASE if move < NO_POTION else FIRST_POTION + move - ATTACH
            play: cython.int = ORDERED[table.laid + LAID[move]]
            left: cython.double = strength - self.worths[card]
            weights[move] = self.appeal(table, seat, play, cards - 1, left)
            if move < NO_POTION:
                others = without(hand, TAKEN[move])
                for potion in range(3):
                    if others & bit(FIRST_POTION + potion):
                        brewed: cython.int = ORDERED[play + LAID[ATTACH + potion]]
                        less: cython.double = left - self.worths[FIRST_POTION + potion]
                        weights[move] += self.appeal(table, seat, brewed, cards - 2, less)

    def look_ahead(self, table, seat):
        """What is still missing, how many tricks may follow this one, who wants it and who can ruff it."""
        self.missing = number_of(table.prophecy[seat]) - table.won[seat]
        self.to_come = HAND
        other: cython.int = seat
        for place in range(1, table.seats):
            other = table.next_seat(other)
            plays: cython.int = table.played + place < table.seats
            self.to_come = min(self.to_come, count(table.hands[other]) - plays)
            prophecy: cython.int = table.prophecy[other]
            wants: cython.int = is_at_least(prophecy) or number_of(prophecy) > table.won[other]
            self.will[other] = WILLING if wants else UNWILLING
        armed = 1.0 - exp(-self.share * self.trumps)
        for suit in range(POTION):
            self.ruff[suit] = armed * exp(-self.share * count(self.unseen & ones(9, 9 * suit)))
        self.ruff[POTION] = armed * exp(-self.share * self.brews)
        self.ruff[suit_of(table.trump)] = 0.0

    def appeal(self, table, seat, play, cards, strength):
        """The weight of a whole play that leaves so many cards, good for so many tricks."""
        tricks = min(cards, self.to_come)
        if tricks < cards:
            strength = strength * tricks / cards
        lack: cython.double = self.missing - strength
        chance = self.chance(table, seat, play)
        regret = chance * self.regret(table, seat, lack - 1.0) + (1.0 - chance) * self.regret(table, seat, lack)
        return STRAY + exp(-PLAY_CARE * regret / (SLACK_NOW + SLACK_LATER * tricks))

    def regret(self, table, seat, lack):
        """How bad it is to expect so many tricks too few, or, below 0, too many."""
        lost: cython.int = self.missing < 0 or self.missing - table.zeros[seat] > self.to_come + 1
        if is_at_least(table.prophecy[seat]):
            lost = lost or lack < 0.0
        return EXTRA * lack if lost else lack * lack

    def chance(self, table, seat, play):
        """How likely a play wins the trick."""
        suit = suit_played(play)
        led: cython.int = table.led if table.played else suit
        rank: cython.int = RANK[(5 * suit_of(table.trump) + led) * 64 + (play & 63)]
        boost: cython.int = BOOST[play >> 6]
        if rank == 0 or rank + boost <= table.best >> 4:
            return 0.0
        beaten = 1.0 - (1.0 - self.ruff[suit]) * exp(-self.share * self.rivals(suit, (rank & 31) + boost))
        chance: cython.double = 1.0
        for _ in range(table.played + 1, table.seats):
            seat = table.next_seat(seat)
            chance *= 1.0 - self.will[seat] * beaten
        return chance

    def rivals(self, suit, value):
        """How many unseen cards of a suit beat this value; those that need a potion for it count in part."""
        higher: cython.double = self.above(suit, value)
        within: cython.double = self.above(suit, value - 3 if value > 3 else 0)
        return higher + BREWED * (within - higher) * min(1.0, self.share * self.brews)

    # The score

    def judge_here(self, table, shares):
        """Between two rounds: the further ahead, and the fewer rounds there are to come, the surer."""
        if table.phase != PROPHECY_PHASE or table.prophecy[table.holder] != NO_PROPHECY:
            return False
        contrast: cython.double = CONTRAST * table.seats / (ROUNDS + 1 - table.round) ** 0.5
        for seat in range(table.seats):
            shares[seat] = contrast * self.standing(table, seat)
        self.divide(shares, table.seats)
        return True

    def standing(self, table, seat):
        """The points of a seat, and what it can make of its cards."""
        points: cython.double = table.score(seat) + ZERO_WORTH * table.zeros[seat]
        for number in range(1, 4):
            points += REPAIRED * table.minus[2 * number - 1] * table.failed[seat][number]
        return points

    # Belief

    def fits_here(self, table, viewer):
        """A prophecy that another hand would have made is a reason to doubt this one."""
        doubt: cython.double = 0.0
        for seat in range(table.seats):
            if seat != viewer and table.prophecy[seat] != NO_PROPHECY:
                doubt += self.doubt(table, seat)
        return exp(-min(doubt / DOUBT, 50.0))

    def doubt(self, table, seat):
        """How many points the prophecy of a seat is worse than the best one for its hand."""
        hand = dealt_to(table, seat)
        self.look_back(table, hand)
        strength = self.strength(table, hand)
        best: cython.double = self.gain(table, seat, table.prophecy[seat], table.rebid[seat], strength)
        made: cython.double = best
        for prophecy in range(7):
            again: cython.int = table.failed[seat][number_of(prophecy)] > 0
            best = max(best, self.gain(table, seat, prophecy, again, strength))
        return best - made


def copies_in(cards, potion):
    """How many potions of one kind there are in a set of cards."""
    return count(cards >> FIRST_POTION + potion & 0b1001001)


def bell(x):
    return exp(-0.5 * x * x)


def dealt_to(table, seat):
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
