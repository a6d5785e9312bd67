"""What a viewer of Verhext! is asked, what it can do, and what it should know before."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, SeatName
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import card_message, prophecy_message, signed, suits_message, worth_message
from ridotto.games.verhext.show.choice_zones import failed_points, would_lead
from ridotto.games.verhext.show.pieces import offered_id
from ridotto.games.verhext.show.standings import ending, result_message
from ridotto.games.verhext.show.tricks import cards_of, current_led_suit, current_trick, players_of
from ridotto.games.verhext.show.unseen_cards import potions_unseen

View = dict[str, Any]


def prophecy_of(view: View, seat: int) -> int:
    return c.PROPHECIES.index(view["seats"][seat]["prophecy"])


# What is asked


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return result_message(view)
    if view["own"] is None or view["turn"] != view["viewer"]:
        who = SeatName(view["turn"])
        if view["phase"] == "prophecy":
            return msg("{who} is choosing a prophecy.", who=who)
        if view["phase"] == "play":
            return msg("{who} is playing.", who=who)
        return msg("{who} is thinking about zero cards.", who=who)
    if view["phase"] == "prophecy":
        return msg("Choose your prophecy: how many tricks will you win?")
    if view["phase"] == "count":
        return _zero_question(view)
    return _card_question(view)


def _card_question(view: View) -> Message:
    if laid := view["own"]["laid"]:
        return msg("Add a potion?") if len(cards_of(laid)) == 1 else msg("Add another potion?")
    led = current_led_suit(view)
    if led is None:
        return msg("You lead: play any card.")
    suits = suits_message(led)
    if _follows(view, led):
        return msg("Follow suit: {suits} were led.", suits=suits)
    return msg("You have no {suits}: play any card.", suits=suits)


def _follows(view: View, led: int) -> bool:
    return any(c.suit(c.CARDS[card]) == led for card in view["own"]["hand"])


def _zero_question(view: View) -> Message:
    prophecy = prophecy_message(prophecy_of(view, view["viewer"]))
    return msgs(
        "You predicted {prophecy}. Use a zero card to make it?",
        "You predicted {prophecy}. Use {n} zero cards to make it?",
        view["needed"],
        prophecy=prophecy,
    )


def prompt_clause(view: View) -> str:
    """The clause that the prompt rests on."""
    if view["phase"] == "over":
        return "verhext.final.winner"
    if view["phase"] == "prophecy":
        return "verhext.bid.order"
    if view["phase"] == "count":
        return "verhext.zero.bonus"
    if view["own"] is None or view["turn"] != view["viewer"]:
        return "verhext.trick.order"
    if view["own"]["laid"]:
        return "verhext.potion.attach"
    led = current_led_suit(view)
    if led is None:
        return "verhext.trick.lead_any"
    if not _follows(view, led):
        return "verhext.follow.free"
    return "verhext.follow.potion_is_suit" if led == c.POTION else "verhext.follow.must"


# What is offered


def actions(view: View) -> tuple[Action, ...]:
    return tuple(_action(view, move, clause) for move, clause in zip(view["moves"], view["clauses"], strict=True))


def _action(view: View, move: int, clause: str) -> Action:
    if move < c.REBID:
        return _prophecy_action(view, move, clause)
    if move < c.BASE:
        return _rebid_action(view, move, clause)
    if move < c.NO_POTION:
        card = move - c.BASE
        trump = (msg("trump"),) if c.suit(card) == c.suit(c.CARDS[view["trump"]]) else ()
        hints = (*trump, *outcome(view, move))
        return Action(c.CARD_NAMES[card], card_message(card), _in_hand(card), None, clause, hints)
    if move == c.NO_POTION:
        name = msg("without potion") if len(cards_of(view["own"]["laid"])) == 1 else msg("no more potions")
        return Action("no potion", name, None, None, clause, outcome(view, move), passes=True)
    if move < c.KEEP_ZERO:
        return _potion_action(view, move - c.ATTACH + 1, clause)
    return _zero_action(view, move == c.SPEND_ZERO, clause)


def _in_hand(card: int) -> str:
    return f"hand.{c.CARD_NAMES[card].replace(' ', '-')}"


def _prophecy_action(view: View, prophecy: int, clause: str) -> Action:
    number = c.number(prophecy)
    sign = c.PROPHECIES[prophecy]
    plus, minus = view["points"][sign]
    hints = [msg("no points, but a zero card for later") if prophecy == 0 else worth(plus, minus)]
    if number and view["stacks"][number] == 1:
        hints.append(msg("last card: the game ends after this round"))
    name = prophecy_message(prophecy)
    commit = msg("Predict {prophecy}", prophecy=name)
    put = f"fate-{view['viewer']}"
    return Action(f"prophecy {sign}", name, offered_id(prophecy), put, clause, tuple(hints), commit=commit)


def worth(plus: int, minus: int) -> Message:
    return msg("{plus} or {minus}", plus=signed(plus), minus=signed(minus))


def _rebid_action(view: View, move: int, clause: str) -> Action:
    prophecy = move - c.REBID + 1
    sign = c.PROPHECIES[prophecy]
    plus, minus = view["points"][sign]
    number = c.number(prophecy)
    before = signed(failed_points(view, number))
    hint = msg("{before} → {plus} or {minus}", before=before, plus=signed(plus), minus=signed(minus))
    name = msg("{prophecy}, new attempt", prophecy=prophecy_message(prophecy))
    commit = msg("Try again: {prophecy}", prophecy=prophecy_message(prophecy))
    put = f"fate-{view['viewer']}"
    return Action(f"rebid {sign}", name, offered_id(move), put, clause, (hint,), commit=commit)


def _potion_action(view: View, value: int, clause: str) -> Action:
    potion = c.FIRST_POTION + value - 1
    laid = cards_of(view["own"]["laid"])
    worth = worth_message([*laid, potion])
    hints = (msg("makes {worth}", worth=worth), *outcome(view, c.ATTACH + value - 1))
    sure = msg("Add potion +{n} to your card? It will count as {worth}.", n=value, worth=worth)
    commit = msg("Add the potion: {worth}", worth=worth)
    name = msg("add potion +{n}", n=value)
    return Action(f"add {value}", name, _in_hand(potion), None, clause, hints, sure, commit=commit)


def outcome(view: View, move: int) -> tuple[Message, ...]:
    """How the viewer would stand in the trick if its play ended with this move; nothing for the leader."""
    top = view["own"]["tops"][view["moves"].index(move)]
    if top is None:
        return ()
    if view["viewer"] not in top:
        return (msg("doesn't win"),)
    rivals = [SeatName(seat) for seat in top if seat != view["viewer"]]
    if rivals:
        return (msg("ties with {who}: nobody would win", who=listing(rivals)),)
    last = all(seat in (view["viewer"], *players_of(view, view["tricks"][-1])) for seat in range(len(view["seats"])))
    return (msg("wins the trick") if last else msg("winning so far"),)


def _zero_action(view: View, spend: bool, clause: str) -> Action:
    plus, minus = view["points"][view["seats"][view["viewer"]]["prophecy"]]
    needed = view["needed"]
    if spend:
        name = msgs("use a zero card", "use {n} zero cards", needed)
        take, put = f"pile-{view['viewer']}.zero.1", f"fate-{view['viewer']}"
        return Action("spend zero", name, take, put, clause, (msg("fulfilled: {points}", points=signed(plus)),))
    name = msgs("keep the zero card", "keep the zero cards", needed)
    hints = (msg("failed: {points}", points=signed(minus)),)
    return Action("keep zero", name, None, None, clause, hints, passes=True)


# What one should know


def notes(view: View) -> tuple[Message, ...]:
    if view["phase"] == "prophecy":
        return _predicted_so_far(view)
    if view["phase"] == "play":
        return (*_round_may_end(view), *_potion_comes_next(view))
    return ending(view) if view["phase"] == "over" else ()


def _predicted_so_far(view: View) -> tuple[Message, ...]:
    """How many tricks are predicted so far, and who would lead."""
    if view["leading"] is None:
        return ()
    claimed = sum(int(seat["prophecy"][0]) for seat in view["seats"] if seat["prophecy"] is not None)
    return (
        msgs("Predicted so far: {n} trick.", "Predicted so far: {n} tricks.", claimed),
        msg("As it stands, {who} would lead the first trick.", who=SeatName(view["leading"])),
        *_prophecies_that_lead(view),
    )


def _prophecies_that_lead(view: View) -> tuple[Message, ...]:
    """The prophecies with which the viewer would take the lead."""
    bids = sorted({move if move < c.REBID else move - c.REBID + 1 for move in view["moves"]})
    leading = [bid for bid in bids if would_lead(view, bid)]
    if not leading:
        return ()
    if leading == bids:
        return (msg("Any prophecy would give you the lead."),)
    if leading == [bid for bid in bids if bid]:
        return (msg("Any prophecy but 0 would give you the lead."),)
    return (msg("You would take the lead with {prophecies}.", prophecies=listing([*map(prophecy_message, leading)])),)


def _potion_comes_next(view: View) -> tuple[Message, ...]:
    """Tells a viewer who chooses a base card that a potion step follows, if a potion can be left in its hand."""
    own = view["own"]
    if own is None or own["laid"]:
        return ()
    potions = [c.suit(c.CARDS[card]) for card in own["hand"]].count(c.POTION)
    if not any(potions > (c.suit(move - c.BASE) == c.POTION) for move in view["moves"]):
        return ()
    return (msg("Next, you can add a potion to your card."),)


def _round_may_end(view: View) -> tuple[Message, ...]:
    """Warns that the round may end with this trick, by public numbers of cards and the potions seats may hold."""
    trick = current_trick(view)
    seats = len(view["seats"])
    played = set(players_of(view, trick)) if trick else set()
    left = [seat["cards"] - (i not in played) for i, seat in enumerate(view["seats"])]
    out = [SeatName(seat) for seat in range(seats) if left[seat] == 0]
    if out:
        return (msg("This is the last trick of the round."),)
    waiting = [seat for seat in range(seats) if seat not in played]
    near = [SeatName(seat) for seat in waiting if left[seat] == 1]
    if near:
        return (
            msgs(
                "The round may end with this trick: {who} has only two cards left.",
                "The round may end with this trick: {who} have only two cards left.",
                len(near),
                who=listing(near),
            ),
        )
    able = [SeatName(seat) for seat in waiting if left[seat] <= _most_potions(view, seat)]
    if able and view["options"]["potions_per_play"] == "any":
        return (
            msgs(
                "The round may end with this trick: with potions, {who} could play all their cards at once.",
                "The round may end with this trick: with potions, {who} could play all their cards at once.",
                len(able),
                who=listing(able),
            ),
        )
    return ()


def _most_potions(view: View, seat: int) -> int:
    """The most potions a seat can hold; the viewer's own are known."""
    if seat != view["viewer"]:
        return potions_unseen(view)
    own = view["own"]
    held = [*map(c.CARDS.__getitem__, own["hand"]), *(cards_of(own["laid"]) if own["laid"] else [])]
    return [c.suit(card) for card in held].count(c.POTION)
