"""Blunders in 17 Diciassette: moves that not even a beginner makes."""

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.row_totals import highest_total
from ridotto.games.diciassette.show.view import DiciassetteView, own_part


def blunders(view: DiciassetteView) -> set[int]:
    """Calling if 17 is out of reach, laying a trap face up, bringing the visible total to 17.

    An expert may call wrongly on purpose, to get rid of a penalty token; a beginner does not.
    """
    if view.public.phase == "call":
        return {c.CALL} if highest_total(view.own or view.public) < c.LIMIT else set()
    found, effects = {c.TRAP}, own_part(view).effects
    if any(effect.known < c.LIMIT for effect in effects):
        found.update(effect.move for effect in effects if effect.move < c.DOWN and effect.total >= c.LIMIT)
    return found
