"""The view of 17 Diciassette: what one viewer may know (section 7 of the specification), built from scratch."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from ridotto.engine.note import SPECTATOR, Note
from ridotto.engine.standing_orders import HeldAnswers
from ridotto.engine.view import OwnView, PublicView, View
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.components import DiciassetteNote
from ridotto.games.diciassette.rules.rules import Diciassette
from ridotto.games.diciassette.rules.snapshot import DIRECTIONS, PHASES, Answer, Direction, Phase, answer

# What everybody may know. A card is its kind; a card of which only a neutral back is seen, NEUTRAL.


class DiciassetteTokens(Struct, frozen=True, gc=False):
    """The tokens of a seat."""

    victory: int
    penalty: int


class DiciassetteSeat(DiciassetteTokens, frozen=True, gc=False):
    """What everybody sees of a seat: tokens, and the hand from behind."""

    loses_by_penalty: bool  # would one more penalty token cost it a victory token?
    cards: int  # in its hand
    backs: tuple[int, ...] | None  # of these cards; None if backs are not public


class DiciassetteCard(Struct, frozen=True, gc=False):
    """A card in the row."""

    seat: int  # its owner, who laid it
    kind: int
    is_down: bool


class DiciassetteDiscards(Struct, frozen=True, gc=False):
    """The discard pile."""

    cards: int
    unknown: tuple[int, ...]  # by seat: the cards among them that only this seat knows
    known: tuple[int, ...] | None  # the others; None if the table does not list them


class DiciassetteTokenChange(Struct, frozen=True, gc=False):
    """Tokens that a seat received or, if the number is negative, discarded in a step of the settlement."""

    step: Literal["traps", "result", "second"]
    seat: int
    token: Literal["victory", "penalty"]
    number: int  # 0: a second victory token, which nobody receives


class DiciassetteCall(Struct, frozen=True, gc=False):
    """The last call, and how it was settled."""

    caller: int
    player: int  # who had the last turn
    row: tuple[DiciassetteCard, ...]  # as revealed
    turned: tuple[int, ...]  # the places in this row, from 0, of cards that were turned over
    total: int
    is_right: bool
    changes: tuple[DiciassetteTokenChange, ...]  # in the order of the settlement


class DiciassettePublic(PublicView, frozen=True, gc=False):
    """What everybody may know of a position; a spectator knows nothing else."""

    round: int
    turns: int  # that are over in this round
    phase: Phase
    turn: int  # the seat that has the turn; in a call window and after the end, the seat that had it last
    due: int  # cards that it still has to play
    double: bool  # must the next player play two cards?
    direction: Direction
    next: int  # the seat with the next turn, as things are now
    waiting: tuple[int, ...]  # the seats asked; in a call window all of them, whether they have answered or not
    callers: tuple[int, ...]  # the seats that may call after this turn, by priority
    row: tuple[DiciassetteCard, ...]
    total: int  # of the cards that everybody knows
    covered: int  # the number of the others
    pile: int  # cards
    pile_top: int | None  # the back of its top card; None if there is none, or if backs are not public
    discards: DiciassetteDiscards
    last: DiciassetteCall | None  # if it may be looked up
    seats: tuple[DiciassetteSeat, ...]
    insisting: tuple[int, ...] | None = None  # from the house: the seats that want to be asked every time


# What one seat knows besides


class DiciassetteEffect(Struct, frozen=True, gc=False):
    """What a card does if this seat lays it."""

    move: int
    total: int  # the visible total then
    known: int  # the total that the seat knows then
    next: int  # who has the next turn then, as things are
    due: int  # cards that the seat still has to play then, as long as it has any
    turns: bool  # does another player than before have the next turn?
    doubles: bool  # must that player play two cards, and only because of this card?
    removes: bool  # does the rightmost card of the row go?
    cancels: Literal["second card", "next double"] | None  # what an x2 no longer demands: two cards now or next
    rewards: bool  # does the seat receive a victory token if somebody calls?


class DiciassetteOwn(OwnView, frozen=True, gc=False):
    """What only a seat itself knows."""

    hand: tuple[int, ...]
    hidden: tuple[int, ...]  # the cards in the row that only this seat knows, from left to right
    trashed: tuple[int, ...]  # its cards among the discards that nobody else has seen
    total: int  # of the cards in the row that it knows
    covered: int  # the number of the others
    answer: Answer | None  # in an open call window
    premoves: tuple[int, ...]  # in a call window: the cards of the next player, in case nobody calls
    effects: tuple[DiciassetteEffect, ...]  # of all cards among `moves` or `premoves`
    if_right: tuple[DiciassetteTokens, ...] | None  # tokens by seat after a right call, if it may call
    if_wrong: tuple[DiciassetteTokens, ...] | None
    held: HeldAnswers = HeldAnswers()


DiciassetteView = View[DiciassettePublic, DiciassetteOwn]


def own_part(view: DiciassetteView) -> DiciassetteOwn:
    """The own part of the view of a seat."""
    assert view.own is not None
    return view.own


def public_view(state: Diciassette, options: dict[str, str], places: tuple[int, ...] | None) -> DiciassettePublic:
    """All that is public (to a spectator, nothing else: diciassette.info.spectator)."""
    row = row_of(state.row_as_seen(SPECTATOR))
    return DiciassettePublic(
        options=options,
        places=places,
        round=state.round,
        turns=state.turns_finished,
        phase=PHASES[state.phase],
        turn=state.turn,
        due=state.cards_due,
        double=bool(state.pending_double),
        direction=DIRECTIONS[state.direction],
        next=state.next_player(),
        waiting=waiting(state),
        callers=tuple(state.callers_by_priority()),
        row=row,
        total=state.known_total(SPECTATOR),
        covered=sum(card.kind == c.NEUTRAL for card in row),
        pile=state.pile_size,
        pile_top=pile_top(state),
        discards=discards(state),
        last=last_call(state) if state.seen_cards_panel or not state.turns_finished or state.over else None,
        seats=open_cards(state),
    )


def waiting(state: Diciassette) -> tuple[int, ...]:
    """The seats asked; in a call window, whether they have answered is hidden (diciassette.call.secret)."""
    if state.phase == c.PLAYING:
        return (state.turn,)
    return () if state.over else tuple(sorted(state.callers_by_priority()))


def row_of(cards: list[int]) -> tuple[DiciassetteCard, ...]:
    return tuple(DiciassetteCard(c.owner_of(card), c.kind_of(card), c.is_down(card)) for card in cards)


def pile_top(state: Diciassette) -> int | None:
    """The back of the pile's top card (diciassette.info.pile_top)."""
    if not state.pile_size or not state.hand_backs_public:
        return None
    return back(state.pile[state.pile_size - 1])


