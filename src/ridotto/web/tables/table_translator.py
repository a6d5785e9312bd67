"""Translates what a viewer sees of a table into one language, as response schemas."""

from functools import partial

from ridotto.bots.hint_text import GAMES, HintText
from ridotto.bots.hints import Hint
from ridotto.engine.game import Game
from ridotto.engine.message import Message
from ridotto.engine.scene import Action, Counter, Panel, Piece, Scene, SecondStep, Zone
from ridotto.engine.standing_orders import Order
from ridotto.house.tables.player_view import AnswerPreferences, Log, LogPart, PlayerView
from ridotto.house.tables.table import Table
from ridotto.translations import Translator
from ridotto.web.lru_cache import LruCache
from ridotto.web.schemas.response_schemas import (
    AnswerPreferencesResponse,
    HintMove,
    HintOdds,
    HintReason,
    HintResponse,
    LogLine,
    LogResponse,
    TranslatedAction,
    TranslatedCounter,
    TranslatedOrder,
    TranslatedPanel,
    TranslatedPiece,
    TranslatedScene,
    TranslatedStep,
    TranslatedZone,
    ViewResponse,
)

_zones: LruCache[TranslatedZone] = LruCache(4096)
_logs: LruCache[list[LogLine]] = LruCache(512)


def translated_view(table: Table, viewer: int, translator: Translator) -> ViewResponse:
    """What a viewer sees at a table now."""
    return TableTranslator(translator, table.names).view(table.player_view(viewer))


class TableTranslator:
    """Translates for one table, whose players have these names. Zones and logs come from a cache of all tables."""

    def __init__(self, translator: Translator, names: list[str]) -> None:
        self._translator = translator
        self._names = names
        self._cache_key = (translator.language, *names)  # everything that a text depends on besides its message

    def view(self, view: PlayerView) -> ViewResponse:
        scene = None if view.scene is None else self._scene(view.scene, self._view_zones(view))
        return ViewResponse(view.revision, scene, self._view_log(view), view.undo, self._answers(view.automatic))

    def log_part(self, part: LogPart) -> LogResponse:
        return LogResponse(part.first, self._lines(part.lines))

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

    # Texts

    def _text(self, message: Message | None) -> str:
        return "" if message is None else self._translator.say(message, self._names)

    def _texts(self, messages: tuple[Message, ...]) -> list[str]:
        return [self._translator.say(message, self._names) for message in messages]

    # The view

    def _view_zones(self, view: PlayerView) -> list[TranslatedZone]:
        assert view.scene is not None
        pairs = zip(view.fingerprints, view.scene.zones, strict=False)  # the last fingerprint is that of the log
        return [
            _zones.get_or_add((fingerprint, self._cache_key), partial(self._zone, zone)) for fingerprint, zone in pairs
        ]

    def _view_log(self, view: PlayerView) -> list[LogLine]:
        if not view.fingerprints:
            return []
        return _logs.get_or_add((view.fingerprints[-1], self._cache_key), partial(self._lines, view.log))

    def _lines(self, log: Log) -> list[LogLine]:
        return [LogLine(weight, self._text(line)) for weight, line in log]

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

    # The scene

    def _scene(self, scene: Scene, zones: list[TranslatedZone]) -> TranslatedScene:
        return TranslatedScene(
            scene.viewer,
            self._text(scene.prompt),
            list(scene.waiting),
            zones,
            [self._panel(panel) for panel in scene.panels],
            [self._action(action) for action in scene.actions],
            self._texts(scene.notes),
            scene.clause,
            [self._step(step) for step in scene.steps],
        )

    def _zone(self, zone: Zone) -> TranslatedZone:
        return TranslatedZone(
            zone.id,
            zone.kind,
            self._text(zone.name),
            [self._piece(piece) for piece in zone.pieces],
            [self._counter(counter) for counter in zone.counters],
            list(zone.columns),
            list(zone.rows),
            self._text(zone.note),
            zone.folded,
            zone.quiet,
            zone.seat,
            zone.mute,
        )

    def _piece(self, piece: Piece) -> TranslatedPiece:
        return TranslatedPiece(
            piece.id,
            piece.art,
            self._text(piece.name),
            piece.text,
            self._text(piece.label),
            piece.sign,
            piece.tint,
            piece.at,
            piece.on,
            piece.owner,
            piece.lit,
            piece.move,
            piece.source,
            piece.sink,
            self._texts(piece.marks),
        )

    def _counter(self, counter: Counter) -> TranslatedCounter:
        value = self._text(counter.value) if isinstance(counter.value, Message) else counter.value
        return TranslatedCounter(counter.id, self._text(counter.name), value, counter.icon)

    def _panel(self, panel: Panel) -> TranslatedPanel:
        counters = [self._counter(counter) for counter in panel.counters]
        return TranslatedPanel(panel.seat, counters, self._texts(panel.marks))

    def _action(self, action: Action) -> TranslatedAction:
        return TranslatedAction(
            action.move,
            self._text(action.name),
            action.take,
            action.put,
            action.clause,
            self._texts(action.hints),
            self._text(action.confirm),
            list(action.then),
            self._text(action.commit),
            action.passes,
        )

    def _step(self, step: SecondStep) -> TranslatedStep:
        return TranslatedStep(step.take, self._text(step.prompt), self._texts(step.notes))


def _capitalized(text: str) -> str:
    """With a capital first letter; `str.capitalize` would change the others, too."""
    return text[:1].upper() + text[1:]
