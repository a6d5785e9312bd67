"""Read a position of Venezia 2099 from plain JSON, or refuse it with a sentence that says why.

Entries that follow from the others may be left out: `player`, `set_aside`, `pawn` and `walked` if there is none,
`unused` unless it was drawn for two players, and whatever a seat has from the start.
"""

from reprlib import repr as brief

import cython

from ridotto.engine.errors import BadSnapshot
from ridotto.engine.parsing import read_int, read_list, read_name, read_object, refuse
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.rules.snapshot import PHASES, names

if not cython.compiled:
    from ridotto.engine.chance import bit, count, ones
    from ridotto.games.venezia2099.rules.rules import Venezia2099

NEEDED = ("board", "first", "phase", "turn", "seats")
POSITION = {*NEEDED, "unused", "player", "pawn", "walked", "played", "coins_on", "set_aside"}
SEAT_KEYS = {"pawns", "gondolas", "coins", "treasures", "hand"}

PHASE: dict[str, int] = {name: phase for phase, name in enumerate(PHASES)}
COLOUR = {name: colour for colour, name in enumerate(c.COLOURS)}


def read(state: Venezia2099, position: dict) -> None:
    """Fill a state that has its dice, seats and options; raises BadSnapshot."""
    given = read_object(position, POSITION, "The snapshot")
    for key in NEEDED:
        if key not in given:
            raise lacks(key)
    state.unused = read_unused(state, given)
    read_board(state, read_list(given["board"], "board"))
    state.set_up_seats()
    state.first = read_int(given["first"], 0, state.seats - 1, "first")
    if state.first_player >= 0 and state.first != state.first_player:
        raise refuse("By the options, seat {seat} is the first player.", seat=state.first_player)
    state.phase = read_name(given["phase"], PHASE, "phase")
    seats = read_list(given["seats"], "seats")
    if len(seats) != state.seats:
        raise refuse("There are {given} seats for {players} players.", given=len(seats), players=state.seats)
    for seat in range(state.seats):
        read_object(seats[seat], SEAT_KEYS, f"seat {seat}")
    read_played(state, read_list(given.get("played", []), "played"))
    read_turn(state, given["turn"])
    read_hands(state, seats)
    read_pawns(state, seats, given.get("pawn"))
    read_walked(state, given.get("walked", False))
    read_things(state, seats)
    read_coins_on(state, given.get("coins_on", {}))
    check_moved(state)
    check_payments(state)
    check_coins_on(state)
    check_gondolas(state)
    check_derived(state, given)


def lacks(key: str) -> BadSnapshot:
    return refuse("The snapshot lacks {key}.", key=brief(key))


# The board


def read_unused(state: Venezia2099, given: dict) -> int:
    """The colour that two players do not use, -1 for more players (venezia2099.two.remove_colour)."""
    if state.seats > 2:
        if given.get("unused") is not None:
            raise refuse("Only two players leave a colour unused, not {players}.", players=state.seats)
        return -1
    drawn = state.unused_colour == c.RANDOM_COLOUR
    if "unused" not in given:
        if drawn:
            raise lacks("unused")
        return state.unused_colour - 1
    unused = read_name(given["unused"], COLOUR, "unused")
    if not drawn and unused != state.unused_colour - 1:
        chosen = c.COLOURS[state.unused_colour - 1]
        raise refuse("By the options, the unused colour is {colour}.", colour=chosen)
    return unused


def read_board(state: Venezia2099, rows: list) -> None:
    """Lay every tile in use once, and platforms on all other squares (venezia2099.setup.grid, venezia2099.two.grid)."""
    side = c.BOARD_SIDE[state.seats]
    for square in range(c.SQUARES):
        state.tile[square] = c.NO_TILE
    for tile in range(c.CITY_TILES):
        state.square_of[tile] = c.NOWHERE
    if len(rows) != side:
        raise refuse("The board must have {side} rows, not {given}.", side=side, given=len(rows))
    platforms = 0
    for row in range(side):
        what = f"board, row {row + 1}"
        if len(read_list(rows[row], what)) != side:
            raise refuse("{what} must have {side} tiles, not {given}.", what=what, side=side, given=len(rows[row]))
        for column in range(side):
            tile = read_name(rows[row][column], c.TILE_OF, what)
            platforms += tile == c.PLATFORM
            if tile != c.PLATFORM and not state.is_used(tile):
                raise refuse("The tile {tile} is not used in this game.", tile=c.TILE_NAMES[tile])
            if tile != c.PLATFORM and state.square_of[tile] >= 0:
                raise refuse("The tile {tile} lies on the board twice.", tile=c.TILE_NAMES[tile])
            state.lay_tile(tile, 8 * row + column)
    limit = c.PLATFORMS if state.seats > 2 else c.PLATFORMS_OF_TWO
    if platforms != limit:
        raise refuse("The board must have {max} platforms, not {given}.", max=limit, given=platforms)


