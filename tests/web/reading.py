"""Reading pages as a browser without scripts does."""

from collections.abc import Mapping
from html.parser import HTMLParser

import httpx

ALONE = {"meta", "link", "input", "br", "hr"}  # elements without an end


class Page(HTMLParser):
    """A page as its elements; one that is not well formed fails."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.form: str | None = None
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.owners: list[str | None] = []  # the form that each belongs to
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
        if tag not in ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "form":
            self.form = None

    def handle_data(self, data: str) -> None:
        assert self.open[-1:] != ["script"], "no script stands in a page"

    def fields(self, form: str) -> dict[str, str]:
        """What a form would send, as far as it is filled in."""
        given: dict[str, str] = {}
        select = ""
        for (tag, attributes), owner in zip(self.elements, self.owners, strict=True):
            if owner != form or "disabled" in attributes:
                continue
            chosen = attributes.get("type") != "radio" or "checked" in attributes
            if tag == "input" and "name" in attributes and "value" in attributes and chosen:
                given[attributes["name"]] = attributes["value"]
            if tag == "select":
                select = attributes["name"]
            if tag == "option" and (select not in given or "selected" in attributes):
                given[select] = attributes.get("value", "")
        return given

    def buttons(self, form: str, name: str = "move") -> list[str]:
        return [
            attributes["value"]
            for tag, attributes in self.elements
            if tag == "button" and attributes.get("form") == form and attributes.get("name") == name
        ]


async def page(browser: httpx.AsyncClient, path: str) -> Page:
    answer = await browser.get(path, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return Page(answer.text)


async def send(browser: httpx.AsyncClient, path: str, fields: Mapping[str, object]) -> str:
    answer = await browser.post(path, data=fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])
