// A table, live. The house sends the whole of it, drawn anew, whenever it has changed for its viewer. Here it is put in
// place piece by piece, and a tap, a drag, a key or the list of moves becomes one decision that is posted. No rule of
// any game is known here: the list says what can be taken, and where it can be put.
// Without this script everything works too, by loading pages.

import { attend, hear, play, unroll, wondered } from "./around.js";
import { morph } from "./morph.js";
import { calm, fly, ghosts, middle, pause } from "./motion.js";

const $ = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const table = $("table");
const words = document.body.dataset; // what the house has to say, in the visitor's language
const ahead = words.now - Date.now(); // of our clock, the house's

// ---- A new table takes the place of the old

/** Puts a new table in place. Nothing is measured here: that would cost a layout of its own. */
function put(next) {
  morph(table, next, ghosts);
  if (revision() !== spent) spent = "";
  mark();
  tell();
}

let seeking = false; // the focus was lost with what had it

/** Lets go of the focus where it cannot stay: a browser that finds out by itself lays out the half-made table for it. */
function unfocus(next) {
  const focus = document.activeElement;
  if (!table.contains(focus) || !focus.matches(SPOTS)) return;
  const spots = all("#moves button[name=move]", next).flatMap(({ value, dataset: { take, put } }) => [take, put, value]);
  if (focus.id && [focus.id, focus.dataset.move].some((spot) => spot && spots.includes(spot))) return;
  seeking = true;
  focus.blur();
}

/** The focus goes to what is nearest to where it was lost; what was scrolled to its end stays there. */
function settle(ended) {
  if (seeking && !document.activeElement.matches(SPOTS)) nearest(last)?.focus({ preventScroll: true });
  else seeking = false;
  for (const list of ended) list.scrollTop = list.scrollHeight;
}

/** What is told elsewhere on the page. */
function tell() {
  hear();
  tick();
  sum();
  document.title = table.dataset.title ?? document.title;
  const icon = table.dataset.turn === "1" ? words.iconTurn : words.icon;
  if (icon && $("icon").getAttribute("href") !== icon) $("icon").href = icon;
}

/** What others did since the viewer last did something: marked in the log, and in short where the log is not in sight. */
function sum() {
  const lines = all("#log li");
  const mine = lines.findLastIndex(({ dataset }) => dataset.seat === String(Number(table.dataset.viewer) + 1));
  const since = table.dataset.turn === "1" ? lines.slice(mine + 1) : [];
  for (const one of since) one.classList.add("since");
  if (!$("since")) return;
  $("since").hidden = !since.length;
  const newest = since.slice(-3).reverse();
  $("since").textContent = newest.map(({ textContent }) => textContent.trim()).join(" · ");
}

// ---- Tables wait in line: each is looked at for a moment, unless somebody is in a hurry

const PACE = 420; // milliseconds for a table, when others wait
const line = [];
let holding = 0;
let landed = 0; // when the one that is shown has been seen

function receive(next) {
  line.push(next);
  if (sending || document.hidden || calm.matches) hurry(); // whoever decides is never kept waiting
  else if (!holding) holding = setTimeout(show, landed - performance.now());
}

/** Shows the newest of those that wait, and nothing of the others. Did any wait? */
function hurry() {
  if (!line.length) return false;
  line.splice(0, line.length - 1);
  show();
  return true;
}

function show() {
  const { phase, turn } = table.dataset;
  const next = line.shift();
  if (next.dataset.phase !== phase && next.dataset.phase !== "over") return location.replace(at());
  const ended = all("#log, #chat-lines").filter((list) => list.scrollTop + list.clientHeight > list.scrollHeight - 9);
  const mine = sending || revision() === spent; // it answers what the viewer has decided
  unfocus(next);
  const { time, flown } = fly(table, () => put(next));
  requestAnimationFrame(() => settle(ended));
  const wait = Math.max(time, pause(table.dataset.linger ?? PACE)) / (1 + line.length / 6); // the longer the line, the faster
  landed = performance.now() + wait;
  clearTimeout(holding);
  holding = line.length && setTimeout(show, wait);
  trace(flown.map(({ id }) => id), mine);
  if (table.dataset.phase !== phase) play("win");
  else if (table.dataset.turn === "1" && turn !== "1") play("turn");
  else if (time) play("card");
  const { own = "", viewer, curtain, waiting = "" } = table.dataset;
  const asked = waiting.split(",");
  if (curtain && !asked.includes(viewer) && own.split(",").some((seat) => asked.includes(seat))) {
    setTimeout(() => location.replace(curtain), pause()); // the move is seen, and then nothing more
  }
}

