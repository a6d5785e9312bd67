"""The LRU cache."""

from functools import partial

from ridotto.web.lru_cache import LruCache


def test_values_are_made_once_and_the_least_recently_used_is_dropped() -> None:
    made = []

    def make(key: str) -> str:
        made.append(key)
        return f"the value of {key}"

    cache = LruCache[str](2)
    for key in "abacab":
        assert cache.get_or_add(key, partial(make, key)) == f"the value of {key}"
    assert made == ["a", "b", "c", "b"]  # b was dropped when c came, and c when b came again
