"""A match at one screen: people who pass it on to each other, bots on the other seats."""

import hashlib
import os
import secrets
import shlex
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console

from ridotto.bots import Bot, bot
from ridotto.bots.levels import Level
from ridotto.engine import record
from ridotto.engine.errors import BadRecord, IllegalMove, RidottoError
from ridotto.engine.figures import figures
from ridotto.engine.game import Game
from ridotto.engine.match import Match
from ridotto.engine.message import Message, msg
from ridotto.engine.rng import Rng
from ridotto.engine.scene import Action, Scene
from ridotto.games import game as game_named
from ridotto.house.autoplay.beats import HIDDEN, Beats, noticed
from ridotto.house.people.guests import BOT, LEVEL_NAMES, shown_names
from ridotto.house.tables.windows import HOLD, goes_without_asking
from ridotto.option_texts import unusual
from ridotto.rulebook import paragraph, rulebook
from ridotto.terminal.action_keys import keys
from ridotto.terminal.blocks import fitted
from ridotto.terminal.bot_pace import CLOCK, PAUSE, Clock, beat
from ridotto.terminal.cards import Pen
from ridotto.terminal.figures_lines import draw_figures
from ridotto.terminal.hint_lines import advise
from ridotto.terminal.log_lines import tell
from ridotto.terminal.scene_drawing import draw, draw_folded
from ridotto.terminal.screen import Left, Screen
from ridotto.terminal.seats import seated
from ridotto.words import Translator


def play(
    game: Game,
    words: Translator,
    *,
    players: int | None = None,
    people: int | Sequence[str] | None = None,
    bots: str | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    resume: str | os.PathLike[str] | None = None,
    console: Console | None = None,
    ask: Callable[[str], str] | None = None,
) -> Match:
    """Plays a new or a saved match to its end, or until everybody has left. A saved one has its table already."""
    if resume is not None:
        if options or any(wish is not None for wish in (players, people, bots)):
            raise RidottoError(msg("A saved game keeps its own players, people, bots and options: leave them out."))
        match = record.load(resume, game_named)
        if match.game is not game:
            raise BadRecord(msg("This is a game of {other}, not {game}.", other=match.game.title, game=game.title))
    else:
        size = game.usual if players is None else players
        choices = game.choose(size, options or {})
        match = Match(game, size, choices, seed, seated(size, 1 if people is None else people, bots, words))
    Sitting(match, Screen(words, console, ask), dice(seed), resume).run()
    return match


def dice(seed: int | None) -> Rng:
    """What bots throw: repeatable with a seed, and never the dice that deal."""
    if seed is None:
        return Rng(secrets.randbits(256))
    return Rng(int.from_bytes(hashlib.sha256(f"bots {seed}".encode()).digest(), "little"))


