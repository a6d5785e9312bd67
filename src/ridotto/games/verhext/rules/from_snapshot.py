"""Reads a position of Verhext! from plain JSON, or refuses it: every card must be in exactly one place.

The round is replayed from the deal, so no position can be loaded that the rules forbid. If tricks are put away, the
replay starts with the first trick listed. Optional are `rest`, `stacks`, `won` (unless tricks are put away), `turn`,
`generator` and default options.
"""

from reprlib import repr as brief

import cython

from ridotto.engine.parsing import read_int, read_list, read_name, read_object, refuse
from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.snapshot import PHASES, failed_cards, fulfilled_cards
from ridotto.games.verhext.rules.snapshot import position as snapshot_position

if not cython.compiled:
    from ridotto.games.verhext.rules.rules import Verhext

POSITION = {"round", "holder", "phase", "turn", "trump", "stacks", "seats", "tricks", "put_away", "laid", "rest"}
SEAT_KEYS = {"hats", "zeros", "fulfilled", "failed", "prophecy", "rebid", "won", "spent", "hand", "leftover"}


def read_collected(value: object, what: str) -> list:
    """A list of collected cards, at most one a round."""
    cards = read_list(value, what)
    if len(cards) > c.ROUNDS:
        raise refuse("{what}: nobody collects more than {rounds} cards.", what=what, rounds=c.ROUNDS)
    return cards


PROPHECY = {text: prophecy for prophecy, text in enumerate(c.PROPHECIES)}


def read_play(text: object, what: str) -> list[int]:
    if not isinstance(text, str):
        raise refuse("{what} must be a text, not {value}.", what=what, value=brief(text))
    played = [read_name(part, c.CARDS, what) for part in text.split(" + ")]
    if any(card < c.FIRST_POTION for card in played[1:]):
        raise refuse("{what}: only potions can be added to a card, not {value}.", what=what, value=brief(text))
    return played


def read(state: Verhext, position: dict) -> None:
    """Fills a state that has its dice, seats and options."""
    given = read_object(position, POSITION, "The snapshot")
    for key in ("round", "holder", "phase", "trump", "seats"):
        if key not in given:
            raise refuse("The snapshot lacks {key}.", key=brief(key))
    state.round = read_int(given["round"], 1, c.ROUNDS, "round")
    state.holder = read_int(given["holder"], 0, state.seats - 1, "holder")
    if given["phase"] not in PHASES:
        raise refuse("{what}: there is no {value}.", what="phase", value=brief(given["phase"]))
    over = given["phase"] == "over"
    seats = read_list(given["seats"], "seats")
    if len(seats) != state.seats:
        raise refuse("There are {given} seats for {players} players.", given=len(seats), players=state.seats)
    for seat in range(state.seats):
        read_object(seats[seat], SEAT_KEYS, f"seat {seat}")
        read_score_card(state, seat, seats[seat])
    read_stacks(state, given, state.points().copies, over)
    round_tricks = read_tricks(state, given)
    state.trick = read_put_away(state, given.get("put_away", 0), round_tricks)
    laid = read_play(given["laid"], "laid") if given.get("laid") is not None else []
    read_cards(state, given, seats, round_tricks, laid)
    state.clear_trick()
    replay_round(state, given, round_tricks, laid)
    check_agreement(snapshot_position(state), given)


def read_score_card(state: Verhext, seat: int, given: dict) -> None:
    label = f"seat {seat}"
    state.hats[seat] = read_int(given.get("hats", 0), 0, c.ROUNDS, f"{label}, hats")
    state.zeros[seat] = read_int(given.get("zeros", 0), 0, c.ROUNDS, f"{label}, zeros")
    state.spent[seat] = read_int(given.get("spent", 0), 0, 3, f"{label}, spent")
    for text in read_collected(given.get("fulfilled", []), f"{label}, fulfilled"):
        state.fulfilled[seat][read_name(text, PROPHECY, f"{label}, fulfilled")] += 1
    for text in read_collected(given.get("failed", []), f"{label}, failed"):
        prophecy = read_name(text, PROPHECY, f"{label}, failed")
        place = (prophecy + 1) // 2
        state.failed_sides[seat][place] |= (1 - prophecy % 2) << state.failed[seat][place]
        state.failed[seat][place] += 1
    if state.fulfilled[seat][0] or state.failed[seat][0]:
        raise refuse("{what}: a 0 is stored as a zero card or goes back to its stack.", what=label)
    chosen = given.get("prophecy")
    state.prophecy[seat] = c.NO_PROPHECY if chosen is None else read_name(chosen, PROPHECY, f"{label}, prophecy")
    rebid = given.get("rebid", False)
    if not isinstance(rebid, bool) or (rebid and state.prophecy[seat] <= 0):
        raise refuse("{what}: only a prophecy from 1 to 3 can be a new attempt.", what=label)
    state.rebid[seat] = rebid


