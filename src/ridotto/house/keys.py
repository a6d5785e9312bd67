"""Keys: whoever knows the key of a seat holds it. The log keeps only locks, which open to nothing else.

Keys and names of tables follow from the store's secret and from the id that a guest gave the deed, so that a deed sent
twice has one answer.
"""

import base64
import hashlib
import hmac

TABLE = 12  # characters in the name of a table
KEY = 32  # and in a key


def derived(secret: bytes, *purpose: str) -> str:
    """A key for a purpose: 192 bits that nobody can tell who does not know the secret."""
    mac = hmac.digest(secret, "\n".join(purpose).encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(mac[:24]).decode()


def table_name(secret: bytes, *purpose: str) -> str:
    """The name of a table: 60 bits in letters and digits that are easily read aloud."""
    mac = hmac.digest(secret, "\n".join(("table", *purpose)).encode(), hashlib.sha256)
    return base64.b32encode(mac)[:TABLE].decode().lower()


def lock(key: str) -> str:
    """What a key fits."""
    return hashlib.sha256(b"ridotto key 1\n" + key.encode("utf-8", "replace")).hexdigest()
