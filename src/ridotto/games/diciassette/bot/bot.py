"""What a good player knows of 17 Diciassette.

Everything turns on what the row comes to. A player adds up what lies open and what he has covered himself; of a card
that somebody else has covered he asks at what time it was laid, since that tells high numbers from zeros (`habits.py`).
"""

import cython

from ridotto.games.diciassette.bot import habits
from ridotto.games.diciassette.components import CARDS, COPIES, VALUES

STAGES = len(habits.EXPECTED) + 1
SIGHTS = 4

if not cython.compiled:
    from math import exp, sqrt

    from ridotto.engine.chance import fraction
    from ridotto.engine.knowledge import Knowledge
    from ridotto.games.diciassette.components import *
    from ridotto.games.diciassette.rules.rules import VALUE, Diciassette

    LIKED = [[0.0] * 28 for _ in range(STAGES)]
    CHOSEN = [[0.0] * 28 for _ in range(STAGES)]
    COVERED = [[0.0] * 16 for _ in range(SIGHTS)]
    BOUND = [0.0] * (STAGES - 1)
    MEAN, SPREAD = [0.0] * SIGHTS, [0.0] * SIGHTS
    STANDING = [[[0.0] * 2 for _ in range(3)] for _ in range(8)]
    HELD = [[0.0] * 16 for _ in range(8)]

    def sigmoid(x):
        return 1.0 / (1.0 + exp(-x))


# By level: the first simulations teach most in a game of bluffs, so the lower levels think very little.
SIMULATIONS = {"casual": 8, "expert": 100}

# Where a round begins, a seat's share of the victory goes as exp(sum of these): fitted to who won from the starts
# of 18,000 to 57,000 rounds each of simulated games with 2, 3, 4 and 6 players; 5 is in between.
VICTORIES = {2: (0.0, 0.6, 1.6), 3: (0.0, 0.8, 2.05), 4: (0.0, 0.95, 2.35), 5: (0.0, 1.0, 2.4), 6: (0.0, 1.1, 2.5)}
PENALTIES = (0.1, 0.33, 0.45)  # off for a penalty token, by victory tokens: the second costs one of them
TWO_SIDED = -0.17  # for each in the hand: everybody knows it
ONE_SIDED = (0.0, 0.0, 0.0, 0.05, 0.18, 0.33)  # by value: high numbers are worth covering early
TRAPPED = 0.12  # a trap, by players: each of them may be the one who calls


def _prepare() -> None:
    """The tables of bot.pxd."""
    for name, likings in habits.LIKED.items():
        card, way = name.split()
        move = CARDS[card] + DOWN * (way == "down")
        for stage in range(STAGES):
            LIKED[stage][move] = likings[stage]
            CHOSEN[stage][move] = likings[stage] ** 2  # with more conviction
    for stage in range(STAGES - 1):
        BOUND[stage] = habits.EXPECTED[stage]
    for sight in range(SIGHTS):
        often = {CARDS[card]: chances[sight] for card, chances in habits.COVERED.items()}
        total = sum(COPIES[kind] * often[kind] for kind in often)
        MEAN[sight] = sum(COPIES[kind] * often[kind] * VALUES[kind] for kind in often) / total
        SPREAD[sight] = sum(COPIES[kind] * often[kind] * (VALUES[kind] - MEAN[sight]) ** 2 for kind in often) / total
        for kind in often:
            COVERED[sight][kind] = often[kind] / max(often.values())
    for players, worth in VICTORIES.items():
        for victory in range(3):
            STANDING[players][victory][0] = exp(worth[victory])
            STANDING[players][victory][1] = exp(worth[victory] - PENALTIES[victory])
        for kind in range(KINDS):
            HELD[players][kind] = exp(TWO_SIDED if kind < 5 else ONE_SIDED[VALUES[kind]])
        HELD[players][TRAP] = exp(TRAPPED * players)
        HELD[players][NO_CARD] = 1.0


_prepare()


