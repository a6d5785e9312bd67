"""Why a move of Venezia 2099 is refused, and the clause behind a legal one. Uses only what the seat itself knows."""

from ridotto.engine.errors import IllegalMove
from ridotto.engine.message import Message, msg
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import card_message, colour_message
from ridotto.games.venezia2099.rules.rules import Venezia2099

_ASKED: dict[int, tuple[str, Message]] = {  # by phase: the clause and the sentence that say what is asked
    c.PLACING: ("venezia2099.setup.place_round_robin", msg("Place a pawn now.")),
    c.CHOOSING: ("venezia2099.turn.steps", msg("Now choose a pawn to move, or stay.")),
    c.WALKING: ("venezia2099.move.commit", msg("Now choose where your pawn walks.")),
    c.RIDING: ("venezia2099.move.commit", msg("Now choose where the gondola takes your pawn.")),
    c.BUYING: ("venezia2099.turn.steps", msg("Now buy a treasure, or nothing.")),
    c.PROPHESYING: ("venezia2099.prophecy.compulsory", msg("Play a prophecy now.")),
    c.RESCUING: ("venezia2099.gondola.rescue_at_once", msg("Rescue your pawn now, or let it drown.")),
}


def is_move_of(move: int, phase: int) -> bool:
    """Whether this phase has such a move."""
    if 0 <= move < c.NO_MOVE:
        return phase in (c.PLACING, c.WALKING, c.RIDING, c.RESCUING)
    if move < 0 or move >= c.MOVES:
        return False
    if move == c.LET_DROWN:
        return phase == c.RESCUING
    return phase == (c.CHOOSING if move < c.NO_BUY else c.BUYING if move < c.PLAY else c.PROPHESYING)


def refusal(state: Venezia2099, seat: int, move: int) -> IllegalMove:
    if state.over:
        return IllegalMove("over", "venezia2099.end.trigger", msg("The game is over."))
    if seat != state.player:
        if state.phase == c.RESCUING:
            return IllegalMove(
                "turn", "venezia2099.gondola.rescue_any_turn", msg("Somebody else's pawn is in the water.")
            )
        clause = "venezia2099.setup.place_round_robin" if state.phase == c.PLACING else "venezia2099.turn.clockwise"
        return IllegalMove("turn", clause, msg("It's not your turn."))
    if not is_move_of(move, state.phase):
        if state.phase == c.PROPHESYING and c.NO_MOVE < move < c.NO_BUY:
            return IllegalMove("phase", "venezia2099.turn.steps", _ASKED[state.phase][1])
        return IllegalMove("phase", *_ASKED[state.phase])
    if state.phase == c.CHOOSING:
        return _no_move(state, seat, move)
    if state.phase == c.BUYING:
        return _no_purchase(state, seat, move - c.BUY)
    if state.phase == c.PROPHESYING:
        return _no_prophecy(state, seat, move - c.PLAY)
    return _no_square(state, move)


def _no_move(state: Venezia2099, seat: int, move: int) -> IllegalMove:
    walks = move < c.GONDOLA
    pawn = move - (c.WALK if walks else c.GONDOLA)
    if state.pawn[seat][pawn] < 0:
        clause = "venezia2099.move.one_pawn" if walks else "venezia2099.gondola.own_pawns_only"
        return IllegalMove("no-pawn", clause, msg("Your pawn {n} isn't on the board.", n=pawn + 1))
    if not walks:
        return IllegalMove("no-gondola", "venezia2099.gondola.discard", msg("You have no gondola card left."))
    if state.walked:
        return IllegalMove("walked", "venezia2099.option.gondola_extra", msg("You've already walked this turn."))
    return IllegalMove("stuck", "venezia2099.move.stuck", msg("This pawn has no free square next to it."))


