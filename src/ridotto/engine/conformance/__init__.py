"""The conformance kit: tries a game by every law that the games of the house must keep.

    from ridotto.engine.conformance import conform
    print(conform(game))            # raises Broken, with all that is needed to see it again

The same seed tries the same on every machine. `conform(game, seconds=600)` tries as much as can be done in ten minutes.

Each law is also a function of a trial, that is of a game in progress or of any position:

    trial = Trial(game, players=3, options={}, seed=7)
    nothing_leaks_in_what_is_shown(trial)
    legal_moves_apply(Trial.at(game.load(snapshot)))

Fairness of the redeal is checked by enumeration, in positions small enough to count their worlds by hand: `fair`.
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
    fair,
    hidden_things_vary,
    redeal_does_not_peek,
    redeal_knows_nothing,
    redeal_remembers_alike,
    redealt_worlds_come_back,
    redealt_worlds_play_on,
)
from ridotto.engine.conformance.round_trip_laws import matches_come_back, move_texts_come_back, positions_come_back
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
    "components_are_conserved",
    "conform",
    "copies_are_independent",
    "fair",
    "games_end",
    "hidden_things_vary",
    "legal_moves_apply",
    "matches_come_back",
    "move_texts_come_back",
    "nothing_leaks_in_what_is_shown",
    "nothing_leaks_in_what_is_told",
    "other_moves_are_refused",
    "positions_come_back",
    "redeal_does_not_peek",
    "redeal_knows_nothing",
    "redeal_remembers_alike",
    "redealt_worlds_come_back",
    "redealt_worlds_play_on",
    "same_moves_make_the_same_game",
    "simultaneous_answers_commute",
    "unsealed_moves_tell_nothing",
    "unseen_moves_show_nothing",
]
