"""Reads a position of Venezia from plain JSON, or refuses it: every pigeon and card must be in exactly one place.

People may leave out what follows from the rest: `player` if the rules determine it, `supply` (the rest of 40 pigeons),
`step` of an empty or complete plan, and everything that is 0, empty or nowhere. The default of `reserve` is the start.
"""

from reprlib import repr as brief

import cython

from ridotto.engine.parsing import read_int, read_list, read_name, read_object, refuse
from ridotto.games.venezia import components as c
from ridotto.games.venezia.rules.inventory import pigeons
from ridotto.games.venezia.rules.snapshot import PHASES, STEPS

if not cython.compiled:
    from ridotto.engine.chance import bit, count
    from ridotto.games.venezia.rules.piazza import contains, half_of, square_bit
    from ridotto.games.venezia.rules.rules import Venezia

NEEDED = ("round", "start", "phase", "seats")
MARKERS = {"tourists", "hunters", "last_tourists", "last_hunters", "hawk", "catcher", "grey"}
POSITION = {*NEEDED, *MARKERS, "player", "chosen", "number", "moved", "been"}
SEAT_KEYS = {"score", "home", "reserve", "nest", "supply", "piazza", "places", "played", "plan", "shown"}
SHOWN_KEYS = {"first", "pigeons", "action", "cards"}
PLAN_KEYS = {"step", "first", "action", "cards", "pigeons"}

PHASE: dict[str, int] = {name: phase for phase, name in enumerate(PHASES)}
STEP: dict[str, int] = {name: step for step, name in enumerate(STEPS)}
DISTRICT = {name: place for name, place in c.PLACE_OF.items() if place < c.DISTRICTS}
CARD_PLACE = {name: place for name, place in c.PLACE_OF.items() if place < c.DISTRICT_CARDS}
FIRST = {name: 1 + i for i, name in enumerate(c.FIRST_NAMES)}
MOVE = {text: move for move, text in enumerate(c.MOVE_TEXTS)}


def read(state: Venezia, position: dict) -> None:
    """Fill a state that already has its generator, seats and options."""
    given = read_object(position, POSITION, "The snapshot")
    for key in NEEDED:
        if key not in given:
            raise refuse("The snapshot lacks {key}.", key=brief(key))
    seats = read_list(given["seats"], "seats")
    if len(seats) != state.seats:
        raise refuse("There are {given} seats for {players} players.", given=len(seats), players=state.seats)
    state.set_up_seats()
    state.phase = read_name(given["phase"], PHASE, "phase")
    last = state.max_rounds or c.UNREACHABLE_ROUND
    state.round = read_int(given["round"], 0 if state.phase == c.SETTLING else 1, last, "round")
    state.start = read_int(given["start"], 0, state.seats - 1, "start")
    read_spun(state, given)
    state.hawk = read_district(given.get("hawk"), "hawk")
    state.catcher = read_district(given.get("catcher"), "catcher")
    read_grey(state, given.get("grey", {}))
    for seat in range(state.seats):
        read_seat(state, seat, read_object(seats[seat], SEAT_KEYS, f"seat {seat}"))
    read_player(state, given.get("player"), "player" in given)
    read_choice(state, given)
    check_homes(state)
    check_piazza(state)
    check_grey(state)
    check_points(state)
    check_played(state)
    check_phase(state)
    if state.phase not in (c.PLANNING, c.GAME_OVER) and len(state.moves(state.player)) < 2:
        raise refuse("Seat {seat} has nothing to choose here.", seat=state.player)


# The board


def read_squares(squares, value, what):
    """Read a set of squares without the Campanile into `squares`."""
    for name in read_list(value, what):
        square = read_name(name, c.SQUARE_OF, what)
        if square == c.CAMPANILE:
            raise refuse("{what}: {square} is the Campanile.", what=what, square=name)
        if contains(squares, square):
            raise refuse("{what}: {square} is there twice.", what=what, square=name)
        squares[half_of(square)] |= square_bit(square)


