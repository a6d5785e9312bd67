"""Venezia 2099, in the order of its rulebook. Clause ids are those of docs/rules/venezia2099.md.

A set of squares is one 64-bit word, bit 8 * row + column; two players use rows and columns 0 to 5 of the same numbers.
A set of prophecy cards is one too, bit 7 * colour + value, values from 0 (the 3) to 6 (the X).
"""

import cython

from ridotto.games.venezia2099 import components

if not cython.compiled:
    from ridotto.engine.chance import bit, count, high, highest, lowest, nth, ones
    from ridotto.engine.note import EVERYBODY
    from ridotto.engine.state import State
    from ridotto.games.venezia2099.components import *

    AROUND = [0] * 64
    BEFORE, BEYOND = [[0] * 64 for _ in range(4)], [[0] * 64 for _ in range(4)]


def copy_tables():
    """The tables of components.py, in C."""
    for players in range(6):
        SIDE[players] = components.SIDE[players]
        DEALT[players] = components.DEALT[players]
        PAWNS[players] = components.PAWNS[players]
    for dry in range(9):
        WORTH[dry] = components.WORTH[dry]
    for phase in range(8):
        FIRST_MOVE[phase] = components.FIRST_MOVE[phase]


if cython.compiled:
    copy_tables()

for square in range(64):
    for line, (down, right) in enumerate(((0, 1), (1, -1), (1, 0), (1, 1))):
        for step in (*range(-7, 0), *range(1, 8)):
            row, column = square // 8 + step * down, square % 8 + step * right
            if 0 <= row < 8 and 0 <= column < 8:
                there = bit(8 * row + column)
                if step < 0:
                    BEFORE[line][square] |= there
                else:
                    BEYOND[line][square] |= there
                if abs(step) == 1:
                    AROUND[square] |= there


def squares_reached(square, blocked):
    """venezia2099.move.queen: on each line through a square, up to the nearest obstacles on both sides, and these."""
    reached = ones(0, 0)
    for line in range(4):
        last = bit(highest(blocked & BEFORE[line][square] | 1))
        beyond = blocked & BEYOND[line][square]
        reached |= (beyond ^ (beyond - last)) & (BEFORE[line][square] | BEYOND[line][square])
    return reached


def lowest_cards(hand):
    """venezia2099.prophecy.lowest, venezia2099.prophecy.choice: all cards of the lowest value in a hand."""
    values = hand | hand >> 7 | hand >> 14
    values |= values >> 21
    value = bit(lowest(values))
    return hand & (value | value << 7 | value << 14 | value << 21 | value << 28 | value << 35)


def tile_named(card):
    """venezia2099.comp.prophecies: the one tile a prophecy card names."""
    return card + card // 7 + 1


