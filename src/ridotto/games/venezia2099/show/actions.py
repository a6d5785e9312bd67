"""The prompt, actions, second steps and remarks for a viewer of Venezia 2099."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, SeatName, SecondStep
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import (
    card_message,
    colour_message,
    decimal,
    move_message,
    tile_message,
)
from ridotto.games.venezia2099.show.board import (
    pawn_id,
    pawn_on,
    points_on,
    price_on,
    squares,
    survival,
    tile_id,
    tile_on,
)
from ridotto.games.venezia2099.show.drawn_zones import gondola_id
from ridotto.games.venezia2099.show.forecast import Forecast
from ridotto.games.venezia2099.show.standings import result_message, tie_breaks

View = dict[str, Any]


# Prompts


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return result_message(view)
    if view["player"] != view["viewer"]:
        return _waiting(view["phase"], SeatName(view["player"]))
    own = view["seats"][view["viewer"]]
    match view["phase"]:
        case "placement":
            placed = sum(square is not None for square in own["pawns"])
            return msg("Place pawn {n} of {pawns}.", n=placed + 1, pawns=len(own["pawns"]))
        case "move":
            if view["options"]["gondola_move"] == "extra":
                return msg("Step 1 of 3: walk once, ride by gondola as often as you can, or go on.")
            return msg("Step 1 of 3: move a pawn, or stay where you are.")
        case "walk":
            return msg(
                "Where should pawn {n} walk from {square}?", n=view["pawn"], square=own["pawns"][view["pawn"] - 1]
            )
        case "ride":
            return msg("Where does the gondola take pawn {n}? Any free square will do.", n=view["pawn"])
        case "buy":
            return msgs(
                "Step 2 of 3: buy a treasure? You have {n} coin.",
                "Step 2 of 3: buy a treasure? You have {n} coins.",
                own["coins"],
            )
        case "prophecy":
            lowest = view["own"]["hand"][0].split()[-1]
            return msg("Step 3 of 3: play a prophecy of your lowest value, {value}.", value=lowest)
        case _:
            return msg("Your pawn {n} is in the water: choose a square or let it drown.", n=view["pawn"])


def _waiting(phase: str, who: SeatName) -> Message:
    match phase:
        case "placement":
            return msg("{who} is placing a pawn.", who=who)
        case "move" | "walk" | "ride":
            return msg("{who} may move a pawn.", who=who)
        case "buy":
            return msg("{who} may buy a treasure.", who=who)
        case "prophecy":
            return msg("{who} is playing a prophecy.", who=who)
        case _:
            return msg("{who} has a pawn in the water and may rescue it.", who=who)


def prompt_clause(view: View) -> str:
    """The clause that the prompt rests on."""
    return "venezia2099." + _PROMPT_CLAUSES[view["phase"]]


_PROMPT_CLAUSES = {
    "placement": "setup.place_round_robin",
    "move": "move.one_pawn",
    "walk": "move.queen",
    "ride": "gondola.ride_target",
    "buy": "buy.any_own_pawn",
    "prophecy": "prophecy.lowest",
    "rescue": "gondola.rescue",
    "over": "score.total",
}


# Actions


def actions(view: View, forecast: Forecast) -> tuple[Action, ...]:
    offered = zip(view["moves"], view["clauses"], strict=True)
    return tuple(_action(view, forecast, move, clause) for move, clause in offered)


def _action(view: View, forecast: Forecast, move: int, clause: str) -> Action:
    if move < c.NO_MOVE:
        return _square_action(view, forecast, c.SQUARE_NAMES[move], clause)
    if c.WALK <= move < c.NO_BUY:
        return _move_action(view, forecast, move, clause)
    if c.BUY <= move < c.PLAY:
        return _purchase_action(view, forecast, move - c.BUY, clause)
    if c.PLAY <= move < c.LET_DROWN:
        return _prophecy_action(view, move - c.PLAY, clause)
    name, hints = _pass_name(view, move), _pass_hints(view, move)
    if move != c.LET_DROWN:
        return Action(c.MOVE_TEXTS[move], name, None, None, clause, hints, passes=True)
    asked = msg("Let pawn {n} drown? It won't come back.", n=view["pawn"])
    commit = msg("Let pawn {n} drown", n=view["pawn"])
    return Action(c.MOVE_TEXTS[move], name, None, None, clause, hints, asked, commit=commit, passes=True)


def _pass_name(view: View, move: int) -> Message:
    if move == c.NO_MOVE and view["options"]["gondola_move"] == "extra":
        return msg("go on to step 2")
    return move_message(move)


def _pass_hints(view: View, move: int) -> tuple[Message, ...]:
    """What the viewer keeps by doing nothing."""
    own = view["seats"][view["viewer"]]
    if move == c.NO_BUY:
        return (msgs("you keep {n} coin", "you keep {n} coins", own["coins"]),)
    if move == c.LET_DROWN:
        return (msgs("you keep {n} gondola", "you keep {n} gondolas", own["gondolas"]),)
    return ()


def _square_action(view: View, forecast: Forecast, square: str, clause: str) -> Action:
    tile = tile_on(view, square)
    hints = [*square_hints(view, forecast, square)]
    if view["phase"] in ("walk", "ride") and tile != c.PLATFORM:
        price = msg("{colour} costs {price}", colour=colour_message(tile // 8), price=price_on(view, square))
        hints.insert(0, price)
    name = msg("to {square} ({tile})", square=square, tile=tile_message(tile))
    return Action(square, name, _moving_pawn(view), tile_id(square), clause, tuple(hints))


def _moving_pawn(view: View) -> str:
    """The id of the pawn that is placed, moved or rescued now."""
    seat = view["viewer"]
    pawn = view["pawn"] - 1 if view["pawn"] else view["seats"][seat]["pawns"].index(None)
    return pawn_id(seat, pawn)


def square_hints(view: View, forecast: Forecast, square: str) -> tuple[Message, ...]:
    """What a pawn on a square scores, and how likely its tile is to stay dry."""
    tile = tile_on(view, square)
    if tile == c.PLATFORM:
        return (msg("never sinks, scores nothing"),)
    points = points_on(view, square)
    scores = msgs("scores {n} point now", "scores {n} points now", points)
    return scores, survival(forecast, tile)


def _move_action(view: View, forecast: Forecast, move: int, clause: str) -> Action:
    walks = move < c.GONDOLA
    pawn = move - (c.WALK if walks else c.GONDOLA)
    own = view["seats"][view["viewer"]]
    square = own["pawns"][pawn]
    if walks:
        name = msg("walk with pawn {n} from {square}", n=pawn + 1, square=square)
        hint = msg("here: {outlook}", outlook=listing(square_hints(view, forecast, square)))
        return Action(c.MOVE_TEXTS[move], name, pawn_id(view["viewer"], pawn), None, clause, (hint,))
    name = msg("gondola for pawn {n} on {square} ({left} left)", n=pawn + 1, square=square, left=own["gondolas"])
    gondola, passenger = gondola_id(own["gondolas"]), pawn_id(view["viewer"], pawn)
    hints = (msg("to any free square"),)
    commit = msg("Take the gondola with pawn {n}", n=pawn + 1)
    return Action(c.MOVE_TEXTS[move], name, gondola, passenger, clause, hints, commit=commit)


def _purchase_action(view: View, forecast: Forecast, pawn: int, clause: str) -> Action:
    square = view["seats"][view["viewer"]]["pawns"][pawn]
    colour = tile_on(view, square) // 8
    row = view["colours"][c.COLOURS[colour]]
    price = price_on(view, square)
    name = msg("buy {colour} on {square} for {price}", colour=colour_message(colour), square=square, price=price)
    later = decimal(forecast.worth(colour))
    hint = msg("worth {now} now, {later} at the end on average", now=row["worth"], later=later)
    return Action(c.MOVE_TEXTS[c.BUY + pawn], name, tile_id(square), None, clause, (hint,))


def _prophecy_action(view: View, card: int, clause: str) -> Action:
    """A prophecy to play; confirmed if it drops one of the player's pawns though others could be played."""
    square, name = square_of_card(view, card), card_message(card)
    fallen = pawn_on(view, square)
    confirm = commit = None
    if fallen is not None and fallen[0] == view["viewer"] and len(view["moves"]) > 1:
        confirm = msg(
            "Your own pawn {n} is on {square}. Play {card} anyway?", n=fallen[1] + 1, square=square, card=name
        )
        commit = msg("Play {card}: {square} sinks", card=name, square=square)
    effects = (msg("{square} sinks", square=square), *card_effects(view, card))
    take = card_id("hand", card)
    return Action(c.CARD_NAMES[card], name, take, None, clause, effects, confirm, commit=commit)


