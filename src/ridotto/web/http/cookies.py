"""What browsers keep: a cookie for each key, links that bring a key there, and where somebody sits, for the hall."""

import re
from urllib.parse import quote, unquote

from ridotto.house.keys import lock
from ridotto.house.people.guests import MASKS, clean_name
from ridotto.house.refusals import Refused
from ridotto.house.tables.table import Table
from ridotto.web.request import COOKIE, Ask

DAYS = 90
TABLES = "tables"  # the cookie of the hall
MOST = 12  # tables in it
MARK = 16  # characters of a lock: enough to be known again, and it opens nothing
GUEST = "guest"  # the cookie with name and mask
_ENTRY = re.compile(rf"([a-z2-7]{{12}})((?:\.[0-9a-f]{{{MARK}}}){{1,7}})")


def link(ask: Ask, table: str, key: str) -> str:
    """The secret link of a key: whoever opens it holds the seat."""
    return f"{ask.home}/keys/{table}.{key}"


def fits(table: Table, key: str) -> bool:
    return table.is_host([key]) or bool(table.seats_of([key]))


def kept(ask: Ask, table: Table, *keys: str) -> tuple[str, ...]:
    """Cookies with keys of a table. They are sent to that table alone, and no script reads them.

    The hall is sent another one, without keys, that says at which tables somebody sits.
    """
    fitting = [key for key in keys if fits(table, key)]
    if not fitting:
        return ()
    own = (_cookie(ask, COOKIE + lock(key)[:8], key, f"/tables/{table.id}") for key in fitting)
    marks = tuple(lock(key)[:MARK] for key in fitting)
    before = own_tables(ask)
    entries = {table.id: tuple(dict.fromkeys((*before.pop(table.id, ()), *marks)))[-7:], **before}
    listed = "~".join(".".join((id, *seen)) for id, seen in list(entries.items())[:MOST])
    return (*own, _cookie(ask, TABLES, listed, "/"))


def kept_of_spectator(ask: Ask, table: str, key: str) -> tuple[str, ...]:
    """A cookie by which a spectator who talks is known again; it holds no seat."""
    return (_cookie(ask, COOKIE + lock(key)[:8], key, f"/tables/{table}"),)


def own_tables(ask: Ask) -> dict[str, tuple[str, ...]]:
    """The tables where this browser has keys, the newest first, and the marks of these keys."""
    entries = (_ENTRY.fullmatch(entry) for entry in ask.cookies.get(TABLES, "").split("~")[:MOST])
    return {entry[1]: tuple(entry[2].split(".")[1:]) for entry in entries if entry}


def has_key(ask: Ask, table: Table, key: str) -> bool:
    """Has this browser had that key before, as far as the hall knows?"""
    return lock(key)[:MARK] in own_tables(ask).get(table.id, ())


def seats_marked(table: Table, marks: tuple[str, ...]) -> list[int]:
    """The seats whose keys have these marks."""
    return [seat for seat, chair in enumerate(table.chairs) if chair.lock[:MARK] in marks]


def remembered(ask: Ask, name: str, mask: str) -> str:
    """A cookie by which a guest need not say again who they are."""
    return _cookie(ask, GUEST, f"{mask}.{quote(name, safe='')}", "/")


def guest(ask: Ask) -> tuple[str, str]:
    """Name and mask of whoever was here before; nobody is called nothing."""
    mask, _, name = ask.cookies.get(GUEST, "").partition(".")
    try:
        return clean_name(unquote(name)), mask if mask in MASKS else ""
    except Refused:
        return "", ""


def _cookie(ask: Ask, name: str, value: str, path: str) -> str:
    secure = "; Secure" if ask.visitor.secure else ""
    return f"{name}={value}; Path={path}; Max-Age={DAYS * 86400}; HttpOnly; SameSite=Lax{secure}"
