"""The bot's knowledge of 17 Diciassette.

Everything depends on the total of the row. A seat adds up the cards that lie open and those it has covered itself. What
it expects of a card covered by another seat depends on the stage of the round at which it was laid: covered cards are
high numbers early, and zeros late (`play_frequencies.py`).
"""

import cython

from ridotto.games.diciassette.bot import play_frequencies
from ridotto.games.diciassette.components import CARDS, COPIES, VALUES

STAGES = len(play_frequencies.STAGE_STARTS) + 1
VISIBLE_STAGES = 4

if not cython.compiled:
    from math import exp, sqrt

    from ridotto.engine.chance import fraction
    from ridotto.engine.knowledge import Knowledge
    from ridotto.games.diciassette.components import *
    from ridotto.games.diciassette.rules.rules import VALUE, Diciassette

    PRIOR_WEIGHT = [[0.0] * 28 for _ in range(STAGES)]
    ROLLOUT_WEIGHT = [[0.0] * 28 for _ in range(STAGES)]
    COVER_WEIGHT = [[0.0] * 16 for _ in range(VISIBLE_STAGES)]
    STAGE_START = [0.0] * (STAGES - 1)
    COVERED_MEAN, COVERED_VARIANCE = [0.0] * VISIBLE_STAGES, [0.0] * VISIBLE_STAGES
    TOKENS_WORTH = [[[0.0] * 2 for _ in range(3)] for _ in range(8)]
    CARD_WORTH = [[0.0] * 16 for _ in range(8)]

    def sigmoid(x):
        return 1.0 / (1.0 + exp(-x))


# By level. In a game of bluffs the first simulations teach most, so lower levels have very few.
SIMULATIONS = {"casual": 8, "expert": 100}

# At the start of a round, a seat's share of the victory is proportional to exp(sum of these). Fitted to the winners of
# simulated games, over the starts of 18,000 to 57,000 rounds each with 2, 3, 4 and 6 players; 5 is interpolated.
VICTORY_WORTH = {2: (0.0, 0.6, 1.6), 3: (0.0, 0.8, 2.05), 4: (0.0, 0.95, 2.35), 5: (0.0, 1.0, 2.4), 6: (0.0, 1.1, 2.5)}
PENALTY_COST = (0.1, 0.33, 0.45)  # of a penalty token, by victory tokens: a second penalty costs one of them
TWO_SIDED_WORTH = -0.17  # of each card in the hand: everybody knows it
ONE_SIDED_WORTH = (0.0, 0.0, 0.0, 0.05, 0.18, 0.33)  # by value: high numbers are good to cover early
TRAP_WORTH = 0.12  # of a trap, times the number of players: any other may call


def _fill_tables() -> None:
    """Fills the tables of bot.pxd."""
    for name, percent in play_frequencies.LAID_PERCENT.items():
        card, face = name.split()
        move = CARDS[card] + DOWN * (face == "down")
        for stage in range(STAGES):
            PRIOR_WEIGHT[stage][move] = percent[stage]
            ROLLOUT_WEIGHT[stage][move] = percent[stage] ** 2  # squared: rollouts prefer likely moves more strongly
    for stage in range(STAGES - 1):
        STAGE_START[stage] = play_frequencies.STAGE_STARTS[stage]
    for stage in range(VISIBLE_STAGES):
        often = {CARDS[card]: percent[stage] for card, percent in play_frequencies.COVERED_PERCENT.items()}
        total = sum(COPIES[kind] * often[kind] for kind in often)
        mean = sum(COPIES[kind] * often[kind] * VALUES[kind] for kind in often) / total
        COVERED_MEAN[stage] = mean
        COVERED_VARIANCE[stage] = sum(COPIES[kind] * often[kind] * (VALUES[kind] - mean) ** 2 for kind in often) / total
        for kind in often:
            COVER_WEIGHT[stage][kind] = often[kind] / max(often.values())
    for players, worth in VICTORY_WORTH.items():
        for victory in range(3):
            TOKENS_WORTH[players][victory][0] = exp(worth[victory])
            TOKENS_WORTH[players][victory][1] = exp(worth[victory] - PENALTY_COST[victory])
        for kind in range(KINDS):
            CARD_WORTH[players][kind] = exp(TWO_SIDED_WORTH if kind < 5 else ONE_SIDED_WORTH[VALUES[kind]])
        CARD_WORTH[players][TRAP] = exp(TRAP_WORTH * players)
        CARD_WORTH[players][NO_CARD] = 1.0


_fill_tables()


