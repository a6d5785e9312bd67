"""17 Diciassette once more, as slowly and literally as sections 5 and 9 of the specification put it.

It shares nothing with the rules under test but the names of cards and moves. Only chance it cannot repeat: what comes
after a reshuffle is `ANY` until `agree` looks it up in the true state, and checks that it comes from the discards.
"""

from collections import Counter
from typing import Any

ANY = "any"
COUNTER = {"clockwise": "counter-clockwise", "counter-clockwise": "clockwise"}
KEPT = ("round", "turns", "phase", "turn", "due", "double", "direction", "row")


def is_concealed(card: str) -> bool:
    return "/" not in card


class Referee:
    def __init__(self, shown: dict[str, Any]) -> None:
        """From a snapshot between two decisions, without answers."""
        self.players: int = shown["players"]
        self.options = shown["options"]
        self.round: int = shown["round"]
        self.turns: int = shown["turns"]
        self.phase: str = shown["phase"]
        self.turn: int = shown["turn"]
        self.due: int = shown["due"]
        self.double: bool = shown["double"]
        self.direction: str = shown["direction"]
        self.row: list[dict[str, Any]] = [dict(card) for card in shown["row"]]
        self.hands: list[list[str]] = [list(seat["hand"]) for seat in shown["seats"]]
        self.trashed: list[list[str]] = [list(seat["trashed"]) for seat in shown["seats"]]
        self.victory: list[int] = [seat["victory"] for seat in shown["seats"]]
        self.penalty: list[int] = [seat["penalty"] for seat in shown["seats"]]
        self.pile: list[str] = list(shown["pile"])
        self.discards: list[str] = list(shown["discards"])
        self.answers: dict[int, str] = {}
        self.shuffled: Counter[str] = Counter()  # in this step

    def on(self, option: str) -> bool:
        return bool(self.options[option] == "true")

    # 5.2, 5.4

    def legal(self, seat: int) -> set[str]:
        if self.phase == "play" and seat == self.turn:
            return {f"{card} {face}" for card in self.hands[seat] for face in ("up", "down")}
        if self.phase == "call" and seat != self.turn and seat not in self.answers:
            return {"pass", "call"}
        return set()

    def decide(self, seat: int, move: str) -> None:
        if self.phase == "play":
            self.play(*move.split())
        else:
            self.answers[seat] = move
            self.look_at_answers()

    # PLAY, DRAW

    def play(self, card: str, face: str) -> None:
        self.hands[self.turn].remove(card)
        if face == "up" and card == "trash":
            self.discards.append("trash")
            if self.row:
                target = self.row.pop()
                if target["face"] == "down" and is_concealed(target["card"]):
                    self.trashed[target["seat"]].append(target["card"])
                else:
                    self.discards.append(target["card"])
                    if target["card"] == "x2" and self.on("trash_cancels_double"):
                        if self.due == 2:
                            self.due = 1
                        else:
                            self.double = False
        else:
            self.row.append({"seat": self.turn, "card": card, "face": face})
            if face == "up" and card == "reverse":
                self.direction = COUNTER[self.direction]
            if face == "up" and card == "x2":
                self.double = True
        self.due -= 1
        if self.due and self.hands[self.turn]:
            self.phase = "call" if self.on("call_between_double") else "play"
            return
        self.due = 0
        self.refill(self.turn)
        self.turns += 1
        self.phase = "call"

    def refill(self, seat: int) -> None:
        while len(self.hands[seat]) < 3:
            if not self.pile:
                gone = self.discards + [card for cards in self.trashed for card in cards]
                self.shuffled += Counter(gone)
                self.pile = [ANY] * len(gone)
                self.discards, self.trashed = [], [[] for _ in self.hands]
            if not self.pile:
                return
            self.hands[seat].append(self.pile.pop(0))

    # CALL_WINDOW, NEXT

    def look_at_answers(self) -> None:
        for place in range(1, self.players):
            seat = (self.turn + place) % self.players
            if seat not in self.answers:
                return
            if self.answers[seat] == "call":
                self.answers = {}
                if self.due:
                    self.due = 0
                    self.refill(self.turn)
                self.reveal(seat)
                return
        self.answers = {}
        if self.due:
            self.phase = "play"
        else:
            self.go_on()

    def go_on(self) -> None:
        following = (self.turn + (1 if self.direction == "clockwise" else -1)) % self.players
        if self.turns == 200:
            self.reveal(following)
            return
        if not self.hands[following]:
            self.refill(following)
            if not self.hands[following]:
                self.reveal(following)
                return
        self.turn = following
        self.due = 2 if self.double else 1
        self.double = False
        self.phase = "play"

    # REVEAL, SETTLE

    def reveal(self, caller: int) -> None:
        got: set[int] = set()
        batch = self.options["settlement"] == "batch"

        def give_v(seat: int) -> None:
            if seat not in got:
                got.add(seat)
                self.victory[seat] += 1

        def give_p(seat: int) -> None:
            self.penalty[seat] += 1
            if self.penalty[seat] == 2 and not batch:
                self.penalty[seat] = 0
                self.victory[seat] = max(0, self.victory[seat] - 1)

        total = sum(int(laid["card"][0]) for laid in self.row if laid["card"][0].isdigit())
        traps = [laid["seat"] for laid in self.row if laid["card"] == "trap" and laid["face"] == "down"]
        for owner in traps:
            give_v(owner)
        for _ in traps:
            give_p(caller)
        if total >= 17:
            give_p(self.turn)
            give_v(caller)
        else:
            give_v(self.turn)
            give_p(caller)
        for seat in range(self.players):
            while self.penalty[seat] >= 2:
                self.penalty[seat] -= 2
                self.victory[seat] = max(0, self.victory[seat] - 1)
        self.end_round(caller if total >= 17 else self.turn)

    def end_round(self, winner: int) -> None:
        self.due, self.double = 0, False
        if 3 in self.victory or self.round == 100:
            self.phase = "over"
            return
        self.discards += [laid["card"] for laid in self.row]
        self.row = []
        for place in range(self.players):
            self.refill((winner + place) % self.players)
        self.round += 1
        self.turns = 0
        self.turn, self.due, self.phase = winner, 1, "play"
        if self.on("direction_resets"):
            self.direction = "clockwise"

    # The comparison

    def agree(self, shown: dict[str, Any]) -> None:
        """The true state is the same; what came after a reshuffle is learned from it."""
        came: Counter[str] = Counter()
        for seat, true in zip(self.hands, shown["seats"], strict=True):
            known = [card for card in seat if card != ANY]
            found = Counter(true["hand"]) - Counter(known)
            assert found.total() == len(seat) - len(known) == len(true["hand"]) - len(known)
            came += found
            seat[:] = true["hand"]
        if self.shuffled:
            assert len(self.pile) == len(shown["pile"])
            assert came + Counter(shown["pile"]) == self.shuffled
            self.pile = list(shown["pile"])
            self.shuffled.clear()
        assert self.pile == shown["pile"]
        assert Counter(self.discards) == Counter(shown["discards"])
        for seat_number, true in enumerate(shown["seats"]):
            assert Counter(self.trashed[seat_number]) == Counter(true["trashed"])
            assert (self.victory[seat_number], self.penalty[seat_number]) == (true["victory"], true["penalty"])
            assert self.answers.get(seat_number) == true["answer"]
        assert {key: getattr(self, key) for key in KEPT} == {key: shown[key] for key in KEPT}
