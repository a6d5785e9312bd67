"""The views of Verhext!: what everybody may know, and what one seat knows besides (section 7 of the specification)."""

from msgspec import Struct

from ridotto.engine.view import OwnView, PublicView, View
from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext
from ridotto.games.verhext.rules.snapshot import PHASES, Phase, failed_prophecies, fulfilled_prophecies

CARDS_PER_SUIT = c.DECK // len(c.SUITS)


class VerhextPlay(Struct, frozen=True, gc=False):
    """A complete play."""

    seat: int
    cards: tuple[int, ...]  # the base card first


class VerhextTrick(Struct, frozen=True, gc=False):
    """A trick of this round."""

    number: int  # from 0
    ended: bool
    plays: tuple[VerhextPlay, ...]  # in the order played
    top: tuple[int, ...]  # the seats with the strongest play, several if they tie


class VerhextSeat(Struct, frozen=True, gc=False):
    """What everybody knows about a seat."""

    cards: int  # in its hand; the base card of an unfinished play still counts
    prophecy: int | None
    rebid: bool  # is the prophecy a new attempt with a failed card?
    won: int  # tricks
    spent: int  # zero cards in this round
    voids: tuple[int, ...]  # the suits it could not follow in the tricks shown: it has none of these
    hats: int
    zeros: int
    fulfilled: tuple[int, ...]  # prophecies
    failed: tuple[int, ...]  # prophecies by number, the oldest of each number first
    score: int
    exact: int  # cards that count in the second tie-break


class VerhextPublic(PublicView, frozen=True, gc=False):
    """What everybody may know."""

    round: int
    hats_left: int
    holder: int  # of the crystal ball
    phase: Phase
    turn: int | None
    trump: int  # the trump card
    stacks: tuple[int, ...]  # prophecy cards left, by number
    points: tuple[tuple[int, int], ...]  # by prophecy: if it comes true, and if not
    leading: int | None  # who would lead by the prophecies chosen so far
    leading_prophecies: tuple[int, ...]  # those that would take the lead from this seat
    needed: int  # how many zero cards would fulfil the prophecy of the seat that is asked for them
    tricks: tuple[VerhextTrick, ...]
    finished: int  # tricks
    unseen: tuple[int, ...]  # by suit: how many cards are neither trump card nor in the tricks shown
    seats: tuple[VerhextSeat, ...]


class VerhextOwn(OwnView, frozen=True, gc=False):
    """What one seat knows besides."""

    hand: tuple[int, ...]
    laid: tuple[int, ...]  # its unfinished play, which nobody else can see; empty if there is none
    tops: tuple[
        tuple[int, ...], ...
    ]  # by move: who has the strongest play if it ends the own one; empty for the leader


VerhextView = View[VerhextPublic, VerhextOwn]


def public_view(state: Verhext, options: dict[str, str], places: tuple[int, ...] | None) -> VerhextPublic:
    """All that lies on the table (verhext.vis.table)."""
    leading = state.leading_seat() if state.phase == c.PROPHECY_PHASE else -1
    tricks = shown_tricks(state)
    return VerhextPublic(
        options=options,
        places=places,
        round=state.round,
        hats_left=c.ROUNDS - state.round + (state.phase != c.GAME_OVER),
        holder=state.holder,
        phase=PHASES[state.phase],
        turn=state.player if state.player >= 0 else None,
        trump=state.trump,
        stacks=tuple(state.stacks),
        points=tuple((plus, -minus) for plus, minus in zip(state.plus, state.minus, strict=True)),
        leading=leading if leading >= 0 else None,
        leading_prophecies=leading_prophecies(state, leading) if leading >= 0 else (),
        needed=state.zeros_to_spend(state.player) if state.phase == c.COUNT_ZERO else 0,
        tricks=tricks,
        finished=state.trick,
        unseen=unseen_by_all(state.trump, tricks),
        seats=open_seats(state, tricks),
    )


