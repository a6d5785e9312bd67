"""What a first game explains follows the options of the table."""

from tests.at_the_table import lesson_text


def test_where_hands_are_shielded_nobody_knows_a_card_in_a_hand():
    assert "everybody knows it, even in your hand" in lesson_text("diciassette", "two-sided")
    shielded = lesson_text("diciassette", "two-sided", hand_backs_public="false")
    assert "once you play it, everybody knows it" in shielded


def test_where_calls_come_between_two_cards_the_lesson_on_x2_says_so():
    assert "nobody can call until both are down" in lesson_text("diciassette", "double")
    assert "can call after each of them" in lesson_text("diciassette", "double", call_between_double="true")
