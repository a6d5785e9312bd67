"""Tourists and hunters come to the Piazza."""

from collections import Counter

import pytest

import ridotto
from ridotto.engine.conformance.redeal_laws import chi_square_tail
from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do
from tests.venezia.table import (
    SQUARES,
    all_shown,
    around,
    family,
    flocks,
    game,
    position,
    shown,
    square,
    table,
    these,
)  # fmt: skip
from tests.venezia.views import public_of, square_names

SPINS = 6000 if ridotto.compiled else 800
ALLOWED = [name for name in SQUARES if name != "8G"]
OPTIONS = [{"tourists": tourists, "hunters": hunters} for tourists in (2, 3) for hunters in (1, 2)]
CROWD = "1A 3A 5A 7A 9A 2C 4C 6C 8C 10C"


def spun(seed, *families, **options):
    """The position after a spin: the last pigeon of all is put on 10H, or on 5H if somebody is there."""
    state = table("place", *families or (family("piazza 1"), family()), options=options, seed=seed)
    do(state, "10H" if "10H" in choices(state) else "5H")
    return state


def reached(hunter):
    """A hunter's own square, and those around it."""
    return {hunter, *around(hunter)}


@pytest.mark.rule("venezia.tourist.number", "venezia.hunter.spin", "venezia.hunter.second", "venezia.tourist.respin")
@pytest.mark.parametrize("options", OPTIONS)
def test_so_many_tourists_and_hunters_come_each_to_a_square_of_its_own(options):
    for seed in range(60):
        state = spun(seed, **options)
        last, notes = state.snapshot(), state.take_notes()
        tourists = [SQUARES[note.a] for note in notes if note.kind == VeneziaNote.TOURIST]
        hunters = [SQUARES[note.a] for note in notes if note.kind == VeneziaNote.HUNTER]
        if last["round"] == 2:
            assert (last["tourists"], last["hunters"]) == (sorted(tourists, key=square), hunters)
        assert (len(tourists), len(hunters)) == (options["tourists"], options["hunters"])
        assert len({*tourists, *hunters}) == sum(options.values())
        kinds = [note.kind for note in notes if note.kind in (VeneziaNote.TOURIST, VeneziaNote.HUNTER)]
        assert kinds == [VeneziaNote.TOURIST] * options["tourists"] + [VeneziaNote.HUNTER] * options["hunters"]


@pytest.mark.rule("venezia.tourist.number")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_tourists_and_one_hunter_however_many_play(players):
    state = spun(3, family("piazza 1"), *[family()] * (players - 1))
    kinds = Counter(note.kind for note in state.take_notes())
    assert (kinds[VeneziaNote.TOURIST], kinds[VeneziaNote.HUNTER]) == (2, 1)


@pytest.mark.rule(
    "venezia.chance.draw", "venezia.tourist.spin", "venezia.tourist.respin", "venezia.tourist.campanile",
    "venezia.hunter.respin", "venezia.hunter.second",
)  # fmt: skip
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("kind", [VeneziaNote.TOURIST, VeneziaNote.HUNTER])
def test_every_square_but_the_campanile_is_as_likely_as_any_other(kind, options):
    """Whether pigeons stand there or not."""
    start = game.load(position("place", family("piazza 1", piazza=CROWD[:-4]), family(piazza="2H 4H"), options=options))
    found: Counter[str] = Counter()
    for seed in range(SPINS):
        state = start.copy()
        state.set_key(seed.to_bytes(32, "little"))
        state.listen()
        do(state, "10H")
        found.update(SQUARES[note.a] for note in state.take_notes() if note.kind == kind)
    assert set(found) <= set(ALLOWED)
    expected = found.total() / 79
    assert chi_square_tail([(found[name], expected) for name in ALLOWED]) > 1e-4


@pytest.mark.rule("venezia.chance.draw")
@pytest.mark.parametrize("options", OPTIONS)
def test_each_of_them_is_one_draw(options):
    state = table("place", family("piazza 1"), family(), options=options)
    before = state.drawn()
    do(state, "10H")
    assert state.drawn() == before + sum(options.values())


@pytest.mark.rule("venezia.chance.draw", "venezia.tourist.spin")
def test_they_come_in_every_round_even_if_no_pigeon_is_on_the_piazza():
    state = table("plan", family(), family())
    do(state, "piazza", "stop", "stop", "0", "piazza", "stop", "stop", "0")
    last = state.snapshot()
    assert (last["round"], len(last["last_tourists"]), len(last["last_hunters"])) == (3, 2, 1)


@pytest.mark.rule("venezia.tourist.under", "venezia.hunter.respin")
def test_a_tourist_comes_under_a_pigeon_and_a_hunter_onto_one():
    """Some spins hit a pigeon: the tourist is pushed under it, the hunter's square is a valid one too."""
    under = onto = 0
    for seed in range(200):
        state = spun(seed, family("piazza 1", piazza=CROWD[:-4], reserve=12), family(piazza="2E 4E 6E 8E 10E"))
        notes = state.take_notes()
        birds = {0: these(f"{CROWD[:-4]} 10H"), 1: these("2E 4E 6E 8E 10E")}
        for note in notes:
            if note.kind == VeneziaNote.TOURIST:
                owner = next((seat for seat in birds if SQUARES[note.a] in birds[seat]), -1)
                assert note.b == owner
                under += owner >= 0
            onto += note.kind == VeneziaNote.HUNTER and SQUARES[note.a] in birds[0] | birds[1]
    assert under > 20
    assert onto > 10


