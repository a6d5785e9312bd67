"""The rules of Venezia 2099, in the order of its rulebook. Clause ids are those of docs/rules/venezia2099.md.

A set of squares is one 64-bit word: bit 8 * row + column. Two players use rows and columns 0 to 5 of the same numbers.
So is a set of prophecy cards: bit 7 * colour + value, with values from 0 (the 3) to 6 (the X).
"""

import cython

from ridotto.games.venezia2099 import components

if not cython.compiled:
    from ridotto.engine.chance import bit, count, highest, lowest, mul_high, nth, ones
    from ridotto.engine.note import EVERYBODY
    from ridotto.engine.state import State
    from ridotto.games.venezia2099.components import *

    NEIGHBOURS = [0] * 64
    LINE_BEFORE, LINE_BEYOND = [[0] * 64 for _ in range(4)], [[0] * 64 for _ in range(4)]


def copy_tables():
    """Copy the tables of components.py into C arrays."""
    for players in range(6):
        BOARD_SIDE[players] = components.BOARD_SIDE[players]
        HAND_SIZE[players] = components.HAND_SIZE[players]
        PAWNS_EACH[players] = components.PAWNS_EACH[players]
    for dry in range(9):
        TREASURE_WORTH[dry] = components.TREASURE_WORTH[dry]
    for phase in range(8):
        FIRST_MOVE[phase] = components.FIRST_MOVE[phase]


if cython.compiled:
    copy_tables()


def draw_lines():
    """Fill the tables of the four lines through each square.

    A line does not contain the square itself: a walk covers at least one square (venezia2099.move.at_least_one).
    """
    for square in range(64):
        for line, (down, right) in enumerate(((0, 1), (1, -1), (1, 0), (1, 1))):
            for step in (*range(-7, 0), *range(1, 8)):
                row, column = square // 8 + step * down, square % 8 + step * right
                if 0 <= row < 8 and 0 <= column < 8:  # venezia2099.move.no_wrap
                    there = bit(8 * row + column)
                    if step < 0:
                        LINE_BEFORE[line][square] |= there
                    else:
                        LINE_BEYOND[line][square] |= there
                    if abs(step) == 1:
                        NEIGHBOURS[square] |= there


draw_lines()


def squares_reached(square, blocked):
    """The squares on the lines through a square, up to and including the nearest obstacle on each side.

    venezia2099.move.queen. Only squares on the line itself are obstacles (venezia2099.move.diagonal_gap).
    """
    reached = ones(0, 0)
    for line in range(4):
        last = bit(highest(blocked & LINE_BEFORE[line][square] | 1))
        beyond = blocked & LINE_BEYOND[line][square]
        reached |= (beyond ^ (beyond - last)) & (LINE_BEFORE[line][square] | LINE_BEYOND[line][square])
    return reached


def lowest_cards(hand):
    """All cards of the lowest value in a hand (venezia2099.prophecy.lowest, venezia2099.prophecy.choice)."""
    values = hand | hand >> 7 | hand >> 14
    values |= values >> 21
    value = bit(lowest(values))  # venezia2099.prophecy.x_highest: the X is value 6, the highest
    return hand & (value | value << 7 | value << 14 | value << 21 | value << 28 | value << 35)


def tile_of_card(card):
    """The only tile that a prophecy card names (venezia2099.comp.prophecies).

    No card names a tile of value 2 or a platform, so these never sink (venezia2099.sink.safe).
    """
    return card + card // 7 + 1


