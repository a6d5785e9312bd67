// The script of the table. The server sends the whole table as HTML whenever it has changed for the viewer; it is merged
// into the page, and taps, drags, keys and the list of moves become decisions that are posted. It knows no rules of any
// game. Everything also works without this script, by loading pages.
// This module connects the others.

import { Bubbles } from "./bubbles.js";
import { Chat } from "./chat.js";
import { Decisions } from "./decisions.js";
import { showNotice } from "./dialogs.js";
import { Hint } from "./hint.js";
import { KeyboardNavigation } from "./keyboard.js";
import { Motion } from "./motion.js";
import { Moves } from "./moves.js";
import { adoptServerNotices } from "./notices.js";
import { $, targetOf, required } from "./dom.js";
import { Pointers } from "./pointers.js";
import { DecisionSender } from "./requests.js";
import { Presence } from "./presence.js";
import { UpdateQueue } from "./queue.js";
import { loadStyles } from "./lazy_styles.js";
import { Shortcuts, focusChat } from "./shortcuts.js";
import { TableUpdates } from "./table_updates.js";
import { Sound } from "./sound.js";
import { Stream } from "./stream.js";
import { Tempo } from "./tempo.js";
import { Tooltips } from "./tooltips.js";

/**
 * Shows the length of the queue in `data-queued`, for tests and tools.
 * @param {number} waiting
 */
function showQueueLength(waiting) {
  if (waiting) document.body.dataset.queued = String(waiting);
  else delete document.body.dataset.queued;
}

/**
 * Handles buttons and settings around the table.
 * @param {HTMLElement} table
 * @param {Chat} chat
 * @param {Sound} sound
 * @param {Tempo} tempo
 * @param {Record<string, () => void>} actions of buttons, by id
 */
function handleButtons(table, chat, sound, tempo, actions) {
  addEventListener("click", (event) => {
    const target = targetOf(event);
    const button = target.closest("button");
    const side = required("side");
    const tabLabel = target.closest("label[for^=tab-]"); // for example on a pile
    if (tabLabel && !side.checkVisibility()) side.showPopover();
    if (button?.dataset.mute) chat.mute(button.dataset.mute);
    if (button?.id === "sound") sound.toggle();
    if (button?.dataset.opens) /** @type {HTMLDialogElement} */ (required(button.dataset.opens)).showModal();
    actions[button?.id ?? ""]?.();
  });
  addEventListener("change", (event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (targetOf(event));
    if (name === "own-tempo") tempo.set(value);
    if (name === "volume") sound.setVolume(value);
    chat.scrollToEnd();
  });
  addEventListener("toggle", () => chat.scrollToEnd(), true);
  tempo.show();
  sound.show();
  for (const eventType of ["pointerdown", "keydown"]) {
    table.addEventListener(eventType, () => table.dataset.phase === "running" && sound.suggest(), { once: true });
  }
}

/**
 * Sends forms without loading a page.
 * @param {Decisions} decisions
 * @param {() => boolean} isOutdated whether the person pressed the button of a table that has just been replaced
 */
function handleForms(decisions, isOutdated) {
  addEventListener("submit", (event) => {
    if (!targetOf(event).matches("[data-live]")) return;
    event.preventDefault();
    if (targetOf(event) === $("decision") && isOutdated()) return;
    decisions.submit(event);
  });
}

/**
 * The link to the whole log opens it in a dialog, whose script is loaded then.
 * @param {HTMLElement} table
 */
function openLogInDialog(table) {
  const { lost: message = "" } = document.body.dataset;
  const onLost = () => showNotice(table, { message, code: "lost" });
  addEventListener("click", (event) => {
    const link = targetOf(event).closest("a");
    if (link?.id !== "log-link") return;
    event.preventDefault();
    import("./whole_log.js").then(({ WholeLog }) => new WholeLog(onLost).open(link.href), onLost);
  });
}

/**
 * Loads the gestures when their menu is first opened.
 * @param {HTMLElement} table
 */
