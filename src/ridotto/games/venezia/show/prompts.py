"""The prompt for everybody in Venezia, the one for a seat that is asked, and their clauses."""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import action_message, first_label, place_label, place_message
from ridotto.games.venezia.rules.refusals import NOW, PLAN
from ridotto.games.venezia.rules.snapshot import PHASES, STEPS
from ridotto.games.venezia.show.majorities import home_of
from ridotto.games.venezia.show.standings import result_message
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic

ENDING_CLAUSES = {"five": "venezia.end.five", "fifty": "venezia.end.fifty", "limit": "venezia.end.limit"}
PHASES_OF_ACTIONS = tuple(PHASES[phase] for phase in c.CARD_OF_PHASE)


def prompt(public: VeneziaPublic) -> Message:
    """What everybody reads: who is asked for what, or how the game ended."""
    return result_message(public) if public.phase == "over" else _waiting(public)


def own_prompt(public: VeneziaPublic, own: VeneziaOwn) -> Message:
    """The question to a seat that is asked."""
    if public.phase == "plan":
        return _plan_question(public, own)
    if public.phase in PHASES_OF_ACTIONS:
        return _action_question(public, own)
    return _question(public, own)


def prompt_clause(public: VeneziaPublic) -> str:
    """The clause that the prompt rests on."""
    if public.ending is not None:
        return ENDING_CLAUSES[public.ending]
    if public.phase == "plan":
        return "venezia.plan.simultaneous"
    clause, _ = NOW[PHASES.index(public.phase)]
    return clause


def own_prompt_clause(public: VeneziaPublic, own: VeneziaOwn) -> str | None:
    """The clause of the question to a seat that is asked, where it is another one."""
    if own.plan.step is None:
        return None
    clause, _ = PLAN[STEPS.index(own.plan.step)]
    return clause


def _waiting(public: VeneziaPublic) -> Message:
    seats = [SeatName(seat) for seat in public.waiting]
    who = listing(seats)
    match public.phase:
        case "home":
            return msg("{who} is choosing a home district.", who=who)
        case "plan":
            return msgs("{who} is still planning.", "{who} are still planning.", len(seats), who=who)
        case "place":
            return msg("{who} is placing pigeons on the Piazza.", who=who)
        case "feint":
            return msg("{who} is spreading the pigeons from the Feint.", who=who)
        case "pick" | "move" | "jump":
            return msg("{who} is moving on the Piazza.", who=who)
        case "reinforce":
            return msg("{who} may reinforce the home base.", who=who)
        case "recover":
            return msg("{who} may recover an action card on San Giorgio.", who=who)
        case "fetch":
            return msg("{who} may fetch pigeons from San Michele.", who=who)
        case "use":
            return msg("{who} may use an action card: {card}.", who=who, card=_card_in_turn(public))
        case _:
            return msg("{who} is using {card}.", who=who, card=_card_in_turn(public))


def _card_in_turn(public: VeneziaPublic) -> Message:
    """The action card that is being used, or may be used."""
    assert public.card is not None
    return action_message(public.card)


def _plan_question(public: VeneziaPublic, own: VeneziaOwn) -> Message:
    plan = own.plan
    match plan.step:
        case "first":
            return msg("Round {round}: choose your first card.", round=public.round)
        case "action":
            return msg("Lay an action card?")
        case "districts":
            return msg("District card {n} of {max}: which one?", n=len(plan.cards) + 1, max=c.MAX_DISTRICT_CARDS)
    return msgs(
        "How many pigeons on the {card} card? {n} is left in your reserve.",
        "How many pigeons on the {card} card? {n} are left in your reserve.",
        own.left,
        card=_card_to_fill(own),
    )


def _card_to_fill(own: VeneziaOwn) -> Message:
    """The card of a plan whose number of pigeons is asked."""
    slot = len(own.plan.pigeons)
    if slot:
        return place_label(own.plan.cards[slot - 1])
    assert own.plan.first is not None
    return first_label(own.plan.first)


def _question(public: VeneziaPublic, own: VeneziaOwn) -> Message:
    match public.phase:
        case "home":
            return msg("Choose your home district: leading there scores 3 points for you, 6 for others.")
        case "place":
            return msgs(
                "Place your last pigeon on the Piazza.",
                "Place a pigeon on the Piazza: {n} left on your card.",
                own.plan.pigeons[0],
            )
        case "feint":
            assert public.slot is not None
            return msgs(
                "Feint, {n} pigeon: how many to {card}? The last card gets the rest.",
                "Feint, {n} pigeons: how many to {card}? The last card gets the rest.",
                own.plan.pigeons[0],
                card=place_message(own.plan.cards[public.slot]),
            )
        case "pick":
            return msg("Which pigeon moves? Or stop: pincers and offspring come next.")
        case "move":
            return msg("Where should the pigeon on {square} go?", square=_picked_name(public))
        case "jump":
            return msg("Should the pigeon on {square} jump again?", square=_picked_name(public))
        case "reinforce":
            return msgs(
                "How many pigeons reinforce {place}? {n} is in your nest.",
                "How many pigeons reinforce {place}? {n} are in your nest.",
                public.seats[own.seat].nest,
                place=place_message(home_of(public, own.seat)),
            )
        case "use":
            return msg("{card}: use it now, or keep it for later?", card=_card_in_turn(public))
        case "recover":
            return msg("San Giorgio is yours: which played card do you take back?")
        case _:
            return msg("San Michele is yours: how many pigeons do you fetch back?")


def _picked_name(public: VeneziaPublic) -> str:
    """The square of the pigeon that moves."""
    assert public.picked is not None
    return c.SQUARE_NAMES[public.picked]


def _action_question(public: VeneziaPublic, own: VeneziaOwn) -> Message:
    """The question for the owner of an action card that is being used."""
    match public.phase:
        case "family":
            return msg(
                "Family Gathering: which district sends a pigeon home to {home}? {left} left.",
                home=place_message(home_of(public, own.seat)),
                left=c.CARD_PIGEONS[c.FAMILY] - public.number,
            )
        case "hawk":
            return msg("Hawk: in which district should nobody land?")
        case "catcher":
            return msg("City Catcher: in which district should he catch pigeons?")
        case "clergy":
            group = {"number": c.GREY_GROUPS[public.number], "group": public.number + 1}
            return msg("Clergy, group {group} of 2: where do {number} grey pigeons go?", **group)
        case "house":
            return msg("Moving House: where does your home base go?")
        case "take along":
            home = place_message(home_of(public, own.seat))
            return msg("Moving House: how many pigeons go along to {home}?", home=home)
        case "vespa from":
            return msg("Luigi's Vespa: where does it pick up your pigeons?")
        case "vespa count":
            return msg("Luigi's Vespa: how many pigeons does it take from {place}?", place=_origin_message(public))
        case "vespa to":
            return msgs(
                "Luigi's Vespa: where does it take {n} pigeon from {place}?",
                "Luigi's Vespa: where does it take {n} pigeons from {place}?",
                public.number,
                place=_origin_message(public),
            )
        case "carrier slot":
            return msg("Carrier Pigeons: which of your cards do you swap?")
        case _:
            return msg("Carrier Pigeons: for which card from your hand?")


def _origin_message(public: VeneziaPublic) -> Message:
    """The district that pigeons leave by Vespa."""
    assert public.origin is not None
    return place_message(public.origin)
