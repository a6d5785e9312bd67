"""The rules of Venezia, in the order of its rulebook. Clause ids are those of docs/rules/venezia.md.

piazza.py has the squares of the Piazza and the moves there, planning.py the planning boards, city.py the pigeons in the
city and the majorities, action_cards.py the effects of the action cards.
"""

from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    from typing import Self

if not cython.compiled:
    from ridotto.engine.chance import bit, count, lowest, mul_high, nth
    from ridotto.engine.note import EVERYBODY, UNSEEN
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.action_cards import ActionCards
    from ridotto.games.venezia.rules.piazza import contains, half_of, nth_square, square_bit
    from ridotto.games.venezia.rules.planning import number_moves


class Venezia(ActionCards):
    """A game of Venezia."""

    if not cython.compiled:

        def __init__(self):
            """Set the fields of rules.pxd, which are zero from the start when compiled."""
            ActionCards.__init__(self)
            # options
            self.tourists = 0
            self.hunters = 0
            self.max_rounds = 0
            self.start_reserve = 0
            self.cancelled_gathering = 0
            self.action_use = 0
            self.start = 0  # the start player
            # what everybody has seen last of each plan, also after it is cleared away
            self.shown_first = [0, 0, 0, 0]
            self.shown_pigeons = [[0, 0, 0, 0] for _ in range(4)]  # by slot
            self.shown_action = [0, 0, 0, 0]
            self.shown_cards = [[0, 0, 0] for _ in range(4)]
            self.hunter_order = [0, 0]  # the hunters' squares, written as moves, in the order in which they came
            self.last_hunter_order = [0, 0]  # the same for the round before
            self.last_tourists = [0, 0]

    # Setup

    def set_options(self, numbers: dict[str, int]) -> None:
        """Store the option values as numbers (venezia.setup.options)."""
        self.tourists = numbers["tourists"]
        self.hunters = numbers["hunters"]
        self.max_rounds = numbers["max_rounds"]
        self.start_reserve = numbers["start_reserve"]
        self.cancelled_gathering = numbers["cancelled_gathering"]
        self.action_use = numbers["action_use"]

    def open(self) -> None:
        """Set up a game for two to four seats; the engine refuses other numbers (venezia.setup.players)."""
        self.set_up_seats()
        self.start = self.below(self.seats)  # venezia.setup.start
        self.note(EVERYBODY, GAME_BEGINS, self.start, 0, 0)
        self.phase = SETTLING
        self.player = self.start

    def set_up_seats(self):
        """Give every seat its pigeons and empty planning board."""
        self.hawk = NONE  # off the board; so are the grey pigeons, whose counts are 0: venezia.setup.grey
        self.catcher = NONE
        for seat in range(self.seats):
            self.reserve[seat] = self.start_reserve  # venezia.setup.reserve
            self.supply[seat] = PIGEONS - self.start_reserve  # venezia.setup.pieces
            self.home[seat] = NONE
            self.shown_action[seat] = NONE
            for i in range(MAX_DISTRICT_CARDS):
                self.shown_cards[seat][i] = NONE
            self.clear_plan(seat)

    def seat_after(self, seat):
        """The next seat clockwise from the start player (venezia.round.clockwise), NONE after the last.

        No seat is ever left out (venezia.end.noelimination).
        """
        seat = self.next_seat(seat)
        return NONE if seat == self.start else seat

    def ask_seat(self, phase, seat):
        """Ask a seat for a decision. If another seat was asked before, all decisions so far become final."""
        if seat != self.player:
            self.seal(EVERYBODY)
        self.phase = phase
        self.player = seat

    def place_home(self, seat, district):
        """Place the home base in a district that has none (venezia.setup.home)."""
        self.home[seat] = district
        self.show(SETTLED, seat, district, 0)
        if self.seat_after(seat) == NONE:
            self.begin_round()
        else:
            self.ask_seat(SETTLING, self.seat_after(seat))

    # Phase 1: planning

    def begin_round(self):
        """Begin with planning, in which all seats decide at the same time (venezia.plan.simultaneous).

        The last decision of a phase starts the next phase: planning, Piazza, districts, scoring (venezia.round.phases).
        """
        self.round += 1
        self.show(ROUND_BEGINS, self.round, self.start, 0)
        self.phase = PLANNING
        self.player = self.start

    def plan(self, seat, move):
        """Add a decision to a seat's plan; a complete plan is final."""
        self.extend_plan(seat, move)
        if self.step[seat] == COMPLETE:
            self.seal(1 << seat)
            self.find_next_planner()

    def find_next_planner(self):
        """Ask the next planning seat in turn order, whichever finished before; if there is none, reveal the plans."""
        seat = self.start
        while seat != NONE and self.step[seat] == COMPLETE:
            seat = self.seat_after(seat)
        if seat == NONE:
            self.show_plans()
        else:
            self.player = seat

    def show_plans(self):
        """Show which slots are filled, and their pigeons, which now leave the reserves (venezia.plan.commit)."""
        seat = self.start
        while seat != NONE:
            self.reserve[seat] = self.left_in_reserve(seat)
            self.step[seat] = 0
            pigeons = 0
            for slot in range(PIGEON_SLOTS):
                self.shown_pigeons[seat][slot] = self.on_card[seat][slot]
                pigeons |= self.on_card[seat][slot] << 6 * slot
            self.show(PLAN_SHOWN, seat, self.laid_count[seat] + (4 if self.action[seat] != NONE else 0), pigeons)
            seat = self.seat_after(seat)
        self.reveal_first_cards()

    # Phase 2: Piazza San Marco; the first cards

    def reveal_first_cards(self):
        """Turn up all first cards at the same moment (venezia.first.reveal.together)."""
        seat = self.start
        while seat != NONE:
            self.shown_first[seat] = self.first[seat]
            self.note(EVERYBODY, FIRST_SHOWN, seat, self.first[seat], self.on_card[seat][0])
            seat = self.seat_after(seat)
        self.carry_out_first_cards(self.start)

    def carry_out_first_cards(self, seat):
        """Carry out the first cards from this seat on (venezia.first.reveal), then place the tourists."""
        while seat != NONE:
            if self.on_card[seat][0] > 0:
                if self.first[seat] == PIAZZA:
                    self.ask_seat(PLACING, seat)
                    return
                if self.laid_count[seat] > 1:
                    self.chosen = SLOT
                    self.ask_seat(SPLITTING, seat)
                    return
                self.end_feint(seat)
            seat = self.seat_after(seat)
        self.spin()

    def place(self, seat, square):
        """Place a pigeon of the Piazza card (venezia.first.place); all must be placed (venezia.first.place.all)."""
        self.pigeons_at[seat][half_of(square)] |= square_bit(square)
        self.on_card[seat][0] -= 1
        self.show(PLACED, seat, square, self.on_card[seat][0])
        if self.on_card[seat][0] == 0:
            self.carry_out_first_cards(self.seat_after(seat))

    def split_feint(self, seat, pigeons):
        """Move pigeons from the Feint card to a district card, slot by slot (venezia.first.feint)."""
        slot = self.chosen - SLOT + 1
        self.chosen += 1
        self.on_card[seat][0] -= pigeons
        self.on_card[seat][slot] += pigeons
        self.show(SPLIT, seat, slot + 2, pigeons)
        if slot + 1 == self.laid_count[seat] or self.on_card[seat][0] == 0:
            self.chosen = 0
            self.end_feint(seat)
            self.carry_out_first_cards(self.seat_after(seat))

    def end_feint(self, seat):
        """The last district card takes the rest; without one, the pigeons go back to the reserve."""
        pigeons = self.on_card[seat][0]
        self.on_card[seat][0] = 0
        if self.laid_count[seat] == 0:  # venezia.first.feint.nocard
            self.reserve[seat] += pigeons
            self.note(EVERYBODY, FEINT_BACK, seat, pigeons, 0)
        elif pigeons > 0:  # venezia.first.feint.all
            self.on_card[seat][self.laid_count[seat]] += pigeons
            self.note(EVERYBODY, SPLIT, seat, self.laid_count[seat] + 2, pigeons)

    # Tourists and hunters

    def spin(self):
        """Place the tourists, then the hunters, each of whom strikes before the next is placed."""
        self.seal(EVERYBODY)
        for _ in range(self.tourists):  # venezia.tourist.number, venezia.tourist.spin
            square = self.spin_square()
            self.tourist_at[half_of(square)] |= square_bit(square)
            self.note(EVERYBODY, TOURIST, square, self.pigeon_owner(square), 0)  # venezia.tourist.under
        for k in range(self.hunters):  # venezia.hunter.spin, venezia.hunter.second
            square = self.spin_square()
            self.hunter_order[k] = SQUARE + square
            self.hunter_at[half_of(square)] |= square_bit(square)
            self.strike(square)  # venezia.hunter.once
        self.ask_seat(PICKING, self.start)  # every seat, whatever its first card: venezia.first.feint.stillactive

    def strike(self, square):
        """All pigeons in the hunter's reach go to San Michele (venezia.hunter.strike).

        Pigeons on tourists as well (venezia.hunter.noshield).
        """
        reach: cython.ulonglong[2]
        if not cython.compiled:
            reach = [0, 0]
        self.find_hunter_reach(square, reach)
        lost = 0
        for seat in range(self.seats):
            lost |= self.send_to_san_michele(seat, reach) << 6 * seat
        self.note(EVERYBODY, HUNTER, square, lost, 0)

    def send_to_san_michele(self, seat, squares):
        """Send the pigeons of a seat on these squares to San Michele; returns their number."""
        dead = self.remove_pigeons(seat, squares)
        self.flock[seat][SAN_MICHELE] += dead
        return dead

    # Movement

    def pick_pigeon(self, seat, move):
        """Pick a pigeon, which then must move (venezia.move.once), or end the turn (venezia.move.optional)."""
        if move == STOP:
            self.end_turn(seat)
        else:
            self.chosen = move
            self.phase = MOVING

    def move_picked_pigeon(self, seat, square):
        """Move the picked pigeon. A walk ends its move; a jump may be followed by more (venezia.jump.chain)."""
        start = self.chosen - SQUARE
        self.chosen = SQUARE + square
        if self.relocate_pigeon(seat, start, square):
            self.show(JUMPED, seat, start, square)
            if not contains(self.tourist_at, square):  # venezia.jump.ends
                self.phase = JUMPING
                return
        else:
            self.show(WALKED, seat, start, square)
        self.end_move()

    def jump_on(self, seat, move):
        """Jump again, in any direction, or stop (venezia.jump.turns)."""
        if move == STOP:
            self.end_move()
        else:
            self.move_picked_pigeon(seat, move - SQUARE)

    def end_move(self):
        square = self.chosen - SQUARE
        self.moved[half_of(square)] |= square_bit(square)
        self.visited[0] = 0
        self.visited[1] = 0
        self.chosen = 0
        self.phase = PICKING

    # Pincers and offspring

    def end_turn(self, seat):
        """Settle pincers, then offspring, then let the next seat move (venezia.move.order)."""
        self.moved[0] = 0
        self.moved[1] = 0
        self.pinch(seat)
        self.breed(seat)
        if self.seat_after(seat) == NONE:
            self.reveal_action_cards()
        else:
            self.ask_seat(PICKING, self.seat_after(seat))

    def pinch(self, seat):
        """Send the pigeons pinched by this seat to San Michele (venezia.pincer.basic).

        Only the active player pinches, whatever has moved (venezia.pincer.active).
        """
        pinched: cython.ulonglong[2]
        if not cython.compiled:
            pinched = [0, 0]
        self.find_pinched(seat, pinched)  # all of them before any is removed: venezia.pincer.together
        for other in range(self.seats):  # venezia.pincer.every
            if self.notes is not None:
                self.tell_pinched(seat, other, pinched)
            self.send_to_san_michele(other, pinched)

    def tell_pinched(self, seat, other, pinched):
        for square in range(SQUARES):
            if contains(pinched, square) and contains(self.pigeons_at[other], square):
                self.note(EVERYBODY, PINCHED, seat, other, square)

    def breed(self, seat):
        """Raise the chicks of the active player (venezia.breed.own)."""
        births = self.count_births(seat)
        if births > 0:
            self.note(EVERYBODY, BORN, seat, births, self.hatch(seat, births))

    # Phase 3: the districts; action cards

    def reveal_action_cards(self):
        """Turn up all action cards, settle the conflicts, then start with a Gathering (venezia.action.reveal)."""
        turned_up = self.seats_with_action(FAMILY)
        seat = self.start
        while seat != NONE:
            self.shown_action[seat] = self.action[seat]
            if self.action[seat] != NONE:
                self.note(EVERYBODY, ACTION_SHOWN, seat, self.action[seat], self.points[seat])
            seat = self.seat_after(seat)
        self.seal(EVERYBODY)
        for card in range(ACTION_CARDS):
            self.resolve_conflict(card)
        gathers = self.seats_with_action(FAMILY)
        if turned_up and self.cancelled_gathering == BLOCKS:
            self.show(NO_REINFORCING, 0, 0, 0)
        if gathers:  # venezia.action.family, venezia.reinforce.blocked
            self.begin_action_card(lowest(gathers))
        elif turned_up:
            self.skip_gathering()
        else:
            self.ask_seat(REINFORCING, self.start)

    def skip_gathering(self):
        """Go on after a Gathering that was turned up but not carried out (venezia.reinforce.cancelled)."""
        if self.cancelled_gathering == BLOCKS:
            self.carry_out_actions(self.start)
        else:
            self.ask_seat(REINFORCING, self.start)

    def reinforce(self, seat, pigeons):
        """Move pigeons from the nest home (venezia.reinforce.may); seats decide in turn (venezia.reinforce.order)."""
        if pigeons > 0:
            self.nest[seat] -= pigeons
            self.flock[seat][self.home[seat]] += pigeons
            self.show(REINFORCED, seat, self.home[seat], pigeons)
        if self.seat_after(seat) == NONE:
            self.carry_out_actions(self.start)
        else:
            self.ask_seat(REINFORCING, self.seat_after(seat))

    def carry_out_actions(self, seat):
        """Carry out the action cards from this seat on (venezia.action.order), then land the pigeons."""
        while seat != NONE:
            if self.action[seat] != NONE and self.begin_action_card(seat):
                return
            seat = self.seat_after(seat)
        self.land_pigeons()

    def begin_action_card(self, seat):
        """Start with a card in force; returns whether its owner is asked for a decision."""
        if self.action_use == MAY:
            self.ask_seat(USING, seat)
            return True
        return self.use_action_card(seat)

    def use_or_decline(self, seat, move):
        """Use an action card or take it back (venezia.action.decline). A declined Gathering counts as cancelled."""
        card = self.action[seat]
        if move != STOP:
            if not self.use_action_card(seat):
                self.carry_out_actions(self.seat_after(seat))
            return
        self.action[seat] = NONE
        self.show(DECLINED, seat, card, 0)
        if card == FAMILY:
            self.skip_gathering()
        else:
            self.carry_out_actions(self.seat_after(seat))

    def use_action_card(self, seat):
        """Carry out a card, or ask its first decision; returns whether it asks one."""
        card = self.action[seat]
        if card == FAMILY and self.cancelled_gathering == IGNORED:  # else it was shown at the reveal
            self.show(NO_REINFORCING, 0, 0, 0)
        if card == CRUMBS:  # venezia.card.crumbs
            self.show(CRUMBS_EATEN, seat, self.hatch(seat, CARD_PIGEONS[CRUMBS]), 0)
        elif card == VESPA and not self.own_districts(seat):  # venezia.action.noeffect
            self.show(NO_EFFECT, seat, card, 0)
        else:
            self.ask_seat(FIRST_PHASE_OF_CARD[card], seat)
            return True
        self.discard_action(seat)
        return False

    def continue_action_card(self, seat, move):
        """Decide about a card; once it is carried out go on, after a Family Gathering with the start player."""
        gathering: cython.int = self.phase == GATHERING
        if self.decide_action(seat, move):
            self.discard_action(seat)
            self.carry_out_actions(self.start if gathering else self.seat_after(seat))

    # Landing

    def land_pigeons(self):
        """Turn up all district cards and land their pigeons (venezia.land.reveal)."""
        self.seal(EVERYBODY)
        seat = self.start
        while seat != NONE:
            for i in range(MAX_DISTRICT_CARDS):
                self.shown_cards[seat][i] = self.laid[seat][i]
            for i in range(self.laid_count[seat]):
                self.land_card(seat, i)
            seat = self.seat_after(seat)
        self.score_districts()

    def land_card(self, seat, i):
        """Land the pigeons of a seat's district card; where the hawk is, they turn back (venezia.card.hawk)."""
        place, pigeons = self.laid[seat][i], self.on_card[seat][i + 1]
        self.on_card[seat][i + 1] = 0
        if place == self.hawk:
            self.reserve[seat] += pigeons
            self.note(EVERYBODY, TURNED_BACK, seat, place, pigeons)
        else:
            self.flock[seat][place] += pigeons  # venezia.land.nolimit
            self.note(EVERYBODY, LANDED, seat, place, pigeons)

    # Phase 4: scoring

    def score_districts(self):
        """Score the seven districts (venezia.score.majority), then check for the end (venezia.end.timing)."""
        for district in range(DISTRICTS):
            seat = self.majority_holder(district)
            if seat != NONE:
                points = self.district_points(seat, district)
                self.points[seat] += points
                self.note(EVERYBODY, SCORED, district, seat, points)
            elif self.count_pigeons(district) > 0:
                self.note(EVERYBODY, NOBODY_SCORED, district, self.is_led_by_grey(district), 0)
        self.tell_scores()
        ends = self.reason_to_end()
        if ends != NONE:
            self.end_game(ends)
        else:
            self.reward_san_giorgio()

    def tell_scores(self):
        threes = 0
        for seat in range(self.seats):
            threes |= self.points[seat] // MAJORITY_POINTS << 6 * seat
        self.note(EVERYBODY, SCORES, threes, 0, 0)

    def reward_san_giorgio(self):
        """Ask the holder of San Giorgio which card to recover (venezia.score.giorgio)."""
        holder = self.majority_holder(SAN_GIORGIO)
        if holder != NONE:
            self.ask_seat(RECOVERING, holder)
        else:
            self.reward_san_michele()

    def recover(self, seat, move):
        """Take back any played action card, or none (venezia.score.giorgio.any)."""
        if move != STOP:
            self.played[seat] &= ~(1 << move - ACTION)
            self.show(RECOVERED, seat, move - ACTION, 0)
        self.reward_san_michele()

    def reward_san_michele(self):
        """Ask the holder of San Michele how many pigeons to fetch (venezia.score.michele)."""
        holder = self.majority_holder(SAN_MICHELE)
        if holder != NONE:
            self.ask_seat(FETCHING, holder)
        else:
            self.end_round()

    def fetch(self, seat, pigeons):
        """Fetch pigeons from San Michele, then end the round."""
        self.bring_back(seat, pigeons)
        self.end_round()

    def bring_back(self, seat, pigeons):
        """Move pigeons from San Michele to the reserve (venezia.score.michele.choice)."""
        self.flock[seat][SAN_MICHELE] -= pigeons
        self.reserve[seat] += pigeons
        self.show(FETCHED, seat, pigeons, 0)

    def most_pigeons(self):
        """The pigeons in the fullest place, or in each of several."""
        most = 0
        for place in range(SAN_MICHELE):  # venezia.chase.notpiazza
            most = max(most, self.count_pigeons(place))
        return most

    def fullest_place(self) -> int:
        """The place with the most pigeons (venezia.chase.fullest), or NONE."""
        most = self.most_pigeons()
        fullest = NONE
        for place in range(SAN_MICHELE):
            if self.count_pigeons(place) == most:
                if fullest != NONE:  # venezia.chase.tie
                    return NONE
                fullest = place
        return fullest if most > 0 else NONE

    def chase(self):
        """Chase all pigeons away from the fullest place, if there is one (venezia.chase.empty)."""
        fullest = self.fullest_place()
        if fullest == NONE:
            self.show(NOBODY_CHASED, self.most_pigeons(), 0, 0)
            return
        self.show(CHASED, fullest, self.count_pigeons(fullest), self.grey[fullest])
        self.grey[fullest] = 0  # venezia.chase.grey
        for seat in range(self.seats):
            self.reserve[seat] += self.flock[seat][fullest]
            self.flock[seat][fullest] = 0

    def end_round(self):
        """Chase, empty the nests and clear the board: the last steps of scoring (venezia.score.order).

        Pigeons remain on the Piazza (venezia.piazza.stay).
        """
        self.chase()
        self.hawk = NONE  # venezia.upkeep.hawk
        self.catcher = NONE
        for i in range(2):  # venezia.upkeep.clear, venezia.tourist.fixed
            self.last_tourists[i] = self.tourist_at[i]
            self.last_hunter_order[i] = self.hunter_order[i]
            self.tourist_at[i] = 0
            self.hunter_at[i] = 0
            self.hunter_order[i] = 0
        for seat in range(self.seats):
            self.reserve[seat] += self.nest[seat]  # venezia.upkeep.nest
            self.nest[seat] = 0
            self.clear_plan(seat)  # venezia.land.cardsback
        self.start = self.next_seat(self.start)  # venezia.upkeep.start
        self.begin_round()

    # The end of the game

    def reason_to_end(self):
        """Why the game ends now, or NONE; five districts come before points (venezia.end.precedence)."""
        highest = 0
        for seat in range(self.seats):
            if self.majority_count(seat) >= DISTRICTS_TO_WIN:  # venezia.end.five
                return BY_FIVE
            highest = max(highest, self.points[seat])
        if highest >= POINTS_TO_WIN:  # venezia.end.fifty
            return BY_POINTS
        return BY_LIMIT if self.round == self.max_rounds else NONE  # venezia.end.limit

    def end_game(self, reason):
        self.phase = GAME_OVER
        self.player = -1
        self.note(EVERYBODY, GAME_ENDS, self.round, reason, 0)

    def score(self, seat):
        return self.points[seat]

    def ranking_key(self, seat):
        """Five districts, then points, then the tie-breaks (venezia.end.ranking).

        Those are the majorities, then the seat's pigeons in the seven districts (venezia.end.tiebreak).
        """
        held = self.majority_count(seat)
        five: cython.int = held >= DISTRICTS_TO_WIN
        pigeons = 0
        for district in range(DISTRICTS):
            pigeons += self.flock[seat][district]
        return ((five * 1024 + self.points[seat]) * 8 + held) * 64 + pigeons

    # Decisions

    def pending(self):
        """All planning seats; in other phases exactly one seat (venezia.flow.sequential)."""
        if self.phase == PLANNING:
            return self.planning_seats()
        return 0 if self.player < 0 else 1 << self.player

    def legal_options(self, seat, squares):
        """The legal moves: fills `squares`, and returns all other moves as bits."""
        squares[0] = 0
        squares[1] = 0
        if self.phase == PLANNING:
            return self.plan_options(seat)
        if self.phase == PLACING:
            self.find_free_squares(squares)
            return 0
        if self.phase == PICKING:
            self.find_movable(seat, squares)
            return bit(STOP)
        if self.phase == MOVING:
            self.find_targets(self.chosen - SQUARE, squares)
            return 0
        if self.phase == JUMPING:
            self.find_jumps(self.chosen - SQUARE, squares)
            return bit(STOP)
        return self.other_options(seat)

    def other_options(self, seat):
        if self.phase == SPLITTING:
            return number_moves(0, self.on_card[seat][0])
        if self.phase == REINFORCING:
            return number_moves(0, self.nest[seat])
        if self.phase == FETCHING:
            return number_moves(0, min(MAX_FETCHED, self.flock[seat][SAN_MICHELE]))
        if self.phase == RECOVERING:
            return self.played[seat] << ACTION | bit(STOP)
        if self.phase == SETTLING:
            return self.districts_without_home() << PLACE
        if self.phase == USING:
            return bit(ACTION + self.action[seat]) | bit(STOP)
        return self.action_options(seat)

    def legal(self, seat, moves):
        squares: cython.ulonglong[2]
        if not cython.compiled:
            squares = [0, 0]
        moves.add_bits(self.legal_options(seat, squares), 0)
        moves.add_bits(squares[0], SQUARE)
        moves.add_bits(squares[1], SQUARE + HALF)

    def random_move(self, seat, moves, word):
        squares: cython.ulonglong[2]
        if not cython.compiled:
            squares = [0, 0]
        others = self.legal_options(seat, squares)
        first = count(others)
        k = mul_high(word, first + count(squares[0]) + count(squares[1]))
        return nth(others, k) if k < first else SQUARE + nth_square(squares, k - first)

    def forced_move(self):
        """The only legal move of a decision, which is not asked (venezia.flow.forced); else NONE."""
        squares: cython.ulonglong[2]
        if not cython.compiled:
            squares = [0, 0]
        if self.phase == PLANNING or self.phase == PLACING or self.player < 0:
            return NONE
        others = self.legal_options(self.player, squares)
        if count(others) + count(squares[0]) + count(squares[1]) > 1:
            return NONE
        return lowest(others) if others else SQUARE + nth_square(squares, 0)

    def apply(self, seat, move):
        self.carry_out(seat, move)
        move = self.forced_move()
        while move != NONE:
            self.carry_out(self.player, move)
            move = self.forced_move()

    def carry_out(self, seat, move):
        if self.phase == PLANNING:
            self.plan(seat, move)
        elif self.phase == PLACING:
            self.place(seat, move - SQUARE)
        elif self.phase == PICKING:
            self.pick_pigeon(seat, move)
        elif self.phase == MOVING:
            self.move_picked_pigeon(seat, move - SQUARE)
        elif self.phase == JUMPING:
            self.jump_on(seat, move)
        elif self.phase == SPLITTING:
            self.split_feint(seat, move - NUMBER)
        elif self.phase == REINFORCING:
            self.reinforce(seat, move - NUMBER)
        elif self.phase == RECOVERING:
            self.recover(seat, move)
        elif self.phase == FETCHING:
            self.fetch(seat, move - NUMBER)
        elif self.phase == SETTLING:
            self.place_home(seat, move - PLACE)
        elif self.phase == USING:
            self.use_or_decline(seat, move)
        else:
            self.continue_action_card(seat, move)

    # What views ask

    def pigeons_left(self, seat: int) -> int:
        """The pigeons in a reserve, without those that an unfinished plan takes from it."""
        return self.left_in_reserve(seat) if self.phase == PLANNING else self.reserve[seat]

    def is_cancelled(self, seat: int) -> bool:
        """Has a conflict sent back the action card that this seat turned up, in a round not scored yet?"""
        card = self.shown_action[seat]
        if card == NONE or self.phase < GATHERING or self.phase >= RECOVERING:
            return False
        involved = 0
        for other in range(self.seats):
            if self.shown_action[other] == card:
                involved |= 1 << other
        return self.conflict_losers(involved) >> seat & 1 == 1

    def why_over(self) -> int:
        """Why the game is over: BY_FIVE, BY_POINTS or BY_LIMIT; -1 if it is not."""
        return self.reason_to_end() if self.phase == GAME_OVER else NONE

    def after_decision(self, seat: int, move: int) -> "Self":
        """A copy after what a move does at once: in a plan, by an action card, on San Michele.

        The game does not go on after it: nothing is turned up, scored or drawn, so that nothing unknown shows.
        """
        after: Venezia = self.copy()
        if self.phase == PLANNING:
            after.extend_plan(seat, move)
        elif self.phase == FETCHING:
            after.bring_back(seat, move - NUMBER)
        else:
            after.decide_action(seat, move)
        return after

    def after_landing(self, seat: int, slot: int) -> "Self":
        """A copy in which one district card of a seat has landed; its first has slot 0."""
        after: Venezia = self.copy()
        after.land_card(seat, slot)
        return after

    # Hidden information

    def observe(self, seat, move, viewer):
        """Others see of planning moves only that a plan is complete (venezia.plan.secret, venezia.info.noleak)."""
        if viewer == seat:
            return move
        if self.phase == CARRIER_CARD:  # venezia.card.carrier.secret
            return EXCHANGED_HIDDEN
        if self.phase != PLANNING:
            return move
        if self.next_step(seat, move) != COMPLETE:
            return UNSEEN
        return ALL_PLANNED if self.planning_seats() == 1 << seat else PLANNED

    def deal_unseen(self, viewer, rng, recall):
        """Draw the hidden cards of the others again, all possibilities equally likely (section 7).

        Unfinished plans are taken back, complete ones drawn as a whole.
        """
        for seat in range(self.seats):
            if seat == viewer:
                continue
            if self.phase == PLANNING:
                if self.step[seat] == COMPLETE:
                    self.draw_plan(seat, rng)
                else:
                    self.clear_plan(seat)
            elif self.phase < RECOVERING:  # district cards are face down until venezia.land.reveal
                if self.phase < GATHERING and self.action[seat] != NONE:  # action cards until venezia.action.reveal
                    self.draw_action_card(seat, rng)
                self.draw_district_cards(seat, self.laid_count[seat], rng)
        self.rekey(rng)
