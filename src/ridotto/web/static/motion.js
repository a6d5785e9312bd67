// Animates pieces from their old to their new positions (FLIP: first, last, invert, play). A piece that moves again in
// flight continues from where it is. Nothing here knows the games.

import { $, all } from "./dom.js";
import { changedPieces, middle, ownScale, piecePositions, startTransform } from "./layout.js";

const MOVE = 280; // milliseconds of one movement
const STEP = 60; // between the starts of pieces that move one after the other
const LONGEST = 600; // until the last of them has arrived, at most
const EASE = "cubic-bezier(.2, .8, .2, 1)";

/**
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./layout.js").PiecePosition} PiecePosition
 * @typedef {import("./layout.js").Mover} Mover
 */

export class Motion {
  #table;
  #tempo;
  #reduced = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Map<HTMLElement, Animation>} */
  #flights = new Map(); // running movements
  /** @type {Set<Node>} */
  ghosts = new Set(); // copies of pieces that have left the table

  /**
   * @param {HTMLElement} table
   * @param {{ factor: number }} [tempo]
   */
  constructor(table, tempo = { factor: 1 }) {
    this.#table = table;
    this.#tempo = tempo;
  }

  /** Whether the visitor prefers reduced motion. */
  get reducesMotion() {
    return this.#reduced.matches;
  }

  /** Milliseconds until a change has been seen. */
  viewingTime(time = 2 * MOVE) {
    return this.reducesMotion ? 0 : time * this.#tempo.factor;
  }

  /** Ends all animations, except infinite ones. */
  finishAnimations() {
    for (const motion of this.#table.getAnimations({ subtree: true })) {
      if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
    }
  }

  /** Applies the chosen speed to the animations of the style sheets, too. */
  applyTempo() {
    const { factor } = this.#tempo;
    if (factor === 1 || this.reducesMotion) return;
    for (const motion of this.#table.getAnimations({ subtree: true })) {
      const finite = Number.isFinite(motion.effect?.getComputedTiming().endTime);
      if (motion instanceof CSSAnimation && finite) motion.updatePlaybackRate(1 / factor);
    }
  }

