"""Keys of seats, hosts and spectators. Whoever knows the key of a seat holds it; the log has only hashes of keys.

Keys and names of tables are derived from the store's secret and the id of the guest's request, so a repeated request
gets the same answer.
"""

import base64
import hashlib
import hmac
from functools import lru_cache

TABLE_ID_LENGTH = 12  # characters


def derive_key(secret: bytes, *purpose: str) -> str:
    """A key for a purpose: 192 bits that nobody can guess without the secret."""
    mac = hmac.digest(secret, "\n".join(purpose).encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(mac[:24]).decode()


def derive_table_id(secret: bytes, *purpose: str) -> str:
    """The name of a table: 60 bits as letters and digits that are easy to read aloud."""
    mac = hmac.digest(secret, "\n".join(("table", *purpose)).encode(), hashlib.sha256)
    return base64.b32encode(mac)[:TABLE_ID_LENGTH].decode().lower()


@lru_cache(4096)  # every look at a table asks what its keys are for
def hash_key(key: str) -> str:
    """The hash of a key, as the log has it."""
    return hashlib.sha256(b"ridotto key 1\n" + key.encode("utf-8", "replace")).hexdigest()