let trail = []; // what has moved since the viewer decided

/** Marks what others have moved, at tables that ask for it. */
function trace(ids, mine) {
  if (table.dataset.trace === undefined) return;
  trail = mine ? [] : [...trail, ...ids];
  for (const id of trail) $(id)?.classList.add("last");
}

const drawn = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("table");

/** Where this table is; `mine`: as whose it is shown here. */
function at(mine = false) {
  const { events, own, viewer } = table.dataset;
  return events.split("/events")[0] + (mine && own ? `?seat=${viewer}` : "");
}

/** Asks for the whole table. Where it may not be seen any more, the house says so on a page of its own. */
async function look() {
  const before = after;
  try {
    const answer = await fetch(at(true), { headers: { Accept: "text/html" } });
    const next = answer.ok && drawn(await answer.text());
    if (next && after !== before && !document.hidden) return; // the stream was faster, and what it brought is newer
    if (next) {
      after = next.dataset.after;
      receive(next);
    } else if (answer.status < 500 && answer.status !== 429) location.replace(at(true));
  } catch {
    lose(true);
  }
}

// ---- The stream that brings it

let source = null;
let after = table.dataset.after; // what was seen last
let again = 0;
let losing = 0;

function listen() {
  source?.close();
  clearTimeout(again);
  if (document.hidden) return; // browsers open six connections to a house at the most: such a page looks now and then
  source = new EventSource(`${table.dataset.events}&after=${encodeURIComponent(after)}`);
  source.addEventListener("table", ({ data, lastEventId }) => {
    after = lastEventId;
    receive(drawn(data));
  });
  source.addEventListener("frame", ({ lastEventId }) => {
    after = lastEventId;
    look();
  });
  source.onopen = () => lose(false);
  source.onerror = () => {
    lose(true);
    if (source.readyState !== EventSource.CLOSED) return; // it tries again by itself
    again = setTimeout(() => look().then(listen), 2000); // it gave up, as on any answer but 200: what is the matter?
  };
}

/** The sign that the connection is lost; a short break is none. */
function lose(lost) {
  if (lost && losing) return;
  clearTimeout(losing);
  losing = setTimeout(
    () => {
      document.body.classList.toggle("offline", lost);
      if ($("offline")) $("offline").hidden = !lost;
      if (!lost) document.querySelector(".toast.lost")?.remove();
    },
    lost ? 1200 : 0,
  );
  if (!lost) losing = 0;
}

