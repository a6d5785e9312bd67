"""Hush: a toy game with everything the laws are about, and its broken sisters, each broken in one way.

Two rounds. In each, all seats secretly bid low or high at the same time; then, one after the other, they lay a card
face down and show it single or double, before which they may draw one card. The highest card scores.
"""

import copy
from typing import Any, ClassVar

from msgspec import Struct

from ridotto.engine.errors import BadSnapshot, IllegalMove
from ridotto.engine.game import Game
from ridotto.engine.message import Message, msg
from ridotto.engine.note import EVERYBODY, SPECTATOR, UNSEEN, Note
from ridotto.engine.options import SEAT, Option
from ridotto.engine.plain import PlainState
from ridotto.engine.rng import Rng
from ridotto.engine.scene import Action, OwnScene, Piece, Scene, Zone
from ridotto.engine.view import OwnView, PublicView, View

LOW, HIGH, DRAW, SINGLE, DOUBLE, LAY = range(6)  # LAY + card
CARDS = 16
SHOWN = 100  # what others see of a play: SHOWN + card, doubled 50 more
BIDS, DREW, DRAWN, PLAYED, TRICK, CHOSEN = range(6)  # notes


class Hush(PlainState):
    """A game of Hush."""

    def open(self, seats: int, first: str, deck: str) -> None:
        self.set_seats(seats)
        self.deck, self.fixed = deck, first
        cards = self.shuffled(range(CARDS if deck == "large" else 12))
        self.hands = [sorted(cards[2 * seat : 2 * seat + 2]) for seat in range(seats)]
        self.pile = sorted(cards[2 * seats :])
        self.discard: list[int] = []
        self.score_of = [0] * seats
        self.round = 1
        self.turn = self.roll(seats) if first == "random" else int(first)
        self.begin()

    def begin(self) -> None:
        self.bids: list[int | None] = [None] * self.seats
        self.shown = False  # the bids
        self.laid: int | None = None
        self.has_drawn = [False] * self.seats
        self.table: list[list[int]] = []  # seat, card, doubled

    def seats_to_act(self) -> list[int]:
        if self.round > 2:
            return []
        return [self.turn] if self.shown else [seat for seat, bid in enumerate(self.bids) if bid is None]

    def legal_moves(self, seat: int) -> list[int]:
        if not self.shown:
            return [LOW, HIGH]
        if self.laid is not None:
            return [SINGLE, DOUBLE]
        draw = [DRAW] if self.pile and not self.has_drawn[seat] else []
        return [*draw, *(LAY + card for card in self.hands[seat])]

    def carry_out(self, seat: int, move: int) -> None:
        if not self.shown:
            self.bid(seat, move)
        elif move == DRAW:
            self.draw(seat)
        elif self.laid is None:
            self.lay(seat, move - LAY)
        else:
            self.show(seat, move == DOUBLE)

    def bid(self, seat: int, bid: int) -> None:
        self.bids[seat] = bid
        self.add_note(1 << seat, CHOSEN, bid)
        if None not in self.bids:
            self.shown = True
            self.add_note(EVERYBODY, BIDS, sum(1 << seat for seat, bid in enumerate(self.bids) if bid == HIGH))
            self.make_final(EVERYBODY)

    def draw(self, seat: int) -> None:
        card = self.pile.pop(self.roll(len(self.pile)))
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.has_drawn[seat] = True
        self.add_note(1 << seat, DREW, card)
        self.add_note(EVERYBODY, DRAWN, seat)
        self.seal_draw(seat)

    def seal_draw(self, seat: int) -> None:
        self.make_final(1 << seat)

    def lay(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.laid = card

    def show(self, seat: int, doubled: bool) -> None:
        assert self.laid is not None
        self.table.append([seat, self.laid, int(doubled)])
        self.add_note(EVERYBODY, PLAYED, seat, self.laid, int(doubled))
        self.make_final(EVERYBODY)
        self.laid = None
        self.turn = (seat + 1) % self.seats
        if len(self.table) == self.seats:
            self.end_trick()

    def end_trick(self) -> None:
        winner = max(self.table, key=lambda play: play[1])[0]
        self.score_of[winner] += 1 + sum(doubled for _, _, doubled in self.table) + (self.bids[winner] == HIGH)
        self.discard = sorted(self.discard + [card for _, card, _ in self.table])
        self.add_note(EVERYBODY, TRICK, winner, self.score_of[winner])
        self.turn = winner
        self.round += 1
        self.begin()

    def observation(self, seat: int, move: int, viewer: int) -> int:
        if viewer == seat or move == DRAW:
            return move
        if not self.shown:
            return move if self.bids.count(None) == 1 else UNSEEN
        if self.laid is None:
            return UNSEEN
        return SHOWN + self.laid + 50 * (move == DOUBLE)

    def redeal_unseen(self, viewer: int, rng: Rng, recall: bool) -> None:
        if self.laid is not None and viewer != self.turn:
            self.hands[self.turn] = sorted([*self.hands[self.turn], self.laid])
            self.laid = None
        if not self.shown:
            self.bids = [bid if seat == viewer else None for seat, bid in enumerate(self.bids)]
        self.redeal_hands([seat for seat in range(self.seats) if seat != viewer], rng)

    def redeal_hands(self, seats: list[int], rng: Rng) -> None:
        unseen = drawn_in_order(rng, sorted(self.pile + [card for seat in seats for card in self.hands[seat]]))
        for seat in seats:
            size = len(self.hands[seat])
            self.hands[seat], unseen = sorted(unseen[:size]), unseen[size:]
        self.pile = sorted(unseen)

    def points(self, seat: int) -> int:
        return self.score_of[seat]


def drawn_in_order(rng: Rng, cards: list[int]) -> list[int]:
    """The cards in a fair random order."""
    return [cards.pop(rng.roll(len(cards))) for _ in range(len(cards))]


def name(card: int) -> str:
    return f"card {card + 1}"


def number(text: str) -> int:
    return int(text.removeprefix("card ")) - 1


class HushPlay(Struct, frozen=True, gc=False):
    """A card on the table."""

    seat: int
    card: int
    doubled: bool


class HushPublic(PublicView, frozen=True, gc=False):
    """What everybody may know."""

    round: int
    waiting: tuple[int, ...]  # the seats asked; while all bid, whether they have bidden or not
    bids: tuple[int, ...] | None
    table: tuple[HushPlay, ...]
    discard: tuple[int, ...]
    points: tuple[int, ...]
    drawn: tuple[bool, ...]
    cards: tuple[int, ...]
    pile: int


class HushOwn(OwnView, frozen=True, gc=False):
    """What one seat knows besides."""

    hand: tuple[int, ...]
    laid: int | None
    bid: int | None


HushView = View[HushPublic, HushOwn]


def card_piece(place: str, card: int, owner: int) -> Piece:
    return Piece(f"{place}.{card}", "card", msg("{card}", card=name(card)), owner=owner)


class HushGame(Game):
    slug = "hush"
    title = "Hush"
    players = range(2, 5)
    default_players = 3
    options = (Option("deck", ("small", "large"), msg("Deck")), Option("first", ("random", SEAT), msg("First turn")))
    rules_version = 1
    state_class: ClassVar[type[Hush]] = Hush
    move_texts = ("low", "high", "draw", "single", "double", *(f"lay {name(card)}" for card in range(CARDS)))

    def open(self, state: Hush, players: int, options: dict[str, str]) -> None:
        state.open(players, options["first"], options["deck"])

    def max_decisions(self, players: int, options: dict[str, str]) -> int:
        return 2 * 4 * players

    def options_of(self, state: Hush) -> dict[str, str]:
        return {"deck": state.deck, "first": state.fixed}

    def name(self, move: int) -> Message:
        return msg("{move}", move=self.text(move))

    def refusal(self, state: Hush, seat: int, move: int) -> IllegalMove:
        if seat not in self.asked(state, seat):
            return IllegalMove("turn", "hush.turn", msg("It is not your turn."))
        return IllegalMove("move", "hush.move", msg("You cannot do that now."))

    def clause(self, state: Hush, seat: int, move: int) -> str:
        return "hush.play" if state.shown else "hush.bid"

    def snapshot(self, state: Hush) -> dict[str, Any]:
        fields = {key: getattr(state, key) for key in FIELDS}
        fields["hands"] = [names(hand) for hand in state.hands]
        fields["pile"], fields["discard"] = names(state.pile), names(state.discard)
        fields["table"] = [[seat, name(card), doubled] for seat, card, doubled in state.table]
        fields["laid"] = None if state.laid is None else name(state.laid)
        generator = {"key": state.key_bytes().hex(), "drawn": state.drawn()}
        return copy.deepcopy({"players": state.seats, **fields, "generator": generator})

    def load(self, snapshot: Any, seed: int | None = None) -> Hush:
        self.validate_options(snapshot["players"], {"deck": snapshot["deck"], "first": snapshot["fixed"]})
        state = self.state_class.blank()
        state.set_seats(snapshot["players"])
        state.set_key(bytes.fromhex(snapshot["generator"]["key"]))
        state.seek(snapshot["generator"]["drawn"])
        fields = {key: snapshot[key] for key in FIELDS if key in snapshot}
        try:
            fields["hands"] = [numbers(hand) for hand in fields["hands"]]
            fields["pile"], fields["discard"] = numbers(fields["pile"]), numbers(fields["discard"])
            fields["table"] = [[seat, number(card), doubled] for seat, card, doubled in fields["table"]]
            fields["laid"] = None if fields["laid"] is None else number(fields["laid"])
        except ValueError:
            raise BadSnapshot(msg("There is no such card.")) from None
        vars(state).update(fields)
        return state

    def inventory(self, state: Hush) -> dict[str, int]:
        places = [*state.hands, state.pile, state.discard, [card for _, card, _ in state.table]]
        laid = [] if state.laid is None else [state.laid]
        cards = [card for place in places for card in place] + laid
        return {name(card): cards.count(card) for card in sorted(set(cards))}

    def public_view(self, state: Hush) -> HushPublic:
        laying = state.turn if state.laid is not None else None
        return HushPublic(
            options=self.options_of(state),
            places=tuple(state.places()) if state.over else None,
            round=state.round,
            waiting=tuple(sorted(self.asked(state, SPECTATOR))),
            bids=tuple(bid for bid in state.bids if bid is not None) if state.shown else None,
            table=tuple(HushPlay(seat, card, bool(doubled)) for seat, card, doubled in state.table),
            discard=tuple(state.discard),
            points=tuple(state.score_of),
            drawn=tuple(state.has_drawn),
            cards=tuple(len(hand) + (seat == laying) for seat, hand in enumerate(state.hands)),
            pile=len(state.pile),
        )

    def own_view(self, state: Hush, seat: int) -> HushOwn:
        moves = tuple(state.moves(seat))
        clauses = tuple(self.clause(state, seat, move) for move in moves)
        laid = state.laid if seat == state.turn else None
        return HushOwn(seat, moves, clauses, tuple(state.hands[seat]), laid, state.bids[seat])

    def asked(self, state: Hush, viewer: int) -> set[int]:
        """The seats the table waits for, as far as the viewer may know: who else has bidden is a secret."""
        if state.shown or state.over:
            return set(state.actors())
        return {seat for seat in range(state.seats) if seat != viewer or state.bids[seat] is None}

    def public_scene(self, public: HushPublic) -> Scene:
        cards = tuple(card_piece("table", play.card, play.seat) for play in public.table)
        table = Zone("table", "row", msg("Table, {n} cards", n=len(cards)), cards)
        return Scene(SPECTATOR, msg("Round {n}", n=public.round), self.waiting(public), (table,), ())

    def own_scene(self, view: HushView) -> OwnScene:
        public, own = view.public, view.own
        assert own is not None
        hand = Zone("hand", "fan", msg("Your hand"), tuple(card_piece("hand", card, own.seat) for card in own.hand))
        actions = tuple(Action(self.text(move), self.name(move)) for move in own.moves)
        has_bidden = public.bids is None and own.bid is not None
        waiting = tuple(seat for seat in public.waiting if seat != own.seat) if has_bidden else None
        return OwnScene(own.seat, (hand,), actions=actions, waiting=waiting)

    def waiting(self, public: HushPublic) -> tuple[int, ...]:
        return public.waiting

    def log_line(self, note: Note, names: list[str]) -> Message | None:
        if note.kind == PLAYED:
            return msg("{who} shows {card}.", who=names[note.a], card=name(note.b))
        return None


FIELDS = (
    "deck", "fixed", "hands", "pile", "discard", "score_of", "round", "turn", "bids", "shown", "laid",
    "has_drawn", "table",
)  # fmt: skip


def names(cards: list[int]) -> list[str]:
    return [name(card) for card in cards]


def numbers(cards: list[str]) -> list[int]:
    return sorted(number(card) for card in cards)
