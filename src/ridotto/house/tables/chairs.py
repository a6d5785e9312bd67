"""The chairs of a table: who has them, who plays there, and which keys fit them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from ridotto.house.keys import hash_key
from ridotto.house.people.guests import BOT, mask_of, shown_names
from ridotto.house.tables.events import BotSeated, PersonSeated

HOST = -2  # the host as a participant; participants from 0 are seats


@dataclass(slots=True)
class Chair:
    """A seat and who has it."""

    kind: Literal["free", "person", "bot"] = "free"
    name: str = ""
    mask: str = ""
    key_hash: str = ""
    level: str = ""  # of the bot that plays here
    away: bool = False
    resigned: bool = False
    abandons: bool = False  # proposes to end the match early
    offer_key_hash: str = ""  # of the link by which somebody may take the chair
    offered_at: int = 0
    returned_at: int = 0  # when an absent person returned, or somebody took the chair

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.away or self.resigned

    @property
    def holder(self) -> str:
        """The player's name in records."""
        return BOT + self.level if self.is_played_by_bot else self.name


class Chairs(list[Chair]):
    """All chairs of a table, by seat."""

    def __init__(self, players: int, host_key_hash: str, is_rematch: bool) -> None:
        super().__init__(Chair() for _ in range(players))
        self._host_key_hash = host_key_hash
        self._is_rematch = is_rematch
        self.names: list[str] = []  # as everybody sees them

    def update_names(self) -> None:
        """Names everybody anew; until then a change of chairs does not change the names."""
        self.names = shown_names([chair.holder for chair in self], {chair.mask for chair in self})

    # Keys

    def seats_of(self, keys: Collection[str]) -> list[int]:
        """The seats that these keys fit."""
        hashes = {hash_key(key) for key in keys}
        return [seat for seat, chair in enumerate(self) if chair.key_hash in hashes]

    def participants_of(self, keys: Collection[str]) -> list[int]:
        """Who the holder of these keys is at the table: their seats, and `HOST` if they are the host."""
        return self.seats_of(keys) + ([HOST] if self.is_host(keys) else [])

    def is_host(self, keys: Collection[str]) -> bool:
        return any(hash_key(key) == self._host_key_hash for key in keys)

    def has_host_rights(self, keys: Collection[str]) -> bool:
        """Do these keys have host rights? In a rematch, all players have them, because the host may have left."""
        return self.is_host(keys) or bool(self._is_rematch and self.seats_of(keys))

    # Who sits here

    def free_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self) if chair.kind == "free"]

    def people(self) -> list[int]:
        """The seats of people who have not resigned."""
        return [seat for seat, chair in enumerate(self) if chair.kind == "person" and not chair.resigned]

    def only_person(self) -> int | None:
        """The seat of the one person who plays against bots; None if there are several people or they are away."""
        people = self.people()
        return people[0] if len(people) == 1 and not self[people[0]].away else None

    def unresigned(self, seats: Iterable[int]) -> list[int]:
        """Those of these seats that have not resigned."""
        return [seat for seat in seats if not self[seat].resigned]

    def any_away(self, participants: Iterable[int]) -> bool:
        """Is one of these participants away, so that a bot plays for them?"""
        return any(participant != HOST and self[participant].away for participant in participants)

    def all_agree_to_abandon(self, proposer: int | None = None) -> bool:
        """Do all people propose to end the match? `proposer` counts as one who does."""
        return all(chair.abandons or chair.is_played_by_bot for seat, chair in enumerate(self) if seat != proposer)

    def mask(self, seat: int) -> str:
        """The mask shown on a seat; that of a bot follows from its name."""
        chair = self[seat]
        return mask_of(self.names[seat]) if chair.kind == "bot" else chair.mask

    def mask_owners(self) -> dict[str, str]:
        """All masks in use, with the name of each owner."""
        return {self.mask(seat): self.names[seat] for seat, chair in enumerate(self) if chair.kind != "free"}

    def rematch_seating(self) -> list[PersonSeated | BotSeated]:
        """The seats of a rematch: everybody except those who resigned."""
        people = self.people()
        return [
            BotSeated(seat, chair.level)
            if chair.kind == "bot"
            else PersonSeated(seat, chair.name, chair.mask, chair.key_hash)
            for seat, chair in enumerate(self)
            if chair.kind == "bot" or seat in people
        ]
