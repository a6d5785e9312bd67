"""The report of a conformance run: what was tested, and what was not."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Report:
    """How much was tested for a game."""

    game: str
    games: int = 0  # played to the end
    decisions: int = 0
    tables: Counter[int] = field(default_factory=Counter)  # games begun by number of players
    checks: dict[str, int] = field(default_factory=dict)  # comparisons by law
    spent: dict[str, float] = field(default_factory=dict)  # work or seconds by law
    untried: list[str] = field(default_factory=list)  # player counts and option values that no game had

    @property
    def idle(self) -> list[str]:
        """The laws that no position has exercised: too little was tested, or they do not apply to the game."""
        return [law for law, checks in self.checks.items() if not checks]

    def __str__(self) -> str:
        checks = ", ".join(f"{law} {checks}" for law, checks in self.checks.items())
        lines = [f"{self.game}: {self.games} games, {self.decisions} decisions; checks: {checks}."]
        if self.idle:
            lines.append(f"Never exercised: {', '.join(self.idle)}.")
        if self.untried:
            lines.append(f"Never played: {', '.join(self.untried)}.")
        return " ".join(lines)
