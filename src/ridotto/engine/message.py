"""Messages: sentences with named placeholders, which are translated when they are shown.

The English sentence is the key of its translations. Arguments are messages (a card), numbers or names of people.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Message(NamedTuple):
    """A sentence and the arguments for its placeholders. `str(message)` is the English sentence."""

    text: str
    args: Mapping[str, Any] = {}
    plural: str | None = None  # the plural form, chosen by args["n"]

    def __str__(self) -> str:
        text = self.text if self.plural is None or self.args["n"] == 1 else self.plural
        return text.format(**self.args) if self.args else text


_constants: dict[str, Message] = {}  # messages without arguments; their number is limited by the source code


def msg(text: str, /, **args: Any) -> Message:
    """A message. The literal text of the call is collected for translation."""
    if args:
        return Message(text, args)
    try:
        return _constants[text]
    except KeyError:
        return _constants.setdefault(text, Message(text))


def msgs(one: str, many: str, n: int, /, **args: Any) -> Message:
    """A message with a singular and a plural form, chosen by the number n."""
    return Message(one, {"n": n, **args}, many)


def listing(items: Sequence[Any]) -> Any:
    """Names or messages joined to `Anna`, `Anna and Ben` or `Anna, Ben and Cleo`."""
    if len(items) == 1:
        return items[0]
    if len(items) == 2:
        return msg("{first} and {last}", first=items[0], last=items[1])
    return msg("{first}, {rest}", first=items[0], rest=listing(items[1:]))


def decimal(value: float) -> Message:
    """A number rounded to one decimal, with the decimal separator of the language."""
    whole, tenth = divmod(round(10 * abs(value)), 10)
    sign = "\N{MINUS SIGN}" if value < 0 and (whole or tenth) else ""
    return msg("{whole}.{tenth}", whole=f"{sign}{whole}", tenth=tenth)