def read_spun(state: Venezia, given: dict) -> None:
    """Read the tourists, the hunters in their order, and those of the round before, which may be left out."""
    read_squares(state.tourist_at, given.get("tourists", []), "tourists")
    tourists, hunters = squares_in(state.tourist_at), read_in_order(given, "hunters")
    has_spun = state.phase >= c.PICKING
    for what, squares, number in (("tourists", tourists, state.tourists), ("hunters", hunters, state.hunters)):
        if len(squares) != (number if has_spun else 0):
            raise refuse(
                "{what}: there must be {max} in this phase, not {given}.",
                what=what,
                max=number if has_spun else 0,
                given=len(squares),
            )
    for k, square in enumerate(hunters):
        state.hunter_order[k] = c.SQUARE + square
        state.hunter_at[half_of(square)] |= square_bit(square)
    read_squares(state.last_tourists, given.get("last_tourists", []), "last_tourists")
    tourists, hunters = squares_in(state.last_tourists), read_in_order(given, "last_hunters")
    known = bool(tourists) and state.round > 1
    numbers = [state.tourists * known, state.hunters * known]
    if [len(tourists), len(hunters)] != numbers or set(tourists) & set(hunters):
        raise refuse("The tourists and hunters of the last round cannot have been there.")
    for k, square in enumerate(hunters):
        state.last_hunter_order[k] = c.SQUARE + square


def read_in_order(given: dict, what: str) -> list:
    """Read different squares without the Campanile, in the given order."""
    once: cython.ulonglong[2]
    if not cython.compiled:
        once = [0, 0]
    once[0] = 0
    once[1] = 0
    read_squares(once, given.get(what, []), what)
    return [c.SQUARE_OF[name] for name in given.get(what, [])]


def read_district(value: object, what: str) -> int:
    return c.NONE if value is None else read_name(value, DISTRICT, what)


def read_grey(state: Venezia, value: object) -> None:
    given = read_object(value, set(DISTRICT), "grey")
    for name in given:
        state.grey[DISTRICT[name]] = read_int(given[name], 1, c.GREY_PIGEONS, f"grey, {name}")


def check_grey(state: Venezia) -> None:
    """Grey pigeons come in two groups, and a chase takes all of a place (venezia.card.clergy)."""
    groups = list(c.GREY_GROUPS)
    placed = sum(state.grey)
    if placed and (state.round < 2 or (state.round == 2 and is_before_cards(state))):
        raise refuse("Grey pigeons stand in districts after an action card: not before round 2.")
    if placed > c.GREY_PIGEONS:
        raise refuse("There are {max} grey pigeons, not {given}.", max=c.GREY_PIGEONS, given=placed)
    if any(grey not in (0, *groups, sum(groups)) for grey in state.grey):
        raise refuse("Grey pigeons stand together in groups of {groups}.", groups=", ".join(map(str, groups)))
    if state.phase == c.SETTING_GREY and state.number == 1 and placed != groups[0]:
        raise refuse("Clergy: the first group of grey pigeons is placed, and no other.")


def check_homes(state: Venezia) -> None:
    """At most one home base in a district; while they are placed, from the start player on (venezia.setup.home)."""
    homes = [state.home[seat] for seat in range(state.seats)]
    found = [home for home in homes if home != c.NONE]
    if len(set(found)) < len(found):
        raise refuse("Two home bases are in one district.")
    if state.phase != c.SETTLING:
        if len(found) < state.seats:
            raise refuse("Every seat must have its home base in a district.")
        return
    in_order = [homes[(state.start + turn) % state.seats] != c.NONE for turn in range(state.seats)]
    if in_order != sorted(in_order, reverse=True) or all(in_order):
        raise refuse("Home bases are placed one after the other from the start player, seat {seat}.", seat=state.start)


def turn_of(state: Venezia, seat: int) -> int:
    """The place of a seat in the order from the start player; after all others if there is no such seat."""
    return (seat - state.start + state.seats) % state.seats if seat >= 0 else state.seats


def check_piazza(state: Venezia) -> None:
    """venezia.first.onepersquare, venezia.plan.limit, venezia.hunter.strike."""
    for square in range(c.SQUARES):
        name = c.SQUARE_NAMES[square]
        owners = [seat for seat in range(state.seats) if contains(state.pigeons_at[seat], square)]
        if len(owners) > 1:
            raise refuse("Two pigeons are on {square}.", square=name)
        if contains(state.hunter_at, square) and (owners or contains(state.tourist_at, square)):
            raise refuse("Nobody else can be on the square of a hunter, {square}.", square=name)
        if owners and is_unmoved(state, owners[0], square) and is_in_reach(state, square):
            raise refuse("The pigeon on {square} has been in the reach of a hunter.", square=name)
    for seat in range(state.seats):
        if state.count_on_piazza(seat) > c.MAX_ON_PIAZZA:
            raise refuse(
                "Seat {seat} has {given} pigeons on the Piazza; {max} are allowed.",
                seat=seat,
                given=state.count_on_piazza(seat),
                max=c.MAX_ON_PIAZZA,
            )