function loadGesturesOnDemand(table) {
  const load = async () => {
    const [{ setUpGestures }] = await Promise.all([import("./gestures.js"), loadStyles("bubbles")]);
    setUpGestures(table, (error) => showNotice(table, error));
  };
  $("gestures")?.addEventListener("beforetoggle", () => load().catch(() => loadGesturesOnDemand(table)), { once: true });
}

/**
 * Puts the picked piece back; it keeps the focus.
 * @param {Moves} moves
 * @param {Decisions} decisions
 */
function release(moves, decisions) {
  const picked = $(moves.picked.id);
  decisions.putBack();
  picked?.focus({ preventScroll: true });
}

/**
 * Creates all parts of the script and connects them.
 * @param {HTMLElement} table
 */
function connectParts(table) {
  const [sound, tooltips, tempo] = [new Sound(), new Tooltips(), new Tempo()];
  const [moves, motion, chat] = [new Moves(table), new Motion(table, tempo), new Chat(table)];
  const bubbles = new Bubbles({ table, chat, localNodes: motion.ghosts });
  const presence = new Presence({ table, sound });
  const showReaction = (/** @type {{ seat: number, gesture: string }} */ reaction) => bubbles.showGesture(reaction);
  const receive = (/** @type {HTMLElement} */ next) => {
    const stylesLoading = next.dataset.phase === "over" ? loadStyles("ending") : null;
    if (stylesLoading) stylesLoading.then(() => queue.receive(next));
    else queue.receive(next);
  };
  const stream = new Stream(table, receive, showReaction, (presenceHtml) => presence.receive(presenceHtml));
  const hint = new Hint(table);
  const reload = () => stream.reload();
  const sender = new DecisionSender(table, reload);
  /** @type {UpdateQueue<HTMLElement>} */
  const queue = new UpdateQueue({
    show: (next) => updates.show(next),
    isUrgent: ({ dataset: { turn } }) => // those who decide or are asked never wait
      turn === "1" || sender.isSending || (!queue.isPaused && (document.hidden || motion.reducesMotion)),
    preview: (next) => !sender.isSending && updates.preview(next),
    onLength: showQueueLength,
    onPause: (isPaused) => $("pause")?.setAttribute("aria-pressed", String(isPaused)),
  });
  const skip = () => (queue.skip() || table.dataset.phase === "over") && motion.finishAnimations(); // also the final scoring
  const flush = () => {
    const hasChanged = queue.flush();
    skip();
    return hasChanged;
  };
  const decisions = new Decisions({ table, moves, motion, sender, queue, reload });
  const putBack = () => release(moves, decisions);
  const tap = (/** @type {HTMLElement} */ element) => decisions.tap(element);
  const keyboard = new KeyboardNavigation({ table, flush, skip, tap, release: putBack });
  new Shortcuts({ flush, pass: () => decisions.pass(), focusTable: () => keyboard.focusNearest() });
  const pointers = new Pointers({ table, moves, flush, decisions, longPressed: () => tooltips.longPressed });
  const updates = new TableUpdates({ table, moves, motion, sender, keyboard, chat, sound, bubbles, presence, hint });
  handleForms(decisions, () => pointers.flushed);
  return { sound, tooltips, tempo, moves, chat, stream, hint, queue, decisions, putBack, updates };
}

function start() {
  const table = required("table");
  const { sound, tooltips, tempo, moves, chat, stream, hint, queue, decisions, putBack, updates } = connectParts(table);
  handleButtons(table, chat, sound, tempo, {
    commit: () => decisions.commit(),
    "cancel-step": putBack,
    pause: () => queue.setPaused(!queue.isPaused),
    hint: () => hint.request(required("hint")),
    "hint-close": () => hint.close(),
  });
  openLogInDialog(table);
  loadGesturesOnDemand(table);
  tooltips.watch();
  moves.highlight();
  chat.scrollToEnd();
  updates.updatePage();
  stream.listen();
  if (location.hash === "#chat") {
    history.replaceState(history.state, "", location.pathname + location.search); // not again after a reload
    focusChat();
  }
}

start();
adoptServerNotices(required("table"));
