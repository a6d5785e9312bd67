"""Venezia, in the order of its rulebook. Clause ids are those of docs/rules/venezia.md.

The squares of the Piazza and what a pigeon can do there are in piazza.py, the planning boards in planning.py, the
pigeons in the city and who has the majority in flocks.py, the texts of the action cards in actions.py.
"""

import cython

if not cython.compiled:
    from ridotto.engine.chance import bit, count, high, lowest, nth
    from ridotto.engine.note import EVERYBODY, UNSEEN
    from ridotto.games.venezia.components import *
    from ridotto.games.venezia.rules.action_cards import Actions
    from ridotto.games.venezia.rules.piazza import half, has, nth_square, spot
    from ridotto.games.venezia.rules.planning import numbers


class Venezia(Actions):
    """A game of Venezia."""

    if not cython.compiled:

        def __init__(self):
            """The fields of rules.pxd; compiled, they are there and zero from the start."""
            Actions.__init__(self)
            # options
            self.tourists = 0
            self.hunters = 0
            self.max_rounds = 0
            self.start_reserve = 0
            self.cancelled_gathering = 0
            self.action_use = 0
            self.start = 0  # the start player
            # what everybody has seen last, also when it lies there no more
            self.shown_first = [0, 0, 0, 0]
            self.shown_pigeons = [[0, 0, 0, 0] for _ in range(4)]  # by slot
            self.shown_action = [0, 0, 0, 0]
            self.shown_cards = [[0, 0, 0] for _ in range(4)]
            self.hunted = [0, 0]  # where hunters have come to, in their order, each square written as a move
            self.last_hunted = [0, 0]  # in the round before
            self.last_tourists = [0, 0]

    # Setup

    def set_options(self, numbers: dict[str, int]) -> None:
        self.tourists = numbers["tourists"]
        self.hunters = numbers["hunters"]
        self.max_rounds = numbers["max_rounds"]
        self.start_reserve = numbers["start_reserve"]
        self.cancelled_gathering = numbers["cancelled_gathering"]
        self.action_use = numbers["action_use"]

    def open(self) -> None:
        """venezia.setup.reserve, grey, start."""
        self.equip()
        self.start = self.below(self.seats)
        self.note(EVERYBODY, GAME_BEGINS, self.start, 0, 0)
        self.phase = SETTLING
        self.player = self.start

    def equip(self):
        self.hawk = NONE
        self.catcher = NONE
        for seat in range(self.seats):
            self.reserve[seat] = self.start_reserve
            self.supply[seat] = PIGEONS - self.start_reserve
            self.home[seat] = NONE
            self.shown_action[seat] = NONE
            for i in range(MOST_DISTRICT_CARDS):
                self.shown_cards[seat][i] = NONE
            self.clear_plan(seat)

    def after(self, seat):
        """venezia.round.clockwise: who is next, from the start player on; NONE after the last."""
        seat = self.next_seat(seat)
        return NONE if seat == self.start else seat

    def ask(self, phase, seat):
        """What anybody has decided is final when somebody else is asked."""
        if seat != self.player:
            self.seal(EVERYBODY)
        self.phase = phase
        self.player = seat

    def settle(self, seat, district):
        """venezia.setup.home."""
        self.home[seat] = district
        self.show(SETTLED, seat, district, 0)
        if self.after(seat) == NONE:
            self.begin_round()
        else:
            self.ask(SETTLING, self.after(seat))

    # Phase 1: planning

    def begin_round(self):
        """venezia.plan.simultaneous: everybody plans at the same time."""
        self.round += 1
        self.show(ROUND_BEGINS, self.round, self.start, 0)
        self.phase = PLANNING
        self.player = self.start

    def plan(self, seat, move):
        """venezia.plan.commit: a complete plan is final."""
        self.write_plan(seat, move)
        if self.step[seat] == COMPLETE:
            self.seal(1 << seat)
            self.find_planner()

    def find_planner(self):
        """The first from the start player, whoever has been quicker; if there is none, all plans take effect."""
        seat = self.start
        while seat != NONE and self.step[seat] == COMPLETE:
            seat = self.after(seat)
        if seat == NONE:
            self.show_plans()
        else:
            self.player = seat

    def show_plans(self):
        """venezia.plan.commit: which slots are filled, and the pigeons there, which leave the reserves now."""
        seat = self.start
        while seat != NONE:
            self.reserve[seat] = self.unplanned(seat)
            self.step[seat] = 0
            pigeons = 0
            for slot in range(SLOTS):
                self.shown_pigeons[seat][slot] = self.on_card[seat][slot]
                pigeons |= self.on_card[seat][slot] << 6 * slot
            self.show(PLAN_SHOWN, seat, self.cards[seat] + (4 if self.action[seat] != NONE else 0), pigeons)
            seat = self.after(seat)
        self.show_first_cards()

    # Phase 2: Piazza San Marco; the first cards

    def show_first_cards(self):
        """venezia.first.reveal.together."""
        seat = self.start
        while seat != NONE:
            self.shown_first[seat] = self.first[seat]
            self.note(EVERYBODY, FIRST_SHOWN, seat, self.first[seat], self.on_card[seat][0])
            seat = self.after(seat)
        self.carry_out_first_cards(self.start)

    def carry_out_first_cards(self, seat):
        """venezia.first.reveal: of this seat and those after it; then the tourists come."""
        while seat != NONE:
            if self.on_card[seat][0] > 0:
                if self.first[seat] == PIAZZA:
                    self.ask(PLACING, seat)
                    return
                if self.cards[seat] > 1:
                    self.chosen = SLOT
                    self.ask(SPLITTING, seat)
                    return
                self.end_feint(seat)
            seat = self.after(seat)
        self.spin()

    def place(self, seat, square):
        """venezia.first.place, venezia.first.place.all."""
        self.birds[seat][half(square)] |= spot(square)
        self.on_card[seat][0] -= 1
        self.show(PLACED, seat, square, self.on_card[seat][0])
        if self.on_card[seat][0] == 0:
            self.carry_out_first_cards(self.after(seat))

    def split(self, seat, pigeons):
        """venezia.first.feint: slot after slot; the last one takes the rest."""
        slot = self.chosen - SLOT + 1
        self.chosen += 1
        self.on_card[seat][0] -= pigeons
        self.on_card[seat][slot] += pigeons
        self.show(SPLIT, seat, slot + 2, pigeons)
        if slot + 1 == self.cards[seat] or self.on_card[seat][0] == 0:
            self.chosen = 0
            self.end_feint(seat)
            self.carry_out_first_cards(self.after(seat))

    def end_feint(self, seat):
        """venezia.first.feint.all, venezia.first.feint.nocard."""
        pigeons = self.on_card[seat][0]
        self.on_card[seat][0] = 0
        if self.cards[seat] == 0:
            self.reserve[seat] += pigeons
            self.note(EVERYBODY, FEINT_BACK, seat, pigeons, 0)
        elif pigeons > 0:
            self.on_card[seat][self.cards[seat]] += pigeons
            self.note(EVERYBODY, SPLIT, seat, self.cards[seat] + 2, pigeons)

    # Tourists and hunters

    def spin(self):
        """venezia.tourist.spin, venezia.hunter.spin, venezia.hunter.second: one after the other."""
        self.seal(EVERYBODY)
        for _ in range(self.tourists):
            square = self.spin_square()
            self.tourist_at[half(square)] |= spot(square)
            self.note(EVERYBODY, TOURIST, square, self.owner(square), 0)
        for k in range(self.hunters):
            square = self.spin_square()
            self.hunted[k] = SQUARE + square
            self.hunter_at[half(square)] |= spot(square)
            self.strike(square)
        self.ask(PICKING, self.start)

    def strike(self, square):
        """venezia.hunter.strike, venezia.hunter.noshield: pigeons in his reach go to San Michele."""
        reach: cython.ulonglong[2]
        if not cython.compiled:
            reach = [0, 0]
        self.find_reach(square, reach)
        lost = 0
        for seat in range(self.seats):
            lost |= self.bury(seat, reach) << 6 * seat
        self.note(EVERYBODY, HUNTER, square, lost, 0)

    def bury(self, seat, squares):
        """The pigeons of a seat on these squares go to San Michele; how many."""
        dead = self.take_away(seat, squares)
        self.flock[seat][SAN_MICHELE] += dead
        return dead

    # Movement

    def pick(self, seat, move):
        """venezia.move.optional, venezia.move.once: a picked pigeon must move."""
        if move == STOP:
            self.end_turn(seat)
        else:
            self.chosen = move
            self.phase = MOVING

    def move(self, seat, square):
        """venezia.jump.chain, venezia.jump.ends: a walk ends a move, a jump does so on a tourist only."""
        start = self.chosen - SQUARE
        self.chosen = SQUARE + square
        if self.shift(seat, start, square):
            self.show(JUMPED, seat, start, square)
            if not has(self.tourist_at, square):
                self.phase = JUMPING
                return
        else:
            self.show(WALKED, seat, start, square)
        self.end_move()

    def jump_on(self, seat, move):
        """venezia.jump.turns."""
        if move == STOP:
            self.end_move()
        else:
            self.move(seat, move - SQUARE)

    def end_move(self):
        square = self.chosen - SQUARE
        self.moved[half(square)] |= spot(square)
        self.been[0] = 0
        self.been[1] = 0
        self.chosen = 0
        self.phase = PICKING

    # Pincers and offspring

    def end_turn(self, seat):
        """venezia.move.order."""
        self.moved[0] = 0
        self.moved[1] = 0
        self.pinch(seat)
        self.breed(seat)
        if self.after(seat) == NONE:
            self.show_actions()
        else:
            self.ask(PICKING, self.after(seat))

    def pinch(self, seat):
        """venezia.pincer.basic, every, together, active."""
        pinched: cython.ulonglong[2]
        if not cython.compiled:
            pinched = [0, 0]
        self.find_pinched(seat, pinched)
        for other in range(self.seats):
            if self.notes is not None:
                self.tell_pinched(seat, other, pinched)
            self.bury(other, pinched)

    def tell_pinched(self, seat, other, pinched):
        for square in range(SQUARES):
            if has(pinched, square) and has(self.birds[other], square):
                self.note(EVERYBODY, PINCHED, seat, other, square)

    def breed(self, seat):
        """venezia.breed.nest, venezia.breed.own."""
        births = self.births(seat)
        if births > 0:
            self.note(EVERYBODY, BORN, seat, births, self.hatch(seat, births))

    # Phase 3: the districts; action cards

    def show_actions(self):
        """venezia.action.reveal, venezia.action.family, venezia.reinforce.blocked."""
        turned_up = self.holders(FAMILY)
        seat = self.start
        while seat != NONE:
            self.shown_action[seat] = self.action[seat]
            if self.action[seat] != NONE:
                self.note(EVERYBODY, ACTION_SHOWN, seat, self.action[seat], self.points[seat])
            seat = self.after(seat)
        self.seal(EVERYBODY)
        for card in range(ACTION_CARDS):
            self.settle_conflict(card)
        gathers = self.holders(FAMILY)
        if turned_up and self.cancelled_gathering == BLOCKS:
            self.show(NO_REINFORCING, 0, 0, 0)
        if gathers:
            self.begins(lowest(gathers))
        elif turned_up:
            self.go_on_without_gathering()
        else:
            self.ask(REINFORCING, self.start)

    def go_on_without_gathering(self):
        """venezia.reinforce.cancelled: one was turned up, but is not carried out."""
        if self.cancelled_gathering == BLOCKS:
            self.carry_out_actions(self.start)
        else:
            self.ask(REINFORCING, self.start)

    def reinforce(self, seat, pigeons):
        """venezia.reinforce.may, venezia.reinforce.order."""
        if pigeons > 0:
            self.nest[seat] -= pigeons
            self.flock[seat][self.home[seat]] += pigeons
            self.show(REINFORCED, seat, self.home[seat], pigeons)
        if self.after(seat) == NONE:
            self.carry_out_actions(self.start)
        else:
            self.ask(REINFORCING, self.after(seat))

    def carry_out_actions(self, seat):
        """venezia.action.order: of this seat and those after it; then the pigeons land."""
        while seat != NONE:
            if self.action[seat] != NONE and self.begins(seat):
                return
            seat = self.after(seat)
        self.land()

    def begins(self, seat):
        """It is the turn of a card in force: is anything asked?"""
        if self.action_use == MAY:
            self.ask(USING, seat)
            return True
        return self.asks(seat)

    def use_or_decline(self, seat, move):
        """venezia.action.decline: a declined Gathering did occur, like a cancelled one."""
        card = self.action[seat]
        if move != STOP:
            if not self.asks(seat):
                self.carry_out_actions(self.after(seat))
            return
        self.action[seat] = NONE
        self.show(DECLINED, seat, card, 0)
        if card == FAMILY:
            self.go_on_without_gathering()
        else:
            self.carry_out_actions(self.after(seat))

    def asks(self, seat):
        """The card of a seat is carried out: does it ask anything?"""
        card = self.action[seat]
        if card == FAMILY and self.cancelled_gathering == IGNORED:  # else everybody knows it since the reveal
            self.show(NO_REINFORCING, 0, 0, 0)
        if card == CRUMBS:
            self.show(CRUMBS_EATEN, seat, self.hatch(seat, AMOUNT[CRUMBS]), 0)
        elif card == VESPA and not self.own_districts(seat):  # venezia.action.noeffect
            self.show(NO_EFFECT, seat, card, 0)
        else:
            self.ask(ASKS[card], seat)
            return True
        self.discard(seat)
        return False

    def act(self, seat, move):
        """Goes on as soon as the card is carried out; after a Family Gathering come the cards of all."""
        gathering: cython.int = self.phase == GATHERING
        if self.carries_out(seat, move):
            self.discard(seat)
            self.carry_out_actions(self.start if gathering else self.after(seat))

    # Landing

    def land(self):
        """venezia.land.reveal; venezia.card.hawk: whoever would land where he is turns back."""
        self.seal(EVERYBODY)
        seat = self.start
        while seat != NONE:
            for i in range(MOST_DISTRICT_CARDS):
                self.shown_cards[seat][i] = self.laid[seat][i]
            for i in range(self.cards[seat]):
                place, pigeons = self.laid[seat][i], self.on_card[seat][i + 1]
                self.on_card[seat][i + 1] = 0
                if place == self.hawk:
                    self.reserve[seat] += pigeons
                    self.note(EVERYBODY, TURNED_BACK, seat, place, pigeons)
                else:
                    self.flock[seat][place] += pigeons
                    self.note(EVERYBODY, LANDED, seat, place, pigeons)
            seat = self.after(seat)
        self.score_districts()

    # Phase 4: scoring

    def score_districts(self):
        """venezia.score.majority, venezia.end.timing."""
        for district in range(DISTRICTS):
            seat = self.majority(district)
            if seat != NONE:
                points = self.worth(seat, district)
                self.points[seat] += points
                self.note(EVERYBODY, SCORED, district, seat, points)
            elif self.pigeons_in(district) > 0:
                self.note(EVERYBODY, NOBODY_SCORED, district, self.led_by_grey(district), 0)
        self.tell_scores()
        ends = self.reason_to_end()
        if ends != NONE:
            self.end_game(ends)
        else:
            self.reward_san_giorgio()

    def tell_scores(self):
        threes = 0
        for seat in range(self.seats):
            threes |= self.points[seat] // POINTS << 6 * seat
        self.note(EVERYBODY, SCORES, threes, 0, 0)

    def reward_san_giorgio(self):
        """venezia.score.giorgio."""
        holder = self.majority(SAN_GIORGIO)
        if holder != NONE:
            self.ask(RECOVERING, holder)
        else:
            self.reward_san_michele()

    def recover(self, seat, move):
        """venezia.score.giorgio.any."""
        if move != STOP:
            self.played[seat] &= ~(1 << move - ACTION)
            self.show(RECOVERED, seat, move - ACTION, 0)
        self.reward_san_michele()

    def reward_san_michele(self):
        """venezia.score.michele."""
        holder = self.majority(SAN_MICHELE)
        if holder != NONE:
            self.ask(FETCHING, holder)
        else:
            self.end_round()

    def fetch(self, seat, pigeons):
        """venezia.score.michele.choice."""
        self.flock[seat][SAN_MICHELE] -= pigeons
        self.reserve[seat] += pigeons
        self.show(FETCHED, seat, pigeons, 0)
        self.end_round()

    def chase(self):
        """venezia.chase.fullest, tie, empty, grey."""
        most = 0
        fullest = NONE
        for place in range(SAN_MICHELE):
            pigeons = self.pigeons_in(place)
            if pigeons > most:
                most = pigeons
                fullest = place
            elif pigeons == most:
                fullest = NONE
        if fullest == NONE:
            self.show(NOBODY_CHASED, most, 0, 0)
            return
        self.show(CHASED, fullest, most, self.grey[fullest])
        self.grey[fullest] = 0
        for seat in range(self.seats):
            self.reserve[seat] += self.flock[seat][fullest]
            self.flock[seat][fullest] = 0

    def end_round(self):
        """venezia.score.order, venezia.upkeep.nest, clear, hawk, start; venezia.land.cardsback."""
        self.chase()
        self.hawk = NONE
        self.catcher = NONE
        for i in range(2):
            self.last_tourists[i] = self.tourist_at[i]
            self.last_hunted[i] = self.hunted[i]
            self.tourist_at[i] = 0
            self.hunter_at[i] = 0
            self.hunted[i] = 0
        for seat in range(self.seats):
            self.reserve[seat] += self.nest[seat]
            self.nest[seat] = 0
            self.clear_plan(seat)
        self.start = self.next_seat(self.start)
        self.begin_round()

    # The end of the game

    def reason_to_end(self):
        """venezia.end.precedence, five, fifty, limit."""
        most = 0
        for seat in range(self.seats):
            if self.majorities(seat) >= DISTRICTS_TO_WIN:
                return BY_FIVE
            most = max(most, self.points[seat])
        if most >= TO_WIN:
            return BY_POINTS
        return BY_LIMIT if self.round == self.max_rounds else NONE

    def end_game(self, reason):
        self.phase = GAME_OVER
        self.player = -1
        self.note(EVERYBODY, GAME_ENDS, self.round, reason, 0)

    def score(self, seat):
        return self.points[seat]

    def ranking_key(self, seat):
        """venezia.end.ranking, tiebreak: five districts, points, majorities, own pigeons in the seven districts."""
        held = self.majorities(seat)
        five: cython.int = held >= DISTRICTS_TO_WIN
        pigeons = 0
        for district in range(DISTRICTS):
            pigeons += self.flock[seat][district]
        return ((five * 1024 + self.points[seat]) * 8 + held) * 64 + pigeons

    # Decisions

    def pending(self):
        if self.phase == PLANNING:
            return self.planners()
        return 0 if self.player < 0 else 1 << self.player

    def options(self, seat, squares):
        """What is legal: the squares, and as bits all other moves."""
        squares[0] = 0
        squares[1] = 0
        if self.phase == PLANNING:
            return self.plan_options(seat)
        if self.phase == PLACING:
            self.find_free(squares)
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
            return numbers(0, self.on_card[seat][0])
        if self.phase == REINFORCING:
            return numbers(0, self.nest[seat])
        if self.phase == FETCHING:
            return numbers(0, min(MOST_FETCHED, self.flock[seat][SAN_MICHELE]))
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
        moves.add_bits(self.options(seat, squares), 0)
        moves.add_bits(squares[0], SQUARE)
        moves.add_bits(squares[1], SQUARE + HALF)

    def random_move(self, seat, moves, word):
        squares: cython.ulonglong[2]
        if not cython.compiled:
            squares = [0, 0]
        others = self.options(seat, squares)
        first = count(others)
        k = high(word, first + count(squares[0]) + count(squares[1]))
        return nth(others, k) if k < first else SQUARE + nth_square(squares, k - first)

    def only_option(self):
        """venezia.flow.forced: the move of a decision that is not asked, because there is no other; else NONE."""
        squares: cython.ulonglong[2]
        if not cython.compiled:
            squares = [0, 0]
        if self.phase == PLANNING or self.phase == PLACING or self.player < 0:
            return NONE
        others = self.options(self.player, squares)
        if count(others) + count(squares[0]) + count(squares[1]) > 1:
            return NONE
        return lowest(others) if others else SQUARE + nth_square(squares, 0)

    def apply(self, seat, move):
        self.carry_out(seat, move)
        move = self.only_option()
        while move != NONE:
            self.carry_out(self.player, move)
            move = self.only_option()

    def carry_out(self, seat, move):
        if self.phase == PLANNING:
            self.plan(seat, move)
        elif self.phase == PLACING:
            self.place(seat, move - SQUARE)
        elif self.phase == PICKING:
            self.pick(seat, move)
        elif self.phase == MOVING:
            self.move(seat, move - SQUARE)
        elif self.phase == JUMPING:
            self.jump_on(seat, move)
        elif self.phase == SPLITTING:
            self.split(seat, move - NUMBER)
        elif self.phase == REINFORCING:
            self.reinforce(seat, move - NUMBER)
        elif self.phase == RECOVERING:
            self.recover(seat, move)
        elif self.phase == FETCHING:
            self.fetch(seat, move - NUMBER)
        elif self.phase == SETTLING:
            self.settle(seat, move - PLACE)
        elif self.phase == USING:
            self.use_or_decline(seat, move)
        else:
            self.act(seat, move)

    # Secret and open

    def seen(self, seat, move, viewer):
        """venezia.plan.secret, venezia.card.carrier.secret."""
        if viewer == seat:
            return move
        if self.phase == CARRIER_CARD:
            return EXCHANGED_HIDDEN
        if self.phase != PLANNING:
            return move
        if self.step_after(seat, move) != COMPLETE:
            return UNSEEN
        return ALL_PLANNED if self.planners() == 1 << seat else PLANNED

    def deal_unseen(self, viewer, rng, recall):
        """Section 7: unfinished plans are taken back; complete ones, and faces that are not turned up, drawn evenly."""
        for seat in range(self.seats):
            if seat == viewer:
                continue
            if self.phase == PLANNING:
                if self.step[seat] == COMPLETE:
                    self.draw_plan(seat, rng)
                else:
                    self.clear_plan(seat)
            elif self.phase < RECOVERING:  # venezia.land.reveal
                if self.phase < GATHERING and self.action[seat] != NONE:  # venezia.action.reveal
                    self.draw_action_card(seat, rng)
                self.draw_district_cards(seat, self.cards[seat], rng)
        self.rekey(rng)