def squares_in(squares):
    return [square for square in range(c.SQUARES) if contains(squares, square)]


def is_unmoved(state: Venezia, seat: int, square: int) -> bool:
    """Has this pigeon been on its square since the hunters struck?"""
    if not c.PICKING <= state.phase <= c.JUMPING or turn_of(state, seat) < turn_of(state, state.player):
        return False
    moving = seat == state.player and state.phase == c.JUMPING and square == state.chosen - c.SQUARE
    return not moving and not contains(state.moved, square)


def is_in_reach(state: Venezia, square: int) -> bool:
    row, column = square // c.COLUMNS, square % c.COLUMNS
    return any(
        abs(hunter // c.COLUMNS - row) <= 1 and abs(hunter % c.COLUMNS - column) <= 1
        for hunter in squares_in(state.hunter_at)
    )


# The seats


def read_seat(state: Venezia, seat: int, given: dict) -> None:
    label = f"seat {seat}"
    state.points[seat] = read_int(given.get("score", 0), 0, 1000, f"{label}, score")
    state.home[seat] = read_district(given.get("home"), f"{label}, home")
    state.reserve[seat] = read_int(given.get("reserve", state.start_reserve), 0, c.PIGEONS, f"{label}, reserve")
    state.nest[seat] = read_int(given.get("nest", 0), 0, c.PIGEONS, f"{label}, nest")
    read_squares(state.pigeons_at[seat], given.get("piazza", []), f"{label}, piazza")
    places = read_object(given.get("places", {}), set(c.PLACE_NAMES), f"{label}, places")
    for name in places:
        state.flock[seat][c.PLACE_OF[name]] = read_int(places[name], 1, c.PIGEONS, f"{label}, {name}")
    for name in read_list(given.get("played", []), f"{label}, played"):
        card = read_name(name, c.ACTION_OF, f"{label}, played")
        if state.played[seat] >> card & 1:
            raise refuse("{what}: {card} is there twice.", what=f"{label}, played", card=name)
        state.played[seat] |= 1 << card
    plan = read_object(given.get("plan", {}), PLAN_KEYS, f"{label}, plan")
    if state.phase == c.PLANNING:
        read_plan_in_progress(state, seat, plan, f"{label}, plan")
    else:
        read_plan(state, seat, plan, f"{label}, plan")
    read_shown(state, seat, read_object(given.get("shown", {}), SHOWN_KEYS, f"{label}, shown"), f"{label}, shown")
    check_pigeons(state, seat, given)


def check_pigeons(state: Venezia, seat: int, given: dict) -> None:
    """venezia.flow.invariants."""
    state.supply[seat] = 0
    elsewhere = pigeons(state, seat)
    supply = max(0, c.PIGEONS - elsewhere)
    state.supply[seat] = read_int(given.get("supply", supply), 0, c.PIGEONS, f"seat {seat}, supply")
    if pigeons(state, seat) != c.PIGEONS:
        raise refuse(
            "Seat {seat} has {given} pigeons; there must be {pigeons}.",
            seat=seat,
            given=pigeons(state, seat),
            pigeons=c.PIGEONS,
        )


def check_points(state: Venezia) -> None:
    """Points are possible (venezia.score.three, venezia.score.six): at most four majorities in a round but the last."""
    conquests = state.seats - 1
    in_a_round = c.CONQUEST_POINTS * conquests + c.MAJORITY_POINTS * (c.DISTRICTS_TO_WIN - 1 - conquests)
    of_all = c.CONQUEST_POINTS * state.seats + c.MAJORITY_POINTS * (c.DISTRICTS - state.seats)
    rounds = max(0, state.round - 1)
    for seat in range(state.seats):
        points, before = state.points[seat], points_before(state, seat)
        if points % c.MAJORITY_POINTS or not 0 <= before <= min(rounds * in_a_round, c.POINTS_TO_WIN - 1):
            raise refuse(
                "Seat {seat} cannot have {points} points in round {round}.", seat=seat, points=points, round=state.round
            )
    if sum(points_before(state, seat) for seat in range(state.seats)) > rounds * of_all:
        raise refuse("All seats together cannot have so many points in round {round}.", round=state.round)
    over = state.phase == c.GAME_OVER
    if over != (state.reason_to_end() != c.NONE) and state.phase >= c.RECOVERING:
        if over:
            raise refuse("The game cannot be over: nobody has won, and it is not the last round.")
        raise refuse("The game should be over.")


def points_before(state: Venezia, seat: int) -> int:
    """The points of a seat before the districts were scored in this round."""
    points = state.points[seat]
    if state.phase >= c.RECOVERING:
        for district in range(c.DISTRICTS):
            if state.majority_holder(district) == seat:
                points -= state.district_points(seat, district)
    return points


def check_played(state: Venezia) -> None:
    """At most one action card is played in each round, from round 2 on (venezia.plan.action.round1)."""
    for seat in range(state.seats):
        carried_out = state.phase >= c.GATHERING and state.action[seat] == c.NONE
        if count(state.played[seat]) > max(0, state.round - 2) + (carried_out and state.round > 1):
            raise refuse(
                "Seat {seat} cannot have played so many action cards by round {round}.", seat=seat, round=state.round
            )


# Plans


def read_cards(plan: dict, what: str) -> list:
    """The places of district cards, in the order of the slots."""
    cards = [
        read_name(name, CARD_PLACE, f"{what}, cards") for name in read_list(plan.get("cards", []), f"{what}, cards")
    ]
    if len(cards) > c.MAX_DISTRICT_CARDS:
        raise refuse(
            "{what}: {given} district cards; {max} are allowed.",
            what=what,
            given=len(cards),
            max=c.MAX_DISTRICT_CARDS,
        )
    if len(set(cards)) < len(cards):
        raise refuse("{what}: a district card is there twice.", what=what)
    return cards


def read_action(state: Venezia, seat: int, plan: dict, what: str) -> int:
    name = plan.get("action")
    if name is None:
        return c.NONE
    card = read_name(name, c.ACTION_OF, f"{what}, action")
    if state.round == 1:
        raise refuse("No action card can be laid in round 1.")
    if state.played[seat] >> card & 1:
        raise refuse("{what}: {card} is laid and in the played pile.", what=what, card=name)
    return card


def read_counts(plan: dict, what: str) -> list:
    given = read_list(plan.get("pigeons", []), f"{what}, pigeons")
    return [read_int(value, 0, c.PIGEONS, f"{what}, pigeons") for value in given]


def read_plan(state: Venezia, seat: int, plan: dict, what: str) -> None:
    """Read a complete plan."""
    if plan.get("step") is not None:
        raise refuse("{what}: nobody plans in this phase.", what=what)
    first = plan.get("first")
    cards, action, counts = read_cards(plan, what), read_action(state, seat, plan, what), read_counts(plan, what)
    if state.phase == c.SETTLING:
        if first is not None or cards or action != c.NONE or counts:
            raise refuse("{what}: no card is laid before the first round.", what=what)
        return
    state.first[seat] = read_name(first, FIRST, f"{what}, first")
    state.action[seat] = action
    if len(counts) != 1 + len(cards):
        raise refuse(
            "{what}: there must be {slots} numbers of pigeons, not {given}.",
            what=what,
            slots=1 + len(cards),
            given=len(counts),
        )
    for slot in range(len(counts)):
        state.on_card[seat][slot] = counts[slot]
    for slot in range(len(cards)):
        state.laid[seat][slot] = cards[slot]
    state.laid_count[seat] = len(cards)


def read_shown(state: Venezia, seat: int, given: dict, what: str) -> None:
    """Read what everybody has seen last of a plan; by default, what is open now."""
    lies_there = state.phase >= c.PLACING
    first = given.get("first", c.MOVE_TEXTS[state.first[seat]] if lies_there else None)
    state.shown_first[seat] = 0 if first is None else read_name(first, FIRST, f"{what}, first")
    slots = read_list(given.get("pigeons", counts_on(state, seat)), f"{what}, pigeons")
    if len(slots) != c.PIGEON_SLOTS:
        raise refuse(
            "{what}: there must be {slots} numbers of pigeons, not {given}.",
            what=what,
            slots=c.PIGEON_SLOTS,
            given=len(slots),
        )
    for slot in range(c.PIGEON_SLOTS):
        state.shown_pigeons[seat][slot] = read_int(slots[slot], 0, c.PIGEONS, f"{what}, pigeons")
    other = lies_there and state.shown_first[seat] != state.first[seat]
    if other or (first is not None and not lies_there and state.round < 2) or (first is None and sum(slots)):
        raise refuse("{what}: this first card cannot have been turned up last.", what=what)
    read_shown_cards(state, seat, given, what)


def counts_on(state: Venezia, seat: int) -> list:
    """Read the pigeons on the cards of a plan that everybody has seen."""
    return [state.on_card[seat][slot] if state.phase >= c.PLACING else 0 for slot in range(c.PIGEON_SLOTS)]


def read_shown_cards(state: Venezia, seat: int, given: dict, what: str) -> None:
    shows_actions, shows_cards = state.phase >= c.GATHERING, state.phase >= c.RECOVERING
    cards = read_cards(given, what) if "cards" in given or not shows_cards else placed_on(state, seat)
    action = given.get("action")
    if action is None:
        state.shown_action[seat] = state.action[seat] if shows_actions and "action" not in given else c.NONE
    else:
        state.shown_action[seat] = read_name(action, c.ACTION_OF, f"{what}, action")
    if (shows_cards and cards != placed_on(state, seat)) or (cards and state.round < 2 - shows_cards):
        raise refuse("{what}: these district cards cannot have been turned up last.", what=what)
    if shows_actions and state.action[seat] not in (c.NONE, state.shown_action[seat]):
        raise refuse("{what}: another action card lies there.", what=what)
    if state.shown_action[seat] != c.NONE and state.round < 3 - shows_actions:
        raise refuse("{what}: no action card can have been turned up before round 2.", what=what)
    for slot in range(len(cards)):
        state.shown_cards[seat][slot] = cards[slot]


def placed_on(state: Venezia, seat: int) -> list:
    """Read the district cards of a plan."""
    return [state.laid[seat][slot] for slot in range(state.laid_count[seat])]


def read_plan_in_progress(state: Venezia, seat: int, plan: dict, what: str) -> None:
    """Read an incomplete plan by repeating its steps (venezia.plan.sequence)."""
    first = plan.get("first")
    step = read_name(plan.get("step", "first" if first is None else "complete"), STEP, f"{what}, step")
    cards, action, counts = read_cards(plan, what), read_action(state, seat, plan, what), read_counts(plan, what)
    decisions = [] if first is None else [read_name(first, FIRST, f"{what}, first")]
    if action != c.NONE:
        decisions.append(c.ACTION + action)
    elif step > c.ACTION_CARD and state.actions_to_lay(seat):
        decisions.append(c.STOP)
    decisions += [c.PLACE + place for place in cards]
    if step > c.DISTRICT_CARD and len(cards) < c.MAX_DISTRICT_CARDS:
        decisions.append(c.STOP)
    for move in decisions:
        decide(state, seat, move, what)
    for slot, number_there in enumerate(counts):
        if state.step[seat] == c.PIGEON_COUNT + slot:
            decide(state, seat, c.NUMBER + number_there, what)
        elif number_there:
            raise refuse("{what}: so many pigeons cannot be planned.", what=what)
    complete = state.step[seat] == c.COMPLETE
    reached = STEP["complete"] if complete else min(state.step[seat], c.PIGEON_COUNT)
    slots = 0 if step < c.PIGEON_COUNT else 1 + len(cards) if complete else state.step[seat] - c.PIGEON_COUNT
    if reached != step or len(counts) != slots:
        raise refuse("{what}: with these cards and pigeons, the step cannot be {step}.", what=what, step=STEPS[step])


def decide(state: Venezia, seat: int, move: int, what: str) -> None:
    if state.step[seat] == c.COMPLETE or not state.plan_options(seat) & bit(move):
        raise refuse("{what}: {move} cannot be planned.", what=what, move=c.MOVE_TEXTS[move])
    state.extend_plan(seat, move)


# What is asked


def read_player(state: Venezia, value: object, given: bool) -> None:
    """Read whose turn it is; by default, whom the rules ask, if that does not depend on the turns of others."""
    if state.phase == c.GAME_OVER:
        state.player = -1
    elif state.phase == c.PLANNING:
        planners = state.planning_seats()
        if not planners:
            raise refuse("All plans are complete: the first cards are turned up.")
        state.player = next(
            seat for turn in range(state.seats) for seat in [(state.start + turn) % state.seats] if planners >> seat & 1
        )
    elif state.phase == c.SETTLING:
        without = [(state.start + turn) % state.seats for turn in range(state.seats)]
        state.player = next((seat for seat in without if state.home[seat] == c.NONE), state.start)
    elif state.phase in (c.RECOVERING, c.FETCHING):
        state.player = state.majority_holder(c.SAN_GIORGIO if state.phase == c.RECOVERING else c.SAN_MICHELE)
        if state.player == c.NONE:
            raise refuse("Nobody has the majority there.")
    else:
        state.player = read_int(value, 0, state.seats - 1, "player")
        return
    expected = None if state.phase in (c.GAME_OVER, c.PLANNING) else state.player
    if given and (isinstance(value, bool) or value != expected):
        raise refuse(
            "By the rules, {key} would be {state}, not {value}.", key="player", state=expected, value=brief(value)
        )


def read_choice(state: Venezia, given: dict) -> None:
    """Read what was chosen in the earlier steps of a decision."""
    seat, phase = state.player, state.phase
    chosen = given.get("chosen")
    state.chosen = 0 if chosen is None else read_name(chosen, MOVE, "chosen")
    limit = {c.GATHERING: c.CARD_PIGEONS[c.FAMILY] - 1, c.SETTING_GREY: 1, c.VESPA_TO: c.CARD_PIGEONS[c.VESPA]}.get(
        phase, 0
    )
    state.number = read_int(given.get("number", 0), 1 if phase == c.VESPA_TO else 0, limit, "number")
    read_squares(state.moved, given.get("moved", []), "moved")
    read_squares(state.visited, given.get("been", []), "been")
    if not fits(state, seat, state.chosen):
        raise refuse("{value} cannot be chosen in this phase.", value=brief(chosen))
    if phase == c.VESPA_TO and state.number > state.flock[seat][state.chosen - c.PLACE]:
        raise refuse("Seat {seat} doesn't have that many pigeons there.", seat=seat)
    if phase == c.GATHERING and state.number > state.flock[seat][state.home[seat]]:
        raise refuse("Seat {seat} doesn't have that many pigeons at home.", seat=seat)
    check_moved(state)


def fits(state: Venezia, seat: int, chosen: int) -> bool:
    """Is this a possible subject of the decision?"""
    if state.phase in (c.MOVING, c.JUMPING):
        return chosen >= c.SQUARE and contains(state.pigeons_at[seat], chosen - c.SQUARE)
    if state.phase in (c.SPLITTING, c.CARRIER_CARD):
        slots = state.laid_count[seat] - (state.phase == c.SPLITTING)
        return c.SLOT <= chosen < c.SLOT + slots
    if state.phase in (c.VESPA_COUNT, c.VESPA_TO):
        return c.PLACE <= chosen < c.PLACE + c.DISTRICTS and state.flock[seat][chosen - c.PLACE] > 0
    if state.phase == c.TAKING_ALONG:
        return c.PLACE <= chosen < c.PLACE + c.DISTRICTS and bool(
            state.districts_without_home() & bit(chosen - c.PLACE)
        )
    return chosen == 0


def check_moved(state: Venezia) -> None:
    """venezia.move.once, venezia.jump.norevisit."""
    moved, been = squares_in(state.moved), squares_in(state.visited)
    moving = c.PICKING <= state.phase <= c.JUMPING
    if moved and not (moving and all(contains(state.pigeons_at[state.player], square) for square in moved)):
        raise refuse("Only pigeons of the player whose turn it is can have moved.")
    square_now = state.chosen - c.SQUARE
    if state.phase in (c.MOVING, c.JUMPING) and square_now in moved:
        raise refuse("The pigeon on {square} has moved already.", square=c.SQUARE_NAMES[square_now])
    if state.phase != c.JUMPING:
        if been:
            raise refuse("No pigeon is jumping in this phase.")
        return
    left = [square for square in been if square != square_now]
    taken = [square for square in left if state.pigeon_owner(square) != c.NONE or contains(state.hunter_at, square)]
    on_tourists = [square for square in left if contains(state.tourist_at, square)]
    apart = not left or len(linked_by_jumps(state, square_now, left)) < len(left)
    if square_now not in been or apart or taken or len(on_tourists) > 1 or contains(state.tourist_at, square_now):
        raise refuse("The pigeon on {square} cannot have been on these squares.", square=c.SQUARE_NAMES[square_now])


def linked_by_jumps(state: Venezia, end: int, squares: list) -> list:
    """Those of the squares from which jumps over other squares of them lead to where the pigeon is now."""
    found = [end]
    for landing in found:
        found += [square for square in squares if square not in found and is_jump(state, end, square, landing)]
    return found[1:]


def is_jump(state: Venezia, end: int, start: int, landing: int) -> bool:
    """venezia.jump.basic, venezia.jump.notover, venezia.jump.notover.bird: over one pigeon, not the jumping one."""
    down = abs(start // c.COLUMNS - landing // c.COLUMNS)
    right = abs(start % c.COLUMNS - landing % c.COLUMNS)
    over = (start + landing) // 2
    straight = down in (0, 2) and right in (0, 2) and start != landing
    return straight and over != end and state.pigeon_owner(over) != c.NONE and not contains(state.tourist_at, over)


# Phases


def check_phase(state: Venezia) -> None:
    """Check what earlier phases leave behind."""
    if state.phase == c.SETTLING or (state.phase == c.PLANNING and state.round == 1):
        check_start(state)
    for seat in range(state.seats):
        turn = turn_of(state, seat) - turn_of(state, state.player)  # negative: before the player
        check_nest(state, seat, turn)
        if state.phase >= c.PLACING:
            check_first_card(state, seat, turn)
            check_shown(state, seat, turn)
        if state.phase >= c.GATHERING:
            check_action_card(state, seat, turn)
        if state.phase >= c.RECOVERING and sum(state.on_card[seat]):
            raise refuse("The pigeons of seat {seat} have landed: there are none on its cards.", seat=seat)
    check_conflicts(state)
    if state.phase >= c.GATHERING:
        check_turned_up(state)
    check_marker(state, state.hawk, c.HAWK)
    check_marker(state, state.catcher, c.CATCHER)


def check_start(state: Venezia) -> None:
    """venezia.setup.reserve, venezia.setup.grey."""
    for seat in range(state.seats):
        if state.reserve[seat] != state.start_reserve or state.supply[seat] != c.PIGEONS - state.start_reserve:
            raise refuse(
                "Seat {seat} still has {pigeons} pigeons in the reserve, and all others in the supply.",
                seat=seat,
                pigeons=state.start_reserve,
            )
    if state.phase == c.SETTLING and state.round:
        raise refuse("Nothing has happened before the first round.")


def check_nest(state: Venezia, seat: int, turn: int) -> None:
    """venezia.upkeep.nest, venezia.breed.own."""
    unborn = state.phase < c.PICKING or (state.phase <= c.JUMPING and turn >= 0)
    if state.nest[seat] and unborn:
        raise refuse("Seat {seat} has no pigeons in the nest yet.", seat=seat)


def check_first_card(state: Venezia, seat: int, turn: int) -> None:
    """venezia.first.reveal, venezia.plan.limit."""
    left = state.on_card[seat][0]
    first, asked = state.first[seat], {c.PLACING: c.PIAZZA, c.SPLITTING: c.FEINT}.get(state.phase)
    if asked is None or turn < 0:
        if left:
            raise refuse("The first card of seat {seat} is carried out: there are no pigeons on it.", seat=seat)
    elif turn == 0 and (first != asked or not left):
        raise refuse("Seat {seat} has no such first card with pigeons.", seat=seat)
    elif first == c.PIAZZA and left + state.count_on_piazza(seat) > c.MAX_ON_PIAZZA:
        raise refuse("Seat {seat} would have more than {max} pigeons on the Piazza.", seat=seat, max=c.MAX_ON_PIAZZA)


def check_shown(state: Venezia, seat: int, turn: int) -> None:
    """With a Feint, pigeons have moved from slot 1 to the other cards and nowhere else (venezia.first.feint)."""
    shown = [state.shown_pigeons[seat][slot] for slot in range(c.PIGEON_SLOTS)]
    lying = counts_on(state, seat)
    waits = state.phase in (c.PLACING, c.SPLITTING) and turn > 0
    gained = [now - before for before, now in zip(shown[1:], lying[1:], strict=True)]
    fewer = sum(lying) <= sum(shown) and min(gained) >= 0 and not (state.first[seat] == c.PIAZZA and any(gained))
    if any(shown[1 + state.laid_count[seat] :]) or sum(shown) > c.PIGEONS or (waits and shown != lying):
        raise refuse("Seat {seat} cannot have shown these pigeons on its cards.", seat=seat)
    if not fewer and state.phase < c.RECOVERING:
        raise refuse("Seat {seat} cannot have shown these pigeons on its cards.", seat=seat)


def card_in_turn(state: Venezia) -> int:
    """The action card that is being used, or may be used."""
    return state.action[state.player] if state.phase == c.USING else c.CARD_OF_PHASE.get(state.phase, c.NONE)


def is_before_cards(state: Venezia) -> bool:
    """Has no action card been used yet, except perhaps a Family Gathering?"""
    return state.phase <= c.REINFORCING or card_in_turn(state) == c.FAMILY


def has_passed(state: Venezia, seat: int, card: int) -> bool:
    """Has this card had its turn (venezia.action.family, venezia.action.order)?"""
    if card == c.FAMILY:
        return card_in_turn(state) != c.FAMILY
    before = turn_of(state, seat) < turn_of(state, state.player)
    return state.phase >= c.RECOVERING or (before and not is_before_cards(state))


def check_action_card(state: Venezia, seat: int, turn: int) -> None:
    """Check the cards that wait to be used."""
    card, asked = state.action[seat], card_in_turn(state)
    if state.phase == c.USING and state.action_use == c.MUST:
        raise refuse("Whoever has a card in force must carry it out here.")
    if turn == 0 and (asked != c.NONE or state.phase == c.USING):
        if card != asked or card == c.NONE:
            raise refuse("Seat {seat} has not laid the action card that is carried out.", seat=seat)
    elif card == c.FAMILY:
        raise refuse("A Family Gathering is carried out before everything else.")
    elif card != c.NONE and has_passed(state, seat, card):
        raise refuse("The action card of seat {seat} is carried out: it lies there no more.", seat=seat)


def check_conflicts(state: Venezia) -> None:
    """venezia.action.conflict."""
    cards = [state.action[seat] for seat in range(state.seats) if state.action[seat] != c.NONE]
    if state.phase >= c.GATHERING and len(set(cards)) < len(cards):
        raise refuse("Two seats cannot both carry out the same action card.")


def check_turned_up(state: Venezia) -> None:
    """Check what became of the cards of this round: venezia.action.conflict, tie, back; venezia.reinforce.blocked."""
    for seat in range(state.seats):
        card = state.shown_action[seat]
        if card == c.NONE:
            continue
        args = {"seat": seat, "card": c.ACTION_NAMES[card]}
        played = bool(state.played[seat] >> card & 1)
        recovered = state.phase == c.FETCHING and state.majority_holder(c.SAN_GIORGIO) == seat
        if not carries_out(state, seat, card):
            if played or state.action[seat] == card:
                raise refuse("Seat {seat} has taken this card back, because others laid it too: {card}.", **args)
        elif not played and state.action[seat] != card and not recovered and not may_have_declined(state, seat, card):
            raise refuse("Seat {seat} carries out this card, or has played it: {card}.", **args)
        blocks = state.cancelled_gathering == c.BLOCKS or played
        if state.phase == c.REINFORCING and card == c.FAMILY and blocks:
            raise refuse("Nobody reinforces in a round with a Family Gathering.")


def carries_out(state: Venezia, seat: int, card: int) -> bool:
    """Does this seat have fewer points than all others that have laid the card?"""
    others = [other for other in range(state.seats) if other != seat and state.shown_action[other] == card]
    return all(points_before(state, seat) < points_before(state, other) for other in others)


def may_have_declined(state: Venezia, seat: int, card: int) -> bool:
    """venezia.action.decline."""
    return state.action_use == c.MAY and has_passed(state, seat, card)


def check_marker(state: Venezia, district: int, card: int) -> None:
    """Hawk and catcher are on the board from their cards to the end of the round (venezia.upkeep.hawk)."""
    if district == c.NONE:
        return
    acted = [seat for seat in range(state.seats) if turn_of(state, seat) < turn_of(state, state.player)]
    if state.phase >= c.RECOVERING:
        acted = list(range(state.seats))
    recovered = state.phase == c.FETCHING and state.majority_holder(c.SAN_GIORGIO) != c.NONE
    early = is_before_cards(state) or card_in_turn(state) == card
    if early or not (recovered or any(state.played[seat] >> card & 1 for seat in acted)):
        raise refuse("Nobody has carried out this card in this round: {card}.", card=c.ACTION_NAMES[card])