class DiciassetteKnowledge(Knowledge):
    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.exploration = 0.7
        self.others_learn = False  # 61 % against others that do, 120 games at 4000 simulations

    # What the search asks, of a table of this game

    def weigh(self, state, seat, moves, weights):
        self.weigh_here(cython.cast(Diciassette, state), seat, moves, weights)

    def choose(self, state, seat, moves, word):
        return self.choose_here(cython.cast(Diciassette, state), seat, moves, word)

    def judge(self, state, after, shares):
        return self.judge_here(cython.cast(Diciassette, state), shares)

    def fits(self, world, viewer):
        return self.fits_here(cython.cast(Diciassette, world), viewer)

    def glimpse(self, state, seat):
        return self.glimpse_here(cython.cast(Diciassette, state), seat)

    # What the row comes to

    def look(self, table, viewer):
        """Adds up the row as the viewer sees it."""
        self.shown = 0
        self.sure = 0
        self.mean = 0.0
        self.spread = 0.0
        for i in range(table.length):
            card: cython.int = table.row[i]
            value: cython.int = VALUE[kind_of(card)]
            if not is_covered(card):
                self.shown += value
                self.sure += value
            elif owner_of(card) == viewer:
                self.sure += value
            else:
                self.mean += MEAN[self.sight()]
                self.spread += SPREAD[self.sight()]

    def sight(self):
        """At what time of the round a card is laid, as everybody sees it."""
        return min(self.shown // 4, SIGHTS - 1)

    def stage(self, table):
        """At what time of the round it is, for the one who has looked."""
        expected: cython.double = self.sure + self.mean + 2 * (table.due - 1)  # of two cards the first is an early one
        stage = 0
        while stage < STAGES - 1 and expected >= BOUND[stage]:
            stage += 1
        return stage

    # Cards and calls

    def nerve(self, table, seat):
        """How much speaks for a call, as the logarithm of its odds; fitted to what searches decide."""
        if self.sure >= LIMIT:
            return 2.0  # not more: somebody may have laid a trap
        if self.sure + self.mean < 9.0:
            return -8.0
        over: cython.double = (self.sure + self.mean - LIMIT + 0.5) / sqrt(self.spread + 0.3)
        return 1.4 * over - 1.0 + 0.5 * self.lowest_value(table, seat)

    def lowest_value(self, table, seat):
        """What the seat has to add at least, if it has to go on."""
        lowest: cython.int = 5
        for i in range(HAND):
            if table.hands[seat][i] != NO_CARD:
                lowest = min(lowest, VALUE[table.hands[seat][i]])
        return lowest

    def weigh_here(self, table, seat, moves, weights):
        self.look(table, seat)
        if table.phase == CALLING:
            weights[CALL] = sigmoid(self.nerve(table, seat))
            weights[PASS] = 1.0 - weights[CALL]
            return
        stage = self.stage(table)
        for i in range(moves.count()):
            weights[moves.nth(i)] = LIKED[stage][moves.nth(i)]

    def choose_here(self, table, seat, moves, word):
        self.look(table, seat)
        if table.phase == CALLING:
            chance: cython.double = sigmoid(1.5 * self.nerve(table, seat))
            return CALL if fraction(word) < chance else PASS
        moves.clear()
        table.legal(seat, moves)
        return self.drawn(moves, CHOSEN[self.stage(table)], word)

    # Where a simulated game ends

    def judge_here(self, table, shares):
        """Where a round begins: by tokens, and by hands."""
        if table.turns > 0 or table.length > 0 or table.phase != PLAYING:
            return False
        total: cython.double = 0.0
        for seat in range(table.seats):
            shares[seat] = STANDING[table.seats][table.victory[seat]][table.penalty[seat]]
            for i in range(HAND):
                shares[seat] *= HELD[table.seats][table.hands[seat][i]]
            total += shares[seat]
        for seat in range(table.seats):
            shares[seat] /= total
        return True

    # What others hide

    def fits_here(self, table, viewer):
        """By when the others have covered their cards."""
        belief: cython.double = 1.0
        self.shown = 0
        for i in range(table.length):
            card: cython.int = table.row[i]
            if not is_covered(card):
                self.shown += VALUE[kind_of(card)]
            elif owner_of(card) != viewer:
                belief *= COVERED[self.sight()][kind_of(card)]
        return max(belief, 1e-9)

    def glimpse_here(self, table, seat):
        """Its hand, and what it has covered: so everybody in a simulated game plays by his own cards."""
        covered: cython.int = 0
        for i in range(table.length):
            if is_covered(table.row[i]) and owner_of(table.row[i]) == seat:
                covered += VALUE[kind_of(table.row[i])]
        for i in range(HAND):
            covered = 16 * covered + table.hands[seat][i]
        return covered + 1


def knowledge() -> Knowledge:
    return DiciassetteKnowledge()
