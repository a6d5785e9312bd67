"""Entropy: seeds of deals, dice of bots and the secret of a store come from here, and nobody can foresee them."""

import secrets

BITS = 256


def fresh(purpose: str) -> int:
    """256 random bits, whatever they are for. Tests let them follow from the purpose instead."""
    return secrets.randbits(BITS)


def new_seed(purpose: str) -> str:
    """The seed of a deal."""
    return f"{fresh(purpose):064x}"


def new_secret() -> bytes:
    """The secret of a store, from which all its keys follow."""
    return fresh("secret").to_bytes(BITS // 8)
