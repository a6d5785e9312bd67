"""The table of Verhext! as zones, pieces and actions, made from the view of one viewer alone."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Counter, Piece, Scene, SeatName, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import signed, suit_message
from ridotto.games.verhext.show.actions import actions, notes, prompt, prompt_clause
from ridotto.games.verhext.show.choice_zones import decision_zones, prophecy_choice, retry_zones
from ridotto.games.verhext.show.drawn_zones import drawn_zones
from ridotto.games.verhext.show.pieces import piece, play_pieces
from ridotto.games.verhext.show.prophecy_confirmation import steps
from ridotto.games.verhext.show.standings import final_panels, panels
from ridotto.games.verhext.show.tricks import current_trick, led_suit_of, players_of
from ridotto.games.verhext.show.unseen_cards import unseen_zones

View = dict[str, Any]


def waiting(view: View) -> tuple[int, ...]:
    """The seats the table waits for."""
    return () if view["phase"] == "over" else (view["turn"],)


def scene(view: View) -> Scene:
    over = view["phase"] == "over"
    table = [trump_zone(view), *(stack_zone(view, number) for number in range(4)), *past_zones(view)]
    if view["phase"] == "play":
        table.append(trick_zone(view))
    if view["own"] is not None and not over:
        table += own_zones(view)
    table += (*unseen_zones(view), *drawn_zones(view), *retry_zones(view), *decision_zones(view))
    seats = final_panels(view) if over else panels(view)
    asked, offered = prompt(view), actions(view)
    rest = notes(view), prompt_clause(view), steps(view)
    return Scene(view["viewer"], asked, waiting(view), tuple(table), seats, offered, *rest)


def trump_zone(view: View) -> Zone:
    card = c.CARDS[view["trump"]]
    counters = (
        Counter("round", msg("Round"), msg("{round} of {rounds}", round=view["round"], rounds=view["rounds"])),
        Counter("hats", msg("Hats left"), view["hats_left"]),
    )
    pieces, note = (piece(card, "trump"),), suit_message(c.suit(card))
    return Zone("trump", "row", msg("Trump"), pieces, counters, note=note, quiet=not is_prophecy_phase(view))


def is_prophecy_phase(view: View) -> bool:
    """Are prophecies being chosen? In later phases the tricks need the room."""
    return bool(view["phase"] == "prophecy")


def stack_zone(view: View, number: int) -> Zone:
    """A stack of prophecy cards, with both sides and their points."""
    left = view["stacks"][number]
    sides = [prophecy_choice(view, prophecy) for prophecy in range(7) if c.number(prophecy) == number]
    counters = [Counter("left", msg("Cards"), left)]
    for prophecy in sides:
        plus, minus = view["points"][prophecy.move.split()[1]]
        kind, name = ("least", msg("at least")) if prophecy.art == "least" else ("exact", msg("exactly"))
        counters.append(Counter(kind, name, f"{signed(plus)} / {signed(minus)}"))
    warning = None
    if number and left == 0:
        warning = msg("empty: the game ends after this round")
    elif number and left == 1:
        warning = msg("last card: if it's taken, the game ends after this round")
    return Zone(
        f"stack-{number}",
        "stack",
        msg("Prophecy {n}", n=number),
        tuple(sides) if left else (),  # verhext.setup.stack_display: the sides are shown while a card is left
        tuple(counters),
        note=warning,
        quiet=not is_prophecy_phase(view),
    )


def trick_pieces(view: View, trick: dict[str, Any]) -> tuple[Piece, ...]:
    """The plays in order, the strongest marked. Those of a finished trick go to the winner or into the cauldron."""
    ended, tied = trick["number"] < view["finished"], len(trick["top"]) > 1
    mark = "tied" if tied else "won" if ended else "wins"
    sink = "" if not ended else "cauldron" if tied else f"fate-{trick['top'][0]}"
    laid: list[Piece] = []
    for seat, play in zip(players_of(view, trick), trick["plays"], strict=True):
        place = f"trick-{trick['number'] + 1}.{seat}"
        laid += play_pieces(play, place, seat, mark if seat in trick["top"] else "", sink)
    return tuple(laid)


def trick_zone(view: View) -> Zone:
    """The trick on the table, in the order played."""
    name = msg("Trick {n}", n=view["finished"] + 1)
    trick = current_trick(view)
    if trick is None:
        return Zone("trick", "row", name, note=msg("{who} leads.", who=SeatName(view["leader"])))
    led = suit_message(led_suit_of(trick))
    tied = len(trick["top"]) > 1
    note = msg("Led: {suit}. Tied so far.", suit=led) if tied else msg("Led: {suit}.", suit=led)
    return Zone("trick", "row", name, trick_pieces(view, trick), note=note)


def past_zones(view: View) -> list[Zone]:
    """The finished tricks, the last one first."""
    past = [trick for trick in reversed(view["tricks"]) if trick["number"] < view["finished"]]
    return [past_zone(view, trick, place == 0 and is_last_trick_open(view)) for place, trick in enumerate(past)]


def is_last_trick_open(view: View) -> bool:
    """Is the last trick still open? To a player until it plays to the next one, to spectators until two have played."""
    trick = current_trick(view)
    played = players_of(view, trick) if trick else []
    if view["own"] is None:
        return len(played) < 2
    return view["viewer"] not in played and not view["own"]["laid"]


def past_zone(view: View, trick: dict[str, Any], is_open: bool) -> Zone:
    """A finished trick, open or folded."""
    zone = f"trick-{trick['number'] + 1}"
    name = msg("Last trick") if is_open else msg("Trick {n}", n=trick["number"] + 1)
    tied = len(trick["top"]) > 1
    note = msg("Tie: nobody won.") if tied else msg("{who} won.", who=SeatName(trick["top"][0]))
    return Zone(zone, "row", name, trick_pieces(view, trick), note=note, folded=not is_open)


def own_zones(view: View) -> list[Zone]:
    """The viewer's hand, trumps marked and playable cards lit; the base card of an unfinished play lies apart."""
    own = view["own"]
    hand = [c.CARDS[name] for name in own["hand"]]
    playable = {move - c.BASE for move in view["moves"] if c.BASE <= move < c.NO_POTION}
    playable |= {move - c.ATTACH + c.FIRST_POTION for move in view["moves"] if c.ATTACH <= move < c.KEEP_ZERO}
    pieces = [
        piece(
            card,
            "hand",
            hand[:place].count(card) + 1,
            owner=view["viewer"],
            lit=card in playable,
            move=f"add {c.CARD_NAMES[card][-1]}" if own["laid"] and c.suit(card) == c.POTION else c.CARD_NAMES[card],
            source=f"plate-{view['holder']}",
            marks=hand_marks(view, card),
        )
        for place, card in enumerate(hand)
    ]
    zones = []
    if own["laid"]:
        laid = tuple(play_pieces(own["laid"], "laid", view["viewer"]))
        zones.append(Zone("laid", "row", msg("Your card"), laid, note=msg("Nobody else can see it yet.")))
    if hand:
        zones.append(Zone("hand", "fan", msg("Your hand"), tuple(pieces)))
    return zones


def hand_marks(view: View, card: int) -> tuple[Message, ...]:
    """One short word under a card: its effect on the trick, else whether it is a trump."""
    if view["own"]["laid"]:  # a potion takes the suit of the card it is added to
        return ()
    moves = view["moves"]
    top = view["own"]["tops"][moves.index(c.BASE + card)] if c.BASE + card in moves else None
    if top and view["viewer"] in top:
        return (msg("wins") if len(top) == 1 else msg("ties"),)
    return (msg("trump"),) if c.suit(card) == c.suit(c.CARDS[view["trump"]]) else ()
