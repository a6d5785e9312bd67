"""Venti: pay for goals with the cards you draft; twenty points start the last lap."""

from typing import Any

from ridotto.engine.game import SEAT, Game, Option
from ridotto.engine.message import msg
from ridotto.games.venti import components as c
from ridotto.games.venti.rules.rules import Venti


class VentiGame(Game):
    slug = "venti"
    title = "Venti"
    players = range(2, 7)
    usual = 4
    options = (
        Option("allow_early_end", ("false", "true"), msg("Ending a turn early")),
        Option("extra_action_timing", ("immediate", "next_turn"), msg("Additional actions")),
        Option("frozen_attempt", ("reveal_then_pay", "blind_commit"), msg("Going for a frozen target")),
        Option("failed_own_freeze", ("thaw", "stay_frozen", "discard"), msg("Failing at your own frozen card")),
        Option("frozen_view", ("memory", "open"), msg("Frozen cards")),
        Option("penalty_choice", ("free", "minimal"), msg("Choice of penalty cards")),
        Option("catch_up_measure", ("before_penalty", "after_penalty"), msg("Last place for the catch-up bonus")),
        Option("final_turns", ("one_each", "finish_round"), msg("Last turns")),
        Option("tiebreak_sacrificed", ("jokers_only", "all"), msg("Third tie-break")),
        Option("max_rounds", ("50", "1", "5", "20"), msg("Round limit"), numbers=range(1, 10**9)),
        Option("start_player", ("random", SEAT), msg("Starting player")),
        Option("reshuffle", ("when_needed", "at_once"), msg("Reshuffling the discards"), later=True),
    )
    rules_version = c.RULES_VERSION
    state = Venti
    moves = c.MOVE_TEXTS
    example = c.EXCHANGE + 7
    headings = (c.ROUND_BEGINS, c.REACHED_TWENTY, c.GAME_ENDS)
    asides = (c.CHAOS_DEALT, c.RESHUFFLED, c.COMMITTED, c.DISCARDED)

    def longest(self, players: int, choices: dict[str, str]) -> int:
        """Turns up to the cap and the last ones, of five actions, with five cards over the hand limit each.

        An action is a move, five slots and two declared numbers at most; or an attempt, blindly committed cards and
        a fine of two. The ten rule comes once, and there are two frozen cards at the end.
        """
        steps = 1 + c.CHAOS + 1 + 2 if choices["frozen_attempt"] == "blind_commit" else 1 + 5 + 2
        actions = c.ACTIONS + c.MOST_EXTRA
        return (int(choices["max_rounds"]) + 1) * players * (actions * steps + actions) + 4 + 4

    def checked(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """Records are older than `ruled_out`, which follows from the moves."""
        seats = [{key: seat[key] for key in seat if key != "ruled_out"} for seat in snapshot["seats"]]
        return {**snapshot, "seats": seats}

    def obvious(self, view: dict[str, Any]) -> int | None:
        """A small step with a single choice."""
        small = view["phase"] in ("declare", "pay", "penalty", "hand limit")
        return view["moves"][0] if small and len(view["moves"]) == 1 else None

    def same_act(self, before: dict[str, Any], after: dict[str, Any]) -> bool:
        """A goal and all that is paid for it."""
        return after["phase"] in ("declare", "pay", "commit")

    def beat(self, view: dict[str, Any]) -> float:
        """A turn begins with a pause; what else is asked in it, of whomever, takes less."""
        begins = view["phase"] == "main" and view["actions"]["used"] == 0
        return 1.0 if begins else 0.4


game = VentiGame()
