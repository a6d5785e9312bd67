"""The table of 17 Diciassette as zones, pieces and actions, made from what everybody knows and what one seat knows."""

from ridotto.engine.message import msg, msgs
from ridotto.engine.note import SPECTATOR
from ridotto.engine.scene import Counter, OwnScene, Piece, Scene, Zone
from ridotto.games.diciassette.names import from_behind
from ridotto.games.diciassette.show.actions import actions, answer_zone
from ridotto.games.diciassette.show.call_answers import given_answer, others_waited_for, waiting
from ridotto.games.diciassette.show.hands import behind_id, behind_zones, hand_zone, under_zone
from ridotto.games.diciassette.show.pieces import piece
from ridotto.games.diciassette.show.prompts import notes, own_notes, own_prompt, prompt, prompt_clause
from ridotto.games.diciassette.show.rows import own_row_zones, row_zones
from ridotto.games.diciassette.show.settlement import step_zones
from ridotto.games.diciassette.show.standings import final_panels, flags_zone, panels
from ridotto.games.diciassette.show.unseen_cards import own_seen_zones, seen_zones
from ridotto.games.diciassette.show.view import DiciassettePublic, DiciassetteView, own_part


def public_scene(public: DiciassettePublic) -> Scene:
    around = [] if public.phase == "over" else [*surroundings(public), flags_zone(public)]
    zones = (*around, *row_zones(public), *step_zones(public), *seen_zones(public), *behind_zones(public))
    seats = panels(public) if public.places is None else final_panels(public, public.places)
    return Scene(
        SPECTATOR,
        prompt(public),
        waiting(public),
        zones,
        seats,
        notes=notes(public),
        clause=prompt_clause(public),
    )


def own_scene(view: DiciassetteView) -> OwnScene:
    public, own = view.public, own_part(view)
    answers = [] if public.phase == "over" else [answer_zone(public, own)]
    hand = under_zone(own), hand_zone(own)
    return OwnScene(
        own.seat,
        (*own_row_zones(public, own), *own_seen_zones(public, own), *answers, *hand),
        without=(behind_id(own.seat),),
        actions=actions(public, own),
        prompt=own_prompt(public, own),
        waiting=others_waited_for(public, own.seat) if given_answer(own) else None,
        notes=own_notes(public, own),
    )


# Around the row


def surroundings(public: DiciassettePublic) -> list[Zone]:
    """The direction of play and the piles."""
    clockwise = public.direction == "clockwise"
    shown = msg("clockwise ↻") if clockwise else msg("counter-clockwise ↺")
    arrow = Piece("direction.arrow", public.direction, shown, sign="↻" if clockwise else "↺")
    return [
        Zone("direction", "stack", msg("Direction"), (arrow,), (Counter("way", msg("Direction"), shown),), quiet=True),
        pile_zone(public),
        discard_zone(public),
    ]


def pile_zone(public: DiciassettePublic) -> Zone:
    """The draw pile, its top card from behind."""
    cards, top = public.pile, public.pile_top
    pieces = (piece(top, "pile.top"),) if top is not None else ()
    left = cards if top is None else msg("{cards}, on top {card}", cards=cards, card=from_behind(top))
    return Zone("pile", "stack", msg("Draw pile"), pieces, (Counter("cards", msg("Cards"), left),), quiet=True)


def discard_zone(public: DiciassettePublic) -> Zone:
    cards, unseen = public.discards.cards, sum(public.discards.unknown)
    shown = msgs("{cards}, {n} of them unseen", "{cards}, {n} of them unseen", unseen, cards=cards) if unseen else cards
    return Zone("discards", "stack", msg("Discard pile"), (), (Counter("cards", msg("Cards"), shown),), quiet=True)
