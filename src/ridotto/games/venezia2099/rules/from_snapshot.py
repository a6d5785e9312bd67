"""A position of Venezia 2099 from plain JSON: every tile, card and treasure in exactly one place, or a clear refusal.

What follows from the rest may be left out by hand: `player`, `set_aside`, `pawn` and `walked` where there is none,
`unused` unless it was drawn for two players, and of a seat what it has from the start.
"""

from reprlib import repr as brief

import cython

from ridotto.engine.errors import BadSnapshot
from ridotto.engine.parsing import entries, listed, number, one_of, refuse
from ridotto.games.venezia2099 import components as t
from ridotto.games.venezia2099.rules.snapshot import PHASES, names

if not cython.compiled:
    from ridotto.engine.chance import bit, count, ones
    from ridotto.games.venezia2099.rules.rules import Venezia2099

NEEDED = ("board", "first", "phase", "turn", "seats")
POSITION = {*NEEDED, "unused", "player", "pawn", "walked", "played", "coins_on", "set_aside"}
SEAT_KEYS = {"pawns", "gondolas", "coins", "treasures", "hand"}

PHASE = {name: phase for phase, name in enumerate(PHASES)}
COLOUR = {name: colour for colour, name in enumerate(t.COLOURS)}


def read(state: Venezia2099, position: dict) -> None:
    """Fills a state that has its dice, seats and options."""
    given = entries(position, POSITION, "The snapshot")
    for key in NEEDED:
        if key not in given:
            raise lacks(key)
    state.unused = read_unused(state, given)
    read_board(state, listed(given["board"], "board"))
    state.equip()
    state.first = number(given["first"], 0, state.seats - 1, "first")
    if state.first_player >= 0 and state.first != state.first_player:
        raise refuse("By the options, seat {seat} is the first player.", seat=state.first_player)
    state.phase = one_of(given["phase"], PHASE, "phase")
    seats = listed(given["seats"], "seats")
    if len(seats) != state.seats:
        raise refuse("There are {given} seats for {players} players.", given=len(seats), players=state.seats)
    for seat in range(state.seats):
        entries(seats[seat], SEAT_KEYS, f"seat {seat}")
    read_played(state, listed(given.get("played", []), "played"))
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
    agree(state, given)


def lacks(key: str) -> BadSnapshot:
    return refuse("The snapshot lacks {key}.", key=brief(key))


# The board


def read_unused(state: Venezia2099, given: dict) -> int:
    """venezia2099.two.remove_colour."""
    if state.seats > 2:
        if given.get("unused") is not None:
            raise refuse("Only two players leave a colour unused, not {players}.", players=state.seats)
        return -1
    drawn = state.unused_colour == t.RANDOM_COLOUR
    if "unused" not in given:
        if drawn:
            raise lacks("unused")
        return state.unused_colour - 1
    unused = one_of(given["unused"], COLOUR, "unused")
    if not drawn and unused != state.unused_colour - 1:
        chosen = t.COLOURS[state.unused_colour - 1]
        raise refuse("By the options, the unused colour is {colour}.", colour=chosen)
    return unused


def read_board(state: Venezia2099, rows: list) -> None:
    """venezia2099.setup.grid, venezia2099.two.grid: every tile in use once, and platforms on all other squares."""
    side = t.SIDE[state.seats]
    for square in range(t.SQUARES):
        state.tile[square] = t.NO_TILE
    for tile in range(t.CITY_TILES):
        state.where[tile] = t.NOWHERE
    if len(rows) != side:
        raise refuse("The board must have {side} rows, not {given}.", side=side, given=len(rows))
    platforms = 0
    for row in range(side):
        what = f"board, row {row + 1}"
        if len(listed(rows[row], what)) != side:
            raise refuse("{what} must have {side} tiles, not {given}.", what=what, side=side, given=len(rows[row]))
        for column in range(side):
            tile = one_of(rows[row][column], t.TILES, what)
            platforms += tile == t.PLATFORM
            if tile != t.PLATFORM and not state.is_used(tile):
                raise refuse("The tile {tile} is not used in this game.", tile=t.TILE_NAMES[tile])
            if tile != t.PLATFORM and state.where[tile] >= 0:
                raise refuse("The tile {tile} lies on the board twice.", tile=t.TILE_NAMES[tile])
            state.lay_tile(tile, 8 * row + column)
    most = t.PLATFORMS if state.seats > 2 else t.PLATFORMS_OF_TWO
    if platforms != most:
        raise refuse("The board must have {most} platforms, not {given}.", most=most, given=platforms)