@pytest.mark.rule("venezia.hunter.strike", "venezia.hunter.noshield", "venezia.board.neighbours")
@pytest.mark.parametrize("hunters", [1, 2])
def test_every_pigeon_on_or_next_to_a_hunters_square_goes_to_san_michele(hunters):
    """Whoever owns it, on a tourist or not; and no other."""
    families = family("piazza 1", piazza="2B 4D 6F 8B 5E", san_michele=1), family(piazza="5D 4E 3B 7F 9C")
    shielded = 0
    for seed in range(150):
        state = table("place", *families, options={"hunters": hunters}, seed=seed)
        do(state, "10H")
        spin = [note for note in state.take_notes() if note.kind in (VeneziaNote.TOURIST, VeneziaNote.HUNTER)]
        reach = {name for note in spin if note.kind == VeneziaNote.HUNTER for name in reached(SQUARES[note.a])}
        tourists = {SQUARES[note.a] for note in spin if note.kind == VeneziaNote.TOURIST}
        for seat, birds in enumerate((these("2B 4D 6F 8B 5E 10H"), these("5D 4E 3B 7F 9C"))):
            lost = birds & reach
            shielded += len(lost & tourists)
            assert flocks(state, seat).get("san_michele", 0) == len(lost) + (seat == 0)
            assert set(shown(state, seat)["piazza"]) == birds - lost
            by_note = sum(note.b >> 6 * seat & 63 for note in spin if note.kind == VeneziaNote.HUNTER)
            assert by_note == len(lost)
    assert shielded > 0


@pytest.mark.rule("venezia.hunter.second")
def test_the_second_hunter_may_stand_next_to_the_first_but_not_on_his_square():
    near = 0
    for seed in range(400 if ridotto.compiled else 120):
        state = spun(seed, hunters=2)
        first, second = [SQUARES[note.a] for note in state.take_notes() if note.kind == VeneziaNote.HUNTER]
        assert first != second
        near += second in around(first)
    assert near > 0


@pytest.mark.rule("venezia.hunter.once", "venezia.move.hunter.next", "venezia.move.hunter")
def test_after_his_strike_a_hunter_is_just_a_forbidden_square():
    """Pigeons walk up to him, breed there, and are still there when the round is over."""
    state = table("pick", family(piazza="5E"), family(), tourists="6B 1H", hunters="5C")
    do(state, "5E")
    assert "5D" in choices(state)
    assert "5F" in choices(state)
    do(state, "5D")
    assert shown(state, 0)["piazza"] == ["5D"]
    assert all_shown(state, "places") == [{}, {}]
    assert public_of(state).round == 3


@pytest.mark.rule("venezia.hunter.second", "venezia.move.hunter")
def test_both_squares_are_forbidden():
    state = table("pick", family(piazza="5E 1A"), family(piazza="6E"), hunters="5C 8E", options={"hunters": 2})
    do(state, "5E")
    assert choices(state) == these("4D 5D 6D 4E 4F 5F 6F 7E")


@pytest.mark.rule("venezia.tourist.fixed")
def test_a_tourist_stays_whatever_pigeons_do_and_can_be_entered_again():
    """Seat 0 leaves him, seat 1 enters, and another tourist loses his pigeon in a pincer."""
    state = table("pick", family(piazza="5D 1A"), family(piazza="6D 7G"), tourists="5D 1H", hunters="10H")
    do(state, "5D", "4D", "stop")
    assert state.snapshot()["tourists"] == ["5D", "1H"]
    do(state, "6D")
    assert "5D" in choices(state)
    do(state, "5D", "7G", "7F")
    assert [note.b for note in state.take_notes() if note.kind == VeneziaNote.BORN] == [2, 5]


@pytest.mark.rule("venezia.tourist.fixed", "venezia.pincer.tourist")
def test_a_tourist_stays_when_the_pigeon_on_him_is_taken():
    state = table("pick", family(piazza="4D 6D 1A"), family(piazza="5D 9F"), tourists="5D 1H", hunters="10H")
    do(state, "stop")
    assert shown(state, 1)["piazza"] == ["9F"]
    assert state.snapshot()["tourists"] == ["5D", "1H"]


@pytest.mark.rule("venezia.hunter.second")
def test_hunters_are_told_and_shown_in_the_order_of_their_spins():
    """A pigeon in the reach of both is lost to the first; and the first need not stand further north."""
    southern = shared = 0
    for seed in range(200 if ridotto.compiled else 80):
        state = table(
            "place", family("piazza 1", piazza=CROWD[:-4]), family(piazza="2H"), options={"hunters": 2}, seed=seed
        )
        do(state, "10H")
        struck = [note for note in state.take_notes() if note.kind == VeneziaNote.HUNTER]
        first, second = (SQUARES[note.a] for note in struck)
        assert state.snapshot()["hunters"] == square_names(public_of(state).hunters) == [first, second]
        southern += struck[0].a > struck[1].a
        both = these(CROWD[:-4]) & reached(first) & reached(second)
        assert struck[1].b & 63 == len(these(f"{CROWD[:-4]} 10H") & reached(second) - reached(first))
        shared += len(both)
    assert southern > 10
    assert shared > 0
