"""A match on one screen: people pass the screen on to each other, bots play the other seats."""

import os
from collections.abc import Callable, Sequence

from ridotto.bots import Bot, bot
from ridotto.bots.levels import LevelBot
from ridotto.engine.errors import IllegalMove, RidottoError
from ridotto.engine.match import Match
from ridotto.engine.message import Message, msg
from ridotto.engine.rng import Rng
from ridotto.engine.scene import Scene
from ridotto.house.autoplay.beats import HIDDEN_SHARE, Beats, is_noticed
from ridotto.house.people.guests import BOT, LEVEL_NAMES, shown_names
from ridotto.house.tables.answer_window import WINDOW_MS, public_automatic_move
from ridotto.option_texts import changed_options
from ridotto.rulebook import clause_text, rulebook
from ridotto.terminal.bot_pace import MARGIN_SECONDS, SYSTEM_CLOCK, MonotonicClock, step_seconds
from ridotto.terminal.cards import Pen
from ridotto.terminal.figures_lines import draw_figures
from ridotto.terminal.hint_lines import show_hint
from ridotto.terminal.log_lines import write_log
from ridotto.terminal.match_file import MatchFile, command_name
from ridotto.terminal.move_reader import MoveReader
from ridotto.terminal.scene_drawing import draw, draw_folded
from ridotto.terminal.screen import QuitRequested, Screen


