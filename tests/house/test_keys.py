"""Keys, hashes of keys, and names of tables."""

from ridotto.house.keys import derive_key, derive_table_id, hash_key


class TestKeys:
    def test_keys_are_derived_from_secret_and_purpose(self):
        secret = bytes(32)
        assert derive_key(secret, "seat", "a") == derive_key(secret, "seat", "a")
        assert (
            len({derive_key(s, *p) for s in (secret, b"x" * 32) for p in (("seat", "a"), ("seat", "b"), ("a",))}) == 6
        )
        assert len(derive_key(secret, "seat")) == 32
        assert len(derive_table_id(secret, "x")) == 12
        assert derive_table_id(secret, "x").isalnum()
        assert derive_table_id(secret, "rematch", "x") != derive_table_id(secret, "rematchx"), (
            "for any id that somebody invents"
        )
        assert derive_key(secret, "seat", "a") != derive_key(secret, "seata")

    def test_derived_keys_never_change(self):
        assert hash_key("key") == "eb6580116e3ef61186ca5f08875974d29f7b1e3b4a82b392dc92cffb43057b8f"
        assert derive_key(bytes(32), "seat", "a") == "aiKHiU7qUXwWID_iLJrrnxpOoTCNCtOK"
        assert derive_table_id(bytes(32), "x") == "sbri6t3y4bhs"

    def test_hashes_of_keys(self):
        assert hash_key("key") != "key"
        assert hash_key("key") == hash_key("key") != hash_key("kez")
        assert hash_key("\ud800")  # invalid text from a header
