"""The time of a match at one screen: how long bots take, as somebody who sits there sees it."""

import time

from ridotto.bots import Bot
from ridotto.bots.levels import Level

AT_FIRST_SIGHT = 0.1  # seconds for a step of whoever does not search
COUNTED = 0.5  # and of whoever simulates so many games
PAUSE = 0.1  # between the end of all thinking and what is seen of it


class Clock:
    """That of this machine."""

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


CLOCK = Clock()


def beat(bot: Bot) -> float:
    """Seconds that every step of this bot takes, whatever it has to think about."""
    budget = bot.budget if isinstance(bot, Level) else None
    if budget is None:
        return AT_FIRST_SIGHT
    if budget.simulations is None and budget.seconds is not None:
        return budget.seconds + PAUSE
    return COUNTED
