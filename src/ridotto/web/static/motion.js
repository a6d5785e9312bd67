// Motion at a table: a piece is seen to go from where it was to where it is now. First, last, invert, play; a piece
// that is called away while it flies goes on from where it is seen. Nothing here knows what the pieces mean.

import { $, all } from "./dom.js";
import { changes, middle, ownScale, seen, start } from "./layout.js";

const MOVE = 280; // milliseconds of a flight
const STEP = 60; // between pieces that set out one after the other
const LONGEST = 600; // until the last of them has arrived
const EASE = "cubic-bezier(.2, .8, .2, 1)";

/**
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./layout.js").Seen} Seen
 * @typedef {import("./layout.js").Mover} Mover
 */

export class Motion {
  #table;
  #tempo;
  #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Map<HTMLElement, Animation>} */
  #flights = new Map(); // pieces on their way
  /** @type {Set<Node>} */
  ghosts = new Set(); // likenesses of pieces that have left the table

  /**
   * @param {HTMLElement} table
   * @param {{ times: number }} [tempo]
   */
  constructor(table, tempo = { times: 1 }) {
    this.#table = table;
    this.#tempo = tempo;
  }

  /** Does this visitor want things to stay calm? */
  get calm() {
    return this.#reduced.matches;
  }

  /** Milliseconds until a change has been seen. */
  pause(time = 2 * MOVE) {
    return this.calm ? 0 : time * this.#tempo.times;
  }

  /** What moves is where it goes to, at once; what turns for ever turns on. */
  finish() {
    for (const motion of this.#table.getAnimations({ subtree: true })) {
      if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
    }
  }

  /** What the table shows by itself, card by card, goes as fast as all the rest. */
  keepTime() {
    const { times } = this.#tempo;
    if (times === 1 || this.calm) return;
    for (const motion of this.#table.getAnimations({ subtree: true })) {
      const finite = Number.isFinite(motion.effect?.getComputedTiming().endTime);
      if (motion instanceof CSSAnimation && finite) motion.updatePlaybackRate(1 / times);
    }
  }

