"""Keys in browsers: a cookie for each, and links that bring a key there."""

from ridotto.house.keys import lock
from ridotto.house.table import Table
from ridotto.web.requests import COOKIE, Ask

DAYS = 90


def link(ask: Ask, table: str, key: str) -> str:
    """The secret link of a key: whoever opens it holds the seat."""
    return f"{ask.home}/keys/{table}.{key}"


def fits(table: Table, key: str) -> bool:
    return table.is_host([key]) or bool(table.seats_of([key]))


def kept(ask: Ask, table: Table, *keys: str) -> tuple[str, ...]:
    """Cookies with keys of a table. They are sent to that table alone, and no script reads them."""
    where = f"Path=/tables/{table.id}; Max-Age={DAYS * 86400}; HttpOnly; SameSite=Lax"
    secure = "; Secure" if ask.visitor.secure else ""
    return tuple(f"{COOKIE}{lock(key)[:8]}={key}; {where}{secure}" for key in keys if fits(table, key))
