"""Reading pages as a browser without scripts does."""

from html.parser import HTMLParser

ALONE = {"meta", "link", "input", "br", "hr"}  # elements without an end


class Page(HTMLParser):
    """A page as its elements; one that is not well formed fails."""

    def __init__(self, html):
        super().__init__()
        self.open, self.ids, self.form = [], [], None
        self.elements, self.owners = [], []  # the form that each belongs to
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
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

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag == "form":
            self.form = None

    def handle_data(self, data):
        assert self.open[-1:] != ["script"], "no script stands in a page"

    def fields(self, form):
        """What a form would send, as far as it is filled in."""
        given, select = {}, None
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

    def buttons(self, form, name="move"):
        return [
            attributes.get("value")
            for tag, attributes in self.elements
            if tag == "button" and attributes.get("form") == form and attributes.get("name") == name
        ]


async def page(browser, path):
    answer = await browser.get(path, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return Page(answer.text)


async def send(browser, path, fields):
    answer = await browser.post(path, data=fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]