def read_stacks(state: Verhext, given: dict, copies: tuple[int, ...], over: bool) -> None:
    """Works out the stacks: every prophecy card is in a stack, on a score card or lying out."""
    out = [0, 0, 0, 0]
    taken = [0, 0, 0, 0]
    for seat in range(state.seats):
        out[0] += state.zeros[seat]
        for place in range(1, 4):
            out[place] += state.fulfilled[seat][2 * place - 1] + state.fulfilled[seat][2 * place]
            out[place] += state.failed[seat][place]
        if state.prophecy[seat] >= 0:
            out[(state.prophecy[seat] + 1) // 2] += not over
            taken[(state.prophecy[seat] + 1) // 2] += not state.rebid[seat]
    stacks = [copies[place] - out[place] for place in range(4)]
    if min(stacks) < 0:
        place = stacks.index(min(stacks))
        raise refuse(
            "There are {given} prophecy cards {number}; the game has {copies}.",
            given=out[place],
            number=place,
            copies=copies[place],
        )
    if "stacks" in given and given["stacks"] != stacks:
        raise refuse("The stacks must hold {stacks}, not {value}.", stacks=stacks, value=brief(given["stacks"]))
    for place in range(4):
        state.stacks[place] = stacks[place]
    ended = [place for place in (1, 2, 3) if stacks[place] + taken[place] == 0]
    if ended:
        raise refuse("Stack {number} was empty before this round: the game is over.", number=ended[0])
    if over and state.round < c.ROUNDS and min(stacks[1:]) > 0:
        raise refuse("The game cannot be over: hats are left, and the stacks 1, 2 and 3 hold cards.")


def check_score_cards(state: Verhext) -> None:
    """Checks, before the round is counted, that nobody has collected more than the finished rounds can give."""
    finished = state.round - 1
    hats = sum(state.hats[seat] for seat in range(state.seats))
    if hats > finished:
        raise refuse("{hats} hats were won in {rounds} finished rounds.", hats=hats, rounds=finished)
    for seat in range(state.seats):
        collected = state.zeros[seat] + state.spent[seat] + state.rebid[seat]
        collected += len(fulfilled_cards(state, seat)) + len(failed_cards(state, seat))
        if collected > finished:
            raise refuse(
                "Seat {seat} has collected {cards} cards in {rounds} finished rounds.",
                seat=seat,
                cards=collected,
                rounds=finished,
            )


def read_tricks(state: Verhext, given: dict) -> list[dict]:
    """The tricks as cards; only the last may be incomplete."""
    shown: list[dict] = []
    for i, trick in enumerate(read_list(given.get("tricks", []), "tricks")):
        what = f"trick {i + 1}"
        trick = read_object(trick, {"leader", "plays"}, what)
        plays = [read_play(text, what) for text in read_list(trick.get("plays"), what)]
        leader = read_int(trick.get("leader"), 0, state.seats - 1, f"{what}, leader")
        shown.append({"leader": leader, "plays": plays})
    if len(shown) > c.HAND:
        raise refuse("There are {tricks} tricks; a round has seven at the most.", tricks=len(shown))
    for i, trick in enumerate(shown):
        if not 1 <= len(trick["plays"]) <= state.seats or (i + 1 < len(shown) and len(trick["plays"]) < state.seats):
            raise refuse(
                "Trick {trick} has {plays} plays for {players} players.",
                trick=i + 1,
                plays=len(trick["plays"]),
                players=state.seats,
            )
    return shown


def read_put_away(state: Verhext, value: object, round_tricks: list[dict]) -> int:
    """How many tricks lie face down before those that are listed (verhext.vis.won)."""
    away = read_int(value, 0, c.HAND - len(round_tricks), "put_away")
    if away and (state.show_history or not round_tricks or len(round_tricks[0]["plays"]) < state.seats):
        raise refuse("Only tricks before the last finished one are put away, and none where the history is shown.")
    return away


def read_cards(state: Verhext, given: dict, seats: list[dict], round_tricks: list[dict], laid: list[int]) -> None:
    """Reads trump, hands and rest. Hands become what they were when dealt; every card must be in exactly one place."""
    hand = "hand" if given["phase"] in ("prophecy", "play") else "leftover"
    dealt = [
        [
            read_name(card, c.CARDS, f"seat {seat}, {hand}")
            for card in read_list(seats[seat].get(hand), f"seat {seat}, {hand}")
        ]
        for seat in range(state.seats)
    ]
    for trick in round_tricks:
        for place, played in enumerate(trick["plays"]):
            dealt[(trick["leader"] + place) % state.seats] += played
    if laid:
        dealt[read_int(given.get("turn"), 0, state.seats - 1, "turn")] += laid
    state.trump = read_name(given["trump"], c.CARDS, "trump")
    found = [state.trump] + [card for cards in dealt for card in cards]
    everything = [card for card in range(c.KINDS) for _ in range(c.copies(card))]
    for card in range(c.KINDS):
        if found.count(card) > c.copies(card):
            raise refuse(
                "There is one {card} too many: the game has {copies}.", card=c.CARD_NAMES[card], copies=c.copies(card)
            )
        for _ in range(found.count(card)):
            everything.remove(card)
    for seat in range(state.seats):
        check_dealt(state, seat, len(dealt[seat]))
        state.hands[seat] = set_of(dealt[seat])
    if "rest" in given:
        rest = sorted(read_name(card, c.CARDS, "rest") for card in read_list(given["rest"], "rest"))
        if rest != everything:
            raise refuse("The rest must be the {cards} cards that are nowhere else.", cards=len(everything))
    state.rest = set_of(everything)


def check_dealt(state: Verhext, seat: int, cards: int) -> None:
    """Checks that a seat was dealt seven cards, less the one or more it played to each trick that is put away."""
    potions = c.HAND - state.trick - cards
    if not state.trick and potions:
        raise refuse("Seat {seat} was dealt {cards} cards instead of seven.", seat=seat, cards=cards)
    if not 0 <= potions <= (c.HAND if state.potions_per_play == c.ANY_POTIONS else state.trick):
        raise refuse(
            "Seat {seat} cannot have had {cards} cards after {tricks} tricks.",
            seat=seat,
            cards=cards,
            tricks=state.trick,
        )


def set_of(cards: list[int]) -> int:
    found = 0
    for card in cards:
        while found >> card & 1:
            card += 3
        found |= 1 << card
    return found


def replay_round(state: Verhext, given: dict, round_tricks: list[dict], laid: list[int]) -> None:
    """Replays the round up to the position."""
    over = given["phase"] == "over"
    chosen = [seat for seat in seats_from_holder(state) if state.prophecy[seat] >= 0]
    if chosen != seats_from_holder(state)[: len(chosen)]:
        raise refuse("Prophecies are chosen one after the other from the holder, seat {holder}.", holder=state.holder)
    if len(chosen) < state.seats:
        if round_tricks or laid:
            raise refuse("Nothing is played before everybody has a prophecy.")
        check_score_cards(state)
        for seat in range(state.seats):
            state.spent[seat] = 0
        state.phase = c.PROPHECY_PHASE
        state.player = seats_from_holder(state)[len(chosen)]
        return
    state.begin_play()
    if state.trick:
        resume_after_put_away(state, given["seats"], round_tricks)
    spent = [state.spent[seat] for seat in range(state.seats)]
    if over:
        take_back_results(state, round_tricks)
    check_score_cards(state)
    for seat in range(state.seats):
        state.zeros[seat] += spent[seat]
        state.stacks[0] -= spent[seat]
        state.spent[seat] = 0
    if state.stacks[0] < 0:
        raise refuse("More zero cards were stored and spent than there are.")
    play_tricks(state, round_tricks, over)
    if laid:
        lay(state, laid, len(round_tricks) + 1)
    while state.phase == c.COUNT_ZERO and (over or state.player != given.get("turn", state.player)):
        state.play(state.player, c.SPEND_ZERO if spent[state.player] else c.KEEP_ZERO)
        if state.phase != c.COUNT_ZERO and not over:
            raise refuse("Seat {seat} is not asked for zero cards.", seat=given["turn"])


def resume_after_put_away(state: Verhext, seats: list[dict], round_tricks: list[dict]) -> None:
    """Sets up the trick after those put away. Who won these follows from `won` and from the tricks listed."""
    leader = round_tricks[0]["leader"]
    state.leaders[0] = 0
    state.leaders[state.trick] = leader
    state.player = leader
    won = [read_int(seats[seat].get("won"), 0, c.HAND, f"seat {seat}, won") for seat in range(state.seats)]
    for note in replay_notes(state, round_tricks):
        if note.kind == c.TRICK_WON:
            won[note.a] -= 1
    tied = state.trick - sum(won)
    if min(won) < 0 or tied < 0 or won[leader] + tied == 0:
        raise refuse("The tricks that are put away cannot have been won like this.")
    for seat in range(state.seats):
        state.won[seat] = won[seat]


def replay_notes(state: Verhext, round_tricks: list[dict]) -> list:
    """The notes of these tricks and of the counting, if no seat has zero cards to spend."""
    replay: Verhext = state.copy()
    for seat in range(state.seats):
        replay.zeros[seat] = 0
    replay.listen()
    play_tricks(replay, round_tricks, True)
    return replay.take_notes()


def seats_from_holder(state: Verhext) -> list[int]:
    """The seats clockwise from the holder."""
    return [(state.holder + i) % state.seats for i in range(state.seats)]


def play_tricks(state: Verhext, round_tricks: list[dict], over: bool) -> None:
    for i, trick in enumerate(round_tricks):
        if state.phase != c.PLAY_BASE or state.player != trick["leader"]:
            raise refuse("Trick {trick} cannot be led by seat {seat}.", trick=i + 1, seat=trick["leader"])
        for played in trick["plays"]:
            seat = state.player
            lay(state, played, i + 1)
            if state.phase == c.ADD_POTION:
                state.play(seat, c.NO_POTION)
            if not over and state.phase not in (c.PLAY_BASE, c.COUNT_ZERO):
                raise refuse("The last trick is complete, and nobody can use a zero card: the round is over.")


def lay(state: Verhext, played: list[int], trick: int) -> None:
    """Plays a base card and its potions."""
    seat = state.player
    for move in (c.BASE + played[0], *(c.ATTACH + card - c.FIRST_POTION for card in played[1:])):
        if state.player != seat or move not in state.moves(seat):
            raise refuse(
                "Trick {trick}: seat {seat} cannot play {cards}.",
                trick=trick,
                seat=seat,
                cards=" + ".join(c.CARD_NAMES[card] for card in played),
            )
        state.play(seat, move)


def take_back_results(state: Verhext, round_tricks: list[dict]) -> None:
    """Undoes the counting of the last round, so that it can be replayed."""
    for note in replay_notes(state, round_tricks):  # zero cards spent are known from `spent`
        if note.kind == c.HAT_WON:
            state.hats[note.a] -= 1
        elif note.kind == c.JUDGED:
            take_back_card(state, note.a, note.b, note.c > 0)
    for seat in range(state.seats):
        if min(state.hats[seat], state.zeros[seat], *state.fulfilled[seat], *state.failed[seat]) < 0:
            raise refuse("Seat {seat} lacks what it got in the last round.", seat=seat)


def take_back_card(state: Verhext, seat: int, prophecy: int, fulfilled: bool) -> None:
    place = (prophecy + 1) // 2
    if prophecy == 0 and fulfilled:
        state.zeros[seat] -= 1
    elif prophecy == 0:
        state.stacks[0] -= 1
    elif fulfilled:
        state.fulfilled[seat][prophecy] -= 1
    else:
        state.failed[seat][place] -= 1
        state.failed_sides[seat][place] &= (1 << max(0, state.failed[seat][place])) - 1


def check_agreement(state: dict, given: dict) -> None:
    """Checks that the replayed position is the one that was given."""
    for key in ("phase", "turn", "stacks", "tricks", "laid"):
        if key in given and given[key] != state[key]:
            raise refuse(
                "By the rules, {key} would be {state}, not {value}.",
                key=key,
                state=brief(state[key]),
                value=brief(given[key]),
            )
    for seat, (card, wanted) in enumerate(zip(state["seats"], given["seats"], strict=True)):
        for key, value in wanted.items():
            if key not in card:
                raise refuse("{what} has an unknown entry {key}.", what=f"seat {seat}", key=brief(key))
            if card[key] != (sorted_cards(value, key) if isinstance(card[key], list) else value):
                raise refuse(
                    "By the rules, {key} would be {state}, not {value}.",
                    key=f"seat {seat}, {key}",
                    state=brief(card[key]),
                    value=brief(value),
                )


def sorted_cards(cards: list, key: str) -> list:
    """Cards sorted by kind; failed cards of one number keep their order."""
    if key == "failed":
        return sorted(cards, key=lambda text: (PROPHECY[text] + 1) // 2)
    return sorted(cards, key=lambda text: PROPHECY[text] if text in PROPHECY else c.CARDS[text])