class Venezia2099(State):
    """A game of Venezia 2099."""

    if not cython.compiled:

        def __init__(self):
            """Set the fields of rules.pxd, which are zero from the start when compiled."""
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
            self.walked = 0  # with extra rides: 1 after the walk of this turn
            # the board
            self.dry = 0  # a set of squares
            self.platforms = 0  # a set of squares
            self.pawns = 0  # the set of squares with a pawn of any seat
            self.hands = [0, 0, 0, 0, 0]  # sets of cards
            self.tile = [0] * 64  # by square, also after it has sunk
            self.square_of = [0] * 48  # by city tile
            self.coins_on = [0] * 64  # by square
            self.pawn = [[0, 0, 0, 0] for _ in range(5)]  # by seat: squares in the order placed
            # the players
            self.coins = [0, 0, 0, 0, 0]
            self.gondolas = [0, 0, 0, 0, 0]
            self.treasures = [[0, 0, 0, 0, 0, 0] for _ in range(5)]
            self.supply = [0, 0, 0, 0, 0, 0]
            self.played = [0] * 42  # prophecies, one a turn, from the first player on
            self.sunk = 0  # number of prophecies played, and so of tiles sunk

    # Setup

    def set_options(self, numbers: dict[str, int]) -> None:
        """Store the option values as numbers (venezia2099.option.values)."""
        self.gondola_move = numbers["gondola_move"]
        self.rescue_to_platform = numbers["rescue_to_platform"]
        self.first_player = numbers["first_player"]
        self.unused_colour = numbers["unused_colour"]

    def open(self) -> None:
        """Make the random draws in the order of section 8: unused colour, layout, deck, first player."""
        self.unused = -1
        if self.seats == 2:  # all else is as for more players: venezia2099.two.rest_same
            random: cython.int = self.unused_colour == RANDOM_COLOUR
            self.unused = self.below(COLOUR_COUNT) if random else self.unused_colour - 1  # venezia2099.two.colour_pick
        self.lay_tiles()
        self.deal()  # before the pawns are placed: venezia2099.setup.hand_before_placement
        # venezia2099.setup.first_player
        self.first = self.below(self.seats) if self.first_player < 0 else self.first_player
        self.set_up_seats()
        self.phase = PLACING
        self.turn = self.first
        self.player = self.first
        self.note(EVERYBODY, GAME_BEGINS, self.first, self.unused, 0)

    def is_used(self, tile):
        """Whether a city tile is in the game (venezia2099.two.remove_7_8, venezia2099.two.remove_colour)."""
        return self.seats > 2 or (tile >> 3 != self.unused and (tile & 7 < 5 or tile & 7 == X_VALUE))

    def lay_tiles(self):
        """Shuffle the city tiles and platforms, and lay them on the board (venezia2099.setup.layout_random)."""
        shuffled: cython.short[64]
        if not cython.compiled:
            shuffled = [0] * 64
        side = BOARD_SIDE[self.seats]  # venezia2099.setup.grid, venezia2099.two.grid
        n = 0
        for tile in range(CITY_TILES):  # one of each colour and value: venezia2099.comp.city_tiles
            if self.is_used(tile):
                shuffled[n] = tile
                n += 1
        for i in range(n, side * side):  # all alike, without colour and value: venezia2099.comp.platforms
            shuffled[i] = PLATFORM
        self.shuffle(shuffled, 0, side * side, side * side)
        for square in range(SQUARES):
            self.tile[square] = NO_TILE
        for tile in range(CITY_TILES):
            self.square_of[tile] = NOWHERE
        for i in range(side * side):
            self.lay_tile(shuffled[i], 8 * (i // side) + i % side)

    def lay_tile(self, tile, square):
        self.tile[square] = tile
        self.dry |= bit(square)
        if tile == PLATFORM:
            self.platforms |= bit(square)
        else:
            self.square_of[tile] = square

    def deck(self):
        """The set of prophecy cards in the game."""
        cards = ones(0, 0)
        for card in range(CARDS):
            if self.is_used(tile_of_card(card)):
                cards |= bit(card)
        return cards

    def deal(self):
        """Shuffle the deck and deal each seat its hand (venezia2099.setup.deal).

        The rest is set aside unseen: the cards in no hand (venezia2099.setup.set_aside).
        """
        cards: cython.short[42]
        if not cython.compiled:
            cards = [0] * CARDS
        deck = self.deck()
        n = count(deck)
        for i in range(n):
            cards[i] = nth(deck, i)
        size = HAND_SIZE[self.seats]  # venezia2099.two.resources
        self.shuffle(cards, 0, n, size * self.seats)
        for seat in range(self.seats):
            for i in range(seat * size, (seat + 1) * size):
                self.hands[seat] |= bit(cards[i])

    def set_up_seats(self):
        """Give each seat its coins, gondola cards and pawns, and fill the supply (venezia2099.comp.other)."""
        self.chosen = -1
        for seat in range(self.seats):
            self.coins[seat] = HAND_SIZE[self.seats] + 1  # venezia2099.setup.coins
            self.gondolas[seat] = GONDOLAS_EACH  # venezia2099.setup.gondolas, venezia2099.two.gondolas
            for pawn in range(MAX_PAWNS):
                self.pawn[seat][pawn] = NOWHERE
        for colour in range(COLOUR_COUNT):
            # venezia2099.comp.treasures, venezia2099.setup.supply, venezia2099.two.treasures
            self.supply[colour] = TREASURES_PER_COLOUR if colour != self.unused else 0

    def site(self, square):
        """A square with its tile as one number, for notes."""
        return 64 * self.tile[square] + square

    def free_squares(self):
        """Dry squares without a pawn: a square holds at most one (venezia2099.setup.place_single)."""
        return self.dry & ~self.pawns

    # Placing the pawns

    def squares_to_place(self, seat):
        """Free squares, except tiles whose value the seat has a pawn on (venezia2099.setup.place_distinct_values)."""
        squares = self.free_squares()  # platforms, too: venezia2099.setup.place_platform
        for pawn in range(MAX_PAWNS):
            if self.pawn[seat][pawn] >= 0:
                tile = self.tile[self.pawn[seat][pawn]]
                if tile != PLATFORM:  # venezia2099.setup.place_platform_many
                    for colour in range(COLOUR_COUNT):
                        alike = self.square_of[8 * colour + (tile & 7)]  # venezia2099.setup.place_x_is_a_value
                        if alike >= 0:
                            squares &= ~bit(alike)
        return squares

    def place_pawn(self, seat, square):
        """Place one pawn; the seats take turns until all pawns stand (venezia2099.setup.place_round_robin)."""
        pawn = count(self.pawns) // self.seats
        self.pawn[seat][pawn] = square
        self.pawns |= bit(square)
        self.show(PLACED, seat, self.site(square), pawn)
        if count(self.pawns) == PAWNS_EACH[self.seats] * self.seats:  # venezia2099.setup.pawns
            self.begin_turn(self.first)
        else:
            self.turn = self.next_seat(seat)
            self.player = self.turn

    # Step 1: move a pawn

    def move_options(self, seat):
        """The legal moves of step 1 as bits from NO_MOVE on: none, a walk or a gondola ride for each pawn.

        Rides belong to step 1 of the seat's turn (venezia2099.gondola.ride_own_turn, venezia2099.gondola.ride_timing).
        """
        free = self.free_squares()
        moves = 1
        for pawn in range(MAX_PAWNS):
            square = self.pawn[seat][pawn]  # venezia2099.gondola.own_pawns_only
            if square >= 0:
                # venezia2099.move.stuck: no walk without a free neighbour
                walks: cython.int = (NEIGHBOURS[square] & free) != 0 and not self.walked
                rides: cython.int = self.gondolas[seat] > 0
                moves |= (walks << WALK - NO_MOVE | rides << GONDOLA - NO_MOVE) << pawn
        return moves

    def choose_move(self, move):
        """Choose the pawn to move (venezia2099.move.one_pawn), which then must move (venezia2099.move.commit)."""
        if move == NO_MOVE:
            self.walked = 0
            self.phase = BUYING
        elif move < GONDOLA:
            self.chosen = move - WALK
            self.phase = WALKING
        else:
            self.chosen = move - GONDOLA
            self.phase = RIDING

    def walk_squares(self, seat):
        """The squares that the chosen pawn can walk to, whatever their values (venezia2099.move.no_value_rule)."""
        # Platforms are free squares, coins make no difference: venezia2099.move.platform,
        # venezia2099.move.coins_do_not_block
        free = self.free_squares()
        # venezia2099.move.not_through_pawn, venezia2099.move.not_through_water
        reached = squares_reached(self.pawn[seat][self.chosen], ~free)
        return reached & free  # venezia2099.move.not_onto_pawn, venezia2099.move.not_onto_water

    def walk(self, seat, square):
        """Walk with the chosen pawn."""
        self.show(WALKED, seat, self.site(self.pawn[seat][self.chosen]), self.site(square))
        self.walked = 1 if self.gondola_move == EXTRA else 0
        self.move_pawn(seat, square)

    def ride(self, seat, square):
        """Ride with the chosen pawn (venezia2099.gondola.ride), at the cost of a card (venezia2099.gondola.discard)."""
        self.show(RODE, seat, self.site(self.pawn[seat][self.chosen]), self.site(square))
        self.gondolas[seat] -= 1
        self.move_pawn(seat, square)

    def move_pawn(self, seat, square):
        """Put the chosen pawn on a square; a purchase may follow, also there (venezia2099.gondola.buy_after_ride)."""
        self.pawns ^= bit(self.pawn[seat][self.chosen]) | bit(square)
        self.pawn[seat][self.chosen] = square
        self.chosen = -1
        # venezia2099.option.gondola_extra, venezia2099.gondola.ride_replaces_walk
        self.phase = CHOOSING if self.gondola_move == EXTRA else BUYING

    # Step 2: buy a treasure

    def purchase_options(self, seat):
        """The legal moves of step 2 as bits from NO_BUY on: none, or a purchase on the tile of a pawn.

        Without pawns there is none (venezia2099.pawnless.no_treasures).
        """
        moves = 1
        for pawn in range(MAX_PAWNS):  # moved or not: venezia2099.buy.any_own_pawn
            square = self.pawn[seat][pawn]
            if square >= 0 and self.coins[seat] >= self.price_on(square):  # venezia2099.buy.afford
                tile = self.tile[square]
                # venezia2099.buy.platform_never, venezia2099.buy.supply_limit
                if tile != PLATFORM and self.supply[tile >> 3]:
                    moves |= 2 << pawn
        return moves

    def price_on(self, square):
        """The price of a treasure: one coin more than lie on the tile (venezia2099.buy.price).

        It does not matter who paid these (venezia2099.buy.shared_pile).
        """
        return self.coins_on[square] + 1

    def buy(self, seat, move):
        """Buy at most one treasure (venezia2099.buy.one_per_turn)."""
        if move != NO_BUY:
            square = self.pawn[seat][move - BUY]  # venezia2099.buy.choose_tile
            colour = self.tile[square] >> 3  # venezia2099.buy.colour
            price = self.price_on(square)
            self.coins[seat] -= price  # coins never come back: venezia2099.buy.no_income
            self.coins_on[square] += price  # venezia2099.buy.coins_stay
            self.supply[colour] -= 1
            self.treasures[seat][colour] += 1  # venezia2099.buy.take
            self.show(BOUGHT, seat, self.site(square), price)
        self.phase = PROPHESYING  # venezia2099.turn.no_move_after_buy

    # Step 3: play a prophecy

    def play_prophecy(self, seat, card):
        """Play a prophecy face up (venezia2099.prophecy.open) and sink its tile."""
        square = self.square_of[tile_of_card(card)]
        self.hands[seat] ^= bit(card)
        self.played[self.sunk] = card
        self.sunk += 1
        self.show(PROPHECY_PLAYED, seat, card, self.site(square))
        self.sink(square)

    def sink(self, square):
        """Turn a tile to its water side (venezia2099.sink.flip) for good (venezia2099.sink.permanent)."""
        self.dry ^= bit(square)
        if self.coins_on[square]:
            self.note(EVERYBODY, COINS_LOST, self.coins_on[square], self.site(square), 0)
            self.coins_on[square] = 0  # venezia2099.sink.coins
        if self.pawns & bit(square):  # venezia2099.sink.pawn_falls
            self.pawns ^= bit(square)
            fallen = self.pawn_on(square)  # whoever owns it: venezia2099.sink.own_pawn
            self.note(EVERYBODY, FELL, fallen // MAX_PAWNS, self.site(square), 0)
            self.fall(fallen // MAX_PAWNS, fallen % MAX_PAWNS)
        else:
            self.end_turn()

    def pawn_on(self, square):
        """The pawn on a square as 4 * seat + pawn, or NOWHERE."""
        for seat in range(self.seats):
            for pawn in range(MAX_PAWNS):
                if self.pawn[seat][pawn] == square:
                    return MAX_PAWNS * seat + pawn
        return NOWHERE

    # A pawn in the water

    def fall(self, owner, pawn):
        """Ask the owner of a fallen pawn about a rescue, in anybody's turn (venezia2099.gondola.rescue_any_turn).

        Only gondola cards limit rescues, not the ride of step 1 (venezia2099.gondola.several_per_turn).
        """
        # venezia2099.gondola.none_left, venezia2099.option.rescue_no_target
        if self.gondolas[owner] and self.squares_to_rescue():
            # The turn ends, and the game is scored, after the answer: venezia2099.gondola.rescue_at_once,
            # venezia2099.end.last_rescue
            self.phase = RESCUING
            self.player = owner
            self.chosen = pawn
        else:
            self.drown(owner, pawn)
            self.end_turn()

    def squares_to_rescue(self):
        """The squares a fallen pawn can go to; its own tile is water by now (venezia2099.gondola.rescue_not_back)."""
        # venezia2099.gondola.rescue_target, venezia2099.option.rescue_city_only
        return self.free_squares() if self.rescue_to_platform else self.free_squares() & ~self.platforms

    def rescue(self, seat, square):
        """Move a fallen pawn to a free square (venezia2099.gondola.rescue), or let it drown."""
        if square == LET_DROWN:  # venezia2099.gondola.rescue_optional
            self.drown(seat, self.chosen)
        else:
            self.show(RESCUED, seat, self.site(self.pawn[seat][self.chosen]), self.site(square))
            self.gondolas[seat] -= 1
            self.pawns |= bit(square)
            self.pawn[seat][self.chosen] = square
        self.chosen = -1
        self.end_turn()  # venezia2099.gondola.rescue_no_buy

    def drown(self, owner, pawn):
        """Remove a pawn from the game for good (venezia2099.gondola.no_return)."""
        self.show(DROWNED, owner, self.site(self.pawn[owner][pawn]), 0)
        self.pawn[owner][pawn] = NOWHERE
        left = 0
        for other in range(MAX_PAWNS):
            left |= self.pawn[owner][other] + 1
        if not left:
            self.note(EVERYBODY, PAWNLESS, owner, 0, 0)

    # Turns

    def begin_turn(self, seat):
        """Begin with step 1; CHOOSING, BUYING and PROPHESYING are the three steps (venezia2099.turn.steps)."""
        self.turn = seat
        self.player = seat
        self.phase = CHOOSING

    def end_turn(self):
        """End the game with the last card, else begin the next turn.

        Nothing else ends the game (venezia2099.end.no_other_end), so each seat has as many turns as it was dealt cards
        (venezia2099.turn.count), also without pawns (venezia2099.pawnless.plays_cards).
        """
        if self.sunk == HAND_SIZE[self.seats] * self.seats:  # venezia2099.end.trigger
            self.end_game()
        else:
            self.begin_turn(self.next_seat(self.turn))  # venezia2099.turn.clockwise

    # End of the game

    def set_aside(self):
        """The set of cards that no seat was dealt."""
        cards = self.deck()
        for seat in range(self.seats):
            cards &= ~self.hands[seat]
        for i in range(self.sunk):
            cards &= ~bit(self.played[i])
        return cards

    def end_game(self):
        """Show the cards that were set aside (venezia2099.info.reveal_at_end)."""
        self.phase = GAME_OVER
        self.turn = -1
        self.player = -1
        if self.notes is not None:
            cards = self.set_aside()
            self.note(EVERYBODY, GAME_ENDS, cards & ones(21, 0), cards >> 21, 0)

    def dry_tiles(self, colour):
        """The number of dry tiles of a colour, occupied or not (venezia2099.score.count_all_dry)."""
        dry = 0
        for value in range(8):
            square = self.square_of[8 * colour + value]
            if square >= 0 and self.dry & bit(square):
                dry += 1
        return dry

    def treasure_points(self, seat):
        """What the treasures of a seat score (venezia2099.score.treasure)."""
        points = 0
        for colour in range(COLOUR_COUNT):
            if self.treasures[seat][colour]:
                # At least one tile is dry, the 2: venezia2099.score.never_zero
                points += self.treasures[seat][colour] * TREASURE_WORTH[self.dry_tiles(colour)]
        return points

    def points_on(self, square):
        """What a pawn on a square scores."""
        tile = self.tile[square]
        if tile == PLATFORM or not self.dry & bit(square):  # venezia2099.score.pawn_platform
            return 0
        if tile & 7 == X_VALUE:
            return 2 * self.dry_tiles(tile >> 3)  # venezia2099.score.pawn_x, venezia2099.score.x_counts_itself
        return 2 + (tile & 7)  # venezia2099.score.pawn_number

    def pawn_points(self, seat):
        """What the pawns on the board score, those on X tiles included (venezia2099.tie.x_points_count)."""
        points = 0
        for pawn in range(MAX_PAWNS):
            if self.pawn[seat][pawn] >= 0:
                points += self.points_on(self.pawn[seat][pawn])
        return points

    def score(self, seat):
        """The total of a seat (venezia2099.score.total), with or without pawns (venezia2099.pawnless.scores)."""
        # Coins left on tiles, gondola cards and lost pawns score nothing: venezia2099.score.coins,
        # venezia2099.score.coins_on_tiles, venezia2099.score.nothing
        return self.treasure_points(seat) + self.pawn_points(seat) + self.coins[seat]

    def ranking_key(self, seat):
        """The total first, then the points of pawns (venezia2099.tie.pawn_points).

        Equal keys share a place (venezia2099.tie.shared, venezia2099.tie.places).
        """
        return self.score(seat) * 1024 + self.pawn_points(seat)

    # Decisions

    def allowed(self, seat):
        """The legal moves as bits, from FIRST_MOVE of the phase on; LET_DROWN is not among them."""
        if self.phase == CHOOSING:
            return self.move_options(seat)
        if self.phase == BUYING:
            return self.purchase_options(seat)
        if self.phase == PROPHESYING:  # exactly one card: venezia2099.prophecy.compulsory
            return lowest_cards(self.hands[seat])
        if self.phase == WALKING:
            return self.walk_squares(seat)
        if self.phase == PLACING:
            return self.squares_to_place(seat)
        if self.phase == RESCUING:
            return self.squares_to_rescue()
        return self.free_squares()  # venezia2099.gondola.ride_target

    def legal(self, seat, moves):
        moves.add_bits(self.allowed(seat), FIRST_MOVE[self.phase])
        if self.phase == RESCUING:
            moves.add(LET_DROWN)

    def random_move(self, seat, moves, word):
        allowed = self.allowed(seat)
        options = count(allowed)
        drowning: cython.int = self.phase == RESCUING
        k = mul_high(word, options + drowning)
        return LET_DROWN if k == options else FIRST_MOVE[self.phase] + nth(allowed, k)

    def apply(self, seat, move):
        """Every step is asked, also with only one legal move (venezia2099.flow.always_asked)."""
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

    # For views and scenes: methods that Python can call

    def remaining(self, colour: int) -> int:
        """The number of dry tiles of a colour."""
        return self.dry_tiles(colour)

    def worth(self, colour: int, sinking: int = 0) -> int:
        """What a treasure of this colour would score if so many more of its tiles had sunk."""
        return TREASURE_WORTH[self.dry_tiles(colour) - sinking]

    def price_of_treasure(self, square: int) -> int:
        return self.price_on(square)

    def points_of_pawn(self, square: int) -> int:
        """What a pawn on a square would score now."""
        return self.points_on(square)

    def points_of_treasures(self, seat: int) -> int:
        return self.treasure_points(seat)

    def lower_bound(self, seat: int) -> int:
        """The lowest value a seat can hold as far as everybody knows, from 0 (the 3) to 6 (the X)."""
        return self.floor_of(seat)

    def cards_in_game(self) -> int:
        return self.deck()

    def cards_set_aside(self) -> int:
        return self.set_aside()

    def number_of_cards(self, seat: int) -> int:
        """How many cards a seat holds."""
        return count(self.hands[seat])

    def playable_cards(self, seat: int) -> int:
        """The cards of which a seat must play one in its next step 3."""
        return lowest_cards(self.hands[seat]) if self.hands[seat] else 0

    # Hidden information

    def floor_of(self, seat):
        """The value of the last card a seat has played (venezia2099.info.floor)."""
        turn = seat - self.first if seat >= self.first else seat - self.first + self.seats
        floor = 0
        while turn < self.sunk:
            floor = self.played[turn] % 7
            turn += self.seats
        return floor

    def deal_unseen(self, viewer, rng, recall):
        """Deal the other hands again from the cards the viewer has not seen, none below its owner's floor.

        Hands and the cards set aside are hidden: venezia2099.info.hand_secret, venezia2099.info.set_aside_secret.
        """
        unseen = self.set_aside()
        rng.clear()
        for seat in range(self.seats):
            rng.add_hand(0 if seat == viewer else count(self.hands[seat]))
            if seat != viewer:
                unseen |= self.hands[seat]
        for value in range(7):
            barred = 0
            for seat in range(self.seats):
                if seat != viewer and self.floor_of(seat) > value:
                    barred |= 1 << seat
            rng.add_group(barred)
            for card in range(value, CARDS, 7):
                if unseen & bit(card):
                    rng.add_card(card)
        rng.deal()
        for seat in range(self.seats):
            if seat != viewer:
                size = count(self.hands[seat])
                self.hands[seat] = 0
                for i in range(size):
                    self.hands[seat] |= bit(rng.dealt_card(seat, i))
        self.rekey(rng)
