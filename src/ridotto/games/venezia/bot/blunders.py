"""Blunders in Venezia: moves that not even a beginner makes."""

from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.effects import VeneziaTarget
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic, VeneziaView


def blunders(view: VeneziaView) -> set[int]:
    """Plans without an effect, leaving what is free, and walking away from tourists for nothing."""
    public, own = view.public, view.own
    if own is None:
        return set()
    match public.phase:
        case "plan":
            return _idle_plans(own)
        case "recover":
            return {c.STOP}
        case "fetch":
            return {move for move in own.moves if c.NUMBER <= move < max(own.moves)}
        case "move" if public.picked is not None:
            return _losing_walks(public, own, public.picked)
        case _:
            return set()


def _idle_plans(own: VeneziaOwn) -> set[int]:
    """With pigeons left: a Feint without a district card, or no pigeon anywhere."""
    plan = own.plan
    if not own.left or any(plan.pigeons):
        return set()
    if plan.step == "districts" and plan.first == c.FEINT and not plan.cards:
        return {c.STOP}
    if plan.step == "pigeons" and len(plan.pigeons) == len(plan.cards):
        return {c.NUMBER}
    return set()


def _losing_walks(public: VeneziaPublic, own: VeneziaOwn, start: int) -> set[int]:
    """Walks to squares with fewer births where no rival is near enough to be pinched."""
    targets = [effect for effect in own.effects if isinstance(effect, VeneziaTarget) and not effect.jump]
    return {
        c.SQUARE + target.square
        for target in targets
        if public.births[target.square] < public.births[start] and set(target.beside) <= {own.seat}
    }