def back(kind: int) -> int:
    """A card from behind."""
    return kind if kind < c.CONCEALED else c.NEUTRAL


def spread(counts: list[int]) -> tuple[int, ...]:
    """The cards of a count by kind, one by one."""
    return tuple(kind for kind, number in enumerate(counts) for _ in range(number))


def discards(state: Diciassette) -> DiciassetteDiscards:
    """The discards (diciassette.info.public): their number, the unknown ones by owner, and the known ones."""
    known, unknown = state.known_discards, tuple(map(sum, state.trashed[: state.seats]))
    return DiciassetteDiscards(sum(known) + sum(unknown), unknown, spread(known) if state.seen_cards_panel else None)


def open_cards(state: Diciassette) -> tuple[DiciassetteSeat, ...]:
    """What everybody sees of the seats."""
    losing, found = state.loses_by_penalty(), []
    for seat, kinds in enumerate(state.hands[: state.seats]):
        backs = tuple(back(kind) for kind in kinds if kind != c.NO_CARD)
        shown = backs if state.hand_backs_public else None
        found.append(DiciassetteSeat(state.victory[seat], state.penalty[seat], losing[seat], len(backs), shown))
    return tuple(found)


# The last call


def last_call(state: Diciassette) -> DiciassetteCall | None:
    """The last call, told by the notes of its settlement. At the end of the game its row is still on the table."""
    if state.last_caller < 0:
        return None
    notes = state.settle_again()
    told = {note.kind: note for note in notes}
    return DiciassetteCall(
        caller=state.last_caller,
        player=state.last_player,
        row=row_of(state.row[: state.row_length] if state.over else state.last_row[: state.last_row_length]),
        turned=tuple(note.c for note in notes if note.kind == DiciassetteNote.REVEALED),
        total=told[DiciassetteNote.COUNTED].a,
        is_right=bool(told[DiciassetteNote.JUDGED].c & 1),
        changes=tuple(change for note in notes for change in token_changes(note)),
    )


