// A table, live. The house sends the whole of it, drawn anew, whenever it has changed for its viewer. Here it is put in
// place piece by piece, and a tap, a drag, a key or the list of moves becomes one decision that is posted. No rule of
// any game is known here. Without this script everything works too, by loading pages.
// Each part has a module of its own; this one joins them.

import { Bubbles } from "./bubbles.js";
import { Chat } from "./chat.js";
import { Decisions } from "./decisions.js";
import { toast } from "./dialogs.js";
import { Hint } from "./hint.js";
import { Keys } from "./keys.js";
import { Motion } from "./motion.js";
import { Moves } from "./moves.js";
import { adopt } from "./notices.js";
import { $, targetOf, the } from "./dom.js";
import { Pointers } from "./pointers.js";
import { Posting } from "./posting.js";
import { Presence } from "./presence.js";
import { Queue } from "./queue.js";
import { bring } from "./sheets.js";
import { Shortcuts, talk } from "./shortcuts.js";
import { Showing } from "./showing.js";
import { Sound } from "./sound.js";
import { Stream } from "./stream.js";
import { Tempo } from "./tempo.js";
import { Tips } from "./tips.js";

/**
 * How many tables wait, for whoever looks from outside whether this page is still busy.
 * @param {number} waiting
 */
function countQueued(waiting) {
  if (waiting) document.body.dataset.queued = String(waiting);
  else delete document.body.dataset.queued;
}

/**
 * Buttons around the table do something.
 * @param {HTMLElement} table
 * @param {Chat} chat
 * @param {Sound} sound
 * @param {Tempo} tempo
 * @param {Record<string, () => void>} does what buttons do, by id
 */
function attend(table, chat, sound, tempo, does) {
  addEventListener("click", (event) => {
    const target = targetOf(event);
    const button = target.closest("button");
    const side = the("side");
    if (target.closest("label[for^=tab-]") && !side.checkVisibility()) side.showPopover(); // a pile of cards
    if (button?.dataset.mute) chat.mute(button.dataset.mute);
    if (button?.id === "sound") sound.toggle();
    if (button?.dataset.opens) /** @type {HTMLDialogElement} */ (the(button.dataset.opens)).showModal();
    does[button?.id ?? ""]?.();
  });
  addEventListener("change", (event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (targetOf(event));
    if (name === "own-tempo") tempo.choose(value);
    if (name === "volume") sound.choose(value);
    chat.unroll();
  });
  addEventListener("toggle", () => chat.unroll(), true);
  tempo.show();
  sound.show();
  for (const touch of ["pointerdown", "keydown"]) {
    table.addEventListener(touch, () => table.dataset.phase === "running" && sound.offer(), { once: true });
  }
}

/**
 * Forms that decide are sent without leaving the page.
 * @param {Decisions} decisions
 * @param {() => boolean} outdated was it meant for a table of before?
 */
function takeForms(decisions, outdated) {
  addEventListener("submit", (event) => {
    if (!targetOf(event).matches("[data-live]")) return;
    event.preventDefault();
    if (targetOf(event) === $("deed") && outdated()) return;
    decisions.submit(event);
  });
}

/**
 * The link to the whole log opens it here; what shows it is fetched then.
 * @param {HTMLElement} table
 */
function offerLog(table) {
  const { lost: message = "" } = document.body.dataset;
  const lost = () => toast(table, { message, code: "lost" });
  addEventListener("click", (event) => {
    const link = targetOf(event).closest("a");
    if (link?.id !== "to-log") return;
    event.preventDefault();
    import("./past.js").then(({ Past }) => new Past(lost).open(link.href), lost);
  });
}

/**
 * The gestures are fetched when they are first looked at.
 * @param {HTMLElement} table
 */
function awaitGestures(table) {
  const draw = async () => {
    const [{ offerGestures }] = await Promise.all([import("./gestures.js"), bring("bubbles")]);
    offerGestures(table, (error) => toast(table, error));
  };
  $("gestures")?.addEventListener("beforetoggle", () => draw().catch(() => awaitGestures(table)), { once: true });
}

/**
 * What was picked up goes back, and keeps the focus.
 * @param {Moves} moves
 * @param {Decisions} decisions
 */
function release(moves, decisions) {
  const picked = $(moves.picked.id);
  decisions.letGo();
  picked?.focus({ preventScroll: true });
}

/**
 * The parts of a live table, each handed what it needs of the others.
 * @param {HTMLElement} table
 */
function join(table) {
  const [sound, tips, tempo] = [new Sound(), new Tips(), new Tempo()];
  const [moves, motion, chat] = [new Moves(table), new Motion(table, tempo), new Chat(table)];
  const bubbles = new Bubbles({ table, chat, strangers: motion.ghosts });
  const presence = new Presence({ table, sound });
  const react = (/** @type {{ seat: number, gesture: string }} */ reaction) => bubbles.react(reaction);
  const receive = (/** @type {HTMLElement} */ next) => {
    const coming = next.dataset.phase === "over" ? bring("ending") : null;
    if (coming) coming.then(() => queue.receive(next));
    else queue.receive(next);
  };
  const stream = new Stream(table, receive, react, (told) => presence.receive(told));
  const hint = new Hint(table);
  const look = () => stream.look();
  const posting = new Posting(table, look);
  /** @type {Queue<HTMLElement>} */
  const queue = new Queue({
    show: (next) => showing.show(next),
    hurried: ({ dataset: { turn } }) => // whoever decides is never kept waiting, nor whoever is asked
      turn === "1" || posting.sending || (!queue.held && (document.hidden || motion.calm)),
    preview: (next) => !posting.sending && showing.preview(next),
    count: countQueued,
    holding: (held) => $("hold")?.setAttribute("aria-pressed", String(held)),
  });
  const skip = () => (queue.skip() || table.dataset.phase === "over") && motion.finish(); // a last count takes its time
  const hurry = () => {
    const newer = queue.hurry();
    skip();
    return newer;
  };
  const decisions = new Decisions({ table, moves, motion, posting, queue, look });
  const letGo = () => release(moves, decisions);
  const keys = new Keys({ table, hurry, skip, tap: (spot) => decisions.tap(spot), release: letGo });
  new Shortcuts({ hurry, pass: () => decisions.pass(), home: () => keys.seek() });
  const pointers = new Pointers({ table, moves, hurry, decisions, wondered: () => tips.wondered });
  const showing = new Showing({ table, moves, motion, posting, keys, chat, sound, bubbles, presence, hint });
  takeForms(decisions, () => pointers.hurried);
  return { sound, tips, tempo, moves, chat, stream, hint, queue, decisions, letGo, showing };
}

function open() {
  const table = the("table");
  const { sound, tips, tempo, moves, chat, stream, hint, queue, decisions, letGo, showing } = join(table);
  attend(table, chat, sound, tempo, {
    commit: () => decisions.commit(),
    "never-mind": letGo,
    hold: () => queue.hold(!queue.held),
    hint: () => hint.ask(the("hint")),
    "advice-close": () => hint.close(),
  });
  offerLog(table);
  awaitGestures(table);
  tips.attend();
  moves.mark();
  chat.unroll();
  showing.tell();
  stream.listen();
  if (location.hash === "#chat") {
    history.replaceState(history.state, "", location.pathname + location.search); // not again with every reload
    talk();
  }
}

open();
adopt(the("table"));
