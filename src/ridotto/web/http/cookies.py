"""Cookies: the keys of seats, the tables of this browser, the guest's name and mask, language and theme.

A cookie with a key is sent to its table alone. The hall has a cookie without keys that lists the browser's tables.
"""

import re
from collections.abc import Mapping
from urllib.parse import quote, unquote

from ridotto.house.keys import hash_key
from ridotto.house.people.guests import MASKS, clean_name
from ridotto.house.refusals import Refused
from ridotto.house.tables.chairs import Chairs
from ridotto.house.tables.table import Table

KEY_COOKIE_PREFIX = "key-"  # followed by a part of the key's hash
TABLES_COOKIE = "tables"
GUEST_COOKIE = "guest"
DAY_SECONDS = 86_400
KEY_DAYS = 90
PREFERENCE_DAYS = 365
MAX_COOKIE_TABLES = 12  # in the cookie of the hall
MAX_KEY_MARKS = 7  # of one table there
MARK_LENGTH = 16  # characters of a key's hash: enough to recognise the key, useless to open anything
_TABLE_ENTRY = re.compile(rf"([a-z2-7]{{12}})((?:\.[0-9a-f]{{{MARK_LENGTH}}}){{1,{MAX_KEY_MARKS}}})")


class CookieJar:
    """The cookies that a browser has sent, and `Set-Cookie` values for the reply."""

    def __init__(self, cookies: Mapping[str, str], secure: bool) -> None:
        self._cookies = cookies
        self._secure = secure

    # What the browser has sent

    def key_values(self) -> list[str]:
        """The values of all cookies with keys."""
        return [value for name, value in self._cookies.items() if name.startswith(KEY_COOKIE_PREFIX)]

    def own_tables(self) -> dict[str, tuple[str, ...]]:
        """The tables for which this browser has keys, newest first, with the marks of these keys."""
        entries = (
            _TABLE_ENTRY.fullmatch(entry)
            for entry in self._cookies.get(TABLES_COOKIE, "").split("~")[:MAX_COOKIE_TABLES]
        )
        return {entry[1]: tuple(entry[2].split(".")[1:]) for entry in entries if entry}

    def has_had(self, table: Table, key: str) -> bool:
        """Has this browser had the key before? The cookie with the key itself may be gone."""
        return mark_of(hash_key(key)) in self.own_tables().get(table.id, ())

    def guest(self) -> tuple[str, str]:
        """The name and mask the guest had last; empty if unknown."""
        mask, _, name = self._cookies.get(GUEST_COOKIE, "").partition(".")
        try:
            return clean_name(unquote(name)), mask if mask in MASKS else ""
        except Refused:
            return "", ""

    # What the reply sets

    def key_cookies(self, table: Table, *keys: str) -> tuple[str, ...]:
        """Cookies for those of the keys that fit a place at the table, and the new list of tables for the hall."""
        fitting = [key for key in keys if table.chairs.participants_of([key])]
        if not fitting:
            return ()
        key_cookies = (self._key_cookie(table.id, key) for key in fitting)
        marks = tuple(mark_of(hash_key(key)) for key in fitting)
        known = self.own_tables()
        tables = {table.id: tuple(dict.fromkeys((*known.pop(table.id, ()), *marks)))[-MAX_KEY_MARKS:], **known}
        entries = (".".join((id, *marks)) for id, marks in list(tables.items())[:MAX_COOKIE_TABLES])
        return (*key_cookies, self._new(TABLES_COOKIE, "~".join(entries), "/"))

    def spectator_cookie(self, table_id: str, key: str) -> str:
        """The cookie that recognises a spectator who chats; its key holds no seat."""
        return self._key_cookie(table_id, key)

    def guest_cookie(self, name: str, mask: str) -> str:
        """The cookie that remembers a guest's name and mask."""
        return self._new(GUEST_COOKIE, f"{mask}.{quote(name, safe='')}", "/")

    def preference_cookie(self, name: str, value: str) -> str:
        """The cookie that remembers a language or theme."""
        return self._new(name, value, "/", PREFERENCE_DAYS)

    def _key_cookie(self, table_id: str, key: str) -> str:
        return self._new(KEY_COOKIE_PREFIX + hash_key(key)[:8], key, f"/tables/{table_id}")

    def _new(self, name: str, value: str, path: str, days: int = KEY_DAYS) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{name}={value}; Path={path}; Max-Age={days * DAY_SECONDS}; HttpOnly; SameSite=Lax{secure}"


def mark_of(key_hash: str) -> str:
    return key_hash[:MARK_LENGTH]


def seats_with_marks(chairs: Chairs, marks: tuple[str, ...]) -> list[int]:
    """The seats whose keys have one of these marks."""
    return [seat for seat, chair in enumerate(chairs) if mark_of(chair.key_hash) in marks]
