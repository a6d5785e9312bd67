"""Parses pages like a browser without scripts."""

from collections.abc import Mapping
from html.parser import HTMLParser

import httpx

VOID_ELEMENTS = {"meta", "link", "input", "br", "hr"}


class Page(HTMLParser):
    """The elements of a page. Fails if it is not well-formed, has inline scripts or styles, or an id twice."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.form: str | None = None
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.owners: list[str | None] = []  # the form of each element
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = attributes.get("id") or attributes.get("action")
        self.elements.append((tag, attributes))
        self.owners.append(attributes.get("form") or self.form)
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        if "id" in attributes:
            assert attributes["id"] not in self.ids
            self.ids.append(attributes["id"])
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "form":
            self.form = None

    def handle_data(self, data: str) -> None:
        assert self.open[-1:] != ["script"], "pages have no inline scripts"

    def fields(self, form: str) -> dict[str, str]:
        """What a form would send as it is."""
        values: dict[str, str] = {}
        select = ""
        for (tag, attributes), owner in zip(self.elements, self.owners, strict=True):
            if owner != form or "disabled" in attributes:
                continue
            chosen = attributes.get("type") != "radio" or "checked" in attributes
            if tag == "input" and "name" in attributes and "value" in attributes and chosen:
                values[attributes["name"]] = attributes["value"]
            if tag == "select":
                select = attributes["name"]
            if tag == "option" and (select not in values or "selected" in attributes):
                values[select] = attributes.get("value", "")
        return values

    def buttons(self, form: str, name: str = "move") -> list[str]:
        """The values of a form's buttons."""
        return [
            attributes["value"]
            for tag, attributes in self.elements
            if tag == "button" and attributes.get("form") == form and attributes.get("name") == name
        ]


async def get_page(browser: httpx.AsyncClient, path: str) -> Page:
    answer = await browser.get(path, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return Page(answer.text)


async def post_form(browser: httpx.AsyncClient, path: str, fields: Mapping[str, object]) -> str:
    """Sends a form and returns the address to which it redirects."""
    answer = await browser.post(path, data=fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])
