"""Which move a typed line means."""

from collections.abc import Callable, Sequence

from ridotto.engine.errors import RidottoError
from ridotto.engine.game import Game
from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Action, Scene
from ridotto.terminal.action_keys import action_keys
from ridotto.terminal.blocks import truncated
from ridotto.terminal.screen import Screen

YES = ("yes", "y", "ja", "j", "sì", "si", "s")  # in all languages of the house


class MoveReader:
    """Finds the action or the move that a person typed; asks back where that is not enough."""

    def __init__(self, game: Game, screen: Screen, names: list[str], ask: Callable[[Message], str]) -> None:
        self._game = game
        self._screen = screen
        self._names = names
        self._ask = ask

    def find_action(self, actions: Sequence[Action], line: str) -> Action | None:
        """The action with this number, move text or name; case and spaces do not matter."""
        typed = action_keys(actions)
        if line in typed:
            return actions[typed.index(line)]
        if line.isdecimal() and typed != [action.move for action in actions]:
            shown = truncated(line, 20)
            raise RidottoError(msg("There's no choice {n} (choose from 1 to {count}).", n=shown, count=len(actions)))
        wanted = normalised(line)
        for action in actions:
            if wanted in (normalised(action.move), normalised(self._say(action.name))):
                return action
        return None

    def complete_action(self, scene: Scene, line: str) -> Action | None:
        """The action whose beginning was typed, such as `freeze`; asks for its second step."""
        begun = [
            action for action in scene.actions if action.put and normalised(action.move).startswith(normalised(line))
        ]
        step = next((step for step in scene.steps if {action.take for action in begun} == {step.take}), None)
        if step is None:
            return None
        for message in (step.prompt, *step.notes):
            self._screen.show(message, "bold")
        for key, action in zip(action_keys(begun), begun, strict=True):
            self._screen.write(f"{key:>3} {self._say(action.name)}")
        answer = self._ask(msg("Which one? Press Enter for none:"))
        if answer in ("", "quit"):
            raise RidottoError(msg("Nothing was chosen."))
        return self.find_action(begun, answer)

    def confirm(self, action: Action) -> bool:
        """Asks for a yes, in any language of the house, if the action has to be confirmed."""
        if not action.confirm:
            return True
        self._screen.write(self._say(action.confirm), "bold")
        return self._ask(msg("{action}: type yes.", action=action.commit or action.name)).lower() in YES

    def move_text(self, line: str) -> str:
        """The text of the move with this text or name, legal or not; otherwise the line itself."""
        wanted = normalised(line)
        for move, text in enumerate(self._game.move_texts):
            if wanted in (normalised(text), normalised(self._say(self._game.move_name(move)))):
                return text
        return line

    def _say(self, message: Message) -> str:
        return self._screen.translator.say(message, self._names)


def normalised(text: str) -> str:
    return "".join(text.lower().split())