# Prophecies and turns


def read_card(state: Venezia2099, name: object, what: str) -> int:
    card = read_name(name, c.CARD_OF, what)
    if not state.deck() & bit(card):
        raise refuse("The prophecy {card} is not used in this game.", card=c.CARD_NAMES[card])
    return card


def turns_of(state: Venezia2099, seat: int) -> int:
    """The number of prophecies a seat has played."""
    return len([turn for turn in range(state.sunk) if (state.first + turn) % state.seats == seat])


def read_played(state: Venezia2099, names: list) -> None:
    """Read the played prophecies and sink their tiles; no seat plays a lower value after a higher one."""
    if len(names) > c.HAND_SIZE[state.seats] * state.seats:
        raise refuse(
            "{given} prophecies are played; only {dealt} were dealt.",
            given=len(names),
            dealt=c.HAND_SIZE[state.seats] * state.seats,
        )
    if names and state.phase == c.PLACING:
        raise refuse("No prophecy is played before all pawns are placed.")
    for name in names:
        card = read_card(state, name, "played")
        seat = (state.first + state.sunk) % state.seats
        if any(state.played[turn] == card for turn in range(state.sunk)):
            raise refuse("The prophecy {card} is there twice.", card=c.CARD_NAMES[card])
        if card % 7 < state.lower_bound(seat):
            raise refuse(
                "Seat {seat} cannot have played {card} after a higher value.", seat=seat, card=c.CARD_NAMES[card]
            )
        state.played[state.sunk] = card
        state.sunk += 1
        state.dry ^= bit(state.square_of[c.tile_of_card(card)])


def read_turn(state: Venezia2099, turn: object) -> None:
    """Check whose turn it is by the cards played; while pawns are placed, read_pawns does."""
    all_played = state.sunk == c.HAND_SIZE[state.seats] * state.seats
    if state.phase == c.GAME_OVER:
        if turn is not None:
            raise refuse("It is nobody's turn when the game is over.")
        if not all_played:
            raise refuse("The game cannot be over: there are prophecies to play.")
        state.turn = state.player = -1
        return
    state.turn = read_int(turn, 0, state.seats - 1, "turn")
    state.player = state.turn
    if state.phase == c.PLACING:
        return
    turns = state.sunk
    if state.phase == c.RESCUING:
        if not turns:
            raise refuse("No pawn is in the water: no prophecy has been played.")
        turns -= 1
    elif all_played:
        raise refuse("All prophecies are played: the game is over.")
    expected = (state.first + turns) % state.seats
    if state.turn != expected:
        raise refuse(
            "By the prophecies played, it is the turn of seat {expected}, not {turn}.",
            expected=expected,
            turn=state.turn,
        )


def read_hands(state: Venezia2099, seats: list[dict]) -> None:
    """As many cards as a seat has turns left, none below the last value it has played (venezia2099.info.floor)."""
    found = ones(0, 0)
    for turn in range(state.sunk):
        found |= bit(state.played[turn])
    for seat in range(state.seats):
        what = f"seat {seat}, hand"
        if "hand" not in seats[seat]:
            raise lacks(what)
        hand = ones(0, 0)
        for name in read_list(seats[seat]["hand"], what):
            card = read_card(state, name, what)
            if (found | hand) & bit(card):
                raise refuse("The prophecy {card} is there twice.", card=c.CARD_NAMES[card])
            if card % 7 < state.lower_bound(seat):
                raise refuse(
                    "Seat {seat} cannot hold {card}: it has played a higher value.", seat=seat, card=c.CARD_NAMES[card]
                )
            hand |= bit(card)
        size = c.HAND_SIZE[state.seats] - turns_of(state, seat)
        if count(hand) != size:
            raise refuse(
                "Prophecies in the hand of seat {seat}: {given}; there must be {size}.",
                seat=seat,
                size=size,
                given=count(hand),
            )
        found |= hand
        state.hands[seat] = hand


