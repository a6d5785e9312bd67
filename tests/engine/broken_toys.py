"""Hush broken in one way each; BROKEN says which law must find it."""

from typing import Any

from ridotto.engine.errors import IllegalMove
from tests.engine import leaky_toys as leaky
from tests.engine.toys import CARDS, DRAW, HIGH, LAY, Hush, HushGame


class SharedHush(Hush):
    def fields(self) -> dict[str, Any]:
        return super().fields() | {"hands": self.hands}


class CopiesShareHands(HushGame):
    """A copy has the same lists as its original."""

    state_class = SharedHush


class LosingHush(Hush):
    def end_trick(self) -> None:
        super().end_trick()
        if self.round == 2 and self.seats == 3:
            self.discard.pop()


class LosesACard(HushGame):
    """A card is lost after the first trick, with three players."""

    state_class = LosingHush


class HastyHush(Hush):
    def bid(self, seat: int, bid: int) -> None:
        if HIGH not in self.bids and bid == HIGH:
            self.turn = seat
        super().bid(seat, bid)


class FirstBidLeads(HushGame):
    """Who bids high first gets the lead: the order of secret answers counts."""

    state_class = HastyHush


class ForgetfulHush(Hush):
    pass


class SnapshotDropsAField(HushGame):
    """A snapshot does not say who has drawn."""

    state_class = ForgetfulHush

    def snapshot(self, state: Hush) -> dict[str, Any]:
        return {key: value for key, value in super().snapshot(state).items() if key != "has_drawn"}

    def load(self, snapshot: Any, seed: int | None = None) -> Hush:
        return super().load(snapshot | {"has_drawn": [False] * snapshot["players"]}, seed)


class LaxHush(Hush):
    def play(self, seat: int, move: int) -> None:
        if move == DRAW and self.shown and self.laid is None and seat == self.turn and self.pile:
            self.carry_out(seat, move)
        else:
            super().play(seat, move)


class LetsDrawTwice(HushGame):
    """A second draw is not refused."""

    state_class = LaxHush


class GrudgingHush(Hush):
    pass


class RefusalCosts(HushGame):
    """A refused move costs a point."""

    state_class = GrudgingHush

    def refusal(self, state: Hush, seat: int, move: int) -> IllegalMove:
        state.score_of[0] -= 1
        return super().refusal(state, seat, move)


class EndlessHush(Hush):
    def end_trick(self) -> None:
        super().end_trick()
        if self.score_of[0] == self.score_of[1] and self.round == 3 and all(self.hands):
            self.round = 2


class PlaysTooLong(HushGame):
    """A tie goes into another round, which the bound has forgotten."""

    state_class = EndlessHush

    def max_decisions(self, players: int, options: dict[str, str]) -> int:
        return 2 * 3 * players


class LuckyHush(Hush):
    luck = 0

    def draw(self, seat: int) -> None:
        LuckyHush.luck += 1
        self.pile.sort(reverse=bool(LuckyHush.luck % 2))
        super().draw(seat)
        self.pile.sort()


class PlaysByTheClock(HushGame):
    """What is drawn depends on how often anybody has drawn before, in any game."""

    state_class = LuckyHush


class MumblingHush(Hush):
    pass


class TwoMovesOneText(HushGame):
    """Two moves have the same text."""

    state_class = MumblingHush
    move_texts = (*HushGame.move_texts[:4], "single", *HushGame.move_texts[5:])


class GenerousHush(Hush):
    def legal_moves(self, seat: int) -> list[int]:
        moves = super().legal_moves(seat)
        return [*moves, LAY + CARDS - 1] if moves[-1] >= LAY else moves


class OffersACardNotHeld(HushGame):
    """The highest card can always be laid, whoever has it."""

    state_class = GenerousHush


BROKEN = (
    (leaky.ShowsAHand, "shown"),
    (leaky.OrdersByAHand, "shown"),
    (leaky.ShowsSeatsAnotherPublicPart, "shown"),
    (leaky.LightsThePublicTable, "shown"),
    (leaky.DrawsForTheSeatAsked, "shown"),
    (leaky.RefusesTellingly, "shown"),
    (leaky.TellsTheCardDrawn, "told"),
    (leaky.TellsWhatIsLeft, "told"),
    (leaky.OpensTellingly, "told"),
    (leaky.CountsSecretSteps, "unseen"),
    (leaky.RedealKeepsACard, "peek"),
    (leaky.BotsPeek, "peek"),
    (leaky.RedealKnowsTheOrder, "redeal"),
    (leaky.RedealForgetsANotebook, "memory"),
    (leaky.RedealsNothing, "varies"),
    (leaky.RedealLeavesAMess, "comes back"),
    (CopiesShareHands, "copies"),
    (LosesACard, "conserved"),
    (FirstBidLeads, "commute"),
    (leaky.ForgetsASeal, "seals"),
    (leaky.LayingPeeps, "seals"),
    (SnapshotDropsAField, "round trips"),
    (LetsDrawTwice, "refused"),
    (RefusalCosts, "refused"),
    (OffersACardNotHeld, "legal"),
    (PlaysTooLong, "ends"),
    (PlaysTooLong, "plays on"),
    (PlaysByTheClock, "determinism"),
    (PlaysByTheClock, "records"),
    (TwoMovesOneText, "texts"),
)