def steps(view: View) -> tuple[SecondStep, ...]:
    """After a gondola card is picked up: which pawn takes it?"""
    if not any(c.GONDOLA <= move < c.NO_BUY for move in view["moves"]):
        return ()
    gondola = gondola_id(view["seats"][view["viewer"]]["gondolas"])
    return (SecondStep(gondola, msg("Which pawn takes the gondola? It can go to any free square.")),)


def card_id(zone: str, card: int) -> str:
    return f"{zone}.{c.CARD_NAMES[card].replace(' ', '-')}"


# What a prophecy does


def square_of_card(view: View, card: int) -> str:
    """The square of the tile that a card names."""
    return next(square for square in squares(view) if tile_on(view, square) == c.tile_of_card(card))


def card_effects(view: View, card: int) -> tuple[Message, ...]:
    """Whose pawn falls, which coins are lost, and how the worth of the colour changes."""
    square = square_of_card(view, card)
    found = []
    fallen = pawn_on(view, square)
    if fallen is not None:
        seat, pawn = fallen
        if seat == view["viewer"]:
            found.append(msg("your pawn {n} falls in", n=pawn + 1))
        else:
            found.append(msg("{who}'s pawn {n} falls in", n=pawn + 1, who=SeatName(seat)))
    coins = view["coins_on"].get(square, 0)
    if coins:
        found.append(msgs("{n} coin is lost", "{n} coins are lost", coins))
    row = view["colours"][c.COLOURS[card // 7]]
    worth = c.TREASURE_WORTH[row["dry"] - 1]
    if worth != row["worth"]:
        colour = colour_message(card // 7)
        change = {"before": row["worth"], "after": worth}
        found.append(msg("{colour} treasures: {before} → {after}", colour=colour, **change))
    return tuple(found)


# Remarks


def notes(view: View) -> tuple[Message, ...]:
    if view["phase"] == "over":
        return tie_breaks(view)
    if view["player"] != view["viewer"]:
        return ()
    match view["phase"]:
        case "move":
            return _last_turn(view)
        case "prophecy":
            return _all_card_effects(view)
        case "rescue":
            played = c.CARD_OF[view["played"][-1]]
            return (msg("{who} has played {card}.", who=SeatName(view["turn"]), card=card_message(played)),)
        case _:
            return ()


def _last_turn(view: View) -> tuple[Message, ...]:
    own = view["seats"][view["viewer"]]
    if own["cards"] > 1:
        return ()
    if own["gondolas"] and any(own["pawns"]):
        return (msg("This is your last turn: leftover gondolas score nothing."),)
    return (msg("This is your last turn."),)


def _all_card_effects(view: View) -> tuple[Message, ...]:
    """What each legal prophecy would do besides sinking a tile."""
    lines = []
    for card in [move - c.PLAY for move in view["moves"]]:
        effects = card_effects(view, card)
        if effects:
            args = {"card": card_message(card), "square": square_of_card(view, card)}
            lines.append(msg("{card} on {square}: {losses}.", losses=listing(effects), **args))
    return tuple(lines)
