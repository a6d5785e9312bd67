"""What everybody knows of a hand that has failed at a frozen target (sections 5.4 and 7)."""

import pytest

import ridotto
from ridotto.games.venti import components as c
from ridotto.games.venti.rules import secret_hands
from tests.at_the_table import do
from tests.playing import Choices
from tests.venti.table import game, position, table
from tests.venti.witness import Witness

SPECTATOR = -1
PAIRS = {f"{n} {n}" for n in range(8)}
NO_PAIR = {*PAIRS, "joker"}


def failing(hand="", secret="5/0 3/0 1/0", targets="0/0", **given):
    """Seat 0 may try the first target, which seat 1 has frozen; of seat 0 everybody knows the hand."""
    given = {"frozen": {1: 1}, "points": {0: "7/12"}, **given}
    return table(hand, "", "", secret={0: secret, 1: "7/0 7/1", 2: "6/0"}, targets=targets, **given)


def ruled_out(state, seat=0):
    return set(state.snapshot()["seats"][seat]["ruled_out"])


def possible_hands(state, recall=True, viewer=1, samples=300):
    """The numbers of the secret cards of seat 0 in redealt worlds."""
    rng = ridotto.Rng(7)
    shown = [state.redeal(viewer, rng, recall).snapshot()["seats"][0]["secret"] for _ in range(samples)]
    return [sorted(card.replace("/", " ").split()[0] for card in cards) for cards in shown]


# What is known


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.frozen.attempt.action", "venti.info.hand")
def test_whoever_fails_has_no_secret_cards_that_would_have_done_together():
    """`?=?`: no two cards are equal, and none is a joker."""
    state = failing()
    do(state, "fulfil 1")
    assert ruled_out(state) == NO_PAIR
    for viewer in (SPECTATOR, 1, 2):
        hands = possible_hands(state, viewer=viewer)
        assert all(len(set(hand)) == 3 and "joker" not in hand for hand in hands)
        assert len({tuple(hand) for hand in hands}) > 40


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.info.hand")
def test_nor_together_with_what_is_known_of_the_hand():
    """`3 ?` with a known 5: a 3 would have done."""
    state = failing("5/9", "5/0 1/0", targets="0/3")
    do(state, "fulfil 1")
    assert ruled_out(state) == {"3", "joker"}
    assert not any({"3", "joker"} & set(hand) for hand in possible_hands(state))


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.fulfil.pjoker")
def test_nor_together_with_permanent_jokers():
    """`1 4` with a permanent 1: no 4."""
    state = failing(secret="5/0 3/0", targets="0/4", permanent={0: "1/9"})
    do(state, "fulfil 1")
    assert ruled_out(state) == {"4", "joker"}


@pytest.mark.rule("venti.frozen.attempt.reveal")
def test_three_secret_cards_may_be_needed_together():
    """`C T D`, one of each; a joker stands for any of them."""
    state = failing(secret="5/0 5/1 1/0", targets="0/5")
    do(state, "fulfil 1")
    assert {"0 2 4", "1 3 5", "0 2 joker", "4 joker joker", "joker joker joker"} < ruled_out(state)
    assert not {"0 2 6", "0 1 joker", "6 joker joker"} & ruled_out(state)


@pytest.mark.rule("venti.frozen.attempt.reveal")
def test_too_few_cards_could_not_have_paid_whatever_they_are():
    """`?=? ?=?` with two secret cards and one that is known."""
    state = failing("5/9", "5/0 5/1", targets="0/9")
    do(state, "fulfil 1")
    assert ruled_out(state) == set()


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.fulfil.pay")
def test_whoever_can_pay_has_not_failed():
    state = failing(secret="5/0 5/1 1/0")
    do(state, "fulfil 1")
    assert state.snapshot()["phase"] == "declare"
    assert ruled_out(state) == set()


@pytest.mark.rule("venti.frozen.attempt.reveal")
def test_two_failures_are_known_together():
    """`?=?`, and then `D D`: no pair, no joker, and not a 4 and a 5."""
    state = failing(targets="0/0 0/2")
    do(state, "fulfil 1", "freeze 2", "fulfil 2")
    assert ruled_out(state) == {*NO_PAIR, "4 5"}


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.frozen.fail.own", "venti.info.hand")
@pytest.mark.parametrize("way", ["thaw", "stay_frozen", "discard"])
def test_a_freezer_who_fails_is_seen_to_fail_too(way):
    state = failing(frozen={1: 0}, options={"failed_own_freeze": way})
    do(state, "fulfil 1", "lose 7 (4)")
    assert ruled_out(state) == NO_PAIR


