"""Messages: sentences with named places, translated only at the edge.

The English sentence is the key. Arguments may be messages themselves (card names), numbers, or names of people.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Message(NamedTuple):
    """A sentence and what goes into its places."""

    text: str
    args: Mapping[str, Any] = {}
    plural: str | None = None  # the form for many; then args["n"] counts

    def __str__(self) -> str:
        """The English sentence."""
        text = self.text if self.plural is None or self.args["n"] == 1 else self.plural
        return text.format(**self.args) if self.args else text


_plain: dict[str, Message] = {}  # sentences without places: there are as many as the sources have


def msg(text: str, /, **args: Any) -> Message:
    """Marks a sentence for translation."""
    if args:
        return Message(text, args)
    try:
        return _plain[text]
    except KeyError:
        return _plain.setdefault(text, Message(text))


def msgs(one: str, many: str, n: int, /, **args: Any) -> Message:
    """Marks a sentence that depends on a number."""
    return Message(one, {"n": n, **args}, many)


def listing(items: Sequence[Any]) -> Any:
    """`Anna`, `Anna and Ben`, `Anna, Ben and Cleo`, out of names or messages."""
    if len(items) == 1:
        return items[0]
    if len(items) == 2:
        return msg("{first} and {last}", first=items[0], last=items[1])
    return msg("{first}, {rest}", first=items[0], rest=listing(items[1:]))


def decimal(value: float) -> Message:
    """A number with one digit behind the point, which is a comma elsewhere."""
    whole, tenth = divmod(round(10 * abs(value)), 10)
    sign = "\N{MINUS SIGN}" if value < 0 and (whole or tenth) else ""
    return msg("{whole}.{tenth}", whole=f"{sign}{whole}", tenth=tenth)
