"""Chance: the published ChaCha8 vectors, fair numbers, fair shuffles, and generators that can be copied and wound."""

import importlib.util
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridotto
from ridotto import Rng
from ridotto.engine import chance as running
from tests.seeds import likely

# draft-strombergson-chacha-test-vectors-01: 256-bit keys, 8 rounds, nonce zero, the first two blocks.
VECTORS = {
    "00" * 32: (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
    ),
    "01" + "00" * 31: (
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
        "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
        "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4"
    ),
}
TOP = 1 << 30  # no word is drawn again below a power of two: rolling below it shows the top 30 bits of every word


def keyed(key: bytes) -> Rng:
    rng = Rng()
    rng.set_key(key)
    return rng


def key_of(seed: int) -> bytes:
    return seed.to_bytes(32, "little")


def stream(key: bytes, blocks: int, first: int = 0) -> bytes:
    """ChaCha8 once more, written from its definition."""
    found = b""
    for counter in range(first, first + blocks):
        words = [
            int.from_bytes(part, "little") for part in parts(b"expand 32-byte k" + key + counter.to_bytes(16, "little"))
        ]
        mixed = list(words)
        for number in range(8):
            for column in range(4):
                quarter(mixed, [4 * row + (column + number % 2 * row) % 4 for row in range(4)])
        found += b"".join((a + b & 0xFFFFFFFF).to_bytes(4, "little") for a, b in zip(words, mixed, strict=True))
    return found


def parts(text: bytes) -> list[bytes]:
    return [text[i : i + 4] for i in range(0, len(text), 4)]


def quarter(x: list[int], places: list[int]) -> None:
    a, b, c, d = places
    for left, add, turned, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[left] = x[left] + x[add] & 0xFFFFFFFF
        x[turned] ^= x[left]
        x[turned] = (x[turned] << by | x[turned] >> 32 - by) & 0xFFFFFFFF


def words_of(text: bytes) -> list[int]:
    return [int.from_bytes(text[i : i + 8], "little") for i in range(0, len(text), 8)]


@pytest.mark.parametrize(("key", "blocks"), VECTORS.items())
def test_the_second_implementation_agrees_with_the_published_vectors(key, blocks):
    assert stream(bytes.fromhex(key), 2).hex() == blocks


@pytest.mark.parametrize(("key", "blocks"), VECTORS.items())
def test_the_generator_draws_the_published_words_in_order(key, blocks):
    rng = keyed(bytes.fromhex(key))
    assert [rng.roll(TOP) for _ in range(16)] == [word >> 34 for word in words_of(bytes.fromhex(blocks))]


@pytest.mark.parametrize("key", VECTORS)
@pytest.mark.parametrize("start", range(8))
def test_whole_words_become_the_key_of_a_redealt_state(key, start):
    """A redeal ends with four whole words, which are the new key: all 64 bits of each are seen."""
    rng = keyed(bytes.fromhex(key))
    rng.seek(start)
    world = ridotto.game("verhext").start(players=3, seed=1).redeal(-1, rng)
    last = rng.drawn()
    assert world.key_bytes() == stream(bytes.fromhex(key), 4)[8 * last - 32 : 8 * last]


@given(st.binary(min_size=32, max_size=32))
def test_with_any_key_the_words_are_those_of_chacha8(key):
    rng = keyed(key)
    assert rng.key_bytes() == key
    assert [rng.roll(TOP) for _ in range(24)] == [word >> 34 for word in words_of(stream(key, 3))]


def test_the_counter_has_64_bits():
    """Beyond 2^32 blocks the second word of the counter counts on."""
    rng = keyed(key_of(7))
    rng.seek((8 << 32) - 8)
    expected = words_of(stream(key_of(7), 2, (1 << 32) - 1))
    assert [rng.roll(TOP) for _ in range(16)] == [word >> 34 for word in expected]
    assert rng.drawn() == (8 << 32) + 8


# Copies and winding


@given(st.integers(0, 2**256 - 1), st.integers(0, 40))
def test_a_copy_gives_the_same_numbers_and_goes_its_own_way(seed, drawn):
    rng = Rng(seed)
    for _ in range(drawn):
        rng.roll(6)
    twin = rng.copy()
    assert (twin.key_bytes(), twin.drawn()) == (rng.key_bytes(), drawn)
    ahead = [rng.roll(1000) for _ in range(20)]
    assert twin.drawn() == drawn
    assert [twin.roll(1000) for _ in range(20)] == ahead


@given(st.integers(0, 60), st.integers(0, 60))
def test_a_wound_generator_is_where_it_was(first, second):
    rng = Rng(11)
    numbers = [rng.roll(TOP) for _ in range(130)]
    for place in (first, second):
        rng.seek(place)
        assert rng.drawn() == place
        assert [rng.roll(TOP) for _ in range(9)] == numbers[place : place + 9]


def test_a_new_key_begins_again():
    rng = Rng(3)
    rng.roll(6)
    rng.set_key(bytes(32))
    assert (rng.drawn(), rng.key_bytes()) == (0, bytes(32))
    assert rng.roll(TOP) == words_of(stream(bytes(32), 1))[0] >> 34


@pytest.mark.parametrize("seed", [-1, 1 << 256, 1.0, "7", None, True, b"7"])
def test_a_seed_that_is_no_whole_number_of_256_bits_is_refused(seed):
    with pytest.raises(ridotto.BadSeed, match="from 0 to 2\\^256 - 1"):
        Rng(seed)