# Prophecies and turns


def read_card(state: Venezia2099, name: object, what: str) -> int:
    card = one_of(name, t.CARD, what)
    if not state.deck() & bit(card):
        raise refuse("The prophecy {card} is not used in this game.", card=t.CARD_NAMES[card])
    return card


def turns_of(state: Venezia2099, seat: int) -> int:
    """How many prophecies a seat has played."""
    return len([turn for turn in range(state.sunk) if (state.first + turn) % state.seats == seat])


def read_played(state: Venezia2099, names: list) -> None:
    """Each a tile that has sunk; nobody has played a lower value after a higher one."""
    if len(names) > t.DEALT[state.seats] * state.seats:
        raise refuse(
            "{given} prophecies are played; only {dealt} were dealt.",
            given=len(names),
            dealt=t.DEALT[state.seats] * state.seats,
        )
    if names and state.phase == t.PLACING:
        raise refuse("No prophecy is played before all pawns are placed.")
    for name in names:
        card = read_card(state, name, "played")
        seat = (state.first + state.sunk) % state.seats
        if any(state.played[turn] == card for turn in range(state.sunk)):
            raise refuse("The prophecy {card} is there twice.", card=t.CARD_NAMES[card])
        if card % 7 < state.lower_bound(seat):
            raise refuse(
                "Seat {seat} cannot have played {card} after a higher value.", seat=seat, card=t.CARD_NAMES[card]
            )
        state.played[state.sunk] = card
        state.sunk += 1
        state.dry ^= bit(state.where[t.named_by(card)])


def read_turn(state: Venezia2099, turn: object) -> None:
    """Whose turn it is follows from the cards played, or while pawns are placed from the pawns (read_pawns)."""
    all_played = state.sunk == t.DEALT[state.seats] * state.seats
    if state.phase == t.GAME_OVER:
        if turn is not None:
            raise refuse("It is nobody's turn when the game is over.")
        if not all_played:
            raise refuse("The game cannot be over: there are prophecies to play.")
        state.turn = state.player = -1
        return
    state.turn = number(turn, 0, state.seats - 1, "turn")
    state.player = state.turn
    if state.phase == t.PLACING:
        return
    turns = state.sunk
    if state.phase == t.RESCUING:
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
    """venezia2099.info.floor: as many cards as a seat has turns left, none below the last value it has played."""
    found = ones(0, 0)
    for turn in range(state.sunk):
        found |= bit(state.played[turn])
    for seat in range(state.seats):
        what = f"seat {seat}, hand"
        if "hand" not in seats[seat]:
            raise lacks(what)
        hand = ones(0, 0)
        for name in listed(seats[seat]["hand"], what):
            card = read_card(state, name, what)
            if (found | hand) & bit(card):
                raise refuse("The prophecy {card} is there twice.", card=t.CARD_NAMES[card])
            if card % 7 < state.lower_bound(seat):
                raise refuse(
                    "Seat {seat} cannot hold {card}: it has played a higher value.", seat=seat, card=t.CARD_NAMES[card]
                )
            hand |= bit(card)
        size = t.DEALT[state.seats] - turns_of(state, seat)
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
    if walked and (state.gondola_move != t.EXTRA or state.phase not in (t.CHOOSING, t.RIDING)):
        raise refuse("walked can be true only in step 1, and only where rides are extra.")
    if walked and not squares_of(state, state.turn):
        raise refuse("Seat {seat} cannot have walked: all its pawns have drowned.", seat=state.turn)
    state.walked = walked


