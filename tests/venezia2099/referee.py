"""A second referee: the rules of Venezia 2099 once more, slowly, as one course of events told with names and sets.

It shares nothing with the game but the snapshot of a start and the texts of the moves.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import Any

from tests.venezia2099.table import HAND_SIZE, PAWNS_EACH, value

Question = tuple[int, Callable[[], set[str]]]  # who decides, and what is possible
Course = Generator[Question, str, None]


class Referee:
    def __init__(self, start: dict[str, Any]) -> None:
        self.players, self.first, self.options = start["players"], start["first"], start["options"]
        rows = enumerate(start["board"], start=1)
        self.tile = {f"{column}{y}": tile for y, row in rows for column, tile in zip("abcdefgh", row, strict=False)}
        self.water: set[str] = set()
        self.pawns: list[list[str | None]] = [[] for _ in range(self.players)]
        self.hands = [set(seat["hand"]) for seat in start["seats"]]
        self.coins = [HAND_SIZE[self.players] + 1] * self.players
        self.gondolas = [2] * self.players
        self.treasures: list[Counter[str]] = [Counter() for _ in range(self.players)]
        self.piles: Counter[str] = Counter()
        self.running = self.course()
        self.asked: int | None = None
        self.possible: Callable[[], set[str]] = set
        self.go_on(None)

    def play(self, move: str) -> None:
        assert move in self.possible(), move
        self.go_on(move)

    def go_on(self, move: str | None) -> None:
        try:
            self.asked, self.possible = next(self.running) if move is None else self.running.send(move)
        except StopIteration:
            self.asked, self.possible = None, set

    # The course of the game

    def course(self) -> Course:
        for _ in range(PAWNS_EACH[self.players]):
            for seat in self.in_turn():
                square = yield seat, partial(self.to_place, seat)
                self.pawns[seat].append(square)
        for _ in range(HAND_SIZE[self.players]):
            for seat in self.in_turn():
                yield from self.moving(seat)
                yield from self.buying(seat)
                yield from self.prophecy(seat)

    def in_turn(self) -> list[int]:
        return [(self.first + i) % self.players for i in range(self.players)]

    def moving(self, seat: int) -> Course:
        walked = False
        while True:
            how = yield seat, partial(self.to_choose, seat, walked)
            if how == "stay":
                return
            kind, number = how.split()
            start = self.pawns[seat][int(number) - 1]
            assert start is not None
            if kind == "walk":
                walked = True
                square = yield seat, partial(self.walks, start)
            else:
                self.gondolas[seat] -= 1
                square = yield seat, self.free_squares
            self.pawns[seat][int(number) - 1] = square
            if self.options["gondola_move"] == "instead":
                return

    def buying(self, seat: int) -> Course:
        choice = yield seat, partial(self.to_buy, seat)
        if choice != "no purchase":
            square = self.pawns[seat][int(choice.split()[1]) - 1]
            assert square is not None
            price = self.piles[square] + 1
            self.coins[seat] -= price
            self.piles[square] += price
            self.treasures[seat][self.tile[square].split()[0]] += 1

    def prophecy(self, seat: int) -> Course:
        card = yield seat, partial(self.to_prophesy, seat)
        self.hands[seat].remove(card)
        (square,) = (square for square, tile in self.tile.items() if tile == card)
        self.water.add(square)
        del self.piles[square]
        for owner, pawns in enumerate(self.pawns):
            if square in pawns:
                pawn = pawns.index(square)
                pawns[pawn] = None
                if self.gondolas[owner] and self.to_rescue():
                    target = yield owner, lambda: self.to_rescue() | {"let drown"}
                    if target != "let drown":
                        self.gondolas[owner] -= 1
                        pawns[pawn] = target

    # What is possible

    def free_squares(self) -> set[str]:
        return {square for square in self.tile if square not in self.water and square not in self.standing()}

    def standing(self) -> list[str]:
        return [square for pawns in self.pawns for square in pawns if square is not None]

    def to_place(self, seat: int) -> set[str]:
        used = {self.tile[square].split()[-1] for square in self.pawns[seat] if square} - {"platform"}
        return {square for square in self.free_squares() if self.tile[square].split()[-1] not in used}

    def to_choose(self, seat: int, walked: bool) -> set[str]:
        found = {"stay"}
        for number, square in enumerate(self.pawns[seat], start=1):
            if square is not None:
                found |= {f"walk {number}"} if self.walks(square) and not walked else set()
                found |= {f"gondola {number}"} if self.gondolas[seat] else set()
        return found

    def walks(self, start: str) -> set[str]:
        return walks(start, self.free_squares())

    def to_buy(self, seat: int) -> set[str]:
        found = {"no purchase"}
        for number, square in enumerate(self.pawns[seat], start=1):
            if square is not None and self.tile[square] != "platform":
                sold = sum(owned[self.tile[square].split()[0]] for owned in self.treasures)
                if sold < 10 and self.piles[square] + 1 <= self.coins[seat]:
                    found.add(f"buy {number}")
        return found

    def to_prophesy(self, seat: int) -> set[str]:
        return {card for card in self.hands[seat] if value(card) == min(map(value, self.hands[seat]))}

    def to_rescue(self) -> set[str]:
        if self.options["rescue_to_platform"] == "true":
            return self.free_squares()
        return {square for square in self.free_squares() if self.tile[square] != "platform"}

    # Scoring

    def remaining(self, colour: str) -> int:
        dry = (tile for square, tile in self.tile.items() if square not in self.water)
        return len([tile for tile in dry if tile.startswith(colour)])

    def pawn_points(self, seat: int) -> int:
        points = 0
        for square in self.pawns[seat]:
            if square is not None and self.tile[square] != "platform":
                colour, printed = self.tile[square].split()
                points += 2 * self.remaining(colour) if printed == "X" else int(printed)
        return points

    def totals(self) -> list[int]:
        worth = {1: 6, 2: 3, 3: 2}
        return [
            sum(number * worth.get(self.remaining(colour), 1) for colour, number in self.treasures[seat].items())
            + self.pawn_points(seat)
            + self.coins[seat]
            for seat in range(self.players)
        ]

    def places(self) -> list[int]:
        results = [(total, self.pawn_points(seat)) for seat, total in enumerate(self.totals())]
        return [1 + sum(other > own for other in results) for own in results]


def walks(start: str, free: Iterable[str]) -> set[str]:
    """Step by step in all eight directions, as long as the next square is free."""
    found = set()
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            here = start
            while True:
                here = f"{chr(ord(here[0]) + right)}{int(here[1:]) + down}"
                if here not in free:  # also the start itself, on which the pawn stands
                    break
                found.add(here)
    return found