/** Clocks run. */
function tick() {
  for (const clock of all("[data-ends]")) {
    const left = Math.max(0, Math.ceil((clock.dataset.ends - Date.now() - ahead) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

let ticked = Date.now();
setInterval(() => {
  if (Date.now() - ticked > 10_000) listen(); // time stood still: the machine slept, and the stream may be dead
  ticked = Date.now();
  tick();
}, 1000);
setInterval(() => document.hidden && look(), 5000);
addEventListener("visibilitychange", listen);
addEventListener("online", listen);
addEventListener("offline", () => lose(true));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && table.dataset.curtain) location.replace(table.dataset.curtain); // somebody else's hand, perhaps
  else if (persisted) listen();
});
addEventListener("pagehide", () => source?.close());

// ---- What can be done: every way of saying it finds a button in the list of moves

let moves = [];
let picked = null; // the id of what was picked up
let last = { x: innerWidth / 2, y: innerHeight }; // where the focus was
const roles = new Map(); // of elements that are buttons for now

/** The moves that take this, and put it there. */
function acts(take, put) {
  return moves.filter(({ dataset }) => dataset.take === take && (put === undefined || dataset.put === put));
}

/** The move that tapping an element means by itself, if it can be made. */
function meant({ dataset: { move } }) {
  return moves.find(({ value, dataset }) => move && value === move && !dataset.put);
}

/** Lights what can be taken. The only thing that can be is picked up by itself. */
function mark() {
  const before = [...roles.keys()];
  moves = all("#moves button[name=move]");
  roles.clear();
  const takes = [...new Set(moves.map(({ dataset }) => dataset.take).filter(Boolean))];
  for (const id of takes) light($(id), "can");
  for (const element of all("[data-move]", table)) if (meant(element)) light(element, "can");
  const alone = takes.length === 1 && !acts(takes[0], "").length;
  pick(acts(picked).some(({ dataset }) => dataset.put) ? picked : alone ? takes[0] : null);
  for (const element of before) if (!roles.has(element)) element.removeAttribute("tabindex");
}

function light(element, how) {
  if (!element) return;
  if (!roles.has(element)) roles.set(element, element.getAttribute("role"));
  element.setAttribute("role", "button");
  element.tabIndex = 0;
  element.classList.add(how);
}

/** Picks something up, and shows where it can go; null: lets go of it. */
function pick(id) {
  for (const element of all(".picked, .target", table)) {
    element.classList.remove("picked", "target");
    element.removeAttribute("aria-pressed");
    if (element.matches(".can")) continue;
    element.removeAttribute("tabindex");
    if (roles.get(element)) element.setAttribute("role", roles.get(element));
    else element.removeAttribute("role");
  }
  picked = id;
  $(id)?.classList.add("picked");
  $(id)?.setAttribute("aria-pressed", "true");
  for (const { dataset } of id ? acts(id) : []) if (dataset.put) light($(dataset.put), "target");
}

/** Lets go of what was picked up, and lights again what can be. */
function release() {
  picked = null;
  mark();
}

/** An element and all around it, up to the table. */
function around(element) {
  return element && element !== table ? [element, ...around(element.parentElement)] : [];
}

/** A tap: with what was picked up before, the innermost place where it can go; else the innermost thing to take. */
function tap(target) {
  const inside = around(target);
  const goal = picked && inside.find(({ id }) => id && acts(picked, id).length);
  const taken = inside.find(({ id }) => id && acts(id).length);
  const telling = inside.find(({ dataset }) => dataset.move);
  if (goal) decide(acts(picked, goal.id), $(picked));
  else if (taken) {
    const now = acts(taken.id, "");
    if (now.length && (now.length === acts(taken.id).length || picked === taken.id)) decide(now, taken);
    else pick(picked === taken.id && all(".can", table).length > 1 ? null : taken.id);
  } else if (telling && meant(telling)) decide([meant(telling)], telling);
  else if (telling && table.dataset.viewer >= 0) post([telling.dataset.move], telling); // the house says why not
  else release();
}

/** One decision, or one of several, by the buttons that stand for them in the list. */
async function decide(buttons, element) {
  const seen = revision(); // what is decided on, also if the table changes while the question stands there
  const question = buttons.length > 1 ? words.which : buttons[0].dataset.confirm;
  const button = question ? await ask(question, buttons) : buttons[0];
  if (!button) return fly(table, release);
  setOut(element, $(button.dataset.put));
  post([button.value, ...(button.dataset.then?.split("|") ?? [])], element, $("deed").action, seen);
}

/** What was decided on sets out at once; the house's answer lets it arrive, or go back. */
function setOut(element, goal) {
  if (!element.matches(".piece") || element.style.translate || calm.matches || sending || revision() === spent) return;
  const there = goal ?? document.querySelector(element.closest(".felt") ? ".own" : ".felt");
  const [from, to] = [middle(element), middle(there)];
  const [x, y = "0px"] = getComputedStyle(element).translate.replace("none", "0px").split(" ");
  const part = goal ? 0.8 : 0.15; // where it goes, the house says
  element.style.translate = `calc(${x} + ${part * (to.x - from.x)}px) calc(${y} + ${part * (to.y - from.y)}px)`;
}

function ask(question, buttons) {
  const choices = buttons.map((button) => button.cloneNode(true));
  for (const choice of choices) choice.removeAttribute("form");
  $("sure-what").textContent = question;
  $("sure-acts").replaceChildren(...choices);
  $("sure").returnValue = "";
  $("sure").showModal();
  return new Promise((answer) => {
    $("sure").onclose = () => answer(buttons.find(({ value }) => value === $("sure").returnValue));
  });
}

// ---- Posting: a decision has an id of its own, and is sent once

let sending = false;
let spent = ""; // the revision that is shown, if it was decided on
const ids = new Map(); // of decisions that were not answered: sent again, they are done once

/** Of the table that is shown. */
const revision = () => document.querySelector("input[name=revision]")?.value;

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sends something to the house: what it answered, or an error if nothing came back. */
async function send(url, fields) {
  try {
    const sent = { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } };
    const answer = await fetch(url, sent);
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { error: { code: "lost", message: words.lost } };
  }
}

