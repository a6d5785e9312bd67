// A table, live. The house sends the whole of it, drawn anew, whenever it has changed for its viewer. Here it is put in
// place piece by piece, and a tap, a drag, a key or the list of moves becomes one decision that is posted. No rule of
// any game is known here. Without this script everything works too, by loading pages.
// Each part has a module of its own; this one joins them.

import { advise } from "./advice.js";
import { Chat } from "./chat.js";
import { Decisions } from "./decisions.js";
import { Keys } from "./keys.js";
import { Motion } from "./motion.js";
import { Moves } from "./moves.js";
import { $, targetOf, the } from "./dom.js";
import { Pointers } from "./pointers.js";
import { Posting } from "./posting.js";
import { Queue } from "./queue.js";
import { Shortcuts } from "./shortcuts.js";
import { Showing } from "./showing.js";
import { Sound } from "./sound.js";
import { Stream } from "./stream.js";
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
 * @param {Record<string, () => void>} does what buttons of the prompt do, by id
 */
function attend(table, chat, sound, does) {
  addEventListener("click", (event) => {
    const target = targetOf(event);
    const button = target.closest("button");
    const side = the("side");
    if (target.closest("label[for^=tab-]") && !side.checkVisibility()) side.showPopover(); // a pile of cards
    if (button?.id === "hint") advise(table, button);
    if (button?.dataset.mute) chat.mute(button.dataset.mute);
    if (button?.id === "sound") sound.toggle(button);
    if (button?.dataset.opens) /** @type {HTMLDialogElement} */ (the(button.dataset.opens)).showModal();
    does[button?.id ?? ""]?.();
  });
  addEventListener("change", () => chat.unroll());
  addEventListener("toggle", () => chat.unroll(), true);
  sound.show($("sound"));
}

function open() {
  const table = the("table");
  const [moves, motion, chat] = [new Moves(table), new Motion(table), new Chat(table)];
  const [sound, tips] = [new Sound(), new Tips()];
  const stream = new Stream(table, (next) => queue.receive(next));
  const look = () => stream.look();
  const posting = new Posting(table, look);
  /** @type {Queue<HTMLElement>} */
  const queue = new Queue({
    show: (next) => showing.show(next),
    hurried: () => posting.sending || document.hidden || motion.calm, // whoever decides is never kept waiting
    count: countQueued,
  });
  const hurry = () => queue.hurry();
  const decisions = new Decisions({ table, moves, motion, posting, queue, look });
  addEventListener("submit", (event) => {
    if (!targetOf(event).matches("[data-live]")) return;
    event.preventDefault();
    if (targetOf(event) === $("deed") && pointers.hurried) return; // it was meant for a table of before
    decisions.submit(event);
  });
  const release = () => {
    const picked = $(moves.picked.id);
    decisions.letGo();
    picked?.focus({ preventScroll: true });
  };
  const keys = new Keys({ table, hurry, tap: (spot) => decisions.tap(spot), release });
  new Shortcuts({ hurry, pass: () => decisions.pass(), home: () => keys.seek() });
  const pointers = new Pointers({ table, moves, hurry, decisions, wondered: () => tips.wondered });
  const showing = new Showing({ table, moves, motion, posting, keys, chat, sound });
  attend(table, chat, sound, { commit: () => decisions.commit(), "never-mind": release });
  tips.attend();
  moves.mark();
  chat.unroll();
  showing.tell();
  stream.listen();
}

open();