def read_walked(state: Venezia2099, walked: object) -> None:
    if not isinstance(walked, bool):
        raise refuse("{what} must be true or false, not {value}.", what="walked", value=brief(walked))
    if walked and (state.gondola_move != c.EXTRA or state.phase not in (c.CHOOSING, c.RIDING)):
        raise refuse("walked can be true only in step 1, and only where rides are extra.")
    if walked and not squares_of(state, state.turn):
        raise refuse("Seat {seat} cannot have walked: all its pawns have drowned.", seat=state.turn)
    state.walked = walked


# Pawns


def read_pawns(state: Venezia2099, seats: list[dict], chosen: object) -> None:
    """At most one pawn on a square, all squares dry except that of a pawn that may be rescued."""
    each = c.PAWNS_EACH[state.seats]
    for seat in range(state.seats):
        what = f"seat {seat}, pawns"
        squares = read_list(seats[seat].get("pawns", [None] * each), what)
        if len(squares) != each:
            raise refuse("Seat {seat} must have {each} pawns, not {given}.", seat=seat, each=each, given=len(squares))
        for pawn in range(each):
            if squares[pawn] is not None:
                square = read_name(squares[pawn], c.SQUARE_OF, what)
                if state.tile[square] == c.NO_TILE:
                    raise refuse("{what}: there is no {value}.", what=what, value=brief(squares[pawn]))
                if state.pawns & bit(square):
                    raise refuse("Two pawns stand on {square}.", square=squares[pawn])
                state.pawns |= bit(square)
                state.pawn[seat][pawn] = square
    if state.phase == c.RESCUING:
        read_fallen(state, chosen)
    elif state.phase in (c.WALKING, c.RIDING):
        read_chosen(state, chosen)
    elif chosen is not None:
        raise refuse("No pawn is chosen in this phase.")
    for square in range(c.SQUARES):
        if state.pawns & ~state.dry & bit(square):
            raise refuse("A pawn stands on water: {square}.", square=c.SQUARE_NAMES[square])
    if state.phase == c.PLACING:
        check_placement(state)
    else:
        check_drowned(state)


def read_chosen(state: Venezia2099, chosen: object) -> None:
    """The chosen pawn, which must be able to move (venezia2099.move.commit)."""
    state.chosen = read_int(chosen, 1, c.PAWNS_EACH[state.seats], "pawn") - 1
    if state.pawn[state.turn][state.chosen] < 0:
        raise refuse("Pawn {pawn} of seat {seat} is not on the board.", pawn=chosen, seat=state.turn)
    if state.phase == c.WALKING and not state.allowed(state.turn):
        raise refuse("Pawn {pawn} of seat {seat} cannot walk.", pawn=chosen, seat=state.turn)


def read_fallen(state: Venezia2099, chosen: object) -> None:
    """The pawn on the tile that has just sunk, whose owner decides."""
    square = state.square_of[c.tile_of_card(state.played[state.sunk - 1])]
    fallen = state.pawn_on(square)
    if fallen < 0:
        raise refuse("No pawn is in the water at {square}, which has just sunk.", square=c.SQUARE_NAMES[square])
    state.player = fallen // c.MAX_PAWNS
    state.chosen = fallen % c.MAX_PAWNS
    if read_int(chosen, 1, c.PAWNS_EACH[state.seats], "pawn") != state.chosen + 1:
        raise refuse("Pawn {pawn} is in the water, not {value}.", pawn=state.chosen + 1, value=chosen)
    state.pawns ^= bit(square)
    if not state.squares_to_rescue():
        raise refuse("There is no square to rescue the pawn to.")


