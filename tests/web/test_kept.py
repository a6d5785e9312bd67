"""What was told or drawn before is shared, as long as there is room for it."""

from functools import partial

from ridotto.web.lru_cache import Kept


def test_a_thing_is_made_once_and_what_nobody_asks_for_goes_first() -> None:
    made = []

    def make(name: str) -> str:
        made.append(name)
        return f"the thing of {name}"

    kept = Kept[str](2)
    for name in "abacab":
        assert kept.get(name, partial(make, name)) == f"the thing of {name}"
    assert made == ["a", "b", "c", "b"]  # b had to go when c came, and c when b came again
