"""The dialog with the whole log: opened at its end, and read back to its beginning."""

from typing import Any

import pytest

from tests.browser.browser_players import House, Visit

pytestmark = pytest.mark.slow


def test_the_log_can_be_read_back_to_its_first_line(house: House, visit: Visit) -> None:
    path, [seat] = house.open_table("diciassette", players=3)
    house.post(f"{path}/resign", seat.rpartition(".")[2])  # bots finish the match
    reader = visit()
    reader.visit(path)
    reader.wait_until_idle()
    page, before = reader.page, ""
    told: list[Any] = []
    while before != "?before=0":
        part = reader.context.request.get(f"{house.address}{path}/log{before}", headers={"accept": "application/json"})
        told, before = [*part.json()["lines"], *told], f"?before={part.json()['first']}"
    page.click("#log-link")
    lines, earlier = page.locator("#past .log > li"), page.locator("#earlier")
    lines.last.wait_for()
    assert earlier.is_visible()
    while earlier.is_visible():
        shown, kept = lines.count(), lines.first.inner_text()
        earlier.click()
        page.wait_for_function("(n) => document.querySelectorAll('#past .log > li').length > n", arg=shown)
        assert page.get_by_text(kept).last.is_visible()  # the lines being read stay in place
    assert lines.all_inner_texts() == [line["text"] for line in told]
    page.keyboard.press("Escape")
    assert not page.locator("#past").is_visible()
    assert page.locator("#log-link").evaluate("(link) => link === document.activeElement")