def check_placement(state: Venezia2099) -> None:
    """Refuse pawns that cannot have been placed in this order or on these values."""
    placed = count(state.pawns)
    if placed == c.PAWNS_EACH[state.seats] * state.seats:
        raise refuse("All pawns are placed: the first turn has begun.")
    for seat in range(state.seats):
        own = (placed + state.seats - 1 - (seat + state.seats - state.first) % state.seats) // state.seats
        there = [state.pawn[seat][pawn] for pawn in range(c.PAWNS_EACH[state.seats])]
        if [square >= 0 for square in there] != [pawn < own for pawn in range(len(there))]:
            # venezia2099.setup.place_round_robin
            raise refuse("Pawns are placed one after the other from the first player, seat {first}.", first=state.first)
        values = [state.tile[square] % 8 for square in there[:own] if state.tile[square] != c.PLATFORM]
        if len(set(values)) < len(values):  # venezia2099.setup.place_distinct_values
            raise refuse("Seat {seat} has placed two pawns on tiles of the same value.", seat=seat)
    expected = (state.first + placed) % state.seats
    if state.turn != expected:
        raise refuse(
            "By the pawns placed, it is the turn of seat {expected}, not {turn}.", expected=expected, turn=state.turn
        )


def squares_of(state: Venezia2099, seat: int) -> list:
    """The squares of a seat's pawns, including one in the water."""
    return [state.pawn[seat][pawn] for pawn in range(c.MAX_PAWNS) if state.pawn[seat][pawn] >= 0]


def drowned(state: Venezia2099) -> int:
    return sum(c.PAWNS_EACH[state.seats] - len(squares_of(state, seat)) for seat in range(state.seats))


def check_drowned(state: Venezia2099) -> None:
    """Refuse more drowned pawns than tiles have sunk."""
    sunk = state.sunk - (state.phase == c.RESCUING)
    if drowned(state) > sunk:
        raise refuse(
            "More pawns have drowned ({drowned}) than tiles have sunk ({sunk}).", drowned=drowned(state), sunk=sunk
        )


def check_moved(state: Venezia2099) -> None:
    """Refuse more pawns on equal values than a seat can have moved there.

    They were placed on different values (venezia2099.setup.place_distinct_values).
    """
    for seat in range(state.seats):
        on = [state.tile[square] for square in squares_of(state, seat)]
        values = [tile % 8 for tile in on if tile != c.PLATFORM]
        moved = state.phase in (c.BUYING, c.PROPHESYING) or state.walked
        walks = turns_of(state, seat) + (seat == state.turn and moved)
        if len(values) - len(set(values)) > walks + c.GONDOLAS_EACH - state.gondolas[seat]:
            raise refuse("Seat {seat} has more pawns on equal values than it can have moved there.", seat=seat)


# What the players have


def read_things(state: Venezia2099, seats: list[dict]) -> None:
    for seat in range(state.seats):
        given = seats[seat]
        label = f"seat {seat}"
        limit = c.HAND_SIZE[state.seats] + 1
        state.coins[seat] = read_int(given.get("coins", limit), 0, limit, f"{label}, coins")
        state.gondolas[seat] = read_int(
            given.get("gondolas", c.GONDOLAS_EACH), 0, c.GONDOLAS_EACH, f"{label}, gondolas"
        )
        what = f"{label}, treasures"
        owned = read_object(given.get("treasures", {}), set(c.COLOURS), what)
        for name in owned:
            colour = COLOUR[name]
            state.treasures[seat][colour] = read_int(owned[name], 1, c.TREASURES_PER_COLOUR, f"{what}, {name}")
            state.supply[colour] -= state.treasures[seat][colour]
    for colour in range(c.COLOUR_COUNT):
        if state.supply[colour] < 0:
            raise refuse(
                "There are more treasures than the game has of this colour: {colour}.", colour=c.COLOURS[colour]
            )


def read_coins_on(state: Venezia2099, piles: object) -> None:
    """Coins on dry city tiles: 1, 3, 7 or 15 (venezia2099.buy.coins_stay)."""
    given = read_object(piles, set(c.SQUARE_NAMES), "coins_on")
    for name in given:
        square = c.SQUARE_OF[name]
        if state.tile[square] == c.NO_TILE:
            raise refuse("{what}: there is no {value}.", what="coins_on", value=brief(name))
        coins = read_int(given[name], 1, c.MAX_PILE, f"coins_on, {name}")
        if coins & (coins + 1):
            raise refuse("On a tile lie 1, 3, 7 or 15 coins, not {coins}.", coins=coins)
        if not state.dry & bit(square):
            raise refuse("Coins lie on water: {square}.", square=name)
        if state.tile[square] == c.PLATFORM:
            raise refuse("Coins lie on a platform: {square}.", square=name)
        state.coins_on[square] = coins


def spent_by(state: Venezia2099, seat: int) -> int:
    return c.HAND_SIZE[state.seats] + 1 - state.coins[seat]


