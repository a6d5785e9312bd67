"""Why a move of Venezia is refused, and the clause behind a legal one. Uses only what the seat itself knows."""

from ridotto.engine.errors import IllegalMove
from ridotto.engine.message import Message, msg
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import action_message, place_message
from ridotto.games.venezia.rules.rules import Venezia

NOW: dict[int, tuple[str, Message]] = {  # what is asked: its clause, and how it is said
    c.SETTLING: ("venezia.setup.home", msg("Now choose a district for your home base.")),
    c.PLACING: ("venezia.first.place.all", msg("Place a pigeon on the Piazza now.")),
    c.SPLITTING: ("venezia.first.feint.all", msg("Now spread the pigeons from your Feint card.")),
    c.PICKING: ("venezia.move.optional", msg("Now choose a pigeon to move, or stop.")),
    c.MOVING: ("venezia.move.once", msg("Now choose where your pigeon goes.")),
    c.JUMPING: ("venezia.jump.turns", msg("Now choose where your pigeon jumps, or stop.")),
    c.GATHERING: ("venezia.card.family_gathering", msg("Now choose a district to call a pigeon home from, or stop.")),
    c.REINFORCING: ("venezia.reinforce.may", msg("Now choose how many pigeons reinforce your home base.")),
    c.USING: ("venezia.action.decline", msg("Use your action card now, or keep it.")),
    c.SENDING_HAWK: ("venezia.card.hawk", msg("Now choose a district for the hawk.")),
    c.CATCHING: ("venezia.card.catcher", msg("Now choose a district for the city catcher.")),
    c.SETTING_GREY: ("venezia.card.clergy", msg("Now choose a district for the grey pigeons.")),
    c.MOVING_HOUSE: ("venezia.card.moving_house", msg("Now choose a district for your home base.")),
    c.TAKING_ALONG: ("venezia.card.moving_house", msg("Now choose how many pigeons go along.")),
    c.VESPA_FROM: ("venezia.card.vespa", msg("Now choose where the Vespa starts.")),
    c.VESPA_COUNT: ("venezia.card.vespa", msg("Now choose how many pigeons the Vespa takes.")),
    c.VESPA_TO: ("venezia.card.vespa", msg("Now choose where the Vespa goes.")),
    c.CARRIER_SLOT: ("venezia.card.carrier", msg("Now choose a card to swap, or stop.")),
    c.CARRIER_CARD: ("venezia.card.carrier", msg("Now choose a district card from your hand.")),
    c.RECOVERING: ("venezia.score.giorgio.any", msg("Now choose a card to recover, or stop.")),
    c.FETCHING: ("venezia.score.michele.choice", msg("Now choose how many pigeons you fetch.")),
}
PLAN: dict[int, tuple[str, Message]] = {
    c.FIRST_CARD: ("venezia.plan.first.must", msg("Lay the Piazza card or the Feint card now.")),
    c.ACTION_CARD: ("venezia.plan.action.optional", msg("Lay an action card now, or stop.")),
    c.DISTRICT_CARD: ("venezia.plan.districts.number", msg("Lay a district card now, or stop.")),
    c.PIGEON_COUNT: ("venezia.plan.pigeons.split", msg("Now choose how many pigeons go on this card.")),
}
_SQUARE_PHASES = (c.PLACING, c.PICKING, c.MOVING, c.JUMPING)
_NUMBER_PHASES = (c.SPLITTING, c.REINFORCING, c.TAKING_ALONG, c.VESPA_COUNT, c.FETCHING)


def asked(state: Venezia, seat: int) -> tuple[str, Message]:
    """What a seat is asked: the clause, and how it is said."""
    if state.phase == c.PLANNING:
        return PLAN[min(state.step[seat], c.PIGEON_COUNT)]
    return NOW[state.phase]


def refusal(state: Venezia, seat: int, move: int) -> IllegalMove:
    if state.over:
        return IllegalMove("over", "venezia.end.timing", msg("The game is over."))
    if seat not in state.actors():
        if state.phase == c.PLANNING and 0 <= seat < state.seats:
            return IllegalMove("planned", "venezia.plan.commit", msg("Your plan is locked in."))
        return IllegalMove("turn", "venezia.flow.sequential", msg("It's not your turn."))
    if state.phase == c.PLANNING:
        return _no_plan(state, seat, move)
    if c.SQUARE <= move < c.MOVES and state.phase in _SQUARE_PHASES:
        return _no_square(state, seat, move - c.SQUARE)
    if c.NUMBER <= move < c.SQUARE and state.phase in _NUMBER_PHASES:
        return _no_number(state, seat)
    if c.PLACE <= move < c.SLOT:
        return _no_place(state, seat, move - c.PLACE)
    return IllegalMove("phase", *asked(state, seat))


def _no_plan(state: Venezia, seat: int, move: int) -> IllegalMove:
    step = state.step[seat]
    if c.ACTION <= move < c.PLACE and step == c.ACTION_CARD:
        message = msg("You've already played {card}.", card=action_message(move - c.ACTION))
        return IllegalMove("played", "venezia.plan.action.hand", message)
    if c.ACTION <= move < c.PLACE and state.round == 1:
        return IllegalMove("round", "venezia.plan.action.round1", msg("You can't lay an action card in round 1."))
    if c.PLACE <= move < c.SLOT and step == c.DISTRICT_CARD:
        message = msg("You've already laid {card}.", card=place_message(move - c.PLACE))
        return IllegalMove("laid", "venezia.plan.districts.number", message)
    if c.NUMBER <= move < c.SQUARE and step >= c.PIGEON_COUNT:
        if step == c.PIGEON_COUNT and state.first[seat] == c.PIAZZA and move - c.NUMBER <= state.reserve[seat]:
            message = msg("You may have at most {max} pigeons on the Piazza.", max=c.MAX_ON_PIAZZA)
            return IllegalMove("limit", "venezia.plan.limit", message)
        message = msg("You don't have that many pigeons in reserve.")
        return IllegalMove("number", "venezia.plan.pigeons.source", message)
    return IllegalMove("phase", *asked(state, seat))


