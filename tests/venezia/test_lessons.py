"""What a first game explains follows the options of the table."""

from tests.at_the_table import lesson_text


def test_where_two_hunters_come_both_are_told_of_when_they_strike():
    assert "then the hunter: all birds on or next to the hunter's square are lost" in lesson_text("venezia", "tourists")
    two = lesson_text("venezia", "tourists", hunters="2")
    assert "then two hunters: all birds on or next to a hunter's square are lost" in two


def test_where_two_hunters_come_both_are_told_of_when_pigeons_land():
    assert "where the tourists and the hunter will be" in lesson_text("venezia", "first-card-up")
    assert "where the tourists and the two hunters will be" in lesson_text("venezia", "first-card-up", hunters="2")


def test_where_action_cards_need_not_be_used_the_lesson_says_so():
    assert "the fewest points uses it" in lesson_text("venezia", "actions")
    assert "the fewest points may use it" in lesson_text("venezia", "actions", action_use="may")
