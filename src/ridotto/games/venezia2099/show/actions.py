"""The actions of the seat that decides in Venezia 2099, and its second steps."""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, SecondStep
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import card_message, colour_message, decimal, move_message, tile_message
from ridotto.games.venezia2099.show.board import moving_pawn, pawn_id, pawn_on, survival, tile_id
from ridotto.games.venezia2099.show.card_effects import card_effects
from ridotto.games.venezia2099.show.drawn_zones import gondola_id
from ridotto.games.venezia2099.show.forecast import Forecast
from ridotto.games.venezia2099.show.view import Venezia2099Own, Venezia2099Public, Venezia2099Square


def actions(public: Venezia2099Public, own: Venezia2099Own, forecast: Forecast) -> tuple[Action, ...]:
    offered = zip(own.moves, own.clauses, strict=True)
    return tuple(_action(public, own, forecast, move, clause) for move, clause in offered)


def _action(public: Venezia2099Public, own: Venezia2099Own, forecast: Forecast, move: int, clause: str) -> Action:
    if move < c.NO_MOVE:
        return _square_action(public, own.seat, forecast, c.SQUARE_NAMES[move], clause)
    if c.WALK <= move < c.GONDOLA:
        return _walk_action(public, own.seat, forecast, move - c.WALK, clause)
    if c.GONDOLA <= move < c.NO_BUY:
        return _ride_action(public, own.seat, move - c.GONDOLA, clause)
    if c.BUY <= move < c.PLAY:
        return _purchase_action(public, own.seat, forecast, move - c.BUY, clause)
    if c.PLAY <= move < c.LET_DROWN:
        return _prophecy_action(public, own, move - c.PLAY, clause)
    name, hints = _pass_name(public, move), _pass_hints(public, own.seat, move)
    if move != c.LET_DROWN:
        return Action(c.MOVE_TEXTS[move], name, None, None, clause, hints, passes=True)
    pawn = moving_pawn(public, own.seat)
    asked = msg("Let pawn {n} drown? It won't come back.", n=pawn + 1)
    commit = msg("Let pawn {n} drown", n=pawn + 1)
    return Action(c.MOVE_TEXTS[move], name, None, None, clause, hints, asked, commit=commit, passes=True)


def _pass_name(public: Venezia2099Public, move: int) -> Message:
    if move == c.NO_MOVE and public.options["gondola_move"] == "extra":
        return msg("go on to step 2")
    return move_message(move)


def _pass_hints(public: Venezia2099Public, seat: int, move: int) -> tuple[Message, ...]:
    """What a seat keeps by doing nothing."""
    given = public.seats[seat]
    if move == c.NO_BUY:
        return (msgs("you keep {n} coin", "you keep {n} coins", given.coins),)
    if move == c.LET_DROWN:
        return (msgs("you keep {n} gondola", "you keep {n} gondolas", given.gondolas),)
    return ()


def _square_action(public: Venezia2099Public, seat: int, forecast: Forecast, name: str, clause: str) -> Action:
    square = public.square(name)
    hints = [*square_hints(square, forecast)]
    if public.phase in ("walk", "ride") and square.tile != c.PLATFORM:
        price = msg("{colour} costs {price}", colour=colour_message(square.tile // 8), price=square.price)
        hints.insert(0, price)
    label = msg("to {square} ({tile})", square=name, tile=tile_message(square.tile))
    pawn = pawn_id(seat, moving_pawn(public, seat))
    return Action(name, label, pawn, tile_id(name), clause, tuple(hints))


def square_hints(square: Venezia2099Square, forecast: Forecast) -> tuple[Message, ...]:
    """What a pawn on a square scores, and how likely its tile is to stay dry."""
    if square.tile == c.PLATFORM:
        return (msg("never sinks, scores nothing"),)
    scores = msgs("scores {n} point now", "scores {n} points now", square.points)
    return scores, survival(forecast, square.tile)


def _walk_action(public: Venezia2099Public, seat: int, forecast: Forecast, pawn: int, clause: str) -> Action:
    square = public.pawn_square(seat, pawn)
    name = msg("walk with pawn {n} from {square}", n=pawn + 1, square=square.name)
    hint = msg("here: {outlook}", outlook=listing(square_hints(square, forecast)))
    return Action(c.MOVE_TEXTS[c.WALK + pawn], name, pawn_id(seat, pawn), None, clause, (hint,))


def _ride_action(public: Venezia2099Public, seat: int, pawn: int, clause: str) -> Action:
    given = public.seats[seat]
    left, square = given.gondolas, given.pawns[pawn]
    name = msg("gondola for pawn {n} on {square} ({left} left)", n=pawn + 1, square=square, left=left)
    hints = (msg("to any free square"),)
    commit = msg("Take the gondola with pawn {n}", n=pawn + 1)
    passenger = pawn_id(seat, pawn)
    return Action(c.MOVE_TEXTS[c.GONDOLA + pawn], name, gondola_id(left), passenger, clause, hints, commit=commit)


def _purchase_action(public: Venezia2099Public, seat: int, forecast: Forecast, pawn: int, clause: str) -> Action:
    square = public.pawn_square(seat, pawn)
    colour = square.tile // 8
    args = {"colour": colour_message(colour), "square": square.name, "price": square.price}
    name = msg("buy {colour} on {square} for {price}", **args)
    worth, later = public.colour(colour).worth, decimal(forecast.worth(colour))
    hint = msg("worth {now} now, {later} at the end on average", now=worth, later=later)
    return Action(c.MOVE_TEXTS[c.BUY + pawn], name, tile_id(square.name), None, clause, (hint,))


def _prophecy_action(public: Venezia2099Public, own: Venezia2099Own, card: int, clause: str) -> Action:
    """A prophecy to play; confirmed if it drops one of the player's pawns though others could be played."""
    prophecy = next(held for held in own.hand if held.card == card)
    square, name = prophecy.square, card_message(card)
    fallen = pawn_on(public, square)
    confirm = commit = None
    if fallen is not None and fallen[0] == own.seat and len(own.moves) > 1:
        confirm = msg(
            "Your own pawn {n} is on {square}. Play {card} anyway?", n=fallen[1] + 1, square=square, card=name
        )
        commit = msg("Play {card}: {square} sinks", card=name, square=square)
    effects = (msg("{square} sinks", square=square), *card_effects(public, own.seat, prophecy))
    take = card_id("hand", card)
    return Action(c.CARD_NAMES[card], name, take, None, clause, effects, confirm, commit=commit)


def card_id(zone: str, card: int) -> str:
    return f"{zone}.{c.CARD_NAMES[card].replace(' ', '-')}"


def steps(public: Venezia2099Public, own: Venezia2099Own) -> tuple[SecondStep, ...]:
    """After a gondola card is picked up: which pawn takes it?"""
    if not any(c.GONDOLA <= move < c.NO_BUY for move in own.moves):
        return ()
    gondola = gondola_id(public.seats[own.seat].gondolas)
    return (SecondStep(gondola, msg("Which pawn takes the gondola? It can go to any free square.")),)