/** Sends decisions, one after the other; one without a name takes the last one back. */
async function post(chosen, element, url = $("deed").action, seen = revision()) {
  if (sending || seen === spent) return;
  sending = true;
  landed = 0;
  picked = null;
  element.classList.add("pending");
  const left = []; // revisions on which was decided
  for (const move of chosen) {
    const key = [seen, move, url].join();
    if (!ids.has(key)) ids.set(key, newId());
    const fields = { seat: table.dataset.viewer, revision: seen, id: ids.get(key), ...(move && { move }) };
    const { error, status, revision: now } = await send(url, fields);
    if (error?.code !== "lost") ids.delete(key);
    if (error) {
      sending = false;
      return refuse(element, error, status);
    }
    left.push(seen);
    seen = now;
    spent = left.includes(revision()) && revision() !== now ? revision() : "";
  }
  sending = false;
  $("toasts").replaceChildren();
  setTimeout(() => spent && revision() === spent && look(), 1500); // the stream brings what is new, or else we ask
}

function refuse(element, error, status) {
  fly(table, release);
  element.classList.remove("pending");
  element.classList.add("refuse");
  setTimeout(() => element.classList.remove("refuse"), 400);
  toast(error, [401, 403].includes(status));
  if (error.code === "stale") look();
}

/** A note above the hand: why something cannot be, by which rule, and where to go on if it is no longer one's table. */
function toast({ message, clause, code }, lost = false, kind = "refused") {
  if (!$("toast")) return Object.assign($("wrong"), { textContent: message, hidden: false }); // before the match
  const note = $("toast").content.firstElementChild.cloneNode(true);
  const [law, way] = all("a", note);
  note.classList.add(kind);
  note.classList.toggle("lost", code === "lost"); // until the house is there again
  note.querySelector("strong").textContent = message;
  note.querySelector("button").onclick = () => note.remove();
  law.hidden = !clause;
  law.href = `${table.dataset.rules}#${clause}`;
  way.hidden = !lost;
  way.href = at();
  $("toasts").replaceChildren(note);
  return note;
}

addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-live]")) return;
  event.preventDefault();
  if (form === $("deed")) {
    if (hurried) return;
    if (submitter.name === "move") return decide([submitter], submitter);
    return post([""], submitter, submitter.formAction);
  }
  const { error } = await send(form.action, new FormData(form));
  if (error?.code !== "lost") form.elements.id.value = newId();
  if (error) toast(error);
  else form.reset();
});

// ---- Keys: arrows go to the nearest spot in their direction, whatever the table looks like