def _no_purchase(state: Venezia2099, seat: int, pawn: int) -> IllegalMove:
    square = state.pawn[seat][pawn]
    if square < 0:
        return IllegalMove(
            "no-pawn", "venezia2099.buy.any_own_pawn", msg("Your pawn {n} isn't on the board.", n=pawn + 1)
        )
    tile = state.tile[square]
    if tile == c.PLATFORM:
        return IllegalMove("platform", "venezia2099.buy.platform_never", msg("You can't buy anything on a platform."))
    if not state.supply[tile // 8]:
        sold_out = msg("There are no {colour} treasures left.", colour=colour_message(tile // 8))
        return IllegalMove("sold-out", "venezia2099.buy.supply_limit", sold_out)
    price, coins = state.price_of_treasure(square), state.coins[seat]
    return IllegalMove(
        "price", "venezia2099.buy.afford", msg("It costs {price}, but you only have {coins}.", price=price, coins=coins)
    )


def _no_prophecy(state: Venezia2099, seat: int, card: int) -> IllegalMove:
    if not state.hands[seat] >> card & 1:
        message = msg("You don't have this prophecy: {card}.", card=card_message(card))
        return IllegalMove("no-card", "venezia2099.prophecy.compulsory", message)
    value = c.VALUES[1 + c.sorted_cards(state.hands[seat])[0] % 7]
    message = msg("You must play a prophecy of your lowest value, {value}.", value=value)
    return IllegalMove(
        "not-lowest", "venezia2099.prophecy.x_highest" if card % 7 == 6 else "venezia2099.prophecy.lowest", message
    )


_WATER = {
    c.PLACING: "venezia2099.setup.grid",
    c.WALKING: "venezia2099.move.not_onto_water",
    c.RIDING: "venezia2099.gondola.ride_target",
    c.RESCUING: "venezia2099.gondola.rescue_not_back",
}
_OCCUPIED = {
    c.PLACING: "venezia2099.setup.place_single",
    c.WALKING: "venezia2099.move.not_onto_pawn",
    c.RIDING: "venezia2099.gondola.ride_target",
    c.RESCUING: "venezia2099.gondola.rescue_target",
}


def _no_square(state: Venezia2099, square: int) -> IllegalMove:
    name = c.SQUARE_NAMES[square]
    if state.tile[square] == c.NO_TILE:
        return IllegalMove("outside", "venezia2099.two.grid", msg("This board has no square {square}.", square=name))
    city_only = state.phase == c.RESCUING and not state.rescue_to_platform
    if not state.dry >> square & 1:
        clause = "venezia2099.option.rescue_city_only" if city_only else _WATER[state.phase]
        return IllegalMove("water", clause, msg("{square} is water.", square=name))
    if state.phase == c.WALKING and square == state.pawn[state.player][state.chosen]:
        message = msg("Your pawn is already on {square}: walk at least one square.", square=name)
        return IllegalMove("here", "venezia2099.move.at_least_one", message)
    if state.pawns >> square & 1:
        clause = "venezia2099.option.rescue_city_only" if city_only else _OCCUPIED[state.phase]
        return IllegalMove("occupied", clause, msg("There's already a pawn on {square}.", square=name))
    if state.phase == c.PLACING:
        value = state.tile[square] % 8
        clause = (
            "venezia2099.setup.place_x_is_a_value" if value == c.X_VALUE else "venezia2099.setup.place_distinct_values"
        )
        message = msg("You already have a pawn on a tile of value {value}.", value=c.VALUES[value])
        return IllegalMove("value", clause, message)
    if state.phase == c.RESCUING:
        return IllegalMove(
            "platform", "venezia2099.option.rescue_city_only", msg("A rescued pawn must go to a city tile.")
        )
    return _no_walk(state, state.pawn[state.player][state.chosen], square)


def _no_walk(state: Venezia2099, start: int, square: int) -> IllegalMove:
    down, right = square // 8 - start // 8, square % 8 - start % 8
    steps = max(abs(down), abs(right))
    name = c.SQUARE_NAMES[square]
    if down and right and abs(down) != abs(right):
        message = msg("Pawns walk in a straight line; {square} isn't on one.", square=name)
        return IllegalMove("line", "venezia2099.move.queen", message)
    squares_between = [start + i * (8 * down + right) // steps for i in range(1, steps)]
    if any(state.pawns >> passed & 1 for passed in squares_between):
        return IllegalMove(
            "way", "venezia2099.move.not_through_pawn", msg("A pawn is blocking the way to {square}.", square=name)
        )
    return IllegalMove(
        "way", "venezia2099.move.not_through_water", msg("There's water on the way to {square}.", square=name)
    )


def clause(state: Venezia2099, seat: int, move: int) -> str:
    """The clause to read about a legal move."""
    if move < c.NO_MOVE:
        return _clause_of_square(state, move)
    if move < c.NO_BUY and state.gondola_move == c.EXTRA and not c.WALK <= move < c.GONDOLA:
        return "venezia2099.option.gondola_extra"
    if move in (c.NO_MOVE, c.NO_BUY):
        return "venezia2099.turn.steps"
    if move == c.LET_DROWN:
        return "venezia2099.gondola.rescue_optional"
    if move < c.NO_BUY:
        return "venezia2099.move.one_pawn" if move < c.GONDOLA else "venezia2099.gondola.ride"
    return "venezia2099.buy.price" if move < c.PLAY else "venezia2099.prophecy.lowest"


def _clause_of_square(state: Venezia2099, square: int) -> str:
    on_platform = state.tile[square] == c.PLATFORM
    if state.phase == c.PLACING:
        return "venezia2099.setup.place_platform" if on_platform else "venezia2099.setup.place_distinct_values"
    if state.phase == c.WALKING:
        return "venezia2099.move.platform" if on_platform else "venezia2099.move.queen"
    if state.phase == c.RIDING:
        return "venezia2099.gondola.ride_target"
    if not state.rescue_to_platform:
        return "venezia2099.option.rescue_city_only"
    return "venezia2099.gondola.rescue_target"
