"""What a view says that moves would bring is what they bring."""

from itertools import islice

import pytest

from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.effects import VeneziaChange, VeneziaCompletion, VeneziaPigeon, VeneziaTarget
from tests.venezia.referee import majority
from tests.venezia.scenes import moments
from tests.venezia.table import family, table
from tests.venezia.views import own_of, public_of, square_names

GAMES = [(2, 0), (3, 1), (4, 2), (4, 3)]  # players, seed


def positions(*phases):
    """Positions of games by dice, in which one of these phases is asked about, and the seat that is asked."""
    for players, seed in GAMES:
        for state in moments(players, seed, {"hunters": str(1 + seed % 2)}):
            if public_of(state).phase in phases:
                yield state, state.actor()


def offered(state, seat):
    """The moves of a seat with their effects."""
    own = own_of(state, seat)
    return list(zip(own.moves, own.effects, strict=True))


def played(state, seat, move):
    after = state.copy()
    after.listen()
    after.play(seat, move)
    return after


# The Piazza


def landings(state, seat):
    """All squares where the chosen pigeon can end its move, found by playing."""
    ends, ahead = set(), [state]
    while ahead:
        here = ahead.pop()
        for move in here.moves(seat):
            if move == c.STOP:
                ends.add(public_of(here).picked)
                continue
            after = played(here, seat, move)
            if public_of(after).phase == "jump":
                ahead.append(after)
            else:
                ends.add(move - c.SQUARE)
    return ends


@pytest.mark.rule("venezia.jump.chain", "venezia.jump.ends", "venezia.jump.norevisit")
def test_where_a_pigeon_is_said_to_end_its_move_is_where_it_can():
    compared = chains = 0
    for state, seat in islice(positions("pick"), 0, None, 3):
        for move, effect in offered(state, seat):
            picked = played(state, seat, move)
            if effect is None or public_of(picked).phase != "move":  # with one target, it moves there at once
                continue
            assert isinstance(effect, VeneziaPigeon)
            assert list(effect.ends) == sorted(landings(picked, seat))
            compared += 1
            chains += len(effect.ends) > len(picked.moves(seat))
    assert compared > 100
    assert chains > 5


@pytest.mark.rule("venezia.jump.chain", "venezia.jump.ends", "venezia.jump.norevisit")
def test_where_a_jump_is_said_to_lead_on_to_is_where_it_does():
    seen = {"walks": 0, "jumps": 0, "further": 0}
    for state, seat in islice(positions("move", "jump"), 0, None, 2):
        for move, effect in offered(state, seat):
            if move == c.STOP:
                continue
            assert isinstance(effect, VeneziaTarget)
            after = played(state, seat, move)
            kinds = [note.kind for note in after.take_notes()]
            assert (c.JUMPED in kinds, c.WALKED in kinds) == (effect.jump, not effect.jump)
            further = landings(after, seat) - {effect.square} if public_of(after).phase == "jump" else set()
            assert set(effect.further) == further
            seen["jumps" if effect.jump else "walks"] += 1
            seen["further"] += bool(further)
    assert min(seen.values()) > 10


@pytest.mark.rule("venezia.pincer.direct", "venezia.breed.own")
def test_what_is_foretold_of_a_turn_is_what_happens():
    seen = {"births": 0, "pinched": 0}
    for state, seat in positions("pick"):
        public = public_of(state)
        notes = played(state, seat, c.STOP).take_notes()
        born = next((note.b for note in notes if note.kind == c.BORN and note.a == seat), 0)
        pinched = {note.c: note.b for note in notes if note.kind == c.PINCHED and note.a == seat}
        assert public.births_of_turn == sum(public.births[square] for square in public.seats[seat].piazza) == born
        assert {pincer.square: pincer.owner for pincer in public.pincers} == pinched
        assert all(pincer.side in public.seats[seat].piazza for pincer in public.pincers)
        seen["births"] += born
        seen["pinched"] += len(pinched)
    assert all(seen.values())


@pytest.mark.rule("venezia.pincer.direct")
def test_the_pincers_of_a_move_are_those_that_it_adds():
    compared = 0
    for state, seat in positions("move"):
        before = {pincer.square for pincer in public_of(state).pincers}
        for move, effect in offered(state, seat):
            after = public_of(played(state, seat, move))
            if after.phase == "pick" and after.player == seat:
                added = {pincer.square: pincer.owner for pincer in after.pincers if pincer.square not in before}
                assert {pincer.square: pincer.owner for pincer in effect.pincers} == added
                assert {pincer.side for pincer in effect.pincers} <= {effect.square}
                compared += bool(added)
    assert compared > 5