const SPOTS = ".can, .target, button[form=deed]:not(#moves *)";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest spot, in a direction if there is one: what lies aside counts more than twice. */
function nearest(from, [dx, dy] = [0, 0]) {
  const distance = (element) => {
    const [x, y] = [middle(element).x - from.x, middle(element).y - from.y];
    const along = x * dx + y * dy;
    if (!dx && !dy) return Math.hypot(x, y);
    return along > 3 ? along + 2.5 * Math.abs(x * dy + y * dx) : Infinity;
  };
  const spots = all(SPOTS, table).filter((element) => element.checkVisibility() && !element.disabled);
  const [[best, spot] = []] = spots.map((element) => [distance(element), element]).sort(([a], [b]) => a - b);
  return best < Infinity ? spot : null;
}

addEventListener("keydown", (event) => {
  const { target, key, repeat } = event;
  if (target.matches("input, textarea, select")) return;
  const pressed = key === "Enter" || key === " ";
  if (pressed && repeat) event.preventDefault(); // a key held down is pressed once, and answers no question
  if ((pressed && repeat) || target.closest("dialog")) return;
  const spot = target.closest(SPOTS);
  if (pressed) {
    if (!spot?.matches(":not(button)")) return;
    event.preventDefault();
    if (hurry()) return; // it was meant for a table of before
    tap(spot);
  } else if (key === "Escape") release();
  else if (ARROWS[key] && !target.matches("[role=log], .felt")) { // there they scroll
    event.preventDefault();
    (spot ? nearest(middle(spot), ARROWS[key]) : nearest(last))?.focus();
  }
});
addEventListener("focusin", ({ target }) => {
  seeking = false;
  if (target.matches(".can, .target")) last = middle(target);
});

// ---- Pointers: a press that does not travel is a tap, one that does is a drag; mouse, pen and finger alike

let drag = null;
let dragged = false;
let hurried = false; // the press was spent on seeing the newest table

addEventListener("pointerdown", ({ target, button, isPrimary, clientX: x, clientY: y }) => {
  hurried = table.contains(target) && hurry();
  const element = !hurried && around(target).find(({ id }) => id && acts(id).length);
  dragged = false;
  drag = element && element.matches(".piece") && !button && isPrimary ? { element, x, y } : null;
});
addEventListener("pointermove", ({ clientX, clientY }) => {
  if (!drag) return;
  const [x, y] = [clientX - drag.x, clientY - drag.y];
  if (!dragged && Math.hypot(x, y) < 8) return;
  if (!dragged) pick(drag.element.id);
  dragged = true;
  drag.element.classList.add("dragging");
  drag.element.style.translate = `${x}px ${y}px`;
});
addEventListener("pointerup", ({ clientX, clientY }) => {
  const element = drop();
  if (!element) return;
  const under = document.elementsFromPoint(clientX, clientY).filter((other) => !element.contains(other));
  const goal = under.find(({ id }) => id && acts(element.id, id).length);
  const played = !element.closest(".felt") && under.some((other) => other.matches(".felt"));
  const found = acts(element.id, goal?.id ?? (played ? "" : null));
  if (found.length) decide(found, element);
  else fly(table, release);
});
addEventListener("pointercancel", () => drop() && fly(table, release));
let clicked = null; // the last click: when, where, and the revision it was made on
addEventListener("click", (event) => {
  const { timeStamp: time, clientX: x, clientY: y, detail } = event;
  const again = clicked && detail > 1 && time - clicked.time < 400 && Math.hypot(x - clicked.x, y - clicked.y) < 12;
  if (again && clicked.seen !== revision()) event.preventDefault(); // no answer to what the first one brought
  else clicked = { time, x, y, seen: revision() };
}, true);
addEventListener("click", ({ target, defaultPrevented }) => {
  if (defaultPrevented || wondered()) return;
  if (!dragged && !hurried && target.closest("#table") && !target.closest("button, a, input, label, summary, .side")) tap(target);
});

/** Ends a drag: what was dragged, if anything was. */
function drop() {
  const element = dragged ? drag?.element : null;
  element?.classList.remove("dragging");
  drag = null;
  return element;
}

attend(toast);
mark();
unroll();
tell();
listen();
