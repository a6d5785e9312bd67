"""The sentence that refuses an impossible position."""

from typing import Any

import pytest

import ridotto
from tests.venti.table import Snapshot, game, position


def refusal(snapshot: Snapshot, **changes: Any) -> str:
    """The sentence with which a changed snapshot is refused."""
    with pytest.raises(ridotto.RidottoError) as refused:
        game.load({**snapshot, **changes})
    assert isinstance(refused.value, ridotto.BadSnapshot | ridotto.BadOption)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def refused(*hands: str, **given: Any) -> str:
    """The sentence for a position that the table builds."""
    return refusal(position(*hands, **given))
