// Around the table: advice, chat, sound.

const $ = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const table = $("table");
const words = document.body.dataset;

/** What this browser keeps, where it keeps anything. */
export function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`ridotto-${name}`, value);
    return localStorage.getItem(`ridotto-${name}`) ?? "";
  } catch {
    return "";
  }
}

// ---- Advice: what a strong player would consider, in words and on the table

async function advise(button, toast) {
  const url = `${table.dataset.events.split("/events")[0]}/hint?seat=${table.dataset.viewer}`;
  button.disabled = true;
  const { moves, error } = await fetch(url).then((answer) => answer.json()).catch(() => ({}));
  button.disabled = false;
  if (!moves) return toast(error ?? { message: words.lost, code: "lost" });
  const note = toast({ message: words.advice }, false, "advice").querySelector("p");
  for (const { name, share } of moves.slice(0, 3)) {
    note.appendChild(document.createElement("span")).textContent = `${name} · ${Math.round(100 * share)} %`;
  }
  const best = all("#moves button").find(({ value }) => value === moves[0]?.move)?.dataset;
  for (const id of [best?.take, best?.put]) $(id)?.classList.add("advised");
}

// ---- Chat: what muted people say is not shown, and what was not read yet is counted

let read = null; // how much had been said when it was last read
const muted = () => kept(`muted-${table.dataset.table}`).split(",").filter(Boolean);

export function hear() {
  const [deaf, lines] = [muted(), all("#chat-lines .say")];
  for (const button of all("[data-mute]")) button.setAttribute("aria-pressed", deaf.includes(button.dataset.mute));
  for (const line of lines) line.hidden = deaf.includes(line.dataset.by);
  const said = Number($("chat-lines")?.dataset.said);
  if (read === null || $("chat-lines")?.checkVisibility()) read = said;
  const unread = said > read ? lines.slice(read - said).filter(({ hidden }) => !hidden).length : 0;
  for (const badge of all(".unread")) {
    badge.textContent = unread;
    badge.hidden = !unread;
  }
}

function mute(seat) {
  const deaf = muted();
  kept(`muted-${table.dataset.table}`, deaf.includes(seat) ? deaf.filter((other) => other !== seat) : [...deaf, seat]);
  hear();
}

/** Another sheet of the side panel is seen, from its end. */
export function unroll() {
  hear();
  for (const list of all("#log, #chat-lines")) list.scrollTop = list.scrollHeight;
}

// ---- What something is, and what could be done with it: when a pointer rests there, or presses long

const LONG = { mouse: 700, touch: 450 }; // milliseconds
let resting = 0;
let from = null;
let pressed = false;

/** Was the last press so long that it was a question, and no tap? */
export const wondered = () => pressed;

function wonder({ target, pointerType, clientX, clientY, timeStamp }, touched) {
  forget();
  from = { clientX, clientY, timeStamp };
  const element = target.closest?.(".piece[aria-label]");
  if (!element || !$("tip")) return;
  const explain = () => {
    pressed = touched;
    tip(element);
  };
  resting = setTimeout(explain, LONG[pointerType] ?? LONG.touch);
}

/** Shows beside the pointer what something is, and the moves in which it takes part. */
function tip(element) {
  const name = document.createElement("strong");
  name.textContent = element.getAttribute("aria-label");
  const moves = all("#moves button").filter(({ dataset: { take, put } }) => [take, put].includes(element.id));
  const more = moves.filter(({ textContent }) => textContent !== name.textContent);
  const told = more.slice(0, 4).map(({ childNodes }) => {
    const move = document.createElement("span");
    move.append(...[...childNodes].map((node) => node.cloneNode(true)));
    return move;
  });
  $("tip").replaceChildren(name, ...told);
  $("tip").showPopover();
  const { width, height } = $("tip").getBoundingClientRect();
  const above = from.clientY - height - 24;
  $("tip").style.left = `${Math.max(8, Math.min(from.clientX - width / 2, innerWidth - width - 8))}px`;
  $("tip").style.top = `${above > 8 ? above : from.clientY + 28}px`;
}

function forget() {
  clearTimeout(resting);
  if ($("tip")?.matches(":popover-open")) $("tip").hidePopover();
}

function attentive() {
  addEventListener("pointerdown", (event) => {
    pressed = false;
    if (event.pointerType === "mouse") forget();
    else wonder(event, true);
  });
  addEventListener("pointermove", (event) => {
    const { pointerType, buttons, clientX, clientY } = event;
    if (pointerType === "mouse" && !buttons) wonder(event, false);
    else if (from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > 8) forget();
  });
  addEventListener("pointerup", ({ timeStamp }) => {
    clearTimeout(resting);
    if (!pressed || timeStamp - from.timeStamp >= LONG.touch) return;
    pressed = false; // a short tap, and a page that was busy
    forget();
  });
  for (const end of ["pointercancel", "scroll", "keydown"]) addEventListener(end, forget, true);
}

// ---- Sound: a few tones, off until somebody wants them

const TUNES = { card: [190], turn: [659, 880], win: [523, 659, 784, 1047] }; // pitches, one after the other
let audio = null;

export function play(tune) {
  if (kept("sound") !== "on" || !navigator.userActivation?.hasBeenActive) return; // browsers want a touch first
  audio ??= new AudioContext();
  audio.resume();
  TUNES[tune].forEach((frequency, n) => {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    const loudness = new GainNode(audio);
    const start = audio.currentTime + 0.14 * n;
    const end = start + (tune === "card" ? 0.07 : 0.5);
    loudness.gain.setValueAtTime(0.12, start).exponentialRampToValueAtTime(0.001, end);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(end);
  });
}

function sound(button, on) {
  button?.setAttribute("aria-pressed", kept("sound", on ? "on" : "off") === "on");
}

/** From now on buttons do something. `toast` shows a note. */
export function attend(toast) {
  addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (target.closest("label[for^=tab-]") && !$("side").checkVisibility()) $("side").showPopover(); // a pile of cards
    if (button?.id === "hint") advise(button, toast);
    if (button?.dataset.mute) mute(button.dataset.mute);
    if (button?.id === "sound") {
      sound(button, kept("sound") !== "on");
      play("turn");
    }
  });
  attentive();
  addEventListener("change", unroll);
  addEventListener("toggle", unroll, true);
  sound($("sound"), kept("sound") === "on");
}