# Pawns


def read_pawns(state: Venezia2099, seats: list[dict], chosen: object) -> None:
    """One on a square, all of them dry but one that may be rescued."""
    each = t.PAWNS[state.seats]
    for seat in range(state.seats):
        what = f"seat {seat}, pawns"
        squares = listed(seats[seat].get("pawns", [None] * each), what)
        if len(squares) != each:
            raise refuse("Seat {seat} must have {each} pawns, not {given}.", seat=seat, each=each, given=len(squares))
        for pawn in range(each):
            if squares[pawn] is not None:
                square = one_of(squares[pawn], t.SQUARE, what)
                if state.tile[square] == t.NO_TILE:
                    raise refuse("{what}: there is no {value}.", what=what, value=brief(squares[pawn]))
                if state.pawns & bit(square):
                    raise refuse("Two pawns stand on {square}.", square=squares[pawn])
                state.pawns |= bit(square)
                state.pawn[seat][pawn] = square
    if state.phase == t.RESCUING:
        read_fallen(state, chosen)
    elif state.phase in (t.WALKING, t.RIDING):
        read_chosen(state, chosen)
    elif chosen is not None:
        raise refuse("No pawn is chosen in this phase.")
    for square in range(t.SQUARES):
        if state.pawns & ~state.dry & bit(square):
            raise refuse("A pawn stands on water: {square}.", square=t.SQUARE_NAMES[square])
    if state.phase == t.PLACING:
        check_placement(state)
    else:
        check_drowned(state)


def read_chosen(state: Venezia2099, chosen: object) -> None:
    """venezia2099.move.commit: the pawn that must move, and can."""
    state.chosen = number(chosen, 1, t.PAWNS[state.seats], "pawn") - 1
    if state.pawn[state.turn][state.chosen] < 0:
        raise refuse("Pawn {pawn} of seat {seat} is not on the board.", pawn=chosen, seat=state.turn)
    if state.phase == t.WALKING and not state.allowed(state.turn):
        raise refuse("Pawn {pawn} of seat {seat} cannot walk.", pawn=chosen, seat=state.turn)


def read_fallen(state: Venezia2099, chosen: object) -> None:
    """The pawn on the tile that has just sunk; its owner decides."""
    square = state.where[t.named_by(state.played[state.sunk - 1])]
    fallen = state.pawn_on(square)
    if fallen < 0:
        raise refuse("No pawn is in the water at {square}, which has just sunk.", square=t.SQUARE_NAMES[square])
    state.player = fallen // t.MOST_PAWNS
    state.chosen = fallen % t.MOST_PAWNS
    if number(chosen, 1, t.PAWNS[state.seats], "pawn") != state.chosen + 1:
        raise refuse("Pawn {pawn} is in the water, not {value}.", pawn=state.chosen + 1, value=chosen)
    state.pawns ^= bit(square)
    if not state.squares_to_rescue():
        raise refuse("There is no square to rescue the pawn to.")


def check_placement(state: Venezia2099) -> None:
    """venezia2099.setup.place_round_robin, venezia2099.setup.place_distinct_values."""
    placed = count(state.pawns)
    if placed == t.PAWNS[state.seats] * state.seats:
        raise refuse("All pawns are placed: the first turn has begun.")
    for seat in range(state.seats):
        own = (placed + state.seats - 1 - (seat + state.seats - state.first) % state.seats) // state.seats
        there = [state.pawn[seat][pawn] for pawn in range(t.PAWNS[state.seats])]
        if [square >= 0 for square in there] != [pawn < own for pawn in range(len(there))]:
            raise refuse("Pawns are placed one after the other from the first player, seat {first}.", first=state.first)
        values = [state.tile[square] % 8 for square in there[:own] if state.tile[square] != t.PLATFORM]
        if len(set(values)) < len(values):
            raise refuse("Seat {seat} has placed two pawns on tiles of the same value.", seat=seat)
    expected = (state.first + placed) % state.seats
    if state.turn != expected:
        raise refuse(
            "By the pawns placed, it is the turn of seat {expected}, not {turn}.", expected=expected, turn=state.turn
        )


