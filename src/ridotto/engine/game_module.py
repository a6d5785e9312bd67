"""The functions and tables that the modules in a game's folder provide."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ridotto.engine.errors import IllegalMove
    from ridotto.engine.figures import Figures
    from ridotto.engine.knowledge import Knowledge
    from ridotto.engine.lesson import Lesson
    from ridotto.engine.message import Message
    from ridotto.engine.note import Note
    from ridotto.engine.outcomes import Horizon, Outcome, Playout
    from ridotto.engine.public_step import PublicStep
    from ridotto.engine.scene import OwnScene, Scene
    from ridotto.engine.standing_orders import Order
    from ridotto.engine.state import State
    from ridotto.engine.view import OwnView, PublicView, View


class GameModule(Protocol):
    """All of them in one protocol; a module has those listed under its name."""

    # names.py
    def move_message(self, move: int) -> "Message": ...

    # rules/refusals.py
    def refusal(self, state: "State", seat: int, move: int) -> "IllegalMove": ...
    def clause(self, state: "State", seat: int, move: int) -> str: ...

    # rules/snapshot.py
    def position(self, state: "State") -> dict[str, Any]: ...

    # rules/from_snapshot.py
    def read(self, state: "State", position: dict[str, Any]) -> None: ...

    # rules/inventory.py
    def inventory(self, state: "State") -> dict[str, int]: ...

    # show/windows.py: see engine/standing_orders.py
    ORDERS: "tuple[Order, ...]"
    PASS: int

    def is_open(self, state: "State") -> bool: ...
    def term(self, state: "State") -> int: ...
    def premoves(self, view: "View[Any, Any]") -> list[int]: ...
    def ordered_move(self, view: "View[Any, Any]", order: str, number: int) -> int | None: ...

    # bot/bot.py
    SIMULATIONS: Mapping[str, int]

    def knowledge(self) -> "Knowledge": ...

    # bot/blunders.py
    def blunders(self, view: "View[Any, Any]") -> set[int]: ...

    # bot/outcomes.py
    OUTCOMES: "Mapping[str, Outcome]"

    def horizon(self, players: int) -> "Horizon": ...
    def outcomes(self, playout: "Playout") -> dict[str, float]: ...

    # show/lessons.py
    LESSONS: "tuple[Lesson, ...]"

    # show/figures.py
    def figures(self, steps: "Iterable[PublicStep]", players: int) -> "Figures": ...

    # show/view.py
    def public_view(self, state: "State", options: dict[str, str], places: tuple[int, ...] | None) -> "PublicView": ...
    def own_view(self, state: "State", seat: int, moves: tuple[int, ...], clauses: tuple[str, ...]) -> "OwnView": ...

    # show/scene.py
    def public_scene(self, public: "PublicView") -> "Scene": ...
    def own_scene(self, view: "View[Any, Any]") -> "OwnScene": ...
    def waiting(self, public: "PublicView") -> tuple[int, ...]: ...

    # show/story.py
    def log_line(self, note: "Note", names: list[str]) -> "Message | None": ...
    def joined_lines(
        self, notes: "list[Note]", names: list[str], weight: Callable[["Note"], int]
    ) -> list[tuple[int, "Message"]]: ...
