"""The prompt for a viewer of Venezia, and its clause."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import card_label, card_message
from ridotto.games.venezia.rules.refusals import NOW, PLAN
from ridotto.games.venezia.rules.snapshot import PHASES, STEPS
from ridotto.games.venezia.show.standings import conqueror, result_message

View = dict[str, Any]

CARD_OF = {PHASES[phase]: card for phase, card in c.CARD_OF_PHASE.items()}


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return result_message(view)
    if view["viewer"] not in view["waiting"]:
        return _waiting(view, [SeatName(seat) for seat in view["waiting"]])
    if view["phase"] == "plan":
        return _plan_question(view)
    if view["phase"] in CARD_OF:
        return _action_question(view)
    return _question(view)


def prompt_clause(view: View) -> str:
    """The clause that the prompt rests on."""
    if view["phase"] == "over":
        if conqueror(view) is not None:
            return "venezia.end.five"
        reached = max(things["score"] for things in view["seats"]) >= c.POINTS_TO_WIN
        return "venezia.end.fifty" if reached else "venezia.end.limit"
    if view["phase"] != "plan":
        clause, _ = NOW[PHASES.index(view["phase"])]
    elif view["viewer"] in view["waiting"]:
        clause, _ = PLAN[STEPS.index(view["own"]["plan"]["step"])]
    else:
        clause = "venezia.plan.simultaneous"
    return clause


def _waiting(view: View, seats: list[SeatName]) -> Message:
    who = listing(seats)
    match view["phase"]:
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
            return msg("{who} may use an action card: {card}.", who=who, card=_card_in_turn(view))
        case _:
            return msg("{who} is using {card}.", who=who, card=_card_in_turn(view))


def _card_in_turn(view: View) -> Message:
    """The action card that is being used, or may be used."""
    return card_message(view["seats"][view["player"]]["plan"]["action"])


def _plan_question(view: View) -> Message:
    plan, left = view["own"]["plan"], view["own"]["left"]
    match plan["step"]:
        case "first":
            return msg("Round {round}: choose your first card.", round=view["round"])
        case "action":
            return msg("Lay an action card?")
        case "districts":
            return msg("District card {n} of {max}: which one?", n=len(plan["cards"]) + 1, max=c.MAX_DISTRICT_CARDS)
    slot = len(plan["pigeons"])
    card = plan["cards"][slot - 1] if slot else plan["first"]
    return msgs(
        "How many pigeons on the {card} card? {n} is left in your reserve.",
        "How many pigeons on the {card} card? {n} are left in your reserve.",
        left,
        card=card_label(card),
    )


def _question(view: View) -> Message:
    own = view["seats"][view["viewer"]]
    match view["phase"]:
        case "home":
            return msg("Choose your home district: leading there scores 3 points for you, 6 for others.")
        case "place":
            return msgs(
                "Place your last pigeon on the Piazza.",
                "Place a pigeon on the Piazza: {n} left on your card.",
                own["plan"]["pigeons"][0],
            )
        case "feint":
            slot = c.MOVE_TEXTS.index(view["chosen"]) - c.SLOT
            return msgs(
                "Feint, {n} pigeon: how many to {card}? The last card gets the rest.",
                "Feint, {n} pigeons: how many to {card}? The last card gets the rest.",
                own["plan"]["pigeons"][0],
                card=card_message(view["own"]["plan"]["cards"][slot]),
            )
        case "pick":
            return msg("Which pigeon moves? Or stop: pincers and offspring come next.")
        case "move":
            return msg("Where should the pigeon on {square} go?", square=view["chosen"])
        case "jump":
            return msg("Should the pigeon on {square} jump again?", square=view["chosen"])
        case "reinforce":
            return msgs(
                "How many pigeons reinforce {place}? {n} is in your nest.",
                "How many pigeons reinforce {place}? {n} are in your nest.",
                own["nest"],
                place=card_message(own["home"]),
            )
        case "use":
            return msg("{card}: use it now, or keep it for later?", card=_card_in_turn(view))
        case "recover":
            return msg("San Giorgio is yours: which played card do you take back?")
        case _:
            return msg("San Michele is yours: how many pigeons do you fetch back?")


def _action_question(view: View) -> Message:
    """The question for the owner of an action card that is being used."""
    home = card_message(view["seats"][view["viewer"]]["home"])
    match view["phase"]:
        case "family":
            left = c.CARD_PIGEONS[c.FAMILY] - view["number"]
            return msg(
                "Family Gathering: which district sends a pigeon home to {home}? {left} left.", home=home, left=left
            )
        case "hawk":
            return msg("Hawk: in which district should nobody land?")
        case "catcher":
            return msg("City Catcher: in which district should he catch pigeons?")
        case "clergy":
            group = {"number": c.GREY_GROUPS[view["number"]], "group": view["number"] + 1}
            return msg("Clergy, group {group} of 2: where do {number} grey pigeons go?", **group)
        case "house":
            return msg("Moving House: where does your home base go?")
        case "take along":
            return msg("Moving House: how many pigeons go along to {home}?", home=home)
        case "vespa from":
            return msg("Luigi's Vespa: where does it pick up your pigeons?")
        case "vespa count":
            return msg("Luigi's Vespa: how many pigeons does it take from {place}?", place=card_message(view["chosen"]))
        case "vespa to":
            return msgs(
                "Luigi's Vespa: where does it take {n} pigeon from {place}?",
                "Luigi's Vespa: where does it take {n} pigeons from {place}?",
                view["number"],
                place=card_message(view["chosen"]),
            )
        case "carrier slot":
            return msg("Carrier Pigeons: which of your cards do you swap?")
        case _:
            return msg("Carrier Pigeons: for which card from your hand?")
