"""The conformance kit: tests a game against the laws that every game must keep.

    from ridotto.engine.conformance import conform
    print(conform(game))            # raises Broken, which says how to reproduce the failure

The same seed gives the same tests on every machine. `conform(game, seconds=600)` tests as much as fits in ten minutes.

Each law is also a function of a trial, which is a random game in progress or starts at any position:

    trial = Trial(game, players=3, options={}, seed=7)
    nothing_leaks_in_what_is_shown(trial)
    legal_moves_apply(Trial.at(game.load(snapshot)))

`check_fairness` tests the fairness of redeals in positions that are small enough to enumerate their worlds.
"""

from ridotto.engine.conformance.conformance_run import conform
from ridotto.engine.conformance.coverage_report import Report
from ridotto.engine.conformance.legality_laws import legal_moves_apply, other_moves_are_refused
from ridotto.engine.conformance.play_laws import (
    components_are_conserved,
    copies_are_independent,
    games_end,
    same_moves_make_the_same_game,
    simultaneous_answers_commute,
)
from ridotto.engine.conformance.redeal_laws import (
    check_fairness,
    hidden_things_vary,
    redeal_does_not_peek,
    redeal_knows_nothing,
    redeal_remembers_alike,
    redealt_worlds_can_be_finished,
    redealt_worlds_round_trip,
)
from ridotto.engine.conformance.round_trip_laws import matches_round_trip, move_texts_round_trip, positions_round_trip
from ridotto.engine.conformance.secrecy_laws import (
    nothing_leaks_in_what_is_shown,
    nothing_leaks_in_what_is_told,
    unsealed_moves_tell_nothing,
    unseen_moves_show_nothing,
)
from ridotto.engine.conformance.trial import LAWS, Broken, Trial

__all__ = [
    "LAWS",
    "Broken",
    "Report",
    "Trial",
    "check_fairness",
    "components_are_conserved",
    "conform",
    "copies_are_independent",
    "games_end",
    "hidden_things_vary",
    "legal_moves_apply",
    "matches_round_trip",
    "move_texts_round_trip",
    "nothing_leaks_in_what_is_shown",
    "nothing_leaks_in_what_is_told",
    "other_moves_are_refused",
    "positions_round_trip",
    "redeal_does_not_peek",
    "redeal_knows_nothing",
    "redeal_remembers_alike",
    "redealt_worlds_can_be_finished",
    "redealt_worlds_round_trip",
    "same_moves_make_the_same_game",
    "simultaneous_answers_commute",
    "unsealed_moves_tell_nothing",
    "unseen_moves_show_nothing",
]
