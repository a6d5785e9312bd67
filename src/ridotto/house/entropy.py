"""All randomness of the house: seeds of deals, dice of bots, the secret of a store. Nobody can predict it."""

import secrets

BITS = 256


def random_bits(purpose: str) -> int:
    """256 random bits. Tests replace this function and derive the bits from the purpose."""
    return secrets.randbits(BITS)


def new_seed(purpose: str) -> str:
    """The seed of a deal."""
    return f"{random_bits(purpose):064x}"


def new_secret() -> bytes:
    """The secret of a store, from which all its keys are derived."""
    return random_bits("secret").to_bytes(BITS // 8)