@pytest.mark.rule("venti.frozen.attempt.action")
def test_a_wrong_commitment_tells_only_what_was_shown():
    """The option frozen_attempt: the hand may well hold what it takes."""
    state = failing(secret="5/0 5/1 1/0", options={"frozen_attempt": "blind_commit"})
    do(state, "fulfil 1", "card 5 (1)", "card 1 (1)", "done")
    assert ruled_out(state) == set()
    assert state.snapshot()["seats"][0]["hand"] == ["1/0", "5/0"]


# What becomes of it


@pytest.mark.rule("venti.draw.take", "venti.info.hand")
def test_what_is_drawn_later_changes_nothing():
    """With a 5 from the centre the hand may be able to pay now; what it failed with is still no pair."""
    state = failing(centre="5/9 0/1 0/2 1/1")
    do(state, "fulfil 1", "draw 1")
    assert ruled_out(state) == NO_PAIR
    assert any("5" in hand for hand in possible_hands(state))


@pytest.mark.rule("venti.fulfil.show", "venti.info.hand")
def test_a_card_that_is_shown_later_was_there_when_the_hand_failed():
    """With a known 7 `?=?` failed; now the secret 5 is paid with the 7. So there is no other 5, and no 7."""
    state = failing("7/9", targets="0/0 2/3")  # 5 ?
    do(state, "fulfil 1", "fulfil 2", "card 5 (1)", "card 7 (3)")
    assert ruled_out(state) == NO_PAIR - {"5 5", "7 7"} | {"5", "7"}
    assert not any({"5", "7", "joker"} & set(hand) or hand[0] == hand[1] for hand in possible_hands(state))


@pytest.mark.rule("venti.fulfil.show")
def test_a_known_card_that_is_paid_changes_nothing():
    state = failing("7/9 7/8", "5/0 5/1 1/0", targets="0/5 4/3")  # C T D, then 7 ?
    do(state, "fulfil 1")
    before = ruled_out(state)
    do(state, "fulfil 2", "card 7 (3)", "card 7 (3)")
    assert before == ruled_out(state) != set()


@pytest.mark.rule("venti.turn.hand_limit", "venti.info.hand")
def test_a_discarded_card_was_there_too():
    hand = " ".join(f"6/{t}" for t in range(1, 8))
    state = failing(hand, targets="0/4", centre="2/9 0/1 0/2 1/1")  # 1 4: with the secret 1, no 4
    do(state, "fulfil 1", "draw 1", "draw 1", "card 1 (1)")
    assert ruled_out(state) == {"4", "joker"}


@pytest.mark.rule("venti.fulfil.show")
def test_when_no_card_is_secret_any_more_there_is_nothing_to_rule_out():
    state = failing(secret="5/0 3/0", targets="0/0 2/3")
    do(state, "fulfil 1", "fulfil 2", "card 5 (1)", "card 3 (1)")
    assert (ruled_out(state), state.snapshot()["seats"][0]["barred"]) == (set(), [])


@pytest.mark.rule("venti.info.hand")
def test_whoever_remembers_nothing_does_not_know_of_it():
    """Not even when the card that was turned down again can still be seen."""
    state = failing(frozen={1: 0}, options={"failed_own_freeze": "stay_frozen"})
    do(state, "fulfil 1", "lose 7 (4)")
    hands = possible_hands(state, recall=False)
    assert any("joker" in hand for hand in hands)
    assert any(len(set(hand)) < 3 for hand in hands)
    assert ruled_out(state.redeal(1, ridotto.Rng(1), recall=False)) == set()


@pytest.mark.rule("venti.info.hand")
def test_nobody_is_shown_what_only_memory_knows():
    state = failing()
    twin = game.load(state.snapshot())
    do(state, "fulfil 1")
    do(twin, "fulfil 1")
    shown = state.snapshot()
    for seat in shown["seats"]:
        seat["ruled_out"] = []
    for viewer in (SPECTATOR, 0, 1, 2):
        assert game.view(game.load(shown), viewer) == game.view(twin, viewer)


# More secret cards than any game deals


def test_of_more_than_three_secret_cards_any_three_are_asked_about():
    state = failing(secret="5/0 3/0 1/0 7/2 6/1")
    do(state, "fulfil 1")
    assert ruled_out(state) == NO_PAIR
    assert all(len(set(hand)) == 5 and "joker" not in hand for hand in possible_hands(state))


def test_but_not_four_or_five():
    """`C T D S` takes four."""
    state = failing(secret="5/0 5/1 1/0 7/2 6/1", targets="0/8")
    do(state, "fulfil 1")
    assert ruled_out(state) == set()


def test_and_what_is_shown_of_them_was_there():
    state = failing(secret="5/0 3/0 1/0 7/2 6/1", targets="0/0 2/3")
    do(state, "fulfil 1", "fulfil 2", "card 5 (1)", "card 3 (1)")
    assert ruled_out(state) == NO_PAIR - {"5 5", "3 3"} | {"3", "5"}
    assert all(not {"3", "5", "joker"} & set(hand) and len(set(hand)) == 3 for hand in possible_hands(state))


