"""Parts of the page of a table: elements with an id, rendered anew only when what they depend on has changed.

A template marks a part by `{% call part("fate", zone["fate"]) %}<div id="fate">...</div>{% endcall %}`: its id, then
everything that its HTML depends on; in between, one element with this id. Viewers for whom that is the same share
the HTML. A stream sends only the parts that the visitor has not been sent yet (`static/table_parts.js` completes them).
"""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from markupsafe import Markup

START, END = "\x02", "\x03"  # around the id of a part in a layout; they occur in no text of people
_TAG = re.compile(r"\s*<(\w+)")


class ListPart(str):
    """The HTML of a part with a long list, such as the log: what is before, the items, what is after them."""

    head: str
    items: tuple[str, ...]
    tail: str

    @classmethod
    def of(cls, head: str, items: tuple[str, ...], tail: str) -> "ListPart":
        part = cls("".join((head, *items, tail)))
        part.head, part.items, part.tail = head, items, tail
        return part

    def changes_since(self, before: "ListPart") -> str:
        """The part with its new items only; `data-kept` items of the old list, from `data-start` on, come before."""
        old, new = before.items, self.items
        start = old.index(new[0]) if new and new[0] in old else 0
        kept = next((n for n, pair in enumerate(zip(old[start:], new, strict=False)) if pair[0] != pair[1]), None)
        kept = min(len(old) - start, len(new)) if kept is None else kept
        head = self.head.replace("<div ", f'<div data-start="{start}" data-kept="{kept}" ', 1)
        return "".join((head, *new[kept:], self.tail))


@dataclass(slots=True)
class RenderedTable:
    """The page of a table for one person: its first tag, its layout with the places of the parts, and their HTML."""

    tag: str = ""
    layout: str = ""
    parts: dict[str, str] = field(default_factory=dict)

    def html(self) -> str:
        """The whole page."""
        return self.tag + self._join(self.parts)

    def changes_since(self, before: "RenderedTable") -> str:
        """What is new since an earlier page of the same person, whether or not it was rendered anew.

        If the layout is the same: the first tag, marked `data-same`, and the changed parts. Otherwise: the page, with
        an empty element, marked `data-same`, for every part that has not changed.
        """
        old = before.parts
        if self.layout == before.layout:
            changed = [_changes(html, old.get(id)) for id, html in self.parts.items() if old.get(id) != html]
            return f"{self.tag[:-1]} data-same></main>{''.join(changed)}"
        parts = {
            id: _placeholder(id, html) if old.get(id) == html else _changes(html, old.get(id))
            for id, html in self.parts.items()
        }
        return self.tag + self._join(parts)

    def _join(self, parts: dict[str, str]) -> str:
        first, *others = self.layout.split(START)
        pieces = [first]
        for other in others:
            id, _, rest = other.partition(END)
            pieces += parts[id], rest
        return "".join(pieces)


def _changes(html: str, before: str | None) -> str:
    """A changed part, without its content or the items of its list that are as before."""
    if before is None:
        return html
    if isinstance(html, ListPart) and isinstance(before, ListPart):
        return html.changes_since(before)
    tag, _, content = html.partition(">")
    if content == before.partition(">")[2]:
        return f"{tag} data-same-content></{_tag_name(html)}>"
    return html


def _placeholder(id: str, html: str) -> str:
    name = _tag_name(html)
    return f'<{name} id="{id}" data-same></{name}>'


def _tag_name(html: str) -> str:
    tag = _TAG.match(html)
    assert tag is not None, html[:80]
    return tag[1]


@dataclass(slots=True)
class _Variant:
    """The HTML of a part for some viewers."""

    depends: tuple[object, ...]
    html: str
    moment: object  # when it was last used


class PageParts:
    """The parts of one table in one language that were rendered last."""

    def __init__(self) -> None:
        self._variants: dict[str, list[_Variant]] = {}
        self._moments: deque[object] = deque([None, None], maxlen=2)  # the last two

    def begin(self, moment: object) -> None:
        """Rendering begins at a moment of the table: what everybody knows of it. Secret decisions do not change it."""
        if moment != self._moments[-1]:
            self._moments.append(moment)

    def get_or_render(self, id: str, depends: tuple[object, ...], render: Callable[[], str]) -> str:
        """The HTML of a part. `depends` must contain everything that it depends on."""
        variants = self._variants.setdefault(id, [])
        for known in variants:
            if known.depends == depends:
                known.moment = self._moments[-1]
                return known.html
        html = render()
        html = next((known.html for known in variants if known.html == html), html)  # what looks the same is the same
        variants[:] = [known for known in variants if known.moment in self._moments]
        variants.append(_Variant(depends, html, self._moments[-1]))
        return html


class PageRendering:
    """One rendering of a page: collects its parts."""

    def __init__(self, known: PageParts) -> None:
        self._known = known
        self._is_in_part = False
        self.parts: dict[str, str] = {}

    def shared(self, id: str, *depends: object, caller: Callable[[], str]) -> Markup:
        """HTML inside a part that does not differ where the part does: the `{% call %}` around it in a template."""
        return Markup(self._known.get_or_render(f"in {id}", depends, caller))

    def part(self, id: str, *depends: object, caller: Callable[[], str]) -> Markup:
        """A part: the `{% call %}` around its element in a template."""
        if self._is_in_part:
            raise RuntimeError(f"part {id!r} is inside another part")
        self._is_in_part = True
        try:
            self.parts[id] = self._known.get_or_render(id, depends, caller)
        finally:
            self._is_in_part = False
        return Markup(f"{START}{id}{END}")

    def table(self, page: str) -> RenderedTable:
        """The rendered page, whose first element is the table."""
        tag, end, layout = page.lstrip().partition(">")
        return RenderedTable(tag + end, layout, self.parts)
