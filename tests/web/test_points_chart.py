"""The chart of points over time."""

from itertools import pairwise

from ridotto.web.tables.points_chart import (
    BOTTOM,
    HEIGHT_PX,
    LABEL_DISTANCE,
    LEFT,
    NARROW_PX,
    RIGHT,
    TOP,
    WIDE_PX,
    PointsChart,
)


def ends(line):
    first, *_, last = [tuple(map(float, point.split(","))) for point in line.path.split()]
    return first, last


def test_lines_go_from_edge_to_edge_and_more_points_are_higher():
    chart = PointsChart.of([[0, 0], [3, 6], [9, 6]], None)
    left, right = chart.lines
    assert ends(left) == ((LEFT, HEIGHT_PX - BOTTOM), (WIDE_PX - RIGHT, TOP))
    assert ends(right)[1][1] > ends(left)[1][1]
    assert [line.points for line in chart.lines] == [9, 6]


def test_the_goal_and_negative_points_fit_in():
    chart = PointsChart.of([[0, 0], [-4, 2]], 20)
    assert chart.goal == TOP
    assert ends(chart.lines[0])[1][1] == HEIGHT_PX - BOTTOM
    assert any(points == 0 for _, points in chart.heights)
    assert all(TOP <= y <= HEIGHT_PX - BOTTOM for y, _ in chart.heights)


def test_the_labels_of_equal_points_do_not_overlap_and_stay_inside():
    chart = PointsChart.of([[0] * 5, [0] * 5], None)
    written = sorted(line.written for line in chart.lines)
    assert all(b - a >= LABEL_DISTANCE for a, b in pairwise(written))
    assert written[-1] <= HEIGHT_PX - BOTTOM


def test_labels_at_the_bottom_do_not_push_the_leader_out_of_the_chart():
    chart = PointsChart.of([[0] * 6, [3, 2, 1, 0, 0, 0]], 3)
    written = [line.written for line in chart.lines]
    assert written[0] == TOP
    assert all(b - a >= LABEL_DISTANCE for a, b in pairwise(sorted(written)))
    assert max(written) <= HEIGHT_PX - BOTTOM


def test_axes_have_few_numbers():
    chart = PointsChart.of([[step, 2 * step] for step in range(60)], 150)
    assert len(chart.heights) <= 8
    assert len(chart.places) <= 13
    assert chart.places[0] == (LEFT, 0)


def test_a_match_that_has_just_started_is_a_point():
    assert [line.points for line in PointsChart.of([[0, 0]], None).lines] == [0, 0]
    assert PointsChart.of([], 3).lines == []


def test_a_narrow_chart_has_fewer_numbers():
    wide, narrow = (PointsChart.of([[step] for step in range(30)], None, width) for width in (WIDE_PX, NARROW_PX))
    assert ends(narrow.lines[0])[1] == (NARROW_PX - RIGHT, TOP)
    assert len(narrow.places) < len(wide.places)
