"""What a seat of Verhext! can do, with the effects of it."""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, SeatName
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import card_message, prophecy_message, signed, worth_message
from ridotto.games.verhext.show.choice_zones import failed_points
from ridotto.games.verhext.show.pieces import offered_id
from ridotto.games.verhext.show.standings import prophecy_of
from ridotto.games.verhext.show.tricks import top_after
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic


def actions(public: VerhextPublic, own: VerhextOwn) -> tuple[Action, ...]:
    return tuple(_action(public, own, move, clause) for move, clause in zip(own.moves, own.clauses, strict=True))


def _action(public: VerhextPublic, own: VerhextOwn, move: int, clause: str) -> Action:
    if move < c.REBID:
        return _prophecy_action(public, own.seat, move, clause)
    if move < c.BASE:
        return _rebid_action(public, own.seat, move, clause)
    if move < c.NO_POTION:
        card = move - c.BASE
        trump = (msg("trump"),) if c.suit(card) == c.suit(public.trump) else ()
        hints = (*trump, *outcome(public, own, move))
        return Action(c.CARD_NAMES[card], card_message(card), _in_hand(card), None, clause, hints)
    if move == c.NO_POTION:
        name = msg("without potion") if len(own.laid) == 1 else msg("no more potions")
        return Action("no potion", name, None, None, clause, outcome(public, own, move), passes=True)
    if move < c.KEEP_ZERO:
        return _potion_action(public, own, move - c.ATTACH + 1, clause)
    return _zero_action(public, own.seat, move == c.SPEND_ZERO, clause)


def _in_hand(card: int) -> str:
    return f"hand.{c.CARD_NAMES[card].replace(' ', '-')}"


def _prophecy_action(public: VerhextPublic, seat: int, prophecy: int, clause: str) -> Action:
    number = c.number(prophecy)
    plus, minus = public.points[prophecy]
    hints = [msg("no points, but a zero card for later") if prophecy == 0 else worth(plus, minus)]
    if number and public.stacks[number] == 1:
        hints.append(msg("last card: the game ends after this round"))
    name = prophecy_message(prophecy)
    commit = msg("Predict {prophecy}", prophecy=name)
    move = f"prophecy {c.PROPHECIES[prophecy]}"
    return Action(move, name, offered_id(prophecy), f"fate-{seat}", clause, tuple(hints), commit=commit)


def worth(plus: int, minus: int) -> Message:
    return msg("{plus} or {minus}", plus=signed(plus), minus=signed(minus))


def _rebid_action(public: VerhextPublic, seat: int, move: int, clause: str) -> Action:
    prophecy = move - c.REBID + 1
    plus, minus = public.points[prophecy]
    before = signed(failed_points(public, seat, c.number(prophecy)))
    hint = msg("{before} → {plus} or {minus}", before=before, plus=signed(plus), minus=signed(minus))
    name = msg("{prophecy}, new attempt", prophecy=prophecy_message(prophecy))
    commit = msg("Try again: {prophecy}", prophecy=prophecy_message(prophecy))
    text = f"rebid {c.PROPHECIES[prophecy]}"
    return Action(text, name, offered_id(move), f"fate-{seat}", clause, (hint,), commit=commit)


def _potion_action(public: VerhextPublic, own: VerhextOwn, value: int, clause: str) -> Action:
    potion = c.FIRST_POTION + value - 1
    worth = worth_message((*own.laid, potion))
    hints = (msg("makes {worth}", worth=worth), *outcome(public, own, c.ATTACH + value - 1))
    sure = msg("Add potion +{n} to your card? It will count as {worth}.", n=value, worth=worth)
    commit = msg("Add the potion: {worth}", worth=worth)
    name = msg("add potion +{n}", n=value)
    return Action(f"add {value}", name, _in_hand(potion), None, clause, hints, sure, commit=commit)


def outcome(public: VerhextPublic, own: VerhextOwn, move: int) -> tuple[Message, ...]:
    """How the viewer would stand in the trick if its play ended with this move; nothing for the leader."""
    top = top_after(own, move)
    if not top:
        return ()
    if own.seat not in top:
        return (msg("doesn't win"),)
    rivals = [SeatName(seat) for seat in top if seat != own.seat]
    if rivals:
        return (msg("ties with {who}: nobody would win", who=listing(rivals)),)
    is_last = len(public.tricks[-1].plays) == len(public.seats) - 1
    return (msg("wins the trick") if is_last else msg("winning so far"),)


def _zero_action(public: VerhextPublic, seat: int, spend: bool, clause: str) -> Action:
    plus, minus = public.points[prophecy_of(public, seat)]
    if spend:
        name = msgs("use a zero card", "use {n} zero cards", public.needed)
        hints = (msg("fulfilled: {points}", points=signed(plus)),)
        return Action("spend zero", name, f"pile-{seat}.zero.1", f"fate-{seat}", clause, hints)
    name = msgs("keep the zero card", "keep the zero cards", public.needed)
    hints = (msg("failed: {points}", points=signed(minus)),)
    return Action("keep zero", name, None, None, clause, hints, passes=True)
