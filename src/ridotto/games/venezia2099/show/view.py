"""The view of Venezia 2099: what one viewer may know (section 7 of the specification), built from nothing."""

from math import isqrt

from msgspec import Struct

from ridotto.engine.view import OwnView, PublicView, View
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.rules.rules import Venezia2099
from ridotto.games.venezia2099.rules.snapshot import PHASES, Phase


class Venezia2099Square(Struct, frozen=True, gc=False):
    """A square of the board."""

    name: str  # "c4"
    tile: int  # that was laid here, also after it has sunk
    dry: bool
    coins: int
    price: int  # of a treasure, if one can be bought here
    points: int  # that a pawn here would score now


class Venezia2099Colour(Struct, frozen=True, gc=False):
    """A colour that is in the game."""

    colour: int
    dry: int  # its dry tiles
    supply: int  # its treasures left
    worths: tuple[int, ...]  # of one treasure at the end, by how many of its dry tiles stay dry besides the 2

    @property
    def name(self) -> str:
        """`red`."""
        return c.COLOURS[self.colour]

    @property
    def worth(self) -> int:
        """What one treasure is worth if no further tile sinks."""
        return self.worths[-1]


class Venezia2099Seat(Struct, frozen=True, gc=False):
    """What everybody sees of a seat, and what it would score now."""

    cards: int  # how many prophecies it holds
    floor: int | None  # the value of the last one it played, from 0 (the 3): it holds none below
    pawns: tuple[str | None, ...]  # their squares in the order placed; None: not placed yet, or drowned
    pawn_points: tuple[int, ...]
    gondolas: int
    coins: int
    treasures: tuple[int, ...]  # by colour
    treasure_points: int
    score: int


class Venezia2099Public(PublicView, frozen=True, gc=False):
    """Everything that lies open on the table."""

    unused: int | None  # the colour that two players leave in the box
    squares: tuple[Venezia2099Square, ...]  # row by row
    first: int
    phase: Phase
    turn: int | None  # whose turn it is
    player: int | None  # who decides: in a rescue, the owner of the fallen pawn
    chosen: int | None  # the pawn that was chosen to move, or has fallen, from 0
    walked: bool
    idle: bool  # can the player on turn only pass in step 1 or 2?
    turns: int  # in the whole game
    played: tuple[int, ...]  # prophecies, one a turn, from the first player on
    last_sunk: str | None  # the square that has sunk last
    unplayed: tuple[int, ...]  # all other prophecies, wherever they are
    colours: tuple[Venezia2099Colour, ...]
    seats: tuple[Venezia2099Seat, ...]
    set_aside: tuple[int, ...] | None  # prophecies, when the game is over

    @property
    def side(self) -> int:
        """The number of squares along an edge of the board."""
        return isqrt(len(self.squares))

    @property
    def ranks(self) -> dict[str, int]:
        """By square: the place of its tile among all tiles by colours and values, from 1; 0 for platforms."""
        order = sorted(square.tile for square in self.squares if square.tile != c.PLATFORM)
        rank = {tile: place for place, tile in enumerate(order, 1)}
        return {square.name: rank.get(square.tile, 0) for square in self.squares}

    @property
    def number_set_aside(self) -> int:
        """How many prophecies nobody was dealt."""
        return len(self.unplayed) - sum(seat.cards for seat in self.seats)

    @property
    def treasure_scale(self) -> str:
        """What a treasure is worth by the dry tiles of its colour: `1: 6 · 2: 3 · 3: 2 · 4+: 1`."""
        last = c.TREASURE_WORTH.index(1)
        return " · ".join(f"{dry}{'+' * (dry == last)}: {c.TREASURE_WORTH[dry]}" for dry in range(1, last + 1))

    def square(self, name: str) -> Venezia2099Square:
        row, column = divmod(c.SQUARE_OF[name], 8)
        return self.squares[self.side * row + column]

    def pawn_square(self, seat: int, pawn: int) -> Venezia2099Square:
        """The square of a pawn that is on the board."""
        name = self.seats[seat].pawns[pawn]
        assert name is not None
        return self.square(name)

    def colour(self, number: int) -> Venezia2099Colour:
        return next(row for row in self.colours if row.colour == number)


class Venezia2099Prophecy(Struct, frozen=True, gc=False):
    """A prophecy in the viewer's hand."""

    card: int
    square: str  # that it sinks
    playable: bool  # can it be the next one that the viewer plays?