class Venezia2099(State):
    """A game of Venezia 2099."""

    if not cython.compiled:

        def __init__(self):
            """The fields of rules.pxd; compiled, they are there and zero from the start."""
            State.__init__(self)
            # options
            self.gondola_move = 0
            self.rescue_to_platform = 0
            self.first_player = 0
            self.unused_colour = 0
            # the turn
            self.unused = 0  # the colour two players leave in the box; -1: none
            self.first = 0  # the first player
            self.turn = 0  # whose turn it is; `player` is the owner of a fallen pawn while it may be rescued
            self.phase = 0
            self.chosen = 0  # the pawn that was chosen to move, or has fallen; -1: none
            self.walked = 0  # with extra rides: has the turn had its walk?
            # the board
            self.dry = 0
            self.platforms = 0
            self.pawns = 0  # squares with a pawn of anybody
            self.hands = [0, 0, 0, 0, 0]
            self.tile = [0] * 64  # by square, also when it has sunk
            self.where = [0] * 48  # the square of a city tile
            self.coins_on = [0] * 64  # by square
            self.pawn = [[0, 0, 0, 0] for _ in range(5)]  # squares, in the order placed
            # the players
            self.coins = [0, 0, 0, 0, 0]
            self.gondolas = [0, 0, 0, 0, 0]
            self.treasures = [[0, 0, 0, 0, 0, 0] for _ in range(5)]
            self.supply = [0, 0, 0, 0, 0, 0]
            self.played = [0] * 42  # prophecies, one a turn, from the first player on
            self.sunk = 0  # how many of them

    # Setup

    def set_options(self, numbers: dict[str, int]) -> None:
        self.gondola_move = numbers["gondola_move"]
        self.rescue_to_platform = numbers["rescue_to_platform"]
        self.first_player = numbers["first_player"]
        self.unused_colour = numbers["unused_colour"]

    def open(self) -> None:
        """Section 8, in its order: the unused colour, the layout, the deck, the first player."""
        self.unused = -1
        if self.seats == 2:
            random: cython.int = self.unused_colour == RANDOM_COLOUR
            self.unused = self.below(COLOURS_IN_ALL) if random else self.unused_colour - 1
        self.lay_tiles()
        self.deal()
        self.first = self.below(self.seats) if self.first_player < 0 else self.first_player
        self.equip()
        self.phase = PLACING
        self.turn = self.first
        self.player = self.first
        self.note(EVERYBODY, GAME_BEGINS, self.first, self.unused, 0)

    def is_used(self, tile):
        """venezia2099.two.remove_7_8, venezia2099.two.remove_colour."""
        return self.seats > 2 or (tile >> 3 != self.unused and (tile & 7 < 5 or tile & 7 == X_VALUE))

    def lay_tiles(self):
        """venezia2099.setup.layout_random, venezia2099.two.grid: city tiles, and platforms to fill the board."""
        shuffled: cython.short[64]
        if not cython.compiled:
            shuffled = [0] * 64
        side = SIDE[self.seats]
        n = 0
        for tile in range(CITY_TILES):
            if self.is_used(tile):
                shuffled[n] = tile
                n += 1
        for i in range(n, side * side):
            shuffled[i] = PLATFORM
        self.shuffle(shuffled, 0, side * side, side * side)
        for square in range(SQUARES):
            self.tile[square] = NO_TILE
        for tile in range(CITY_TILES):
            self.where[tile] = NOWHERE
        for i in range(side * side):
            self.lay_tile(shuffled[i], 8 * (i // side) + i % side)

    def lay_tile(self, tile, square):
        self.tile[square] = tile
        self.dry |= bit(square)
        if tile == PLATFORM:
            self.platforms |= bit(square)
        else:
            self.where[tile] = square

    def deck(self):
        """The prophecy cards in use."""
        cards = ones(0, 0)
        for card in range(CARDS):
            if self.is_used(tile_named(card)):
                cards |= bit(card)
        return cards

    def deal(self):
        """venezia2099.setup.deal, venezia2099.setup.set_aside: seat after seat; what is left over nobody sees."""
        cards: cython.short[42]
        if not cython.compiled:
            cards = [0] * CARDS
        deck = self.deck()
        n = count(deck)
        for i in range(n):
            cards[i] = nth(deck, i)
        size = DEALT[self.seats]
        self.shuffle(cards, 0, n, size * self.seats)
        for seat in range(self.seats):
            for i in range(seat * size, (seat + 1) * size):
                self.hands[seat] |= bit(cards[i])

    def equip(self):
        """venezia2099.setup.coins, setup.gondolas, setup.supply: as many coins as cards, and one more."""
        self.chosen = -1
        for seat in range(self.seats):
            self.coins[seat] = DEALT[self.seats] + 1
            self.gondolas[seat] = GONDOLAS
            for pawn in range(MOST_PAWNS):
                self.pawn[seat][pawn] = NOWHERE
        for colour in range(COLOURS_IN_ALL):
            self.supply[colour] = TREASURES if colour != self.unused else 0

    def place(self, square):
        """A square and its tile, for notes."""
        return 64 * self.tile[square] + square

    def free(self):
        """Dry squares without a pawn."""
        return self.dry & ~self.pawns

    # Placing the pawns

    def squares_to_place(self, seat):
        """venezia2099.setup.place_distinct_values, place_x_is_a_value, place_platform_many."""
        squares = self.free()
        for pawn in range(MOST_PAWNS):
            if self.pawn[seat][pawn] >= 0:
                tile = self.tile[self.pawn[seat][pawn]]
                if tile != PLATFORM:
                    for colour in range(COLOURS_IN_ALL):
                        alike = self.where[8 * colour + (tile & 7)]
                        if alike >= 0:
                            squares &= ~bit(alike)
        return squares

    def place_pawn(self, seat, square):
        """venezia2099.setup.place_round_robin: one pawn each, round after round."""
        pawn = count(self.pawns) // self.seats
        self.pawn[seat][pawn] = square
        self.pawns |= bit(square)
        self.show(PLACED, seat, self.place(square), pawn)
        if count(self.pawns) == PAWNS[self.seats] * self.seats:
            self.begin_turn(self.first)
        else:
            self.turn = self.next_seat(seat)
            self.player = self.turn

    # Step 1: move a pawn

    def ways_to_move(self, seat):
        """Not at all; walking, for each pawn that can; by gondola, for each pawn. As bits from NO_MOVE on."""
        free = self.free()
        moves = 1
        for pawn in range(MOST_PAWNS):
            square = self.pawn[seat][pawn]
            if square >= 0:
                walks: cython.int = (AROUND[square] & free) != 0 and not self.walked
                rides: cython.int = self.gondolas[seat] > 0
                moves |= (walks << WALK - NO_MOVE | rides << GONDOLA - NO_MOVE) << pawn
        return moves

    def choose_move(self, move):
        """venezia2099.move.commit: a pawn that was chosen must move."""
        if move == NO_MOVE:
            self.walked = 0
            self.phase = BUYING
        elif move < GONDOLA:
            self.chosen = move - WALK
            self.phase = WALKING
        else:
            self.chosen = move - GONDOLA
            self.phase = RIDING

    def walk(self, seat, square):
        self.show(WALKED, seat, self.place(self.pawn[seat][self.chosen]), self.place(square))
        self.walked = 1 if self.gondola_move == EXTRA else 0
        self.move_pawn(seat, square)

    def ride(self, seat, square):
        """venezia2099.gondola.ride, venezia2099.gondola.discard."""
        self.show(RODE, seat, self.place(self.pawn[seat][self.chosen]), self.place(square))
        self.gondolas[seat] -= 1
        self.move_pawn(seat, square)

    def move_pawn(self, seat, square):
        """venezia2099.gondola.ride_replaces_walk, venezia2099.option.gondola_extra."""
        self.pawns ^= bit(self.pawn[seat][self.chosen]) | bit(square)
        self.pawn[seat][self.chosen] = square
        self.chosen = -1
        self.phase = CHOOSING if self.gondola_move == EXTRA else BUYING

    # Step 2: buy a treasure

    def purchases(self, seat):
        """Nothing; or for each pawn on a city tile, if the colour is there and the price can be paid.

        venezia2099.buy.price: one coin more than lie there. As bits from NO_BUY on.
        """
        moves = 1
        for pawn in range(MOST_PAWNS):
            square = self.pawn[seat][pawn]
            if square >= 0 and self.coins[seat] > self.coins_on[square]:
                tile = self.tile[square]
                if tile != PLATFORM and self.supply[tile >> 3]:
                    moves |= 2 << pawn
        return moves

    def buy(self, seat, move):
        """venezia2099.buy.coins_stay, venezia2099.buy.take."""
        if move != NO_BUY:
            square = self.pawn[seat][move - BUY]
            colour = self.tile[square] >> 3
            price = self.coins_on[square] + 1
            self.coins[seat] -= price
            self.coins_on[square] += price
            self.supply[colour] -= 1
            self.treasures[seat][colour] += 1
            self.show(BOUGHT, seat, self.place(square), price)
        self.phase = PROPHESYING

    # Step 3: play a prophecy

    def play_prophecy(self, seat, card):
        """venezia2099.prophecy.open: face up, and the tile of that colour and value sinks."""
        square = self.where[tile_named(card)]
        self.hands[seat] ^= bit(card)
        self.played[self.sunk] = card
        self.sunk += 1
        self.show(PROPHECY_PLAYED, seat, card, self.place(square))
        self.sink(square)

    def sink(self, square):
        """venezia2099.sink.flip, venezia2099.sink.coins, venezia2099.sink.pawn_falls."""
        self.dry ^= bit(square)
        if self.coins_on[square]:
            self.note(EVERYBODY, COINS_LOST, self.coins_on[square], self.place(square), 0)
            self.coins_on[square] = 0
        if self.pawns & bit(square):
            self.pawns ^= bit(square)
            fallen = self.pawn_on(square)
            self.note(EVERYBODY, FELL, fallen // MOST_PAWNS, self.place(square), 0)
            self.fall(fallen // MOST_PAWNS, fallen % MOST_PAWNS)
        else:
            self.end_turn()

    def pawn_on(self, square):
        """Whose pawn stands here, and which: 4 * seat + pawn."""
        for seat in range(self.seats):
            for pawn in range(MOST_PAWNS):
                if self.pawn[seat][pawn] == square:
                    return MOST_PAWNS * seat + pawn
        return NOWHERE

    # A pawn in the water

    def fall(self, owner, pawn):
        """venezia2099.gondola.rescue_any_turn, gondola.none_left, option.rescue_no_target."""
        if self.gondolas[owner] and self.squares_to_rescue():
            self.phase = RESCUING
            self.player = owner
            self.chosen = pawn
        else:
            self.drown(owner, pawn)
            self.end_turn()

    def squares_to_rescue(self):
        """venezia2099.gondola.rescue_target, venezia2099.option.rescue_city_only."""
        return self.free() if self.rescue_to_platform else self.free() & ~self.platforms

    def rescue(self, seat, square):
        """venezia2099.gondola.rescue, or venezia2099.gondola.rescue_optional."""
        if square == LET_DROWN:
            self.drown(seat, self.chosen)
        else:
            self.show(RESCUED, seat, self.place(self.pawn[seat][self.chosen]), self.place(square))
            self.gondolas[seat] -= 1
            self.pawns |= bit(square)
            self.pawn[seat][self.chosen] = square
        self.chosen = -1
        self.end_turn()

    def drown(self, owner, pawn):
        """venezia2099.gondola.no_return."""
        self.show(DROWNED, owner, self.place(self.pawn[owner][pawn]), 0)
        self.pawn[owner][pawn] = NOWHERE
        left = 0
        for other in range(MOST_PAWNS):
            left |= self.pawn[owner][other] + 1
        if not left:
            self.note(EVERYBODY, PAWNLESS, owner, 0, 0)

    def begin_turn(self, seat):
        self.turn = seat
        self.player = seat
        self.phase = CHOOSING

    def end_turn(self):
        """venezia2099.turn.clockwise, venezia2099.end.trigger: on from whose turn it was, to the last card."""
        if self.sunk == DEALT[self.seats] * self.seats:
            self.end_game()
        else:
            self.begin_turn(self.next_seat(self.turn))

    # End of the game

    def set_aside(self):
        """The cards that nobody was dealt."""
        cards = self.deck()
        for seat in range(self.seats):
            cards &= ~self.hands[seat]
        for i in range(self.sunk):
            cards &= ~bit(self.played[i])
        return cards

    def end_game(self):
        """venezia2099.info.reveal_at_end."""
        self.phase = GAME_OVER
        self.turn = -1
        self.player = -1
        if self.notes is not None:
            cards = self.set_aside()
            self.note(EVERYBODY, GAME_ENDS, cards & ones(21, 0), cards >> 21, 0)

    def dry_tiles(self, colour):
        """venezia2099.score.count_all_dry."""
        dry = 0
        for value in range(8):
            square = self.where[8 * colour + value]
            if square >= 0 and self.dry & bit(square):
                dry += 1
        return dry

    def treasure_points(self, seat):
        """venezia2099.score.treasure."""
        points = 0
        for colour in range(COLOURS_IN_ALL):
            if self.treasures[seat][colour]:
                points += self.treasures[seat][colour] * WORTH[self.dry_tiles(colour)]
        return points

    def points_on(self, square):
        """venezia2099.score.pawn_number, pawn_platform, pawn_x: what a pawn on this square is worth."""
        tile = self.tile[square]
        if tile == PLATFORM or not self.dry & bit(square):
            return 0
        return 2 * self.dry_tiles(tile >> 3) if tile & 7 == X_VALUE else 2 + (tile & 7)

    def pawn_points(self, seat):
        points = 0
        for pawn in range(MOST_PAWNS):
            if self.pawn[seat][pawn] >= 0:
                points += self.points_on(self.pawn[seat][pawn])
        return points

    def score(self, seat):
        """venezia2099.score.total."""
        return self.treasure_points(seat) + self.pawn_points(seat) + self.coins[seat]

    def ranking_key(self, seat):
        """venezia2099.tie.pawn_points, venezia2099.tie.shared: points first, then those of pawns."""
        return self.score(seat) * 1024 + self.pawn_points(seat)

    # Decisions

    def allowed(self, seat):
        """The legal moves as bits, from the first move of the phase on; letting a pawn drown comes on top."""
        if self.phase == CHOOSING:
            return self.ways_to_move(seat)
        if self.phase == BUYING:
            return self.purchases(seat)
        if self.phase == PROPHESYING:
            return lowest_cards(self.hands[seat])
        if self.phase == WALKING:
            free = self.free()
            return squares_reached(self.pawn[seat][self.chosen], ~free) & free
        if self.phase == PLACING:
            return self.squares_to_place(seat)
        if self.phase == RESCUING:
            return self.squares_to_rescue()
        return self.free()

    def legal(self, seat, moves):
        moves.add_bits(self.allowed(seat), FIRST_MOVE[self.phase])
        if self.phase == RESCUING:
            moves.add(LET_DROWN)

    def random_move(self, seat, moves, word):
        allowed = self.allowed(seat)
        options = count(allowed)
        drowning: cython.int = self.phase == RESCUING
        k = high(word, options + drowning)
        return LET_DROWN if k == options else FIRST_MOVE[self.phase] + nth(allowed, k)

    def apply(self, seat, move):
        if self.phase == CHOOSING:
            self.choose_move(move)
        elif self.phase == BUYING:
            self.buy(seat, move)
        elif self.phase == PROPHESYING:
            self.play_prophecy(seat, move - PLAY)
        elif self.phase == WALKING:
            self.walk(seat, move)
        elif self.phase == RIDING:
            self.ride(seat, move)
        elif self.phase == PLACING:
            self.place_pawn(seat, move)
        else:
            self.rescue(seat, move)

    # For people

    def remaining(self, colour: int) -> int:
        """The dry tiles of a colour."""
        return self.dry_tiles(colour)

    def worth(self, colour: int) -> int:
        """What a treasure of this colour would score now."""
        return WORTH[self.dry_tiles(colour)]

    def worth_of_pawn(self, seat: int, pawn: int) -> int:
        """What a pawn would score now."""
        return self.points_on(self.pawn[seat][pawn]) if self.pawn[seat][pawn] >= 0 else 0

    def points_of_treasures(self, seat: int) -> int:
        return self.treasure_points(seat)

    def points_of_pawns(self, seat: int) -> int:
        return self.pawn_points(seat)

    def lower_bound(self, seat: int) -> int:
        """The value, from 0 (the 3) to 6 (the X), below which a seat has no cards, as everybody knows."""
        return self.floor_of(seat)

    def cards_set_aside(self) -> int:
        return self.set_aside()

    # Secret and open

    def floor_of(self, seat):
        """venezia2099.info.floor: the value of the last card a seat has played."""
        turn = seat - self.first if seat >= self.first else seat - self.first + self.seats
        floor = 0
        while turn < self.sunk:
            floor = self.played[turn] % 7
            turn += self.seats
        return floor

    def deal_unseen(self, viewer, rng, recall):
        """Section 7: all other hands are dealt again from what the viewer has not seen, none below its floor."""
        unseen = self.set_aside()
        rng.clear()
        for seat in range(self.seats):
            rng.hand(0 if seat == viewer else count(self.hands[seat]))
            if seat != viewer:
                unseen |= self.hands[seat]
        for value in range(7):
            barred = 0
            for seat in range(self.seats):
                if seat != viewer and self.floor_of(seat) > value:
                    barred |= 1 << seat
            rng.group(barred)
            for card in range(value, CARDS, 7):
                if unseen & bit(card):
                    rng.lay(card)
        rng.share()
        for seat in range(self.seats):
            if seat != viewer:
                size = count(self.hands[seat])
                self.hands[seat] = 0
                for i in range(size):
                    self.hands[seat] |= bit(rng.card(seat, i))
        self.rekey(rng)
