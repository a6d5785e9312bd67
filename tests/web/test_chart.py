"""The drawing of how points grew."""

from itertools import pairwise

from ridotto.web.tables.points_chart import APART, BOTTOM, HEIGHT, LEFT, RIGHT, SLIM, TOP, WIDE, Chart


def ends(line):
    first, *_, last = [tuple(map(float, point.split(","))) for point in line.path.split()]
    return first, last


def test_lines_go_from_edge_to_edge_and_higher_is_more():
    chart = Chart.of([[0, 0], [3, 6], [9, 6]], None)
    left, right = chart.lines
    assert ends(left) == ((LEFT, HEIGHT - BOTTOM), (WIDE - RIGHT, TOP))
    assert ends(right)[1][1] > ends(left)[1][1]
    assert [line.points for line in chart.lines] == [9, 6]


def test_there_is_room_for_the_goal_and_for_less_than_nothing():
    chart = Chart.of([[0, 0], [-4, 2]], 20)
    assert chart.goal == TOP
    assert ends(chart.lines[0])[1][1] == HEIGHT - BOTTOM
    assert any(points == 0 for _, points in chart.heights)
    assert all(TOP <= y <= HEIGHT - BOTTOM for y, _ in chart.heights)


def test_equal_points_are_written_apart_and_on_the_drawing():
    chart = Chart.of([[0] * 5, [0] * 5], None)
    written = sorted(line.written for line in chart.lines)
    assert all(b - a >= APART for a, b in pairwise(written))
    assert written[-1] <= HEIGHT - BOTTOM


def test_whoever_leads_is_not_pushed_off_the_drawing_by_those_at_the_bottom():
    chart = Chart.of([[0] * 6, [3, 2, 1, 0, 0, 0]], 3)
    written = [line.written for line in chart.lines]
    assert written[0] == TOP
    assert all(b - a >= APART for a, b in pairwise(sorted(written)))
    assert max(written) <= HEIGHT - BOTTOM


def test_numbers_are_few_enough_to_be_read():
    chart = Chart.of([[step, 2 * step] for step in range(60)], 150)
    assert len(chart.heights) <= 8
    assert len(chart.places) <= 13
    assert chart.places[0] == (LEFT, 0)


def test_a_match_that_has_just_begun_is_a_point():
    assert [line.points for line in Chart.of([[0, 0]], None).lines] == [0, 0]
    assert Chart.of([], 3).lines == []


def test_on_a_phone_there_is_less_room():
    wide, slim = (Chart.of([[step] for step in range(30)], None, width) for width in (WIDE, SLIM))
    assert ends(slim.lines[0])[1] == (SLIM - RIGHT, TOP)
    assert len(slim.places) < len(wide.places)