def _no_number(state: Venezia, seat: int) -> IllegalMove:
    clause, _ = asked(state, seat)
    legal = [move - c.NUMBER for move in state.moves(seat)]
    return IllegalMove("number", clause, msg("You can choose from {min} to {max} here.", min=legal[0], max=legal[-1]))


def _no_square(state: Venezia, seat: int, square: int) -> IllegalMove:
    name = c.SQUARE_NAMES[square]
    owners = [owner for owner in range(state.seats) if c.contains(state.pigeons_at[owner], square)]
    if square == c.CAMPANILE:
        clause = "venezia.first.campanile" if state.phase == c.PLACING else "venezia.move.campanile"
        return IllegalMove("campanile", clause, msg("{square} is the Campanile.", square=name))
    if state.phase == c.PICKING:
        if seat not in owners:
            return IllegalMove("no-pigeon", "venezia.move.all", msg("You have no pigeon on {square}.", square=name))
        if c.contains(state.moved, square):
            message = msg("The pigeon on {square} has already moved this turn.", square=name)
            return IllegalMove("moved", "venezia.move.once", message)
        return IllegalMove("stuck", "venezia.move.walk", msg("The pigeon on {square} can't move.", square=name))
    if owners:
        clause = "venezia.first.onepersquare" if state.phase == c.PLACING else "venezia.move.occupied"
        return IllegalMove("occupied", clause, msg("There's already a pigeon on {square}.", square=name))
    if c.contains(state.hunter_at, square):
        return IllegalMove("hunter", "venezia.move.hunter", msg("There's a hunter on {square}.", square=name))
    if c.contains(state.visited, square):
        message = msg("Your pigeon has already been on {square} in this move.", square=name)
        return IllegalMove("revisit", "venezia.jump.norevisit", message)
    clause = "venezia.jump.basic" if state.phase == c.JUMPING else "venezia.move.walk"
    return IllegalMove("far", clause, msg("Your pigeon can't reach {square}.", square=name))


def _no_place(state: Venezia, seat: int, place: int) -> IllegalMove:
    clause, _ = asked(state, seat)
    name = place_message(place)
    if state.phase == c.CARRIER_CARD:
        return IllegalMove("laid", clause, msg("You've already laid {card}.", card=name))
    elsewhere = (*_SQUARE_PHASES, *_NUMBER_PHASES, c.USING, c.CARRIER_SLOT, c.RECOVERING)
    if state.phase in elsewhere:
        return IllegalMove("phase", *asked(state, seat))
    if place == c.SAN_GIORGIO:
        message = msg("{place} isn't a district.", place=name)
        settling = state.phase == c.SETTLING
        return IllegalMove("no-district", "venezia.board.places" if settling else "venezia.action.district", message)
    if state.phase in (c.SETTLING, c.MOVING_HOUSE):
        return IllegalMove("home", clause, msg("There's already a home base in {place}.", place=name))
    if state.phase == c.VESPA_TO:
        return IllegalMove("same", clause, msg("The Vespa has to go to a district other than {place}.", place=name))
    if state.phase == c.GATHERING and place == state.home[seat]:
        return IllegalMove("home", clause, msg("Your pigeons in {place} are already at home.", place=name))
    return IllegalMove("no-pigeon", clause, msg("You have no pigeons in {place}.", place=name))


def clause(state: Venezia, seat: int, move: int) -> str:
    """The clause to read about this choice."""
    if state.phase == c.PLANNING:
        return _clause_of_plan(state, seat, move)
    if state.phase in (c.MOVING, c.JUMPING) and move != c.STOP:
        return _clause_of_move(state, move - c.SQUARE)
    if state.phase == c.PLACING:
        return "venezia.first.place"
    return asked(state, seat)[0]


def _clause_of_plan(state: Venezia, seat: int, move: int) -> str:
    step = state.step[seat]
    if step == c.FIRST_CARD:
        return "venezia.first.place" if move == c.PIAZZA else "venezia.first.feint"
    if move == c.PLACE + c.SAN_GIORGIO:
        return "venezia.plan.districts.giorgio"
    if step == c.ACTION_CARD and move != c.STOP:
        return _CARD_CLAUSES[move - c.ACTION]
    if step == c.PIGEON_COUNT:
        return "venezia.plan.limit" if state.first[seat] == c.PIAZZA else "venezia.plan.feint.nolimit"
    return asked(state, seat)[0]


_CARD_CLAUSES = (
    "venezia.card.family_gathering",
    "venezia.card.hawk",
    "venezia.card.catcher",
    "venezia.card.clergy",
    "venezia.card.moving_house",
    "venezia.card.vespa",
    "venezia.card.crumbs",
    "venezia.card.carrier",
)


def _clause_of_move(state: Venezia, square: int) -> str:
    if state.is_walk(state.chosen - c.SQUARE, square):
        return "venezia.move.walk"
    return "venezia.jump.tourist" if c.contains(state.tourist_at, square) else "venezia.jump.basic"
