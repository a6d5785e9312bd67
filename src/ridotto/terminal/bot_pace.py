"""How long the steps of bots take on screen: fixed for each bot, so that time reveals nothing about their hands."""

import time

from ridotto.bots import Bot
from ridotto.bots.levels import LevelBot

NO_SEARCH_SECONDS = 0.1  # a step of a bot that does not search
COUNTED_SEARCH_SECONDS = 0.5  # a step of a bot with a fixed number of simulations
MARGIN_SECONDS = 0.1  # between the end of thinking and the visible move


class MonotonicClock:
    """The clock of this machine; tests replace it."""

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


SYSTEM_CLOCK = MonotonicClock()


def step_seconds(bot: Bot) -> float:
    """The duration of every step of this bot, whether or not it has anything to think about."""
    budget = bot.budget if isinstance(bot, LevelBot) else None
    if budget is None:
        return NO_SEARCH_SECONDS
    if budget.simulations is None and budget.seconds is not None:
        return budget.seconds + MARGIN_SECONDS
    return COUNTED_SEARCH_SECONDS