def squares_of(state: Venezia2099, seat: int) -> list:
    """Where the pawns of a seat are, one in the water included."""
    return [state.pawn[seat][pawn] for pawn in range(t.MOST_PAWNS) if state.pawn[seat][pawn] >= 0]


def drowned(state: Venezia2099) -> int:
    return sum(t.PAWNS[state.seats] - len(squares_of(state, seat)) for seat in range(state.seats))


def check_drowned(state: Venezia2099) -> None:
    """A tile takes one pawn with it at the most."""
    sunk = state.sunk - (state.phase == t.RESCUING)
    if drowned(state) > sunk:
        raise refuse(
            "More pawns have drowned ({drowned}) than tiles have sunk ({sunk}).", drowned=drowned(state), sunk=sunk
        )


def check_moved(state: Venezia2099) -> None:
    """venezia2099.setup.place_distinct_values: each value that a seat's pawns repeat has taken a walk or a gondola."""
    for seat in range(state.seats):
        on = [state.tile[square] for square in squares_of(state, seat)]
        values = [tile % 8 for tile in on if tile != t.PLATFORM]
        moved = state.phase in (t.BUYING, t.PROPHESYING) or state.walked
        walks = turns_of(state, seat) + (seat == state.turn and moved)
        if len(values) - len(set(values)) > walks + t.GONDOLAS - state.gondolas[seat]:
            raise refuse("Seat {seat} has more pawns on equal values than it can have moved there.", seat=seat)


# What the players have


def read_things(state: Venezia2099, seats: list[dict]) -> None:
    for seat in range(state.seats):
        given = seats[seat]
        here = f"seat {seat}"
        most = t.DEALT[state.seats] + 1
        state.coins[seat] = number(given.get("coins", most), 0, most, f"{here}, coins")
        state.gondolas[seat] = number(given.get("gondolas", t.GONDOLAS), 0, t.GONDOLAS, f"{here}, gondolas")
        what = f"{here}, treasures"
        owned = entries(given.get("treasures", {}), set(t.COLOURS), what)
        for name in owned:
            colour = COLOUR[name]
            state.treasures[seat][colour] = number(owned[name], 1, t.TREASURES, f"{what}, {name}")
            state.supply[colour] -= state.treasures[seat][colour]
    for colour in range(t.COLOURS_IN_ALL):
        if state.supply[colour] < 0:
            raise refuse(
                "There are more treasures than the game has of this colour: {colour}.", colour=t.COLOURS[colour]
            )


def read_coins_on(state: Venezia2099, piles: object) -> None:
    """venezia2099.buy.coins_stay: on dry city tiles, 1, 3, 7 or 15."""
    given = entries(piles, set(t.SQUARE_NAMES), "coins_on")
    for name in given:
        square = t.SQUARE[name]
        if state.tile[square] == t.NO_TILE:
            raise refuse("{what}: there is no {value}.", what="coins_on", value=brief(name))
        coins = number(given[name], 1, t.LARGEST_PILE, f"coins_on, {name}")
        if coins & (coins + 1):
            raise refuse("On a tile lie 1, 3, 7 or 15 coins, not {coins}.", coins=coins)
        if not state.dry & bit(square):
            raise refuse("Coins lie on water: {square}.", square=name)
        if state.tile[square] == t.PLATFORM:
            raise refuse("Coins lie on a platform: {square}.", square=name)
        state.coins_on[square] = coins


