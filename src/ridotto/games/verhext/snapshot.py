"""A position of Verhext! as plain JSON, and back: every card in exactly one place, or a clear refusal.

What follows from the rest may be left out by hand: `rest`, `stacks`, `won`, `turn`, `generator` and usual options.
"""

import cython

from ridotto.engine.errors import BadSnapshot
from ridotto.engine.message import msg
from ridotto.games.verhext import cards as c
from ridotto.games.verhext.options import by_number, point_table, values_of

if not cython.compiled:
    from ridotto.games.verhext.rules import Verhext

PHASES = ("prophecy", "play", "play", "count", "over")
SNAPSHOT_KEYS = {
    "game", "rules", "players", "options", "round", "holder", "phase", "turn", "trump", "stacks", "seats", "tricks",
    "laid", "rest", "generator",
}  # fmt: skip
SEAT_KEYS = {"hats", "zeros", "fulfilled", "failed", "prophecy", "rebid", "won", "spent", "hand", "leftover"}


# Writing


def names(cards: int) -> list[str]:
    return [c.CARD_NAMES[card] for card in c.listed(cards)]


def play_text(play: int) -> str:
    """`broom 5`, `broom 5 + potion 2`."""
    return " + ".join(c.CARD_NAMES[card] for card in c.played_cards(play))


def failed_cards(state: Verhext, seat: int) -> list[str]:
    """By number, the oldest of each number first."""
    return [
        c.PROPHECIES[2 * number - 1 + (state.failed_sides[seat][number] >> i & 1)]
        for number in range(1, 4)
        for i in range(state.failed[seat][number])
    ]


def fulfilled_cards(state: Verhext, seat: int) -> list[str]:
    return [c.PROPHECIES[p] for p in range(1, 7) for _ in range(state.fulfilled[seat][p])]


def tricks(state: Verhext) -> list[dict]:
    """All tricks of the round, the current one last if it is begun."""
    shown = []
    for trick in range(min(state.trick + 1, c.HAND)):
        plays = [state.plays[trick * state.seats + place] for place in range(state.seats)]
        plays = [play_text(play) for play in plays if play]
        if plays:
            shown.append({"leader": state.leaders[trick], "plays": plays})
    return shown


def write(state: Verhext) -> dict:
    hand = "hand" if state.phase < c.COUNT_ZERO else "leftover"
    return {
        "game": "verhext",
        "rules": 1,
        "players": state.seats,
        "options": values_of(state),
        "round": state.round,
        "holder": state.holder,
        "phase": PHASES[state.phase],
        "turn": state.player if state.player >= 0 else None,
        "trump": c.CARD_NAMES[state.trump],
        "stacks": [state.stacks[number] for number in range(4)],
        "seats": [
            {
                "hats": state.hats[seat],
                "zeros": state.zeros[seat],
                "fulfilled": fulfilled_cards(state, seat),
                "failed": failed_cards(state, seat),
                "prophecy": c.PROPHECIES[state.prophecy[seat]] if state.prophecy[seat] >= 0 else None,
                "rebid": bool(state.rebid[seat]),
                "won": state.won[seat],
                "spent": state.spent[seat],
                hand: names(state.hands[seat]),
            }
            for seat in range(state.seats)
        ],
        "tricks": tricks(state),
        "laid": play_text(state.laid) if state.laid else None,
        "rest": names(state.rest),
        "generator": {"key": state.key_bytes().hex(), "drawn": state.drawn()},
    }


# Reading: the round is played again from the deal, so that what the rules forbid cannot be loaded.


def refuse(text: str, **args: object) -> BadSnapshot:
    return BadSnapshot(msg(text, **args))