class DiciassetteKnowledge(Knowledge):
    """Estimates the total of the row from what was laid when."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.exploration = 0.7
        self.others_learn = False  # won 61 % against True: 120 games at 4000 simulations

    # What the search asks

    def prior(self, state, seat, moves, weights):
        self.prior_at(cython.cast(Diciassette, state), seat, moves, weights)

    def rollout_move(self, state, seat, moves, word):
        return self.rollout_move_at(cython.cast(Diciassette, state), seat, moves, word)

    def evaluate(self, state, after, shares):
        return self.evaluate_at(cython.cast(Diciassette, state), shares)

    def acceptance_probability(self, world, viewer):
        return self.likelihood_at(cython.cast(Diciassette, world), viewer)

    def chance_outcome(self, state, seat):
        return self.chance_outcome_at(cython.cast(Diciassette, state), seat)

    # The total of the row

    def count_row(self, table, viewer):
        """Adds up the row as a viewer sees it."""
        self.visible_total = 0
        self.known_total = 0
        self.hidden_mean = 0.0
        self.hidden_variance = 0.0
        for i in range(table.row_length):
            card: cython.int = table.row[i]
            value: cython.int = VALUE[kind_of(card)]
            if not is_covered(card):
                self.visible_total += value
                self.known_total += value
            elif owner_of(card) == viewer:
                self.known_total += value
            else:
                self.hidden_mean += COVERED_MEAN[self.visible_stage()]
                self.hidden_variance += COVERED_VARIANCE[self.visible_stage()]

    def visible_stage(self):
        """The stage of the round by the visible total, which everybody can see."""
        return min(self.visible_total // 4, VISIBLE_STAGES - 1)

    def expected_stage(self, table):
        """The stage of the round by the total that the viewer of `count_row` expects."""
        # before the first of two cards, two points for the second one are expected, too
        expected: cython.double = self.known_total + self.hidden_mean + 2 * (table.cards_due - 1)
        stage = 0
        while stage < STAGES - 1 and expected >= STAGE_START[stage]:
            stage += 1
        return stage

    # Cards and calls

    def call_log_odds(self, table, seat):
        """The logarithm of the odds of calling, fitted to the decisions of searches."""
        if self.known_total >= LIMIT:
            return 2.0  # not more, since others may have laid traps
        if self.known_total + self.hidden_mean < 9.0:
            return -8.0
        over: cython.double = (self.known_total + self.hidden_mean - LIMIT + 0.5) / sqrt(self.hidden_variance + 0.3)
        return 1.4 * over - 1.0 + 0.5 * self.lowest_value(table, seat)

    def lowest_value(self, table, seat):
        """The lowest value that the seat could lay next."""
        lowest: cython.int = 5
        for i in range(HAND):
            if table.hands[seat][i] != NO_CARD:
                lowest = min(lowest, VALUE[table.hands[seat][i]])
        return lowest

    def prior_at(self, table, seat, moves, weights):
        self.count_row(table, seat)
        if table.phase == CALLING:
            weights[CALL] = sigmoid(self.call_log_odds(table, seat))
            weights[PASS] = 1.0 - weights[CALL]
            return
        stage = self.expected_stage(table)
        for i in range(moves.count()):
            weights[moves.nth(i)] = PRIOR_WEIGHT[stage][moves.nth(i)]

    def rollout_move_at(self, table, seat, moves, word):
        self.count_row(table, seat)
        if table.phase == CALLING:
            chance: cython.double = sigmoid(1.5 * self.call_log_odds(table, seat))
            return CALL if fraction(word) < chance else PASS
        moves.clear()
        table.legal(seat, moves)
        return self.pick_weighted(moves, ROLLOUT_WEIGHT[self.expected_stage(table)], word)

    # The value of a position

    def evaluate_at(self, table, shares):
        """At the start of a round, by tokens and hands."""
        if table.turns_finished > 0 or table.row_length > 0 or table.phase != PLAYING:
            return False
        total: cython.double = 0.0
        for seat in range(table.seats):
            shares[seat] = TOKENS_WORTH[table.seats][table.victory[seat]][table.penalty[seat]]
            for i in range(HAND):
                shares[seat] *= CARD_WORTH[table.seats][table.hands[seat][i]]
            total += shares[seat]
        for seat in range(table.seats):
            shares[seat] /= total
        return True

    # What is hidden from a seat

    def likelihood_at(self, table, viewer):
        """How likely the covered cards of other seats are, by the stages at which they were laid."""
        belief: cython.double = 1.0
        self.visible_total = 0
        for i in range(table.row_length):
            card: cython.int = table.row[i]
            if not is_covered(card):
                self.visible_total += VALUE[kind_of(card)]
            elif owner_of(card) != viewer:
                belief *= COVER_WEIGHT[self.visible_stage()][kind_of(card)]
        return max(belief, 1e-9)

    def chance_outcome_at(self, table, seat):
        """A number for a seat's hand and covered cards, so that every seat plays by its own cards in a simulation."""
        covered: cython.int = 0
        for i in range(table.row_length):
            if is_covered(table.row[i]) and owner_of(table.row[i]) == seat:
                covered += VALUE[kind_of(table.row[i])]
        for i in range(HAND):
            covered = 16 * covered + table.hands[seat][i]
        return covered + 1


def knowledge() -> Knowledge:
    return DiciassetteKnowledge()