def test_every_bit_of_a_seed_counts():
    seeds = [0, *(1 << place for place in range(256)), 2**256 - 1]
    assert len({Rng(seed).key_bytes() for seed in seeds}) == len(seeds)


def test_a_game_and_a_generator_of_the_same_seed_share_nothing():
    state = ridotto.game("verhext").start(seed=7)
    assert state.key_bytes() == key_of(7)
    assert Rng(7).key_bytes() != key_of(7)


@pytest.mark.parametrize("n", [0, -1, 1 << 31])
def test_only_numbers_from_1_to_31_bits_can_be_rolled(n):
    with pytest.raises(ValueError, match="cannot roll below"):
        Rng(0).roll(n)


@given(st.integers(1, (1 << 31) - 1), st.integers(0, 2**64))
def test_a_roll_is_the_integer_part_of_a_words_share(n, seed):
    word = words_of(stream(key_of(seed), 1))[0]
    assert keyed(key_of(seed)).roll(n) == word * n >> 64


def test_dice_are_fair():
    def even(number):
        rng = Rng(number)
        rolled = Counter(rng.roll(6) for _ in range(6000))
        return chi_square(rolled, range(6)) < 20.5  # 5 degrees of freedom, 0.1 %

    assert likely(even)


def chi_square(found, outcomes):
    expected = found.total() / len(list(outcomes))
    return sum((found[outcome] - expected) ** 2 / expected for outcome in outcomes)


# Rejection and shuffles: the sources as plain Python, so that words can be handed in.


def plain_chance() -> Any:
    spec = importlib.util.spec_from_file_location("plain_chance", Path(running.__file__).with_name("chance.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAIN = plain_chance()


def scripted(*words: int) -> Any:
    """Dice that draw what they are told."""
    dice = PLAIN.Dice()
    dice.script = list(words)
    dice.word = lambda: dice.script.pop(0)
    return dice


def test_plain_and_running_dice_draw_the_same():
    plain, rng = PLAIN.Dice(), keyed(key_of(5))
    plain.set_key(key_of(5))
    assert [plain.below(n) for n in range(1, 200)] == [rng.roll(n) for n in range(1, 200)]


@pytest.mark.parametrize(("n", "take"), [(4, 4), (5, 3), (6, 2)])
def test_a_shuffle_gives_every_order_alike(n, take):
    orders = list(permutations(range(n), take))
    freedom = len(orders) - 1

    def even(number):
        dice = PLAIN.Dice()
        dice.set_key(key_of(number))
        found: Counter[object] = Counter()
        for _ in range(60 * len(orders)):
            cards = list(range(n))
            dice.shuffle(cards, 0, n, take)
            assert sorted(cards) == list(range(n))
            found[tuple(cards[:take])] += 1
        return chi_square(found, orders) < freedom + 4 * (2 * freedom) ** 0.5  # less than 0.1 %

    assert likely(even)


def words_for(outcome, outcomes):
    """The first and the last word that would give this outcome, and whether it has one more than others."""
    first, beyond = -(-outcome * 2**64 // outcomes), -(-(outcome + 1) * 2**64 // outcomes)
    return first, beyond - 1, beyond - first > 2**64 // outcomes


@pytest.mark.parametrize("n", [*range(1, 60), 1000, 2**31 - 1])
def test_every_number_comes_of_equally_many_words(n):
    """Each outcome has 2^64 // n words, or one more; the one more is the first, and it is drawn again."""
    for outcome in range(n) if n < 100 else (0, 1, 2, n // 2, n - 2, n - 1):
        first, last, one_more = words_for(outcome, n)
        dice = scripted(first, last)
        assert dice.below(n) == outcome
        assert len(dice.script) == 1 - one_more


@pytest.mark.parametrize(("n", "take", "outcomes"), [(3, 3, 6), (4, 4, 24), (5, 2, 20), (7, 3, 210)])
def test_every_order_comes_of_equally_many_words(n, take, outcomes):
    """One word decides, and again the first is drawn again where there is one more."""
    orders = set()
    for outcome in range(outcomes):
        first, last, one_more = words_for(outcome, outcomes)
        dice = scripted(first, last)
        dice.shuffle(list(range(n)), 0, n, take)
        assert len(dice.script) == 1 - one_more
        cards = list(range(n))
        scripted(last).shuffle(cards, 0, n, take)
        orders.add(tuple(cards[:take]))
    assert len(orders) == outcomes


def test_a_shuffle_leaves_the_cards_outside_alone():
    cards = list(range(10))
    PLAIN.Dice().shuffle(cards, 3, 4, 4)
    assert (cards[:3], cards[7:], sorted(cards[3:7])) == ([0, 1, 2], [7, 8, 9], [3, 4, 5, 6])


def test_every_card_comes_to_every_place_alike():
    """900 deals for three: trump card 1, hands of 7, rest 23."""
    game = ridotto.game("verhext")
    expected = {0: 140, 1: 140, 2: 140, "rest": 460, "trump": 20}

    def even(number):
        found: Counter[object] = Counter()
        for deal in range(900):
            shown = game.start(players=3, seed=900 * number + deal, first_holder=0).snapshot()
            for seat in range(3):
                found[seat] += "rat 1" in shown["seats"][seat]["hand"]
            found["rest"] += "rat 1" in shown["rest"]
            found["trump"] += shown["trump"] == "rat 1"
        assert found.total() == 900
        return sum((found[place] - times) ** 2 / times for place, times in expected.items()) < 18.5  # 0.1 %

    assert likely(even)