def check_payments(state: Venezia2099) -> None:
    """Refuse treasures and coins that do not fit (venezia2099.buy.one_per_turn, venezia2099.buy.price)."""
    for seat in range(state.seats):
        bought = sum(state.treasures[seat])
        spent = spent_by(state, seat)
        turns = turns_of(state, seat) + (seat == state.turn and state.phase == c.PROPHESYING)
        if bought > turns:
            raise refuse(
                "Seat {seat} has more treasures ({bought}) than it can have bought ({turns}).",
                seat=seat,
                bought=bought,
                turns=turns,
            )
        if not count(spent) <= bought <= spent:  # each price is a power of two
            raise refuse(
                "Seat {seat} cannot have paid {spent} for its treasures ({bought}).",
                seat=seat,
                spent=spent,
                bought=bought,
            )


def check_coins_on(state: Venezia2099) -> None:
    """Every coin paid lies on a tile of its colour, or was lost with a tile that sank."""
    paid = sum(spent_by(state, seat) for seat in range(state.seats))
    lost = paid - sum(state.coins_on)
    possible = {0}  # numbers of coins that may have been lost with the sunk tiles of the colours so far
    for colour in range(c.COLOUR_COUNT):
        bought = sum(state.treasures[seat][colour] for seat in range(state.seats))
        sunk = 0
        for value in range(8):
            square = state.square_of[8 * colour + value]
            if square >= 0 and state.dry & bit(square):
                bought -= count(state.coins_on[square])
            elif square >= 0:
                sunk += 1
        possible = {before + coins for before in possible for coins in lost_with(sunk, bought)}
    if lost not in possible:
        raise refuse(
            "The coins do not add up: {paid} were paid, and {lying} lie on the board.", paid=paid, lying=paid - lost
        )


def lost_with(tiles: int, bought: int) -> set:
    """The possible numbers of coins on so many tiles when they sank, after so many purchases there."""
    found = {(0, 0)}
    for _ in range(tiles):
        found = {
            (had + more, coins + (1 << more) - 1) for had, coins in found for more in range(5) if had + more <= bought
        }
    return {coins for had, coins in found if had == bought}


def check_gondolas(state: Venezia2099) -> None:
    """Refuse more used gondola cards than there can have been rides and rescues."""
    saved = state.sunk - (state.phase == c.RESCUING) - drowned(state) if state.phase != c.PLACING else 0
    rescues = 0
    for seat in range(state.seats):
        begun = turns_of(state, seat) + (seat == state.turn and c.CHOOSING <= state.phase < c.RESCUING)
        if state.gondola_move == c.EXTRA:
            rides = c.GONDOLAS_EACH * (begun > 0)
        else:
            rides = begun - (seat == state.turn and c.CHOOSING <= state.phase <= c.RIDING)
        if state.phase != c.PLACING:
            rescues += max(0, c.GONDOLAS_EACH - state.gondolas[seat] - rides)
        elif state.gondolas[seat] < c.GONDOLAS_EACH:
            raise refuse("Nobody uses a gondola card before all pawns are placed.")
    if rescues > saved:
        raise refuse("More gondola cards are used than there were rides and rescues.")
    if state.phase == c.RIDING and not state.gondolas[state.turn]:
        raise refuse("Seat {seat} has no gondola card to ride with.", seat=state.turn)
    if state.phase == c.RESCUING and not state.gondolas[state.player]:
        raise refuse("Seat {seat} has no gondola card to rescue its pawn with.", seat=state.player)


# What follows from the rest


def check_derived(state: Venezia2099, given: dict) -> None:
    """If given, `player` and `set_aside` must be what follows from the rest."""
    follows = {"player": state.player if state.player >= 0 else None, "set_aside": names(state.cards_set_aside())}
    for key, expected in follows.items():
        if key in given:
            value = card_names_by_value(given[key], key) if key == "set_aside" else given[key]
            if type(value) is not type(expected) or value != expected:
                raise refuse(
                    "By the rules, {key} would be {state}, not {value}.",
                    key=key,
                    state=brief(expected),
                    value=brief(given[key]),
                )


def card_names_by_value(cards: object, what: str) -> list:
    found = [read_name(name, c.CARD_OF, what) for name in read_list(cards, what)]
    return [c.CARD_NAMES[card] for card in sorted(found, key=lambda card: (card % 7, card))]