class Sitting:
    """The people in front of one screen, from when they sit down until they leave."""

    def __init__(
        self,
        match: Match,
        screen: Screen,
        rng: Rng,
        path: str | os.PathLike[str] | None = None,
        clock: Clock = CLOCK,
    ) -> None:
        self.match = match
        self.game = match.game
        self.screen = screen
        self.rng = rng
        self.names = shown_names(match.seats)
        self.bots: dict[int, Bot] = {
            seat: bot(holder.removeprefix(BOT)) for seat, holder in enumerate(match.seats) if holder.startswith(BOT)
        }
        self.people = [seat for seat in range(match.players) if seat not in self.bots]
        self.in_front = self.people[0] if len(self.people) == 1 else -1  # who may look at the screen
        self.asks_all = False  # also what is obvious
        screen.shared = len(self.people) > 1
        self.path = "" if path is None else os.fspath(path)  # where the game was saved last
        self.saved = self.decided() if self.path else -1  # and how much of it
        self.heard = heard_before(match, self.people)
        self.told = len(match.log(-1)) if self.path else 0  # how much of the log everybody has been told together
        self.pen = Pen(screen.words, self.names, screen.plain)
        self.clock = clock
        self.shown = clock.monotonic()  # when anybody last saw something new
        self.unseen: Beats | None = None  # of bots that have decided since, as nobody could see

    def run(self) -> None:
        """To the end of the match, or until nobody is left."""
        self.welcome()
        try:
            while not self.match.over:
                self.next_decision()
            self.finish()
        except Left:
            self.farewell()
        except KeyboardInterrupt:  # while nobody was asked: a bot thinks, say
            self.offer_to_save()
            self.farewell()
            raise

    def welcome(self) -> None:
        self.screen.tell(msg("Welcome to {game}", game=self.game.title), "bold")
        self.screen.write(rulebook(self.game.slug, self.screen.words.language).hook, "italic")
        if self.bots:
            masks = ", ".join(self.names[seat] for seat in self.bots)
            self.screen.tell(msg("The bots: {names} ({level}).", names=masks, level=self.level()))
        match = self.match
        variants = unusual(match.game, match.players, match.options, self.screen.words.language, self.names)
        if variants:
            listed = ", ".join(f"{self.screen.words.say(option.title)}: {label}" for option, label in variants)
            self.screen.tell(msg("Variants: {variants}.", variants=listed))
        if not self.match.over:
            promise = msg("Hash of the seed, to verify the deal after the game: {hash}", hash=self.match.commitment)
            self.screen.tell(promise, "dim")
        self.screen.tell(msg("Type the number of a choice, or the move itself. ? explains, help lists all commands."))

    def level(self) -> str:
        """How strong the house plays here, in words."""
        levels = dict.fromkeys(mind.name for mind in self.bots.values())
        return ", ".join(self.screen.words.say(LEVEL_NAMES[name]) if name in LEVEL_NAMES else name for name in levels)

    def next_decision(self) -> None:
        if self.pass_over_window():
            return
        waiting = self.match.state.actors()
        seat = next((seat for seat in waiting if seat in self.bots), waiting[0])
        if seat in self.bots:
            self.let_bot_decide(seat)
            return
        obvious = None if self.asks_all else self.obvious(seat)
        if obvious is None or noticed(self.match.state, seat, obvious):
            self.wait_for_beat(self.unseen)
            self.unseen = None
        if obvious is None:
            self.turn(seat)
        else:
            self.hold_window(seat, obvious)
            self.match.play(seat, obvious)
        if self.unseen is None:
            self.shown = self.clock.monotonic()

    @property
    def in_window(self) -> bool:
        return self.game.has_windows and self.game.windows.is_open(self.match.state)

    def pass_over_window(self) -> bool:
        """Where everybody knows the answer nobody is asked, unless people want to be, and no time passes."""
        answers = {}
        if self.in_window:
            for seat in self.match.state.actors():
                if not (self.asks_all and seat in self.people):
                    answers[seat] = goes_without_asking(self.match.state, seat)
        for seat, move in answers.items():
            if move is not None:
                self.match.play(seat, move)
        return any(move is not None for move in answers.values())

    def hold_window(self, seat: int, move: int) -> None:
        """A window is not decided before its time, whoever answers last."""
        if self.screen.by_hand and self.in_window and noticed(self.match.state, seat, move):
            self.clock.sleep(max(0.0, self.shown + HOLD / 1000 - self.clock.monotonic()))

    def wait_for_beat(self, beats: Beats | None) -> None:
        if beats is not None and self.screen.by_hand:
            self.clock.sleep(beats.next())

    def let_bot_decide(self, seat: int) -> None:
        """What others notice of it comes on a beat, where somebody sits: the time tells nothing of the bot's hand."""
        state, mind = self.match.state, self.bots[seat]
        with self.screen.busy(msg("{name} is thinking …", name=self.names[seat])):
            beats = Beats(self.clock, self.shown, beat(mind), PAUSE)
            move = self.obvious(seat)
            if move is None:
                if self.screen.by_hand and isinstance(mind, Level):
                    mind = mind.within(beats.thinking(self.share()))
                move = mind.choose(state.redeal(seat, self.rng), seat, self.rng)
            self.unseen = None if noticed(state, seat, move) else beats
            if self.unseen is None:
                self.wait_for_beat(beats)
                self.hold_window(seat, move)
                self.shown = self.clock.monotonic()
        self.match.play(seat, move)

    def share(self) -> float:
        """Of the time until the next beat: other bots may decide before it, or the same one again."""
        bots = sum(seat in self.bots for seat in self.game.waiting(self.game.view(self.match.state, -1)))
        return (HIDDEN if self.game.hidden_steps else 1.0) / max(1, bots)

    def obvious(self, seat: int) -> int | None:
        """An answer that goes without asking. Where people share the screen, only what everybody can see counts."""
        viewer = -1 if self.screen.shared and seat in self.people else seat
        return self.game.obvious(self.game.view(self.match.state, viewer))

    # A person's turn

    def turn(self, seat: int) -> None:
        """Shows the table to one person until it has decided something."""
        if self.in_front != seat:
            self.curtain(seat)
        self.show(seat)
        decisions = len(self.match.entries)
        while len(self.match.entries) == decisions:
            self.answer(seat, self.line(self.screen.ask, msg("{name}>", name=self.names[seat])))

    def line(self, ask: Callable[[Message], str], question: Message) -> str:
        """What somebody types; Ctrl-C quits, and so does the end of the input while something could be lost."""
        try:
            return ask(question)
        except KeyboardInterrupt:
            self.screen.write("")
        except Left:
            if not self.screen.by_hand or not self.decided() or self.is_saved:
                raise
            self.screen.write("")
        return "quit"

    def curtain(self, seat: int) -> None:
        """Hides the hand of the last person until the next one sits in front of the screen."""
        self.screen.cover()
        self.in_front = -1
        self.tell_everybody()
        self.screen.tell(msg("Pass the screen to {name}.", name=self.names[seat]), "bold")
        question = msg("{name}, press Enter when nobody else is looking.", name=self.names[seat])
        while line := self.line(self.screen.ask_anew, question):
            if line.lower().split()[0] == "quit":
                self.answer(seat, line)
        self.in_front = seat
        self.screen.clear()

    def tell_everybody(self) -> None:
        """What has happened since the screen was passed on last, for all who look at it."""
        self.tell_log(-1, self.told)
        self.told = len(self.match.log(-1))
        self.screen.write("")

    def scene(self, seat: int) -> Scene:
        return self.game.scene(self.game.view(self.match.state, seat))

    def show(self, seat: int) -> None:
        """What has happened since the seat's last decision, and the table."""
        self.screen.write("")
        self.tell_log(seat, self.heard[seat])
        draw(self.screen.console, self.scene(seat), self.pen, self.game.title)

    def tell_log(self, seat: int, first: int = 0) -> None:
        notes = self.game.recalled(self.match.state, self.match.log(seat)[first:])
        tell(self.screen, self.game, notes, self.names)

    # What people type

    def answer(self, seat: int, line: str) -> None:
        """Does what a line says; a refusal gives its reason and its rule."""
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:]
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self.show(seat),
            "?": lambda: self.explain(seat, rest.strip()),
            **dict.fromkeys(("help", "hilfe", "aiuto"), self.help),
            **dict.fromkeys(("h", "hint", "tipp", "consiglio"), lambda: self.advise(seat)),
            "undo": lambda: self.match.undo(seat),
            **dict.fromkeys(("l", "log", "verlauf", "cronaca"), lambda: self.tell_log(seat)),
            "more": lambda: self.more(seat),
            "rules": self.rules,
            "ask": self.ask_all,
            "save": lambda: self.save(rest.strip()),
            "quit": lambda: self.quit(rest.strip()),
        }
        try:
            if word.lower() in commands:
                commands[word.lower()]()
            else:
                self.decide(seat, line)
        except RidottoError as error:
            self.screen.tell(error.message, "bold red")
            if isinstance(error, IllegalMove):
                self.tell_rule(error.clause)

    def decide(self, seat: int, line: str) -> None:
        scene = self.scene(seat)
        chosen = self.chosen(scene.actions, line) or self.begun(scene, line)
        if chosen and chosen.confirm and not self.confirmed(chosen.confirm, chosen.commit or chosen.name):
            return
        heard = {viewer: len(self.match.log(viewer)) for viewer in (seat, -1)}
        for move in (chosen.move, *chosen.then) if chosen else (self.canonical(line),):
            self.hold_window(seat, self.game.parse(move))
            self.match.play(seat, self.game.parse(move))
        self.heard.update(heard)

    def begun(self, scene: Scene, line: str) -> Action | None:
        """The move that was meant by its beginning, such as `freeze`: where it goes is asked as its second step."""
        meant = [action for action in scene.actions if action.put and compact(action.move).startswith(compact(line))]
        step = next((step for step in scene.steps if {action.take for action in meant} == {step.take}), None)
        if step is None:
            return None
        for words in (step.prompt, *step.notes):
            self.screen.tell(words, "bold")
        for key, action in zip(keys(meant), meant, strict=True):
            self.screen.write(f"{key:>3} {self.screen.words.say(action.name, self.names)}")
        answer = self.line(self.screen.ask, msg("Which one? Press Enter for none:"))
        if answer in ("", "quit"):
            raise RidottoError(msg("Nothing was chosen."))
        return self.chosen(meant, answer)

    def confirmed(self, question: Message, deed: Message) -> bool:
        """Says somebody yes once more? In any language of the house."""
        self.screen.write(self.screen.words.say(question, self.names), "bold")
        answer = self.line(self.screen.ask, msg("{deed}: type yes.", deed=deed))
        return answer.lower() in ("yes", "y", "ja", "j", "sì", "si", "s")

    def chosen(self, actions: Sequence[Action], line: str) -> Action | None:
        """The choice of this number, text or name; capitals and spaces do not matter."""
        typed = keys(actions)
        if line in typed:
            return actions[typed.index(line)]
        if line.isdecimal() and typed != [action.move for action in actions]:
            wrong = fitted(line, 20)
            raise RidottoError(msg("There's no choice {n} (choose from 1 to {count}).", n=wrong, count=len(actions)))
        wanted = compact(line)
        for action in actions:
            if wanted in (compact(action.move), compact(self.screen.words.say(action.name, self.names))):
                return action
        return None

    def canonical(self, line: str) -> str:
        """The move of the game that was meant, legal or not; else what was typed."""
        wanted = compact(line)
        for move, text in enumerate(self.game.moves):
            if wanted in (compact(text), compact(self.screen.words.say(self.game.name(move), self.names))):
                return text
        return line

    def explain(self, seat: int, what: str) -> None:
        """The rule behind one choice, or behind all that are offered."""
        actions = self.scene(seat).actions
        if not what:
            for clause in dict.fromkeys(action.clause for action in actions):
                self.tell_rule(clause)
            self.screen.tell(msg("? with a number explains that choice; rules shows the whole rulebook."), "dim")
            return
        chosen = self.chosen(actions, what)
        if chosen is not None:
            self.tell_rule(chosen.clause)
            return
        refusal = self.game.refusal(self.match.state, seat, self.game.parse(self.canonical(what)))
        self.screen.tell(refusal.message)
        self.tell_rule(refusal.clause)

    def advise(self, seat: int) -> None:
        """What the house would do, by what this person may know."""
        advise(self.screen, self.match.state, seat, self.scene(seat).actions, self.names)

    def tell_rule(self, clause: str) -> None:
        text = paragraph(self.game.slug, self.screen.words.language, clause) if clause else ""
        if text:
            self.screen.markdown(text if text.startswith("|") else f"> {text}")

    def help(self) -> None:
        """All commands."""
        for typed, meaning in (
            ("3", msg("make choice 3")),
            (self.game.moves[self.game.example], msg("make this move, spelled out")),
            ("?", msg("the rules behind your choices")),
            ("? 3", msg("the rule behind choice 3")),
            ("h", msg("a hint: what a strong bot would do, and your chances")),
            ("undo", msg("take back what nobody has seen yet")),
            ("l", msg("everything that's happened")),
            ("more", msg("everything that's been put aside")),
            *([("ask", msg("always be asked, even when it's obvious (on or off)"))] if self.game.knows_obvious else []),
            ("rules", msg("the rulebook")),
            (f"save {self.screen.words.say(msg('FILE'))}", msg("save the game")),
            ("quit", msg("leave the table")),
        ):
            self.screen.write(f"  {typed:12} {self.screen.words.say(meaning)}")

    def more(self, seat: int) -> None:
        if not draw_folded(self.screen.console, self.scene(seat), self.pen):
            self.screen.tell(msg("There's nothing more to see."))

    def ask_all(self) -> None:
        self.asks_all = not self.asks_all
        if self.asks_all:
            self.screen.tell(msg("From now on you're asked every time, even when it's obvious."))
        else:
            self.screen.tell(msg("From now on, obvious questions are answered for you."))

    def rules(self) -> None:
        self.screen.leaf(rulebook(self.game.slug, self.screen.words.language).text)

    # Saving and leaving

    @property
    def is_saved(self) -> bool:
        """Is all that people have decided in a file?"""
        return self.saved == self.decided()

    def decided(self) -> int:
        return sum(entry.seat in self.people for entry in self.match.entries)

    def save(self, path: str) -> None:
        self.keep(path)
        self.tell_saved()

    def keep(self, path: str) -> None:
        path = path or f"{self.game.slug}.jsonl"
        record.save(self.match, path)
        self.path = path
        self.saved = self.decided()

    def tell_saved(self) -> None:
        path = shlex.quote(self.path)
        if self.match.over:
            self.screen.tell(msg("Saved. Watch it again with: {command} replay {path}", command=command(), path=path))
            return
        how = msg(
            "Saved. Continue later with: {command} play {game} --resume {path}",
            command=command(),
            game=self.game.slug,
            path=path,
        )
        self.screen.tell(how)

    def quit(self, path: str) -> None:
        """Leaves; offers to save first what is not saved yet."""
        if not path and not self.is_saved:
            try:
                path = self.screen.ask(msg("Save the game first? Type a file name, or just press Enter to leave:"))
            except KeyboardInterrupt:
                raise Left from None
        if path:
            self.keep(path)
        raise Left

    def offer_to_save(self) -> None:
        """Before somebody is gone who pressed Ctrl-C; where nobody sits, or all is saved, nothing is asked."""
        while self.screen.by_hand and self.decided() and not self.is_saved:
            try:
                self.quit("")
            except Left:
                return
            except RidottoError as error:
                self.screen.tell(error.message, "bold red")

    def farewell(self) -> None:
        """Nobody's hand stays on a screen that was shared; what becomes of the game is the last word."""
        if self.match.over:
            self.screen.write("")
            return
        if self.screen.shared:
            self.screen.cover()
        self.screen.write("")
        if self.is_saved:
            self.tell_saved()
        else:
            self.screen.tell(msg("You've left; the game wasn't saved. Next time, type: save FILE"))

    def finish(self) -> None:
        """The last lines of the log, the figures, the final scoring at the end, and the seed that was promised."""
        if len(self.people) > 1:
            self.screen.cover()  # what the last one had left in the hand is nobody else's business
        self.screen.write("")
        self.tell_log(-1, self.heard[-1])
        self.screen.write("")
        draw_figures(self.screen.console, figures(self.match), self.pen)
        scene = self.game.scene(self.game.view(self.match.state, -1))
        draw(self.screen.console, scene, self.pen, self.game.title)
        self.screen.write("")
        self.screen.tell(msg("Seed of this game: {seed}", seed=self.match.seed), "dim")
        if not self.people:
            return
        how = msg("To verify the deal, keep the record and run: {command} verify FILE", command=command())
        self.screen.tell(how, "dim")
        self.offer_record()

    def offer_record(self) -> None:
        """Until the record is kept, or nobody wants it."""
        while True:
            try:
                path = self.screen.ask(msg("Keep a record of the game? Type a file name, or just press Enter:"))
            except KeyboardInterrupt:
                raise Left from None
            if not path:
                return
            try:
                self.save(path)
                return
            except RidottoError as error:
                self.screen.tell(error.message, "bold red")


def heard_before(match: Match, people: Sequence[int]) -> dict[int, int]:
    """How much of the log each person had at its last decision, and a spectator at anybody's."""
    heard = dict.fromkeys([-1, *people], 0)
    past = Match(match.game, match.players, match.options, match.seed, match.opening_seats, match.start)
    for decision in match.moves():
        if decision.seat in heard:
            heard.update({viewer: len(past.log(viewer)) for viewer in (decision.seat, -1)})
        past.play(decision.seat, decision.move)
    return heard


def command() -> str:
    """The command as the person started it."""
    return os.environ.get("RIDOTTO_COMMAND", "ridotto")


def compact(text: str) -> str:
    return "".join(text.lower().split())