  /**
   * Changes a table, and lets everything fly that is elsewhere now: for how many milliseconds, and what is far away.
   * Everything is read, then written, then read once more: a browser lays out anew whenever the two take turns.
   * @param {() => void} change
   */
  fly(change) {
    const before = seen(this.#table);
    const counts = new Map(all(".chip > b, .count", this.#table).map((element) => [element, element.textContent]));
    for (const { element } of before.values()) {
      if (element.style.translate && !element.matches(".dragging")) element.style.translate = "";
    }
    change();
    for (const flight of this.#flights.values()) flight.cancel();
    const moving = !this.calm && !document.hidden;
    const gone = moving ? [...before.values()].filter(({ element, room }) => !element.isConnected && room) : [];
    const ghosts = new Map(gone.map((was) => [was, this.#likeness(was)]));
    finishGlides(); // the first to read
    const { movers, leaving, travellers } = changes(before, seen(this.#table));
    const time = moving ? this.#animate(movers, travellers, ghosts, leaving) : 0;
    for (const [element, text] of this.calm ? [] : counts) {
      if (element.isConnected && element.textContent !== text) count(element, text);
    }
    return { time: time * this.#tempo.times, flown: travellers.map(({ now }) => now.element) };
  }

  /**
   * Measures what is left to measure, and then all set out. A likeness is of use where nothing else took its place.
   * @param {Mover[]} movers
   * @param {Mover[]} travellers
   * @param {Map<Seen, HTMLElement>} ghosts
   * @param {Seen[]} leaving
   */
  #animate(movers, travellers, ghosts, leaving) {
    for (const mover of movers) mover.start = start(mover);
    const gone = [...ghosts].map(([was, ghost]) => {
      const goal = $(was.to);
      return { was, ghost, here: middle(ghost), goal: goal && middle(goal) };
    });
    const step = Math.min(STEP, (LONGEST - MOVE) / travellers.length);
    for (const mover of movers) this.#depart(mover, travellers.indexOf(mover), step);
    for (const one of gone) {
      if (leaving.includes(one.was) && one.here.size) this.#vanish(one);
      else this.#dissolve(one.ghost);
    }
    return travellers.length && MOVE + step * (travellers.length - 1);
  }

  /**
   * Sets out as one of the travellers, or to close a gap (-1) at once.
   * @param {Mover} mover
   * @param {number} number
   * @param {number} step
   */
  #depart({ was, start: begin, now: { element, face } }, number, step) {
    /** @type {Keyframe} */
    const from = { offset: 0, ...(begin ?? { scale: 0.86, opacity: 0 }) };
    if (was && was.face !== face) from.transform = "perspective(40rem) rotateY(90deg)";
    const { times } = this.#tempo;
    const delay = Math.max(0, number) * step * times;
    const flight = element.animate([from], { duration: MOVE * times, easing: EASE, delay, fill: "backwards" });
    element.classList.toggle("flying", number >= 0);
    this.#flights.set(element, flight);
    flight.onfinish = flight.oncancel = () => {
      if (this.#flights.get(element) !== flight) return;
      this.#flights.delete(element);
      element.classList.remove("flying");
    };
  }

  /**
   * A likeness of what has left, beside the zone it lay in.
   * @param {Seen} was
   */
  #likeness({ element, room }) {
    const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
    for (const one of [ghost, ...all("[id]", ghost)]) one.removeAttribute("id");
    ghost.classList.remove("can", "picked", "target", "pending", "dragging", "last");
    ghost.classList.add("ghost");
    ghost.inert = true;
    room?.append(ghost);
    this.ghosts.add(ghost);
    return ghost;
  }

  /** @param {HTMLElement} ghost */
  #dissolve(ghost) {
    this.ghosts.delete(ghost);
    ghost.remove();
  }

  /**
   * What has left goes where it says, or fades.
   * @param {{ was: Seen, ghost: HTMLElement, here: Place, goal: Place | null }} gone
   */
  #vanish({ was: { x, y, size }, ghost, here, goal }) {
    const there = goal ?? { x, y };
    const scale = (ownScale(ghost) * size) / here.size || 1;
    const way = {
      translate: [`${x - here.x}px ${y - here.y}px`, `${there.x - here.x}px ${there.y - here.y}px`],
      scale: [scale, goal ? scale / 2 : scale * 0.86],
      opacity: goal ? [1, 1, 0] : [1, 0],
    };
    const duration = (goal ? 1.5 * MOVE : MOVE / 2) * this.#tempo.times;
    const flight = ghost.animate(way, { duration, easing: EASE, fill: "forwards" });
    flight.onfinish = flight.oncancel = () => this.#dissolve(ghost);
  }
}

/** What glides by itself would not be seen where it ends. */
function finishGlides() {
  for (const glide of document.getAnimations()) {
    const target = glide.effect instanceof KeyframeEffect && glide.effect.target;
    if (glide instanceof CSSTransition && target && target.matches(".piece")) glide.finish();
  }
}

/**
 * A number counts from what it was to what it is.
 * @param {HTMLElement} element
 * @param {string} before
 */
function count(element, before) {
  const goal = element.textContent;
  const [from, to] = [before, goal].map((text) => Number(text.replace("−", "-")));
  const steps = Math.min(Math.abs(to - from), 12) || 1;
  let [step, told] = [0, goal];
  const next = () => {
    if (element.textContent !== told) return; // there is something newer
    step += 1;
    told = step < steps ? String(Math.round(from + ((to - from) * step) / steps)).replace("-", "−") : goal;
    element.textContent = told;
    if (step < steps) setTimeout(next, (2 * MOVE) / steps);
  };
  element.animate({ scale: [1, 1.25, 1] }, 2 * MOVE);
  next();
}
