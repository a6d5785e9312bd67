"""Puts what a viewer sees of a table into one language, as response schemas."""

from weakref import WeakKeyDictionary

from msgspec import structs

from ridotto.bots.hint_text import GAMES, HintText
from ridotto.bots.hints import Hint
from ridotto.engine.game import Game
from ridotto.engine.message import Message
from ridotto.engine.note import SPECTATOR
from ridotto.engine.scene import OwnScene, Panel, Scene, Zone, add_own_scene
from ridotto.engine.standing_orders import Order
from ridotto.house.tables.player_view import AnswerPreferences, Log, LogPart, PlayerView
from ridotto.house.tables.table import Table
from ridotto.translations import Translator
from ridotto.translations.in_language import in_language
from ridotto.web.schemas.response_schemas import (
    AnswerPreferencesResponse,
    HintMove,
    HintOdds,
    HintReason,
    HintResponse,
    LogLine,
    LogResponse,
    TranslatedOrder,
    ViewResponse,
)

_translators: WeakKeyDictionary[Table, dict[str, "TableTranslator"]] = WeakKeyDictionary()


def table_translator(table: Table, translator: Translator) -> "TableTranslator":
    """The translator of a table into this language, which remembers what was shown last."""
    by_language = _translators.setdefault(table, {})
    known = by_language.get(translator.language)
    if known is None or known.names is not table.names:  # before the match, people come and go
        known = by_language[translator.language] = TableTranslator(translator, table.names)
    return known


def translated_view(table: Table, viewer: int, translator: Translator) -> ViewResponse:
    """What a viewer sees at a table now."""
    return table_translator(table, translator).view(table.player_view(viewer))


class TableTranslator:
    """Translates for one table, whose players have these names.

    What has not changed since it was translated last is not translated again, but stays the same object.
    """

    def __init__(self, translator: Translator, names: list[str]) -> None:
        self._translator = translator
        self.names = names
        self._views: dict[int, tuple[PlayerView, ViewResponse]] = {}  # by viewer
        self._public: tuple[Scene, Scene[str]] | None = None
        self._zones: dict[tuple[int, str], tuple[Zone, Zone[str]]] = {}  # by viewer and id
        self._panels: dict[tuple[int, int], tuple[Panel, Panel[str]]] = {}  # by viewer and seat
        self._logs: dict[int, tuple[Log, list[LogLine]]] = {}  # by viewer

    def view(self, view: PlayerView) -> ViewResponse:
        """What a viewer sees of the match."""
        known = self._views.get(view.viewer)
        if known is None or known[0] is not view:
            answers = self._answers(view.automatic)
            response = ViewResponse(view.revision, self._scene(view), self._view_log(view), view.undo, answers)
            known = self._views[view.viewer] = view, response
        return known[1]

    def log_part(self, part: LogPart) -> LogResponse:
        return LogResponse(part.first, [self._line(weight, line) for weight, line in part.lines])

    def hint(self, game: Game, hint: Hint, text: HintText) -> HintResponse:
        return HintResponse(
            text.verdict,
            self._text(text.than),
            [HintOdds(game.text(row.move), _capitalized(self._text(row.name)), row.of_100) for row in text.odds],
            self._text(GAMES),
            [HintReason(why.outcome, why.sign, why.best, why.other, self._text(why.sentence)) for why in text.why],
            [
                HintMove(game.text(row.move), self._text(game.move_name(row.move)), row.share, row.margin)
                for row in hint.moves
            ],
        )

    def _text(self, message: Message) -> str:
        return self._translator.say(message, self.names)

    # The scene

    def _scene(self, view: PlayerView) -> Scene[str] | None:
        if view.public is None:
            return None
        public = self._public_scene(view.public)
        return public if view.own is None else add_own_scene(public, self._own_scene(view.own))

    def _public_scene(self, scene: Scene) -> Scene[str]:
        if self._public is None or self._public[0] is not scene:
            rest = in_language(structs.replace(scene, zones=(), panels=()), self._text)
            self._public = scene, structs.replace(rest, **self._parts(scene, SPECTATOR))
        return self._public[1]

    def _own_scene(self, own: OwnScene) -> OwnScene[str]:
        rest = in_language(structs.replace(own, zones=(), panels=()), self._text)
        return structs.replace(rest, **self._parts(own, own.viewer))

    def _parts(self, scene: Scene | OwnScene, viewer: int) -> dict[str, tuple[Zone[str] | Panel[str], ...]]:
        return {
            "zones": tuple([self._zone(zone, viewer) for zone in scene.zones]),
            "panels": tuple([self._panel(panel, viewer) for panel in scene.panels]),
        }

    def _zone(self, zone: Zone, viewer: int) -> Zone[str]:
        known = self._zones.get((viewer, zone.id))
        if known is None or known[0] is not zone:
            known = self._zones[viewer, zone.id] = zone, in_language(zone, self._text)
        return known[1]

    def _panel(self, panel: Panel, viewer: int) -> Panel[str]:
        known = self._panels.get((viewer, panel.seat))
        if known is None or known[0] is not panel:
            known = self._panels[viewer, panel.seat] = panel, in_language(panel, self._text)
        return known[1]

    # The log

    def _view_log(self, view: PlayerView) -> list[LogLine]:
        """The lines of the log. Viewers who were told the same share them."""
        for log, lines in self._logs.values():
            if log is view.log:
                self._logs[view.viewer] = log, lines
                return lines
        known = {
            id(line): said for log, lines in self._logs.values() for (_, line), said in zip(log, lines, strict=True)
        }
        lines = [known.get(id(line)) or self._line(weight, line) for weight, line in view.log]
        self._logs[view.viewer] = view.log, lines
        return lines

    def _line(self, weight: int, line: Message) -> LogLine:
        return LogLine(weight, self._text(line))

    # Answers

    def _answers(self, automatic: AnswerPreferences | None) -> AnswerPreferencesResponse | None:
        if automatic is None:
            return None
        return AnswerPreferencesResponse(
            automatic.insists, [self._order(order, automatic) for order in automatic.orders]
        )

    def _order(self, order: Order, automatic: AnswerPreferences) -> TranslatedOrder:
        is_given, numbers = automatic.order == order.name, order.numbers
        number = automatic.number if is_given and numbers else order.default
        title = Message(order.title.text, {"n": number if is_given else "…"} if numbers else {})
        return TranslatedOrder(
            order.name,
            self._translator.say(title),
            automatic.number if is_given else None,
            number,
            [numbers[0], numbers[-1]] if numbers else [],
        )


def _capitalized(text: str) -> str:
    """With a capital first letter; `str.capitalize` would change the others, too."""
    return text[:1].upper() + text[1:]