def leading_prophecies(state: Verhext, leading: int) -> tuple[int, ...]:
    """The prophecies that would take the lead: of equal potentials the last one chosen leads."""
    highest = state.potential_of(state.prophecy[leading])
    return tuple(prophecy for prophecy in range(7) if state.potential_of(prophecy) >= highest)


def shown_tricks(state: Verhext) -> tuple[VerhextTrick, ...]:
    """The tricks of the round; without history only the last finished and the current one (verhext.vis.won)."""
    first = 0 if state.show_history else max(0, state.trick - 1)
    seats, plays, leaders = state.seats, state.plays, state.leaders
    tricks = []
    for number in range(first, min(state.trick + 1, c.HAND)):
        shown = tuple(
            VerhextPlay((leaders[number] + place) % seats, tuple(c.played_cards(play)))
            for place, play in enumerate(plays[number * seats : (number + 1) * seats])
            if play
        )
        if shown:  # a redeal without history puts earlier tricks away
            tricks.append(VerhextTrick(number, number < state.trick, shown, tuple(state.top_seats(number))))
    return tuple(tricks)


def unseen_by_all(trump: int, tricks: tuple[VerhextTrick, ...]) -> tuple[int, ...]:
    played = [c.suit(card) for trick in tricks for play in trick.plays for card in play.cards]
    seen = [c.suit(trump), *played]
    return tuple(CARDS_PER_SUIT - seen.count(suit) for suit in range(len(c.SUITS)))


def open_seats(state: Verhext, tricks: tuple[VerhextTrick, ...]) -> tuple[VerhextSeat, ...]:
    """What lies openly before the seats: all they have collected (verhext.count.visible), and how many cards they hold.

    The base card of an unfinished play still counts as held.
    """
    hands, prophecies, rebid, won = state.hands, state.prophecy, state.rebid, state.won
    spent, hats, zeros, scores = state.spent, state.hats, state.zeros, state.scores()
    held = [hand.bit_count() if state.phase < c.COUNT_ZERO else 0 for hand in hands]
    if state.unfinished_play:
        held[state.player] += len(c.played_cards(state.unfinished_play))
    return tuple(
        VerhextSeat(
            cards=held[seat],
            prophecy=prophecies[seat] if prophecies[seat] >= 0 else None,
            rebid=bool(rebid[seat]),
            won=won[seat],
            spent=spent[seat],
            voids=voids_of(seat, tricks),
            hats=hats[seat],
            zeros=zeros[seat],
            fulfilled=tuple(fulfilled_prophecies(state, seat)),
            failed=tuple(failed_prophecies(state, seat)),
            score=scores[seat],
            exact=state.exact_count(seat),
        )
        for seat in range(state.seats)
    )


def voids_of(seat: int, tricks: tuple[VerhextTrick, ...]) -> tuple[int, ...]:
    led_and_played = (
        (c.suit(trick.plays[0].cards[0]), c.suit(play.cards[0]))
        for trick in tricks
        for play in trick.plays
        if play.seat == seat
    )
    return tuple(sorted({led for led, played in led_and_played if played != led}))


def own_view(state: Verhext, seat: int, moves: tuple[int, ...], clauses: tuple[str, ...]) -> VerhextOwn:
    """What only the seat itself sees: its hand (verhext.bid.hand_unknown), unfinished play and effects of moves."""
    play = state.unfinished_play if seat == state.player else 0
    return VerhextOwn(
        seat=seat,
        moves=moves,
        clauses=clauses,
        hand=tuple(c.cards_in(state.hands[seat])) if state.phase < c.COUNT_ZERO else (),
        laid=tuple(c.played_cards(play)) if play else (),
        tops=tuple(top_with(state, move) for move in moves),
    )


def top_with(state: Verhext, move: int) -> tuple[int, ...]:
    """The seats with the strongest play of the trick, if this move ended the play; empty for the leader."""
    if not state.played or not c.BASE <= move < c.KEEP_ZERO:
        return ()
    return tuple(state.top_seats(state.trick, state.play_after(move)))