class TerminalSession:
    """Plays one match with the people in front of one screen."""

    def __init__(
        self,
        match: Match,
        screen: Screen,
        rng: Rng,
        path: str | os.PathLike[str] | None = None,
        clock: MonotonicClock = SYSTEM_CLOCK,
    ) -> None:
        self.match = match
        self.game = match.game
        self.screen = screen
        self.rng = rng
        self.names = shown_names(match.holders)
        self.bots: dict[int, Bot] = {
            seat: bot(holder.removeprefix(BOT)) for seat, holder in enumerate(match.holders) if holder.startswith(BOT)
        }
        self.people = [seat for seat in range(match.players) if seat not in self.bots]
        self.visible_seat = self.people[0] if len(self.people) == 1 else -1  # the seat whose hand may be on the screen
        self.asks_everything = False  # automatic moves, too
        screen.is_shared = len(self.people) > 1
        self.file = MatchFile(match, screen, self.people, path)
        self.moves = MoveReader(self.game, screen, self.names, self.ask_line)
        self.log_seen = log_seen_before(match, self.people)
        self.handover_log_seen = len(match.log(-1)) if path is not None else 0  # of the public log, while passing on
        self.pen = Pen(screen.translator, self.names, screen.plain)
        self.clock = clock
        self.last_change = clock.monotonic()  # when something new was last visible to anybody
        self.hidden_beats: Beats | None = None  # of bots that have decided since then without anybody noticing

    def run(self) -> None:
        """Plays until the match is over or the people quit."""
        self.welcome()
        try:
            while not self.match.over:
                self.next_decision()
            self.finish()
        except QuitRequested:
            self.farewell()
        except KeyboardInterrupt:  # while a bot was thinking, say
            self.file.offer_to_save()
            self.farewell()
            raise

    def welcome(self) -> None:
        self.screen.show(msg("Welcome to {game}", game=self.game.title), "bold")
        self.screen.write(rulebook(self.game.slug, self.screen.translator.language).hook, "italic")
        if self.bots:
            masks = ", ".join(self.names[seat] for seat in self.bots)
            self.screen.show(msg("The bots: {names} ({level}).", names=masks, level=self.bot_levels()))
        match, say = self.match, self.screen.translator.say
        variants = changed_options(
            match.game, match.players, match.options, self.screen.translator.language, self.names
        )
        if variants:
            listed = ", ".join(f"{say(option.title)}: {label}" for option, label in variants)
            self.screen.show(msg("Variants: {variants}.", variants=listed))
        if not match.over:
            promise = msg("Hash of the seed, to verify the deal after the game: {hash}", hash=match.commitment)
            self.screen.show(promise, "dim")
        self.screen.show(msg("Type the number of a choice, or the move itself. ? explains, help lists all commands."))

    def bot_levels(self) -> str:
        """The levels of the bots, in the user's language."""
        say = self.screen.translator.say
        levels = dict.fromkeys(bot.name for bot in self.bots.values())
        return ", ".join(say(LEVEL_NAMES[name]) if name in LEVEL_NAMES else name for name in levels)

    def next_decision(self) -> None:
        if self.play_automatic_moves():
            return
        waiting = self.match.state.actors()
        seat = next((seat for seat in waiting if seat in self.bots), waiting[0])
        if seat in self.bots:
            self.play_bot(seat)
            return
        automatic = None if self.asks_everything else self.automatic_move(seat)
        if automatic is None or is_noticed(self.match.state, seat, automatic):
            self.wait_for_beat(self.hidden_beats)
            self.hidden_beats = None
        if automatic is None:
            self.play_person(seat)
        else:
            self.hold_window(seat, automatic)
            self.match.play(seat, automatic)
        if self.hidden_beats is None:
            self.last_change = self.clock.monotonic()

    @property
    def in_window(self) -> bool:
        return self.game.has_windows and self.game.windows.is_open(self.match.state)

    def play_automatic_moves(self) -> bool:
        """Plays the answers in an open window that everybody may know; they take no time.

        People who want to be asked everything are asked here, too.
        """
        answers = {}
        if self.in_window:
            for seat in self.match.state.actors():
                if not (self.asks_everything and seat in self.people):
                    answers[seat] = public_automatic_move(self.match.state, seat)
        for seat, move in answers.items():
            if move is not None:
                self.match.play(seat, move)
        return any(move is not None for move in answers.values())

    def hold_window(self, seat: int, move: int) -> None:
        """Sleeps until an open window may close, so that its length does not tell how the last seat answered."""
        if self.screen.is_interactive and self.in_window and is_noticed(self.match.state, seat, move):
            self.clock.sleep(max(0.0, self.last_change + WINDOW_MS / 1000 - self.clock.monotonic()))

    def wait_for_beat(self, beats: Beats | None) -> None:
        if beats is not None and self.screen.is_interactive:
            self.clock.sleep(beats.next())

    def play_bot(self, seat: int) -> None:
        """One decision of a bot. On an interactive screen it becomes visible on a beat: time reveals no hand."""
        state, chooser = self.match.state, self.bots[seat]
        with self.screen.busy(msg("{name} is thinking …", name=self.names[seat])):
            beats = Beats(self.clock, self.last_change, step_seconds(chooser), MARGIN_SECONDS)
            move = self.automatic_move(seat)
            if move is None:
                if self.screen.is_interactive and isinstance(chooser, LevelBot):
                    chooser = chooser.within(beats.thinking(self.thinking_share()))
                move = chooser.choose(state.redeal(seat, self.rng), seat, self.rng)
            self.hidden_beats = None if is_noticed(state, seat, move) else beats
            if self.hidden_beats is None:
                self.wait_for_beat(beats)
                self.hold_window(seat, move)
                self.last_change = self.clock.monotonic()
        self.match.play(seat, move)

    def thinking_share(self) -> float:
        """The share of the time until the next beat that one bot may use: others may decide before it, too."""
        bots = sum(seat in self.bots for seat in self.game.waiting(self.game.public_view(self.match.state)))
        return (HIDDEN_SHARE if self.game.has_hidden_steps else 1.0) / max(1, bots)

    def automatic_move(self, seat: int) -> int | None:
        """The move that needs no asking. On a shared screen only public knowledge counts for a person's seat."""
        viewer = -1 if self.screen.is_shared and seat in self.people else seat
        return self.game.automatic_move(self.game.view(self.match.state, viewer))

    # A person's turn

    def play_person(self, seat: int) -> None:
        """Shows the table to one person and carries out commands until one of them is a decision."""
        if self.visible_seat != seat:
            self.pass_screen_to(seat)
        self.show_table(seat)
        decisions = len(self.match.entries)
        while len(self.match.entries) == decisions:
            self.execute(seat, self.ask_line(msg("{name}>", name=self.names[seat])))

    def ask_line(self, question: Message, discard_typeahead: bool = False) -> str:
        """The line that a person types; "quit" on Ctrl-C, and on end of input while there is something to save."""
        try:
            return self.screen.ask_discarding_typeahead(question) if discard_typeahead else self.screen.ask(question)
        except KeyboardInterrupt:
            self.screen.write("")
        except QuitRequested:
            if not self.screen.is_interactive or not self.file.has_decisions or self.file.is_saved:
                raise
            self.screen.write("")
        return "quit"

    def pass_screen_to(self, seat: int) -> None:
        """Hides the last person's hand until the next person is in front of the screen."""
        self.screen.cover()
        self.visible_seat = -1
        self.write_public_log()
        self.screen.show(msg("Pass the screen to {name}.", name=self.names[seat]), "bold")
        question = msg("{name}, press Enter when nobody else is looking.", name=self.names[seat])
        while line := self.ask_line(question, discard_typeahead=True):
            if line.lower().split()[0] == "quit":
                self.execute(seat, line)
        self.visible_seat = seat
        self.screen.clear()

    def write_public_log(self) -> None:
        """Writes the public log since the screen was last passed on."""
        self.write_log(-1, self.handover_log_seen)
        self.handover_log_seen = len(self.match.log(-1))
        self.screen.write("")

    def scene(self, seat: int) -> Scene:
        return self.game.scene(self.game.view(self.match.state, seat))

    def show_table(self, seat: int) -> None:
        """Writes the log since the seat's last decision and draws the table."""
        self.screen.write("")
        self.write_log(seat, self.log_seen[seat])
        draw(self.screen.console, self.scene(seat), self.pen, self.game.title)

    def write_log(self, seat: int, first: int = 0) -> None:
        """Writes the log that a seat (or -1: everybody) may read, from its n-th note on."""
        notes = self.game.readable_notes(self.match.state, self.match.log(seat)[first:])
        write_log(self.screen, self.game, notes, self.names)

    # What people type

    def execute(self, seat: int, line: str) -> None:
        """Executes a command or plays a move; if it is refused, writes the reason and the rule."""
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:]
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self.show_table(seat),
            "?": lambda: self.explain(seat, rest.strip()),
            **dict.fromkeys(("help", "hilfe", "aiuto"), self.help),
            **dict.fromkeys(("h", "hint", "tipp", "consiglio"), lambda: self.show_hint(seat)),
            "undo": lambda: self.match.undo(seat),
            **dict.fromkeys(("l", "log", "verlauf", "cronaca"), lambda: self.write_log(seat)),
            "more": lambda: self.show_folded(seat),
            "rules": self.show_rules,
            "ask": self.toggle_asking,
            "save": lambda: self.file.save(rest.strip()),
            "quit": lambda: self.file.quit(rest.strip()),
        }
        try:
            if word.lower() in commands:
                commands[word.lower()]()
            else:
                self.decide(seat, line)
        except RidottoError as error:
            self.screen.show(error.message, "bold red")
            if isinstance(error, IllegalMove):
                self.write_rule(error.clause)

    def decide(self, seat: int, line: str) -> None:
        """Plays the move that was typed, unless it has to be confirmed and is not."""
        scene = self.scene(seat)
        chosen = self.moves.find_action(scene.actions, line) or self.moves.complete_action(scene, line)
        if chosen and not self.moves.confirm(chosen):
            return
        log_seen = {viewer: len(self.match.log(viewer)) for viewer in (seat, -1)}
        for move in (chosen.move, *chosen.then) if chosen else (self.moves.move_text(line),):
            self.hold_window(seat, self.game.parse(move))
            self.match.play(seat, self.game.parse(move))
        self.log_seen.update(log_seen)

    def explain(self, seat: int, line: str) -> None:
        """Writes the rule behind one choice, or behind all choices."""
        actions = self.scene(seat).actions
        if not line:
            for clause in dict.fromkeys(action.clause for action in actions):
                self.write_rule(clause)
            self.screen.show(msg("? with a number explains that choice; rules shows the whole rulebook."), "dim")
            return
        chosen = self.moves.find_action(actions, line)
        if chosen is not None:
            self.write_rule(chosen.clause)
            return
        refusal = self.game.refusal(self.match.state, seat, self.game.parse(self.moves.move_text(line)))
        self.screen.show(refusal.message)
        self.write_rule(refusal.clause)

    def show_hint(self, seat: int) -> None:
        show_hint(self.screen, self.match.state, seat, self.scene(seat).actions, self.names)

    def write_rule(self, clause: str) -> None:
        text = clause_text(self.game.slug, self.screen.translator.language, clause) if clause else ""
        if text:
            self.screen.markdown(text if text.startswith("|") else f"> {text}")

    def help(self) -> None:
        """Lists all commands."""
        say = self.screen.translator.say
        asking = [("ask", msg("always be asked, even when it's obvious (on or off)"))]
        for typed, meaning in (
            ("3", msg("make choice 3")),
            (self.game.move_texts[self.game.example_move], msg("make this move, spelled out")),
            ("?", msg("the rules behind your choices")),
            ("? 3", msg("the rule behind choice 3")),
            ("h", msg("a hint: what a strong bot would do, and your chances")),
            ("undo", msg("take back what nobody has seen yet")),
            ("l", msg("everything that's happened")),
            ("more", msg("everything that's been put aside")),
            *(asking if self.game.has_automatic_moves else []),
            ("rules", msg("the rulebook")),
            (f"save {say(msg('FILE'))}", msg("save the game")),
            ("quit", msg("leave the table")),
        ):
            self.screen.write(f"  {typed:12} {say(meaning)}")

    def show_folded(self, seat: int) -> None:
        if not draw_folded(self.screen.console, self.scene(seat), self.pen):
            self.screen.show(msg("There's nothing more to see."))

    def toggle_asking(self) -> None:
        self.asks_everything = not self.asks_everything
        if self.asks_everything:
            self.screen.show(msg("From now on you're asked every time, even when it's obvious."))
        else:
            self.screen.show(msg("From now on, obvious questions are answered for you."))

    def show_rules(self) -> None:
        self.screen.page(rulebook(self.game.slug, self.screen.translator.language).text)

    # The end

    def farewell(self) -> None:
        """Covers a shared screen, and ends with whether the match was saved."""
        if self.match.over:
            self.screen.write("")
            return
        if self.screen.is_shared:
            self.screen.cover()
        self.screen.write("")
        if self.file.is_saved:
            self.file.show_saved()
        else:
            self.screen.show(msg("You've left; the game wasn't saved. Next time, type: save FILE"))

    def finish(self) -> None:
        """Writes the rest of the log, the figures, the final table and the seed; offers to keep a record."""
        if len(self.people) > 1:
            self.screen.cover()  # hides the hand of the person who decided last
        self.screen.write("")
        self.write_log(-1, self.log_seen[-1])
        self.screen.write("")
        draw_figures(self.screen.console, self.match.figures(), self.pen)
        draw(self.screen.console, self.scene(-1), self.pen, self.game.title)
        self.screen.write("")
        self.screen.show(msg("Seed of this game: {seed}", seed=self.match.seed), "dim")
        if not self.people:
            return
        how = msg("To verify the deal, keep the record and run: {command} verify FILE", command=command_name())
        self.screen.show(how, "dim")
        self.file.offer_record()


def log_seen_before(match: Match, people: Sequence[int]) -> dict[int, int]:
    """The length of each person's log before their last decision, and of the public log (-1) before anybody's."""
    seen = dict.fromkeys([-1, *people], 0)
    past = Match(match.game, match.players, match.options, match.seed, match.initial_holders, match.start)
    for decision in match.decisions():
        if decision.seat in seen:
            seen.update({viewer: len(past.log(viewer)) for viewer in (decision.seat, -1)})
        past.play(decision.seat, decision.move)
    return seen