class Venezia2099Own(OwnView, frozen=True, gc=False):
    """The hand, which only its owner sees."""

    hand: tuple[Venezia2099Prophecy, ...]  # lower values first


Venezia2099View = View[Venezia2099Public, Venezia2099Own]


# What everybody knows


def public_view(state: Venezia2099, options: dict[str, str], places: tuple[int, ...] | None) -> Venezia2099Public:
    """Everything on the table (venezia2099.info.public)."""
    played = state.played[: state.sunk]
    unplayed = state.cards_in_game() & ~sum(1 << card for card in played)
    return Venezia2099Public(
        options=options,
        places=places,
        unused=_or_none(state.unused),
        squares=squares(state),
        first=state.first,
        phase=PHASES[state.phase],
        turn=_or_none(state.turn),
        player=_or_none(state.player),
        chosen=_or_none(state.chosen),
        walked=bool(state.walked),
        idle=is_idle(state),
        turns=state.seats * c.HAND_SIZE[state.seats],
        played=tuple(played),
        last_sunk=c.SQUARE_NAMES[state.square_of[c.tile_of_card(played[-1])]] if played else None,
        unplayed=tuple(c.sorted_cards(unplayed)),
        colours=tuple(colour_row(state, colour) for colour in range(c.COLOUR_COUNT) if colour != state.unused),
        seats=seat_views(state),
        # venezia2099.info.set_aside_secret, venezia2099.info.reveal_at_end
        set_aside=tuple(c.sorted_cards(state.cards_set_aside())) if state.phase == c.GAME_OVER else None,
    )


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def is_idle(state: Venezia2099) -> bool:
    """Whether the player on turn can only pass in step 1 or 2: public knowledge, other than what a hand allows."""
    return state.phase in (c.CHOOSING, c.BUYING) and len(state.moves(state.player)) == 1


def squares(state: Venezia2099) -> tuple[Venezia2099Square, ...]:
    side, tile, dry, coins = range(c.BOARD_SIDE[state.seats]), state.tile, state.dry, state.coins_on
    return tuple(
        Venezia2099Square(
            name=c.SQUARE_NAMES[square],
            tile=tile[square],
            dry=bool(dry >> square & 1),
            coins=coins[square],
            price=state.price_of_treasure(square),
            points=state.points_of_pawn(square),
        )
        for row in side
        for square in range(8 * row, 8 * row + len(side))
    )


def colour_row(state: Venezia2099, colour: int) -> Venezia2099Colour:
    dry = state.remaining(colour)
    worths = tuple(state.worth(colour, sinking) for sinking in reversed(range(dry)))
    return Venezia2099Colour(colour, dry, state.supply[colour], worths)


def seat_views(state: Venezia2099) -> tuple[Venezia2099Seat, ...]:
    size, number_of_pawns = c.HAND_SIZE[state.seats], c.PAWNS_EACH[state.seats]
    pawn, treasures, gondolas = state.pawn, state.treasures, state.gondolas
    coins, scores = state.coins, state.scores()
    views = []
    for seat in range(state.seats):
        cards = state.number_of_cards(seat)  # not which they are: venezia2099.info.hand_secret
        standing = pawn[seat][:number_of_pawns]
        views.append(
            Venezia2099Seat(
                cards=cards,
                floor=state.lower_bound(seat) if cards < size else None,
                pawns=tuple(c.SQUARE_NAMES[square] if square >= 0 else None for square in standing),
                pawn_points=tuple(state.points_of_pawn(square) if square >= 0 else 0 for square in standing),
                gondolas=gondolas[seat],
                coins=coins[seat],
                treasures=tuple(treasures[seat]),
                treasure_points=state.points_of_treasures(seat),
                score=scores[seat],
            )
        )
    return tuple(views)


# What a seat knows besides


def own_view(state: Venezia2099, seat: int, moves: tuple[int, ...], clauses: tuple[str, ...]) -> Venezia2099Own:
    playable, square_of = state.playable_cards(seat), state.square_of
    hand = tuple(
        Venezia2099Prophecy(card, c.SQUARE_NAMES[square_of[c.tile_of_card(card)]], bool(playable >> card & 1))
        for card in c.sorted_cards(state.hands[seat])
    )
    return Venezia2099Own(seat, moves, clauses, hand)
