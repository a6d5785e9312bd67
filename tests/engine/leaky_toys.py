"""Hush with secrets that get out: in what is shown or told, in what can be taken back, in the redeal."""

from typing import Any

from msgspec.structs import asdict, replace

from ridotto.engine.errors import IllegalMove
from ridotto.engine.message import msg
from ridotto.engine.note import EVERYBODY
from ridotto.engine.rng import Rng
from ridotto.engine.scene import OwnScene, Scene
from ridotto.engine.view import View
from tests.engine.toys import LAY, Hush, HushGame, HushPublic, HushView, drawn_in_order

PEEPED = 10  # one more note


class ViewHush(Hush):
    pass


class HandPublic(HushPublic, frozen=True, gc=False):
    first: tuple[int | None, ...]


class ShowsAHand(HushGame):
    """The view has the first card of everybody's hand."""

    state_class = ViewHush

    def public_view(self, state: Hush) -> HandPublic:
        first = tuple(hand[0] if hand else None for hand in state.hands)
        return HandPublic(**asdict(super().public_view(state)), first=first)


class OrderHush(Hush):
    pass


class OrdersByAHand(HushGame):
    """The options stand in the view in an order that depends on a hidden hand."""

    state_class = OrderHush

    def public_view(self, state: Hush) -> HushPublic:
        public = super().public_view(state)
        return replace(public, options=dict(reversed(public.options.items()))) if sum(state.hands[-1]) % 2 else public


class PartHush(Hush):
    pass


class ShowsSeatsAnotherPublicPart(HushGame):
    """While all bid, the public part of a seat's view says what the seat has bidden."""

    state_class = PartHush

    def view(self, state: Hush, viewer: int) -> HushView:
        view: HushView = super().view(state, viewer)
        if view.public.bids is not None or view.own is None or view.own.bid is None:
            return view
        return View(replace(view.public, bids=(view.own.bid,)), view.own)


class LampHush(Hush):
    pass


class LightsThePublicTable(HushGame):
    """Whoever has the turn sees the cards on the table lit."""

    state_class = LampHush

    def own_scene(self, view: HushView) -> OwnScene:
        own, (table,) = super().own_scene(view), self.public_scene(view.public).zones
        lit = replace(table, pieces=tuple(replace(piece, lit=bool(view.moves)) for piece in table.pieces))
        return replace(own, zones=(*own.zones, lit))


class GlanceHush(Hush):
    pass


class DrawsForTheSeatAsked(HushGame):
    """The scene of the seat that has the turn has another prompt, which is neither public nor the seat's own."""

    state_class = GlanceHush

    def scene(self, view: HushView) -> Scene:
        scene = super().scene(view)
        return replace(scene, prompt=msg("Your turn")) if view.moves else scene


class RefusalHush(Hush):
    pass


class RefusesTellingly(HushGame):
    """A refusal says whether the next seat holds the card."""

    state_class = RefusalHush

    def refusal(self, state: Hush, seat: int, move: int) -> IllegalMove:
        reason = super().refusal(state, seat, move)
        held = 0 <= seat < state.seats and move - LAY in state.hands[(seat + 1) % state.seats]
        return IllegalMove("held", reason.clause, reason.message) if held else reason


class LogHush(Hush):
    def draw(self, seat: int) -> None:
        before = set(self.hands[seat])
        super().draw(seat)
        self.add_note(EVERYBODY, PEEPED, (set(self.hands[seat]) - before).pop())


class TellsTheCardDrawn(HushGame):
    """The log names the drawn card to everybody."""

    state_class = LogHush


class HintHush(Hush):
    def show(self, seat: int, doubled: bool) -> None:
        self.add_note(EVERYBODY, PEEPED, len([card for card in self.hands[seat] if card % 2]))
        super().show(seat, doubled)


class TellsWhatIsLeft(HushGame):
    """The log tells how many odd cards a player keeps."""

    state_class = HintHush


class CounterHush(Hush):
    def open(self, seats: int, first: str, deck: str) -> None:
        self.steps = 0
        super().open(seats, first, deck)

    def carry_out(self, seat: int, move: int) -> None:
        self.steps += 1
        super().carry_out(seat, move)


class CounterPublic(HushPublic, frozen=True, gc=False):
    steps: int


class CountsSecretSteps(HushGame):
    """The view counts decisions, also those nobody may see."""

    state_class = CounterHush

    def public_view(self, state: Any) -> CounterPublic:
        return CounterPublic(**asdict(super().public_view(state)), steps=state.steps)

    def snapshot(self, state: Any) -> dict[str, Any]:
        return super().snapshot(state) | {"steps": state.steps}

    def load(self, snapshot: Any, seed: int | None = None) -> Hush:
        state = super().load(snapshot, seed)
        assert isinstance(state, CounterHush)
        state.steps = snapshot["steps"]
        return state