# In a snapshot


def refused(**given):
    with pytest.raises(ridotto.BadSnapshot) as refusal:
        game.load(position("", "", secret={0: "5/0 3/0"}, **given))
    return str(refusal.value)


def test_a_snapshot_comes_back_with_what_was_seen_to_fail():
    state = failing()
    do(state, "fulfil 1")
    assert game.load(state.snapshot()) == state


def test_an_old_snapshot_does_not_have_it():
    state = failing()
    shown = state.snapshot()
    for seat in shown["seats"]:
        assert seat.pop("ruled_out") == []
    assert game.load(shown) == state


@pytest.mark.parametrize("name", ["8", "5 3", "joker 1", "", "3 3 3", "5/0", 5, None])
def test_only_sets_of_as_many_as_are_secret_are_ruled_out(name):
    assert "seat 0, ruled_out: there is no" in refused(ruled_out={0: [name]})


def test_nothing_is_ruled_out_of_a_hand_without_secrets():
    assert "seat 1, ruled_out: there is no '5'" in refused(ruled_out={1: ["5"]})


@pytest.mark.parametrize("names", [["4", "4"], ["4", "4 5"], [f"4 {n}" for n in ("5", "6", "7", "joker")] + ["4 4"]])
def test_a_set_that_says_nothing_new(names):
    complete = names if len(names) < 3 else [f"{n} 4" for n in range(4)] + names
    assert refused(ruled_out={0: complete}) == "seat 0, ruled_out says the same twice, or in too many words."


@pytest.mark.parametrize("name", ["5", "3 5"])
def test_what_the_seat_holds_is_not_ruled_out(name):
    assert refused(ruled_out={0: [name]}) == "seat 0, ruled_out: seat 0 holds such cards."


# However much is known


def only(*kinds):
    """Everything else is ruled out."""
    everything = (1 << c.MAX_SETS) - 1
    return secret_hands.shortest_names(
        everything & ~sum(1 << secret_hands.SET_INDEX[one] for one in kinds), c.MAX_SECRET
    )


def test_the_only_hands_that_fit_are_found():
    """Fifteen cards, three each of five numbers: of 168 million deals 7,776 give every seat its three numbers."""
    wanted = {seat: [(seat + i) % 5 for i in range(3)] for seat in range(5)}
    left = {number: [f"{number}/{t}" for t in range(3)] for number in range(5)}
    held = {seat + 1: " ".join(left[number].pop() for number in numbers) for seat, numbers in wanted.items()}
    state = table(
        *[""] * 6,
        secret=held,
        ruled_out={seat + 1: only(tuple(sorted(numbers))) for seat, numbers in wanted.items()},
        centre="6/0 6/1 6/2 6/3 6/4",
        targets="7/0 7/1 7/2 7/3",
        pile="5/0 5/1",
        pile_known=True,
    )
    dealt = set()
    for seed in range(30 if ridotto.compiled else 2):
        world = state.redeal(0, ridotto.Rng(seed))
        hands = [world.snapshot()["seats"][seat + 1]["secret"] for seat in range(5)]
        assert [sorted(int(card[0]) for card in hand) for hand in hands] == [sorted(wanted[seat]) for seat in range(5)]
        assert game.load(world.snapshot()) == world
        dealt.add(tuple(map(tuple, hands)))
    assert len(dealt) > 1


GAMES = 40 if ridotto.compiled else 2
EAGER = 3  # of ten decisions go for a target, or freeze one


@pytest.mark.slow
@pytest.mark.parametrize("players", game.players)
@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.info.hand")
def test_no_redealt_world_contradicts_what_was_seen_to_fail(players):
    choice = Choices(players)
    failures = redeals = 0
    for _ in range(GAMES):
        state, witness = game.start(players=players, seed=choice.below(10**6), max_rounds=12), Witness()
        state.listen()
        while not state.over:
            moves = state.moves(state.actor())
            eager = [move for move in moves if c.FULFIL <= move < c.MAKE_JOKER]
            among = eager if eager and choice.below(10) < EAGER else moves
            move = among[choice.below(len(among))]
            before = state.snapshot() if c.FULFIL <= move < c.FREEZE else None
            state.play(state.actor(), move)
            notes = state.take_notes()
            if before:
                witness.see(before, notes)
            if witness.failures and not choice.below(3):
                truth, viewer = state.snapshot(), choice.below(players + 1) - 1
                if witness.alive(truth):
                    world = state.redeal(viewer, ridotto.Rng(choice.below(10**6)))
                    assert witness.contradicted(truth, world.snapshot()) == []
                    redeals += 1
        failures += len(witness.failures)
    assert failures > 3 * GAMES
    assert redeals > 20 * GAMES
