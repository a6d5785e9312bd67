"""The tables and pages of `prepared_house`, for a visitor with all keys."""

import json
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page

from tests.waiting import DEADLINE

PageFactory = Callable[..., Page]
DESK = (1440, 900)


class PreparedTables:
    """The tables and pages of `prepared_house`, by name."""

    def __init__(self, address: str, places: dict[str, tuple[str, list[tuple[str, str]]]]) -> None:
        self.address = address
        self.places = places

    def go(self, page: Page, name: str, lang: str = "en", theme: str = "light") -> None:
        path, _ = self.places[name]
        page.goto(f"{self.address}{path}{'&' if '?' in path else '?'}lang={lang}&theme={theme}")

    def scene(self, name: str) -> Any:
        """The JSON scene of a table, for the same seat."""
        path, [(_, key)] = self.places[name]
        headers = {"accept": "application/json", "authorization": f"Bearer {key}"}
        with urlopen(Request(self.address + path, headers=headers), timeout=DEADLINE) as answer:
            return json.load(answer)["sight"]["scene"]
