"""The OpenAPI document, made from the ways themselves."""

from collections.abc import Sequence
from typing import Any

from ridotto.web.ways import Way


def document(ways: Sequence[Way]) -> dict[str, Any]:
    return {}
