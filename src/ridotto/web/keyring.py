"""Keys in browsers: a cookie for each table, and links that bring a key there."""

from ridotto.house.table import Table
from ridotto.web.requests import COOKIE, KEYS, Ask

DAYS = 90


def link(ask: Ask, table: str, key: str) -> str:
    """The secret link of a key: whoever opens it holds the seat."""
    return f"{ask.home}/keys/{table}.{key}"


def fits(table: Table, key: str) -> bool:
    return table.is_host([key]) or bool(table.seats_of([key]))


def kept(ask: Ask, table: Table, *new: str) -> tuple[str]:
    """The cookie with all keys this browser has for a table. It is sent to that table alone, and no script reads it."""
    keys = [key for key in dict.fromkeys((*ask.keyring, *new)) if fits(table, key)][-KEYS:]
    cookie = f"{COOKIE}={'.'.join(keys)}; Path=/tables/{table.id}; Max-Age={DAYS * 86400}; HttpOnly; SameSite=Lax"
    return (cookie + ("; Secure" if ask.visitor.secure else ""),)