  /**
   * Changes a table and animates the pieces that have moved. Returns the duration in milliseconds and the pieces that move
   * far. Reads and writes of the DOM are batched: each alternation would force a layout.
   * @param {() => void} change
   */
  animateChange(change) {
    const before = piecePositions(this.#table);
    const counts = new Map(all(".chip > b, .count", this.#table).map((element) => [element, element.textContent]));
    for (const { element } of before.values()) {
      if (element.style.translate && !element.matches(".dragging")) element.style.translate = "";
    }
    change();
    for (const flight of this.#flights.values()) flight.cancel();
    const moving = !this.reducesMotion && !document.hidden;
    const gone = moving ? [...before.values()].filter(({ element, room }) => !element.isConnected && room) : [];
    const ghosts = new Map(gone.map((was) => [was, this.#makeGhost(was)]));
    finishTransitions(); // the first read after the change
    const { movers, leaving, travelling } = changedPieces(before, piecePositions(this.#table));
    const time = moving ? this.#animate(movers, travelling, ghosts, leaving) : 0;
    for (const [element, text] of this.reducesMotion ? [] : counts) {
      if (element.isConnected && element.textContent !== text) animateCount(element, text);
    }
    return { time: time * this.#tempo.factor, moved: travelling.map(({ now }) => now.element) };
  }

  /**
   * Measures what is left to measure, then starts all animations. Ghosts are only used for pieces without a successor.
   * @param {Mover[]} movers
   * @param {Mover[]} travelling
   * @param {Map<PiecePosition, HTMLElement>} ghosts
   * @param {PiecePosition[]} leaving
   */
  #animate(movers, travelling, ghosts, leaving) {
    for (const mover of movers) mover.start = startTransform(mover);
    const gone = [...ghosts].map(([was, ghost]) => {
      const goal = $(was.to);
      return { was, ghost, from: middle(ghost), goal: goal && middle(goal) };
    });
    const step = Math.min(STEP, (LONGEST - MOVE) / travelling.length);
    for (const mover of movers) this.#animateMove(mover, travelling.indexOf(mover), step);
    for (const one of gone) {
      if (leaving.includes(one.was) && one.from.size) this.#animateRemoval(one);
      else this.#removeGhost(one.ghost);
    }
    return travelling.length && MOVE + step * (travelling.length - 1);
  }

  /**
   * Animates a piece: in its turn, if it travels far (its number), else at once (-1).
   * @param {Mover} mover
   * @param {number} number
   * @param {number} step
   */
  #animateMove({ was, start: begin, now: { element, face } }, number, step) {
    /** @type {Keyframe} */
    const from = { offset: 0, ...(begin ?? { scale: 0.86, opacity: 0 }) };
    if (was && was.face !== face) from.transform = "perspective(40rem) rotateY(90deg)";
    const { factor } = this.#tempo;
    const delay = Math.max(0, number) * step * factor;
    const flight = element.animate([from], { duration: MOVE * factor, easing: EASE, delay, fill: "backwards" });
    element.classList.toggle("flying", number >= 0);
    this.#flights.set(element, flight);
    flight.onfinish = flight.oncancel = () => {
      if (this.#flights.get(element) !== flight) return;
      this.#flights.delete(element);
      element.classList.remove("flying");
    };
  }

  /**
   * A copy of a piece that has left, next to the zone it lay in.
   * @param {PiecePosition} was
   */
  #makeGhost({ element, room }) {
    const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
    for (const one of [ghost, ...all("[id]", ghost)]) one.removeAttribute("id");
    ghost.classList.remove("selectable", "picked", "target", "pending", "dragging", "last");
    ghost.classList.add("ghost");
    ghost.inert = true;
    room?.append(ghost);
    this.ghosts.add(ghost);
    return ghost;
  }

  /** @param {HTMLElement} ghost */
  #removeGhost(ghost) {
    this.ghosts.delete(ghost);
    ghost.remove();
  }

  /**
   * Animates a piece that has left: to its `data-to`, or fading out.
   * @param {{ was: PiecePosition, ghost: HTMLElement, from: Place, goal: Place | null }} gone
   */
  #animateRemoval({ was: { x, y, size }, ghost, from, goal }) {
    const there = goal ?? { x, y };
    const scale = (ownScale(ghost) * size) / from.size || 1;
    const keyframes = {
      translate: [`${x - from.x}px ${y - from.y}px`, `${there.x - from.x}px ${there.y - from.y}px`],
      scale: [scale, goal ? scale / 2 : scale * 0.86],
      opacity: goal ? [1, 1, 0] : [1, 0],
    };
    const duration = (goal ? 1.5 * MOVE : MOVE / 2) * this.#tempo.factor;
    const flight = ghost.animate(keyframes, { duration, easing: EASE, fill: "forwards" });
    flight.onfinish = flight.oncancel = () => this.#removeGhost(ghost);
  }
}

/** Ends CSS transitions of pieces: their final positions have to be measured. */
function finishTransitions() {
  for (const glide of document.getAnimations()) {
    const target = glide.effect instanceof KeyframeEffect && glide.effect.target;
    if (glide instanceof CSSTransition && target && target.matches(".piece")) glide.finish();
  }
}

/**
 * Animates a number from its old to its new value.
 * @param {HTMLElement} element
 * @param {string} before
 */
function animateCount(element, before) {
  const goal = element.textContent;
  const [from, to] = [before, goal].map((text) => Number(text.replace("−", "-")));
  const steps = Math.min(Math.abs(to - from), 12) || 1;
  let [step, shownText] = [0, goal];
  const next = () => {
    if (element.textContent !== shownText) return; // there is a newer value
    step += 1;
    shownText = step < steps ? String(Math.round(from + ((to - from) * step) / steps)).replace("-", "−") : goal;
    element.textContent = shownText;
    if (step < steps) setTimeout(next, (2 * MOVE) / steps);
  };
  element.animate({ scale: [1, 1.25, 1] }, 2 * MOVE);
  next();
}