def number(value: object, least: int, most: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise refuse("{what} must be a number from {least} to {most}, not {value}.",
                     what=what, least=least, most=most, value=repr(value))
    return value


def listed(value: object, what: str) -> list:
    if not isinstance(value, list):
        raise refuse("{what} must be a list, not {value}.", what=what, value=repr(value))
    return value


def keyed(value: object, known: set[str], what: str) -> dict:
    if not isinstance(value, dict):
        raise refuse("{what} must be an object, not {value}.", what=what, value=repr(value))
    for key in value:
        if key not in known:
            raise refuse("{what} has an unknown entry {key}.", what=what, key=repr(key))
    return value


def one_of(value: object, known: dict[str, int], what: str) -> int:
    if not isinstance(value, str) or value not in known:
        raise refuse("{what}: there is no {value}.", what=what, value=repr(value))
    return known[value]


PROPHECY = {text: prophecy for prophecy, text in enumerate(c.PROPHECIES)}


def read_play(text: object, what: str) -> list[int]:
    if not isinstance(text, str):
        raise refuse("{what} must be a text, not {value}.", what=what, value=repr(text))
    played = [one_of(part, c.CARDS, what) for part in text.split(" + ")]
    if any(card < c.FIRST_POTION for card in played[1:]):
        raise refuse("{what}: only potions can be added to a card, not {value}.", what=what, value=repr(text))
    return played


def load(snapshot: object, choose, seed_key: bytes):
    """The state of a snapshot. `choose` checks players and options; `seed_key` is used where no generator is given."""
    given = keyed(snapshot, SNAPSHOT_KEYS, "The snapshot")
    for key in ("players", "round", "holder", "phase", "trump", "seats"):
        if key not in given:
            raise refuse("The snapshot lacks {key}.", key=repr(key))
    if given.get("game", "verhext") != "verhext" or given.get("rules", 1) != 1:
        raise refuse("This is a snapshot of {game}, rules version {rules}; expected verhext, 1.",
                     game=given.get("game"), rules=given.get("rules"))
    state: Verhext = Verhext.blank()
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise refuse("{what} must be an object, not {value}.", what="options", value=repr(options))
    choices = choose(given["players"], options)
    points = point_table(choices)
    state.seats = given["players"]
    state.set_options(by_number(choices), points.plus, points.minus)
    state.round = number(given["round"], 1, c.ROUNDS, "round")
    state.holder = number(given["holder"], 0, state.seats - 1, "holder")
    if given["phase"] not in PHASES:
        raise refuse("{what}: there is no {value}.", what="phase", value=repr(given["phase"]))
    over = given["phase"] == "over"
    seats = listed(given["seats"], "seats")
    if len(seats) != state.seats:
        raise refuse("There are {given} seats for {players} players.", given=len(seats), players=state.seats)
    for seat in range(state.seats):
        keyed(seats[seat], SEAT_KEYS, f"seat {seat}")
        read_score_card(state, seat, seats[seat])
    read_stacks(state, given, points.copies, over)
    round_tricks = read_tricks(state, given)
    laid = read_play(given["laid"], "laid") if given.get("laid") is not None else []
    read_cards(state, given, seats, round_tricks, laid)
    read_generator(state, given.get("generator"), seed_key)
    state.clear_trick()
    play_again(state, given, round_tricks, laid)
    agree(write(state), given)
    return state


def read_score_card(state: Verhext, seat: int, given: dict) -> None:
    here = f"seat {seat}"
    state.hats[seat] = number(given.get("hats", 0), 0, c.ROUNDS, f"{here}, hats")
    state.zeros[seat] = number(given.get("zeros", 0), 0, c.ROUNDS, f"{here}, zeros")
    state.spent[seat] = number(given.get("spent", 0), 0, 3, f"{here}, spent")
    for text in listed(given.get("fulfilled", []), f"{here}, fulfilled"):
        state.fulfilled[seat][one_of(text, PROPHECY, f"{here}, fulfilled")] += 1
    for text in listed(given.get("failed", []), f"{here}, failed"):
        prophecy = one_of(text, PROPHECY, f"{here}, failed")
        place = (prophecy + 1) // 2
        state.failed_sides[seat][place] |= (1 - prophecy % 2) << state.failed[seat][place]
        state.failed[seat][place] += 1
    if state.fulfilled[seat][0] or state.failed[seat][0]:
        raise refuse("{what}: a 0 is stored as a zero card or goes back to its stack.", what=here)
    chosen = given.get("prophecy")
    state.prophecy[seat] = c.NO_PROPHECY if chosen is None else one_of(chosen, PROPHECY, f"{here}, prophecy")
    rebid = given.get("rebid", False)
    if not isinstance(rebid, bool) or (rebid and state.prophecy[seat] <= 0):
        raise refuse("{what}: only a prophecy from 1 to 3 can be a new attempt.", what=here)
    state.rebid[seat] = rebid


def read_stacks(state: Verhext, given: dict, copies: tuple[int, ...], over: bool) -> None:
    """Every prophecy card is in a stack, on a score card or lying out; every hat won in a finished round."""
    out = [0, 0, 0, 0]
    taken = [0, 0, 0, 0]
    for seat in range(state.seats):
        out[0] += state.zeros[seat]
        for place in range(1, 4):
            out[place] += state.fulfilled[seat][2 * place - 1] + state.fulfilled[seat][2 * place]
            out[place] += state.failed[seat][place]
        if state.prophecy[seat] >= 0 and not over:
            out[(state.prophecy[seat] + 1) // 2] += 1
            taken[(state.prophecy[seat] + 1) // 2] += not state.rebid[seat]
    stacks = [copies[place] - out[place] for place in range(4)]
    if min(stacks) < 0:
        place = stacks.index(min(stacks))
        raise refuse("There are {given} prophecy cards {number}; the game has {copies}.",
                     given=out[place], number=place, copies=copies[place])
    if "stacks" in given and given["stacks"] != stacks:
        raise refuse("The stacks must hold {stacks}, not {value}.", stacks=stacks, value=repr(given["stacks"]))
    for place in range(4):
        state.stacks[place] = stacks[place]
    finished = state.round if over else state.round - 1
    hats = sum(state.hats[seat] for seat in range(state.seats))
    if hats > finished:
        raise refuse("{hats} hats were won in {rounds} finished rounds.", hats=hats, rounds=finished)
    for seat in range(state.seats):
        collected = state.zeros[seat] + state.spent[seat] * (not over) + state.rebid[seat] * (not over)
        for place in range(7):
            collected += state.fulfilled[seat][place]
        for place in range(4):
            collected += state.failed[seat][place]
        if collected > finished:
            raise refuse("Seat {seat} has collected {cards} cards in {rounds} finished rounds.",
                         seat=seat, cards=collected, rounds=finished)
    ended = [place for place in (1, 2, 3) if stacks[place] + taken[place] == 0]
    if ended and not over:
        raise refuse("Stack {number} was empty before this round: the game is over.", number=ended[0])
    if over and state.round < c.ROUNDS and min(stacks[1:]) > 0:
        raise refuse("The game cannot be over: hats are left, and the stacks 1, 2 and 3 hold cards.")


def read_tricks(state: Verhext, given: dict) -> list[dict]:
    """The tricks with their cards: all complete but perhaps the last."""
    shown = []
    for i, trick in enumerate(listed(given.get("tricks", []), "tricks")):
        what = f"trick {i + 1}"
        trick = keyed(trick, {"leader", "plays"}, what)
        plays = [read_play(text, what) for text in listed(trick.get("plays"), what)]
        leader = number(trick.get("leader"), 0, state.seats - 1, f"{what}, leader")
        shown.append({"leader": leader, "plays": plays})
    if len(shown) > c.HAND:
        raise refuse("There are {tricks} tricks; a round has seven at the most.", tricks=len(shown))
    for i, trick in enumerate(shown):
        if not 1 <= len(trick["plays"]) <= state.seats or (i + 1 < len(shown) and len(trick["plays"]) < state.seats):
            raise refuse("Trick {trick} has {plays} plays for {players} players.",
                         trick=i + 1, plays=len(trick["plays"]), players=state.seats)
    return shown


def read_cards(state: Verhext, given: dict, seats: list[dict], round_tricks: list[dict], laid: list[int]) -> None:
    """Every playing card is in exactly one place; the hands are what they were when dealt."""
    hand = "hand" if given["phase"] in ("prophecy", "play") else "leftover"
    dealt = [
        [one_of(card, c.CARDS, f"seat {seat}, {hand}") for card in listed(seats[seat].get(hand), f"seat {seat}, {hand}")]
        for seat in range(state.seats)
    ]
    for trick in round_tricks:
        for place, played in enumerate(trick["plays"]):
            dealt[(trick["leader"] + place) % state.seats] += played
    if laid:
        dealt[number(given.get("turn"), 0, state.seats - 1, "turn")] += laid
    state.trump = one_of(given["trump"], c.CARDS, "trump")
    found = [state.trump] + [card for cards in dealt for card in cards]
    everything = [card for card in range(c.CLASSES) for _ in range(c.copies(card))]
    for card in range(c.CLASSES):
        if found.count(card) > c.copies(card):
            raise refuse("There is one {card} too many: the game has {copies}.",
                         card=c.CARD_NAMES[card], copies=c.copies(card))
        for _ in range(found.count(card)):
            everything.remove(card)
    for seat in range(state.seats):
        if len(dealt[seat]) != c.HAND:
            raise refuse("Seat {seat} was dealt {cards} cards instead of seven.", seat=seat, cards=len(dealt[seat]))
        state.hands[seat] = as_set(dealt[seat])
    if "rest" in given:
        rest = sorted(one_of(card, c.CARDS, "rest") for card in listed(given["rest"], "rest"))
        if rest != everything:
            raise refuse("The rest must be the {cards} cards that are nowhere else.", cards=len(everything))
    state.rest = as_set(everything)


def as_set(cards: list[int]) -> int:
    found = 0
    for card in cards:
        while found >> card & 1:
            card += 3
        found |= 1 << card
    return found


def read_generator(state: Verhext, generator: object, seed_key: bytes) -> None:
    if generator is None:
        state.keyed(seed_key)
        return
    given = keyed(generator, {"key", "drawn"}, "generator")
    try:
        key = bytes.fromhex(given["key"])
    except (KeyError, TypeError, ValueError):
        key = b""
    if len(key) != 32:
        raise refuse("The key of the generator must be 64 hexadecimal digits.")
    state.keyed(key)
    state.wind(number(given.get("drawn", 0), 0, 1 << 40, "generator, drawn"))


def play_again(state: Verhext, given: dict, round_tricks: list[dict], laid: list[int]) -> None:
    """Plays the round up to the position."""
    over = given["phase"] == "over"
    chosen = [seat for seat in clockwise(state) if state.prophecy[seat] >= 0]
    if chosen != clockwise(state)[: len(chosen)]:
        raise refuse("Prophecies are chosen one after the other from the holder, seat {holder}.", holder=state.holder)
    if len(chosen) < state.seats:
        if round_tricks or laid:
            raise refuse("Nothing is played before everybody has a prophecy.")
        state.phase = c.PROPHECY_PHASE
        state.player = clockwise(state)[len(chosen)]
        return
    state.begin_play()
    spent = [state.spent[seat] for seat in range(state.seats)]
    if over:
        take_back_results(state, round_tricks)
    for seat in range(state.seats):
        state.zeros[seat] += spent[seat]
        state.stacks[0] -= spent[seat]
        state.spent[seat] = 0
    play_tricks(state, round_tricks, over)
    if laid:
        lay(state, laid, len(round_tricks) + 1)
    while state.phase == c.COUNT_ZERO and (over or state.player != given.get("turn", state.player)):
        state.play(state.player, c.SPEND_ZERO if spent[state.player] else c.KEEP_ZERO)
        if state.phase != c.COUNT_ZERO and not over:
            raise refuse("Seat {seat} is not asked for zero cards.", seat=given["turn"])


def clockwise(state: Verhext) -> list[int]:
    """The seats from the holder on."""
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
    """Lays a base card and its potions."""
    seat = state.player
    for move in (c.BASE + played[0], *(c.ATTACH + card - c.FIRST_POTION for card in played[1:])):
        if state.player != seat or move not in state.moves(seat):
            raise refuse("Trick {trick}: seat {seat} cannot play {cards}.",
                         trick=trick, seat=seat, cards=" + ".join(c.CARD_NAMES[card] for card in played))
        state.play(seat, move)


def take_back_results(state: Verhext, round_tricks: list[dict]) -> None:
    """Undoes the counting of the last round: its cards leave the score cards, to be judged again."""
    judged: Verhext = state.copy()
    for seat in range(state.seats):
        judged.zeros[seat] = 0  # so that nobody is asked: what was spent is known
    judged.listen()
    play_tricks(judged, round_tricks, True)
    for note in judged.told():
        seat, prophecy, fulfilled = note.a, note.b, note.c > 0
        place = (prophecy + 1) // 2
        if note.kind == c.HAT_WON:
            state.hats[seat] -= 1
        elif note.kind != c.JUDGED:
            continue
        elif prophecy == 0 and fulfilled:
            state.zeros[seat] -= 1
        elif prophecy == 0:
            state.stacks[0] -= 1
        elif fulfilled:
            state.fulfilled[seat][prophecy] -= 1
        else:
            state.failed[seat][place] -= 1
            state.failed_sides[seat][place] &= ~(-1 << max(0, state.failed[seat][place]))
        if min(state.hats[seat], state.zeros[seat], state.fulfilled[seat][prophecy], state.failed[seat][place]) < 0:
            raise refuse("Seat {seat} lacks what it got in the last round.", seat=seat)


def agree(state: dict, given: dict) -> None:
    """What was given must be what the rules make of it."""
    for key in ("phase", "turn", "stacks", "tricks", "laid"):
        if key in given and given[key] != state[key]:
            raise refuse("By the rules, {key} would be {state}, not {value}.",
                         key=key, state=repr(state[key]), value=repr(given[key]))
    for seat, (card, wanted) in enumerate(zip(state["seats"], given["seats"], strict=True)):
        for key, value in wanted.items():
            if in_order(card[key]) != in_order(value):
                raise refuse("By the rules, {key} would be {state}, not {value}.",
                             key=f"seat {seat}, {key}", state=repr(card[key]), value=repr(value))


def in_order(value: object) -> object:
    """Cards by kind; failed cards of one number stay in the order laid."""
    if not isinstance(value, list):
        return value
    return sorted(value, key=lambda text: (PROPHECY[text] + 1) // 2 if text in PROPHECY else c.CARDS[text])
