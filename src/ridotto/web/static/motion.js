// Animates pieces from their old to their new positions (FLIP: first, last, invert, play). A piece that moves again
// in flight continues from where it is. Nothing here knows the games.

import { $, all } from "./dom.js";
import { changedPieces, piecePositions, placeOf, startTransform, styledScale } from "./layout.js";

const MOVE_MS = 280; // of one movement
const STAGGER_MS = 60; // between the starts of pieces that move one after the other
const MAX_MS = 600; // until the last of them has arrived
const EASING = "cubic-bezier(.2, .8, .2, 1)";

/**
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./layout.js").PiecePosition} PiecePosition
 * @typedef {import("./layout.js").Mover} Mover
 */

export class Motion {
  #table;
  #tempo;
  #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
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
    return this.#reducedMotion.matches;
  }

  /** How many milliseconds it takes to see a change. */
  viewingTime(ms = 2 * MOVE_MS) {
    return this.reducesMotion ? 0 : ms * this.#tempo.factor;
  }

  /** Ends all animations, except infinite ones. */
  finishAnimations() {
    for (const animation of this.#table.getAnimations({ subtree: true })) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  }

  /** Applies the chosen tempo to the animations of the style sheets, too. */
  applyTempo() {
    const { factor } = this.#tempo;
    if (factor === 1 || this.reducesMotion) return;
    for (const animation of this.#table.getAnimations({ subtree: true })) {
      const hasEnd = Number.isFinite(animation.effect?.getComputedTiming().endTime);
      if (animation instanceof CSSAnimation && hasEnd) animation.updatePlaybackRate(1 / factor);
    }
  }

  /**
   * Changes a table and animates the pieces that have moved. Returns the duration in milliseconds and the pieces that move
   * far. Reads and writes of the DOM are batched: each alternation would force a layout.
   * @param {() => void} change
   */
  animateChange(change) {
    const before = piecePositions(this.#table);
    const oldCounts = new Map(all(".chip > b, .count", this.#table).map((element) => [element, element.textContent]));
    for (const { element } of before.values()) {
      if (element.style.translate && !element.matches(".dragging")) element.style.translate = "";
    }
    change();
    for (const flight of this.#flights.values()) flight.cancel();
    const animates = !this.reducesMotion && !document.hidden;
    const pieces = animates ? [...before.values()] : [];
    const removed = pieces.filter(({ element, container }) => !element.isConnected && container);
    const ghosts = new Map(removed.map((piece) => [piece, this.#makeGhost(piece)]));
    finishTransitions(); // the first read after the change
    const { movers, leaving, travelling } = changedPieces(before, piecePositions(this.#table));
    const duration = animates ? this.#animate(movers, travelling, ghosts, leaving) : 0;
    for (const [element, text] of this.reducesMotion ? [] : oldCounts) {
      if (element.isConnected && element.textContent !== text) animateCount(element, text);
    }
    return { duration: duration * this.#tempo.factor, moved: travelling.map(({ current }) => current.element) };
  }

  /**
   * Measures the rest, then starts all animations. Only pieces without a successor need their ghosts.
   * @param {Mover[]} movers
   * @param {Mover[]} travelling
   * @param {Map<PiecePosition, HTMLElement>} ghosts
   * @param {PiecePosition[]} leaving
   */
  #animate(movers, travelling, ghosts, leaving) {
    for (const mover of movers) mover.start = startTransform(mover);
    const removals = [...ghosts].map(([piece, ghost]) => {
      const destination = $(piece.to);
      return { piece, ghost, from: placeOf(ghost), destination: destination && placeOf(destination) };
    });
    const stagger = Math.min(STAGGER_MS, (MAX_MS - MOVE_MS) / travelling.length);
    for (const mover of movers) this.#animateMove(mover, travelling.indexOf(mover), stagger);
    for (const removal of removals) {
      if (leaving.includes(removal.piece) && removal.from.size) this.#animateRemoval(removal);
      else this.#removeGhost(removal.ghost);
    }
    return travelling.length && MOVE_MS + stagger * (travelling.length - 1);
  }

  /**
   * Animates a piece: after those before it if it travels far, else at once.
   * @param {Mover} mover
   * @param {number} index among the pieces that travel far, or -1
   * @param {number} stagger milliseconds between the starts of two pieces
   */
  #animateMove({ previous, start, current: { element, face } }, index, stagger) {
    /** @type {Keyframe} */
    const from = { offset: 0, ...(start ?? { scale: 0.86, opacity: 0 }) };
    if (previous && previous.face !== face) from.transform = "perspective(40rem) rotateY(90deg)";
    const { factor } = this.#tempo;
    const delay = Math.max(0, index) * stagger * factor;
    const flight = element.animate([from], { duration: MOVE_MS * factor, easing: EASING, delay, fill: "backwards" });
    element.classList.toggle("flying", index >= 0);
    this.#flights.set(element, flight);
    flight.onfinish = flight.oncancel = () => {
      if (this.#flights.get(element) !== flight) return;
      this.#flights.delete(element);
      element.classList.remove("flying");
    };
  }

  /**
   * Makes a copy of a piece that has left the table, next to the zone in which it lay.
   * @param {PiecePosition} piece
   */
  #makeGhost({ element, container }) {
    const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
    for (const node of [ghost, ...all("[id]", ghost)]) node.removeAttribute("id");
    ghost.classList.remove("selectable", "picked", "target", "pending", "dragging", "last");
    ghost.classList.add("ghost");
    ghost.inert = true;
    container?.append(ghost);
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
   * @param {{ piece: PiecePosition, ghost: HTMLElement, from: Place, destination: Place | null }} removal
   */
  #animateRemoval({ piece: { x, y, size }, ghost, from, destination }) {
    const to = destination ?? { x, y };
    const scale = (styledScale(ghost) * size) / from.size || 1;
    const keyframes = {
      translate: [`${x - from.x}px ${y - from.y}px`, `${to.x - from.x}px ${to.y - from.y}px`],
      scale: [scale, destination ? scale / 2 : scale * 0.86],
      opacity: destination ? [1, 1, 0] : [1, 0],
    };
    const duration = (destination ? 1.5 * MOVE_MS : MOVE_MS / 2) * this.#tempo.factor;
    const flight = ghost.animate(keyframes, { duration, easing: EASING, fill: "forwards" });
    flight.onfinish = flight.oncancel = () => this.#removeGhost(ghost);
  }
}

/** Ends CSS transitions of pieces: their final positions have to be measured. */
function finishTransitions() {
  for (const animation of document.getAnimations()) {
    const target = animation.effect instanceof KeyframeEffect && animation.effect.target;
    if (animation instanceof CSSTransition && target && target.matches(".piece")) animation.finish();
  }
}

/**
 * Animates a number from its old to its new value.
 * @param {HTMLElement} element
 * @param {string} oldText
 */
function animateCount(element, oldText) {
  const newText = element.textContent;
  const [from, to] = [oldText, newText].map((text) => Number(text.replace("−", "-")));
  const stepCount = Math.min(Math.abs(to - from), 12) || 1;
  let [step, shownText] = [0, newText];
  const showNext = () => {
    if (element.textContent !== shownText) return; // there is a newer value
    step += 1;
    const text = String(Math.round(from + ((to - from) * step) / stepCount)).replace("-", "−");
    shownText = step < stepCount ? text : newText;
    element.textContent = shownText;
    if (step < stepCount) setTimeout(showNext, (2 * MOVE_MS) / stepCount);
  };
  element.animate({ scale: [1, 1.25, 1] }, 2 * MOVE_MS);
  showNext();
}
