"""A short digest of what somebody sees, to find out whether it has changed."""

import hashlib

from msgspec import json

encode_sorted = json.Encoder(order="sorted").encode


def digest(*values: object) -> str:
    """24 hexadecimal digits; equal values have equal digests."""
    hashed = hashlib.blake2b(digest_size=12)
    for value in values:
        hashed.update(value if isinstance(value, bytes) else encode_sorted(value))
    return hashed.hexdigest()