class PeekHush(Hush):
    def redeal_hands(self, seats: list[int], rng: Rng) -> None:
        places = [self.pile, *(self.hands[seat] for seat in seats)]
        where = next((i for i, place in enumerate(places) if 0 in place), None)
        if where is not None:
            places[where].remove(0)
        super().redeal_hands(seats, rng)
        if where is not None:
            [self.pile, *(self.hands[seat] for seat in seats)][where].insert(0, 0)


class RedealKeepsACard(HushGame):
    """The lowest card lies where it is in every redeal."""

    state_class = PeekHush


class BotPeekHush(PeekHush):
    def redeal_unseen(self, viewer: int, rng: Rng, recall: bool) -> None:
        self.remembers = recall
        super().redeal_unseen(viewer, rng, recall)
        del self.remembers

    def redeal_hands(self, seats: list[int], rng: Rng) -> None:
        if self.remembers:
            super().redeal_hands(seats, rng)
        else:
            Hush.redeal_hands(self, seats, rng)


class BotsPeek(HushGame):
    """The redeal for bots, and only that, leaves the lowest card where it is."""

    state_class = BotPeekHush


class OrderedRedealHush(Hush):
    def redeal_hands(self, seats: list[int], rng: Rng) -> None:
        unseen = drawn_in_order(rng, self.pile + [card for seat in seats for card in self.hands[seat]])
        for seat in seats:
            size = len(self.hands[seat])
            self.hands[seat], unseen = sorted(unseen[:size]), unseen[size:]
        self.pile = sorted(unseen)


class RedealKnowsTheOrder(HushGame):
    """The redeal is fair, but begins from the hidden hands as they lie."""

    state_class = OrderedRedealHush


class StillHush(Hush):
    def redeal_unseen(self, viewer: int, rng: Rng, recall: bool) -> None:
        pass


class RedealsNothing(HushGame):
    """The redeal leaves everything as it is."""

    state_class = StillHush


class UntidyHush(Hush):
    def redeal_unseen(self, viewer: int, rng: Rng, recall: bool) -> None:
        super().redeal_unseen(viewer, rng, recall)
        if not recall:
            self.pile.reverse()


class RedealLeavesAMess(HushGame):
    """Without recall the redeal leaves the pile in an order that no snapshot keeps."""

    state_class = UntidyHush


class UnfairHush(Hush):
    def redeal_hands(self, seats: list[int], rng: Rng) -> None:
        super().redeal_hands(seats, rng)
        if rng.roll(10) == 0:
            for seat in seats:
                if self.hands[seat] and self.pile and self.pile[-1] > self.hands[seat][0]:
                    self.pile[-1], self.hands[seat][0] = self.hands[seat][0], self.pile[-1]
                    self.hands[seat].sort()
                    self.pile.sort()


class RedealsUnevenly(HushGame):
    """The redeal gives others good cards a little too often."""

    state_class = UnfairHush


class UnsealedHush(Hush):
    def seal_draw(self, seat: int) -> None:
        pass


class ForgetsASeal(HushGame):
    """A drawn card can be taken back."""

    state_class = UnsealedHush


class PeepingHush(Hush):
    def lay(self, seat: int, card: int) -> None:
        super().lay(seat, card)
        if self.pile:
            self.add_note(1 << seat, PEEPED, self.pile[0])


class LayingPeeps(HushGame):
    """Laying a card, which can be taken back, tells the lowest card of the pile."""

    state_class = PeepingHush


class BlabbingHush(Hush):
    def open(self, seats: int, first: str, deck: str) -> None:
        super().open(seats, first, deck)
        self.add_note(EVERYBODY, PEEPED, self.pile[0])


class OpensTellingly(HushGame):
    """The opening tells everybody the lowest card of the pile."""

    state_class = BlabbingHush


class NotebookHush(Hush):
    def open(self, seats: int, first: str, deck: str) -> None:
        self.drew: list[int | None] = [None] * seats
        super().open(seats, first, deck)

    def draw(self, seat: int) -> None:
        before = set(self.hands[seat])
        super().draw(seat)
        self.drew[seat] = (set(self.hands[seat]) - before).pop()


class RedealForgetsANotebook(HushGame):
    """The state notes who drew what, and the redeal leaves the notes as they are."""

    state_class = NotebookHush

    def snapshot(self, state: Any) -> dict[str, Any]:
        return super().snapshot(state) | {"drew": list(state.drew)}

    def load(self, snapshot: Any, seed: int | None = None) -> Hush:
        state = super().load(snapshot, seed)
        assert isinstance(state, NotebookHush)
        state.drew = snapshot["drew"]
        return state