def spent_by(state: Venezia2099, seat: int) -> int:
    return t.DEALT[state.seats] + 1 - state.coins[seat]


def check_payments(state: Venezia2099) -> None:
    """One treasure a turn at the most, each for a price: venezia2099.buy.one_per_turn, venezia2099.buy.price."""
    for seat in range(state.seats):
        bought = sum(state.treasures[seat])
        spent = spent_by(state, seat)
        turns = turns_of(state, seat) + (seat == state.turn and state.phase == t.PROPHESYING)
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
    """Every coin that was paid lies on a tile of its colour, or has gone with one that sank."""
    paid = sum(spent_by(state, seat) for seat in range(state.seats))
    lost = paid - sum(state.coins_on)
    ways = {0}  # coins that may have been lost with the sunk tiles of the colours so far
    for colour in range(t.COLOURS_IN_ALL):
        bought = sum(state.treasures[seat][colour] for seat in range(state.seats))
        sunk = 0
        for value in range(8):
            square = state.where[8 * colour + value]
            if square >= 0 and state.dry & bit(square):
                bought -= count(state.coins_on[square])
            elif square >= 0:
                sunk += 1
        ways = {before + coins for before in ways for coins in lost_with(sunk, bought)}
    if lost not in ways:
        raise refuse(
            "The coins do not add up: {paid} were paid, and {lying} lie on the board.", paid=paid, lying=paid - lost
        )


def lost_with(tiles: int, bought: int) -> set:
    """What may have lain on so many tiles when they sank, after so many purchases there."""
    found = {(0, 0)}
    for _ in range(tiles):
        found = {
            (had + more, coins + (1 << more) - 1) for had, coins in found for more in range(5) if had + more <= bought
        }
    return {coins for had, coins in found if had == bought}


def check_gondolas(state: Venezia2099) -> None:
    """A card is used for a ride in one's own step 1, or when a tile has sunk."""
    saved = state.sunk - (state.phase == t.RESCUING) - drowned(state) if state.phase != t.PLACING else 0
    rescues = 0
    for seat in range(state.seats):
        begun = turns_of(state, seat) + (seat == state.turn and t.CHOOSING <= state.phase < t.RESCUING)
        if state.gondola_move == t.EXTRA:
            rides = t.GONDOLAS * (begun > 0)
        else:
            rides = begun - (seat == state.turn and t.CHOOSING <= state.phase <= t.RIDING)
        if state.phase != t.PLACING:
            rescues += max(0, t.GONDOLAS - state.gondolas[seat] - rides)
        elif state.gondolas[seat] < t.GONDOLAS:
            raise refuse("Nobody uses a gondola card before all pawns are placed.")
    if rescues > saved:
        raise refuse("More gondola cards are used than there were rides and rescues.")
    if state.phase == t.RIDING and not state.gondolas[state.turn]:
        raise refuse("Seat {seat} has no gondola card to ride with.", seat=state.turn)
    if state.phase == t.RESCUING and not state.gondolas[state.player]:
        raise refuse("Seat {seat} has no gondola card to rescue its pawn with.", seat=state.player)


# What follows from the rest


def agree(state: Venezia2099, given: dict) -> None:
    """The seat that decides and the cards set aside may be given, if they follow from the rest."""
    follows = {"player": state.player if state.player >= 0 else None, "set_aside": names(state.cards_set_aside())}
    for key, expected in follows.items():
        if key in given:
            value = sorted_cards(given[key], key) if key == "set_aside" else given[key]
            if type(value) is not type(expected) or value != expected:
                raise refuse(
                    "By the rules, {key} would be {state}, not {value}.",
                    key=key,
                    state=brief(expected),
                    value=brief(given[key]),
                )


def sorted_cards(cards: object, what: str) -> list:
    found = [one_of(name, t.CARD, what) for name in listed(cards, what)]
    return [t.CARD_NAMES[card] for card in sorted(found, key=lambda card: (card % 7, card))]