@pytest.mark.rule("venezia.pincer.direct")
def test_a_pigeon_tells_of_the_pincers_at_every_end_of_its_move():
    """3C jumps over 4D to 5E, and then 6D is between 5E and 7C."""
    state = table("pick", family(piazza="3C 7C"), family(piazza="4D 6D"), tourists="1H 2H", hunters="10A")
    pigeon = own_of(state, 0).effects[1]
    assert isinstance(pigeon, VeneziaPigeon)
    assert square_names([pigeon.square]) == ["3C"]
    assert "5E" in square_names(pigeon.ends)
    told = [(*square_names([pincer.square, pincer.side]), pincer.owner) for pincer in pigeon.pincers]
    assert told == [("6D", "5E", 1)]


@pytest.mark.rule("venezia.pincer.active")
def test_rivals_around_a_square_are_those_with_two_pigeons_on_opposite_sides():
    """5C is between two of both rivals, 5E between two of its own."""
    rivals = family(piazza="4B 6D"), family(piazza="4C 6C")
    state = table("move", family(piazza="5D 4E 6E"), *rivals, tourists="1H 2H", hunters="10A", chosen="5D")
    around = {c.SQUARE_NAMES[effect.square]: effect.rivals for _, effect in offered(state, 0)}
    assert around["5C"] == (1, 2)
    assert around["5E"] == ()


# Plans


@pytest.mark.rule("venezia.plan.commit", "venezia.plan.sequence")
def test_a_move_is_said_to_complete_a_plan_if_it_does_and_with_what():
    completed = 0
    for state, _ in islice(positions("plan"), 0, None, 2):
        for seat in state.actors():
            for move, effect in offered(state, seat):
                after = played(state, seat, move)
                is_complete = public_of(after).phase != "plan" or seat not in after.actors()
                assert isinstance(effect, VeneziaCompletion) == is_complete
                if is_complete and public_of(after).phase == "plan":
                    own = own_of(after, seat)
                    assert effect == VeneziaCompletion(own.plan.cards, own.plan.pigeons, own.left)
                    completed += 1
    assert completed > 50


# The city


@pytest.mark.rule("venezia.card.clergy", "venezia.card.catcher", "venezia.card.vespa")
def test_a_district_is_said_to_stand_as_it_does_after_the_card():
    compared = set()
    for state, seat in positions("clergy", "catcher", "vespa to"):
        for move, effect in offered(state, seat):
            assert isinstance(effect, VeneziaChange)
            assert effect.place == move - c.PLACE
            after = public_of(played(state, seat, move))
            if after.round == public_of(state).round and after.phase not in ("recover", "fetch", "over"):
                assert after.city[effect.place] == effect.after
                compared.add(public_of(state).phase)
    assert compared == {"clergy", "catcher", "vespa to"}


def holder_with(here, seat, more):
    """Who would lead in a place if a seat had more pigeons there, by the second referee."""
    return majority({**dict(enumerate(here.flocks)), seat: here.flocks[seat] + more}, here.grey)


@pytest.mark.rule("venezia.score.relative", "venezia.score.grey", "venezia.score.tie")
def test_so_many_pigeons_take_the_lead_and_one_less_does_not():
    seen = set()
    for state, _ in islice(positions("plan", "reinforce"), 0, None, 9):
        public = public_of(state)
        for seat in range(state.seats):
            own = own_of(state, seat)
            for place, here in enumerate(public.city):
                needed = own.to_lead[place]
                assert (needed == 0) == (here.holder == seat)
                assert holder_with(here, seat, needed) == seat
                assert needed == 0 or holder_with(here, seat, needed - 1) != seat
                seen.add(needed)
    assert len(seen) > 4


@pytest.mark.rule("venezia.score.relative", "venezia.score.six", "venezia.score.three")
def test_a_majority_is_told_with_its_margin_and_worth():
    for state, _ in islice(positions("plan", "reinforce", "pick"), 0, None, 9):
        public = public_of(state)
        for place, here in enumerate(public.city):
            sizes = sorted([*here.flocks, here.grey])
            if here.holder is None:
                assert (here.margin, here.points) == (0, 0)
                assert here.led_by_grey == (here.grey > max(here.flocks))
                continue
            assert here.flocks[here.holder] == sizes[-1]
            assert here.margin == sizes[-1] - sizes[-2]
            assert here.points == own_of(state, here.holder).worth[place]
            homes = {seat.home for number, seat in enumerate(public.seats) if number != here.holder}
            assert here.points == (0 if place >= c.DISTRICTS else 6 if place in homes else 3)