def token_changes(note: Note) -> Iterator[DiciassetteTokenChange]:
    """The tokens that a note of the settlement is about."""
    match DiciassetteNote(note.kind):
        case DiciassetteNote.TRAP_SPRUNG:
            yield DiciassetteTokenChange("traps", note.a, "victory", note.c)
            yield DiciassetteTokenChange("traps", note.b, "penalty", 1)
        case DiciassetteNote.JUDGED:
            winner, loser = (note.a, note.b) if note.c & 1 else (note.b, note.a)
            yield DiciassetteTokenChange("result", winner, "victory", 0 if note.c & 2 else 1)
            yield DiciassetteTokenChange("result", loser, "penalty", 1)
        case DiciassetteNote.SECOND_PENALTY:
            yield DiciassetteTokenChange("second", note.a, "penalty", -2)


# The own part


def own_view(state: Diciassette, seat: int, moves: tuple[int, ...], clauses: tuple[str, ...]) -> DiciassetteOwn:
    """What only the seat itself knows: its hand, the cards it laid face down, its answer, and what its moves do."""
    hidden, asked = tuple(state.hidden_by(seat)), c.CALL in moves
    premoves: tuple[int, ...] = ()
    effects: tuple[DiciassetteEffect, ...] = ()
    if state.phase == c.PLAYING:
        effects = tuple(effect(state, seat, move) for move in moves)
    elif state.phase == c.CALLING and not state.cards_due and state.next_player() == seat:
        then = state.if_nobody_calls()
        premoves = tuple(then.moves(seat))
        effects = tuple(effect(then, seat, move) for move in premoves)
    return DiciassetteOwn(
        seat=seat,
        moves=moves,
        clauses=clauses,
        hand=tuple(kind for kind in state.hands[seat] if kind != c.NO_CARD),
        hidden=hidden,
        trashed=spread(state.trashed[seat]),
        total=state.known_total(seat),
        covered=sum(c.kind_of(card) == c.NEUTRAL for card in state.row_as_seen(seat)),
        answer=answer(state, seat),
        premoves=premoves,
        effects=effects,
        if_right=tokens_after_call(state, seat, right=True) if asked else None,
        if_wrong=tokens_after_call(state, seat, right=False) if asked else None,
    )


def tokens_after_call(state: Diciassette, seat: int, right: bool) -> tuple[DiciassetteTokens, ...]:
    return tuple(DiciassetteTokens(*tokens) for tokens in state.tokens_after_call(seat, right))


def effect(state: Diciassette, seat: int, move: int) -> DiciassetteEffect:
    """What a card does, by the position after it."""
    then = state.after_card(seat, move)
    cancels: Literal["second card", "next double"] | None = None
    if then.cards_due < state.cards_due - 1:
        cancels = "second card"
    elif then.pending_double < state.pending_double:
        cancels = "next double"
    return DiciassetteEffect(
        move=move,
        total=then.known_total(SPECTATOR),
        known=then.known_total(seat),
        next=then.next_player(),
        due=then.cards_due,
        turns=then.next_player() != state.next_player(),
        doubles=then.pending_double > state.pending_double,
        removes=then.row_length < state.row_length,
        cancels=cancels,
        rewards=then.trap_reward(seat) > state.trap_reward(seat),
    )
