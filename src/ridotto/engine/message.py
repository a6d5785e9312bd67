"""Messages: sentences with named places, translated only at the edge.

The English sentence is the key. Arguments may be messages themselves (card names), numbers, or names of people.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    text: str
    args: dict[str, Any] = field(default_factory=dict, hash=False)
    plural: str | None = None  # the form for many; then args["n"] counts

    def __str__(self) -> str:
        """The English sentence."""
        text = self.text if self.plural is None or self.args["n"] == 1 else self.plural
        return text.format(**self.args) if self.args else text


def msg(text: str, /, **args: Any) -> Message:
    """Marks a sentence for translation."""
    return Message(text, args)


def msgs(one: str, many: str, n: int, /, **args: Any) -> Message:
    """Marks a sentence that depends on a number."""
    return Message(one, {"n": n, **args}, many)
