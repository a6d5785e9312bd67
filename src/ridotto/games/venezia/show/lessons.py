"""The lessons of a first game of Venezia, each shown when its subject first comes up."""

from ridotto.engine.lesson import Lesson
from ridotto.engine.message import msg
from ridotto.games.venezia.show.view import VeneziaView


def _asked(view: VeneziaView, *phases: str) -> bool:
    """Is the viewer to decide in one of these phases?"""
    return view.public.phase in phases and bool(view.moves)


def _plans(view: VeneziaView, step: str) -> bool:
    """Is this the step of planning where the viewer is?"""
    return view.own is not None and bool(view.moves) and view.own.plan.step == step


LESSONS = (
    Lesson(
        "goal",
        msg("What it's about"),
        msg(
            "You lead a family of pigeons. In each district the biggest flock scores. Once somebody has 50 points, "
            "the most points win. But leading in five of the seven districts at once wins on the spot."
        ),
        "venezia.end.fifty",
        lambda view: True,
        "city",
    ),
    Lesson(
        "home",
        msg("Your home base"),
        msg(
            "Choose a district that has no home base yet. Leading there gets you 3 points, but the others get 6: "
            "expect visitors."
        ),
        "venezia.setup.home",
        lambda view: _asked(view, "home"),
        "city",
    ),
    Lesson(
        "first-card",
        msg("Planning: the first card"),
        msg(
            "Everybody plans at the same time, face down. First, choose a card: with Piazza, its birds land on the "
            "Piazza and raise chicks there; with Feint, you spread them over your district cards later."
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
            "From the second round on, you may lay one action card, or none. Once it's used, it's gone, until you win "
            "it back with the most birds on San Giorgio."
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
            "Lay up to three district cards: that's where your birds will fly. The others see that you've laid cards, "
            "but not which. One bird more than anybody else is enough, and a tie scores nothing."
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
            "Spread birds from your reserve over the first card and the district cards, as many as you like. A good "
            "first plan for twelve: 5 on the Piazza card, then 3, 2 and 2 on districts."
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
            "Piazza: put its birds on free squares, one by one; nobody knows yet where the tourists and the hunter "
            "will be. Feint: spread its birds over your district cards. They stay face down, but everybody sees the "
            "numbers."
        ),
        "venezia.first.place",
        lambda view: _asked(view, "place", "feint"),
        "plan",
        variants={
            ("hunters", "2"): msg(
                "Piazza: put its birds on free squares, one by one; nobody knows yet where the tourists and the two "
                "hunters will be. Feint: spread its birds over your district cards. They stay face down, but everybody "
                "sees the numbers."
            )
        },
    ),
    Lesson(
        "tourists",
        msg("Visitors on the Piazza"),
        msg(
            "The tourists have arrived, and then the hunter: all birds on or next to the hunter's square are lost. On "
            "your turn, each of your birds on a tourist raises 5 chicks, each one next to a tourist 2. They wait in "
            "your nest."
        ),
        "venezia.breed.on",
        lambda view: bool(view.public.tourists or view.public.last_tourists),
        "piazza",
        variants={
            ("hunters", "2"): msg(
                "The tourists have arrived, and then two hunters: all birds on or next to a hunter's square are lost. "
                "On your turn, each of your birds on a tourist raises 5 chicks, each one next to a tourist 2. They "
                "wait in your nest."
            )
        },
    ),
    Lesson(
        "move",
        msg("Walk, jump and pinch"),
        msg(
            "Each of your birds may walk one square, or jump over a bird next to it, again and again. After that, "
            "each lone enemy bird caught between two of yours goes to San Michele, and your birds near tourists raise "
            "chicks."
        ),
        "venezia.move.walk",
        lambda view: _asked(view, "pick", "move", "jump"),
        "piazza",
    ),
    Lesson(
        "reinforce",
        msg("Help from the nest"),
        msg(
            "You may move birds from your nest straight to your home district. The rest join your reserve at the end "
            "of the round, ready for your next plan."
        ),
        "venezia.reinforce.may",
        lambda view: _asked(view, "reinforce"),
        "roost",
    ),
    Lesson(
        "actions",
        msg("Action cards are revealed"),
        msg(
            "All action cards are revealed together. If several families laid the same one, only the family with the "
            "fewest points uses it; if they're tied, nobody does. Unused cards go back to the hand."
        ),
        "venezia.action.conflict",
        lambda view: any(seat.played for seat in view.public.seats),
        variants={
            ("action_use", "may"): msg(
                "All action cards are revealed together. If several families laid the same one, only the family with "
                "the fewest points may use it; if they're tied, nobody may. Nobody has to: unused cards go back to the "
                "hand."
            )
        },
    ),
    Lesson(
        "count",
        msg("The first scoring"),
        msg(
            "In each district the family with the most birds scores 3 points, or 6 in another family's home district; "
            "a tie scores nothing. Then the fullest place is swept empty, unless it's a tie: its birds return to the "
            "reserves."
        ),
        "venezia.score.majority",
        lambda view: view.public.round > 1,
        "city",
    ),
    Lesson(
        "grey",
        msg("Grey pigeons"),
        msg(
            "The six grey pigeons belong to the clergy and arrive by action card. They count like one more family: "
            "where they lead, alone or tied, nobody scores."
        ),
        "venezia.score.grey",
        lambda view: any(place.grey for place in view.public.city),
        "city",
    ),
    Lesson(
        "islands",
        msg("The islands"),
        msg(
            "With the most birds on San Giorgio, you may take back one played action card. With the most on San "
            "Michele, you may fetch 1 or 2 lost birds back to your reserve."
        ),
        "venezia.score.michele",
        lambda view: _asked(view, "recover", "fetch"),
        "place-san_giorgio",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "Five districts at once win on the spot; otherwise the most points win. If it's a tie, more districts in "
            "this last scoring decide, then more birds in the seven districts."
        ),
        "venezia.end.tiebreak",
        lambda view: view.public.phase == "over",
    ),
)
