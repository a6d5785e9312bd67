"""Venti: pay for goals with the cards you draft; twenty points start the last lap."""

from typing import TYPE_CHECKING, Any

from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.engine.options import SEAT, Option
from ridotto.games.venti import components as c
from ridotto.games.venti.rules.rules import Venti

if TYPE_CHECKING:
    from ridotto.games.venti.show.view import VentiView


class VentiGame(Game):
    slug = "venti"
    title = "Venti"
    players = range(2, 7)
    default_players = 4
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
        Option("reshuffle", ("when_needed", "at_once"), msg("Reshuffling the discards"), added_later=True),
    )
    rules_version = c.RULES_VERSION
    state_class = Venti
    move_texts = c.MOVE_TEXTS
    example_move = c.EXCHANGE + 7
    note_kinds = c.VentiNote
    heading_notes = (c.ROUND_BEGINS, c.REACHED_TWENTY, c.GAME_ENDS)
    minor_notes = (c.CHAOS_DEALT, c.RESHUFFLED, c.COMMITTED, c.DISCARDED)

    def max_decisions(self, players: int, options: dict[str, str]) -> int:
        """All turns up to the round limit and the last ones, each with five actions and five cards to discard.

        An action is a move, five slots and two declared numbers at most; or an attempt, all cards committed blindly,
        the end of them, and a penalty of two cards. The ten rule comes once, and two frozen cards are fined at the end.
        """
        steps = 1 + c.CHAOS + 1 + 2 if options["frozen_attempt"] == "blind_commit" else 1 + 5 + 2
        actions = c.ACTIONS_PER_TURN + c.MAX_EXTRA_ACTIONS
        return (int(options["max_rounds"]) + 1) * players * (actions * steps + actions) + 4 + 4

    def checksummed(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """Without `ruled_out`, which follows from the moves: older records do not have it."""
        seats = [{key: seat[key] for key in seat if key != "ruled_out"} for seat in snapshot["seats"]]
        return {**snapshot, "seats": seats}

    def automatic_move(self, view: "VentiView") -> int | None:
        """The only choice of a small decision. The rules take none themselves: see venti.turn.steps."""
        small = view.public.phase in ("declare", "pay", "penalty", "hand limit")
        return view.moves[0] if small and len(view.moves) == 1 else None

    def is_same_action(self, before: "VentiView", after: "VentiView") -> bool:
        """Fulfilling a target and all steps of its payment."""
        return after.public.payment is not None

    def bot_delay_factor(self, view: "VentiView") -> float:
        """A long pause before each turn, a short one before the decisions within it."""
        begins = view.public.phase == "main" and view.public.actions_used == 0
        return 1.0 if begins else 0.4


game = VentiGame()
