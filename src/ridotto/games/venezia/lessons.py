"""What a first game of Venezia explains, each thing when it first comes up."""

from ridotto.engine.lesson import Lesson, View
from ridotto.engine.message import msg


def _asked(view: View, *phases: str) -> bool:
    """Is the viewer to decide in one of these phases?"""
    return bool(view["phase"] in phases and view["moves"])


def _plans(view: View, step: str) -> bool:
    """Is this the step of planning where the viewer is?"""
    return bool(_asked(view, "plan") and view["own"]["plan"]["step"] == step)


LESSONS = (
    Lesson(
        "goal",
        msg("What it is about"),
        msg(
            "You lead a family of pigeons. In each district the biggest flock scores. When somebody has 50 points, "
            "most points win; whoever leads in five of the seven districts at once wins outright."
        ),
        "venezia.end.fifty",
        lambda view: True,
        "city",
    ),
    Lesson(
        "home",
        msg("Your home base"),
        msg(
            "Choose a district that has no home base yet. Leading there will bring you 3 points, but the others 6: "
            "they will want to visit you."
        ),
        "venezia.setup.home",
        lambda view: _asked(view, "home"),
        "city",
    ),
    Lesson(
        "first-card",
        msg("Planning: the first card"),
        msg(
            "All plan at the same time, face down. First choose: with Piazza the birds on it land on the Piazza, where "
            "they raise young; with Feint you later spread them over your district cards."
        ),
        "venezia.plan.first",
        lambda view: _plans(view, "first"),
        "held",
        secret=True,
    ),
    Lesson(
        "action-card",
        msg("Planning: an action card"),
        msg(
            "From the second round on you may lay one action card, or none. Once used, it is out of your hand until "
            "you get it back by having the most birds on San Giorgio."
        ),
        "venezia.plan.action.optional",
        lambda view: _plans(view, "action"),
        "held",
        secret=True,
    ),
    Lesson(
        "districts",
        msg("Planning: districts"),
        msg(
            "Lay up to three district cards: that is where birds will fly. The others see that cards lie there, but "
            "not which. One bird more than anybody else is enough, and a tie brings nothing."
        ),
        "venezia.plan.districts",
        lambda view: _plans(view, "districts"),
        "held",
        secret=True,
    ),
    Lesson(
        "pigeons",
        msg("Planning: pigeons"),
        msg(
            "Spread birds of your reserve over the first card and the district cards, as many as you like. A sound "
            "first plan for twelve: 5 on the Piazza card, 3, 2 and 2 on districts."
        ),
        "venezia.plan.pigeons.split",
        lambda view: _plans(view, "pigeons"),
        "plan",
        secret=True,
    ),
    Lesson(
        "first-card-up",
        msg("Your first card is up"),
        msg(
            "Piazza: put its birds onto free squares, one by one; nobody knows yet where tourists and hunter will "
            "stand. Feint: spread its birds over your district cards, whose faces stay hidden while the numbers are "
            "seen."
        ),
        "venezia.first.place",
        lambda view: _asked(view, "place", "feint"),
        "plan",
    ),
    Lesson(
        "tourists",
        msg("Tourists and the hunter"),
        msg(
            "Two tourists have come, and then the hunter: all birds on or next to the hunter's square are lost. On "
            "your turn each of your birds on a tourist brings 5 young, each next to one brings 2. They wait in your "
            "nest."
        ),
        "venezia.breed.on",
        lambda view: bool(view["tourists"] or view["last_tourists"]),
        "piazza",
    ),
    Lesson(
        "move",
        msg("Walk, jump and pinch"),
        msg(
            "Each of your birds may walk one square, or jump over a neighbouring bird and on and on. Afterwards every "
            "single enemy bird between two of yours goes to San Michele, and your birds near tourists breed."
        ),
        "venezia.move.walk",
        lambda view: _asked(view, "pick", "move", "jump"),
        "piazza",
    ),
    Lesson(
        "reinforce",
        msg("Help from the nest"),
        msg(
            "You may move birds from your nest straight to your home district. All others come into your reserve at "
            "the end of the round, for the next plan."
        ),
        "venezia.reinforce.may",
        lambda view: _asked(view, "reinforce"),
        "roost",
    ),
    Lesson(
        "actions",
        msg("Action cards are turned up"),
        msg(
            "All action cards are turned up together. If several families laid the same one, only the one with the "
            "fewest points uses it; on a tie nobody does. What is not used goes back to the hand."
        ),
        "venezia.action.conflict",
        lambda view: any(seat["played"] for seat in view["seats"]),
    ),
    Lesson(
        "count",
        msg("The first count"),
        msg(
            "In each district the family with the most birds scores: 3 points, or 6 in the home of another family; on "
            "a tie nobody does. Then the fullest place is swept empty, unless several tie: its birds return to the "
            "reserves."
        ),
        "venezia.score.majority",
        lambda view: view["round"] > 1,
        "city",
    ),
    Lesson(
        "grey",
        msg("Grey pigeons"),
        msg(
            "Six grey pigeons belong to the clergy, and come by an action card. They count like one more family: where "
            "they lead or share the lead, nobody scores."
        ),
        "venezia.score.grey",
        lambda view: bool(view["grey"]),
        "city",
    ),
    Lesson(
        "islands",
        msg("The islands"),
        msg(
            "Whoever has the most birds on San Giorgio may take back one played action card. Whoever has the most on "
            "San Michele may fetch 1 or 2 lost birds back to the reserve."
        ),
        "venezia.score.michele",
        lambda view: _asked(view, "recover", "fetch"),
        "place-san_giorgio",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "Five districts at once win outright, else most points. A tie goes to whoever holds more districts in this "
            "last count, then to whoever has more birds in the seven districts."
        ),
        "venezia.end.tiebreak",
        lambda view: bool(view["phase"] == "over"),
    ),
)
