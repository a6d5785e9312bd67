// Motion at a table: a piece is seen to go from where it was to where it is now. First, last, invert, play; a piece that
// is called away while it flies goes on from where it is seen. Nothing here knows what the pieces mean.

const MOVE = 280; // milliseconds of a flight
const STEP = 60; // between pieces that set out one after the other
const LONGEST = 600; // until the last of them has arrived
const EASE = "cubic-bezier(.2, .8, .2, 1)";

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
const flights = new Map(); // pieces on their way
export const ghosts = new Set(); // likenesses of pieces that have left the table
export const pause = (time = 2 * MOVE) => (calm.matches ? 0 : time); // until a change has been seen

const all = (selector, root) => [...root.querySelectorAll(selector)];
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

export function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, size: Math.sqrt(width * height) }; // however it is turned
}

/**
 * Changes a table, and lets everything fly that is elsewhere now: for how many milliseconds, and what is far away.
 * Everything is read, then written, then read once more: a browser lays out anew whenever the two take turns.
 */
export function fly(table, change) {
  const before = seen(table);
  const counts = new Map(all(".chip > b, .count", table).map((element) => [element, element.textContent]));
  for (const { element } of before.values()) {
    if (element.style.translate && !element.matches(".dragging")) element.style.translate = "";
  }
  change();
  for (const flight of flights.values()) flight.cancel();
  for (const glide of document.getAnimations()) { // what glides by itself would not be seen where it ends
    if (glide instanceof CSSTransition && glide.effect.target.matches(".piece")) glide.finish();
  }
  const moving = !calm.matches && !document.hidden;
  const gone = moving ? [...before.values()].filter(({ element, room }) => !element.isConnected && room) : [];
  for (const was of gone) was.ghost = likeness(was);
  const { movers, leaving, travellers } = changes(before, seen(table));
  const time = moving && animate(movers, travellers, gone, leaving);
  for (const [element, text] of calm.matches ? [] : counts) {
    if (element.isConnected && element.textContent !== text) count(element, text);
  }
  return { time, flown: travellers.map(({ now }) => now.element) };
}

/** A number counts from what it was to what it is. */
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

/** Where pieces are seen, by id. What is not shown is nowhere. */
function seen(table) {
  const places = new Map();
  for (const element of all(".piece[id]", table)) {
    const place = middle(element);
    const room = element.closest(".zone")?.parentElement ?? element.closest(".foe, .felt-in, .own");
    if (place.size) places.set(element.id, { ...element.dataset, ...place, element, room });
  }
  return places;
}

function changes(before, after) {
  const leaving = [...before].filter(([id]) => !after.has(id)).map(([, was]) => was);
  const movers = [];
  for (const [id, now] of after) {
    const was = before.get(id) ?? twin(now, leaving) ?? origin(now);
    if (!was || far(was, now) > 1 || was.face !== now.face) movers.push({ was, now });
  }
  return { movers, leaving, travellers: movers.filter(({ was, now }) => was && far(was, now) > now.size / 2) };
}

/** Measures what is left to measure, and then all set out. A likeness is of use where nothing else took its place. */
function animate(movers, travellers, gone, leaving) {
  for (const mover of movers) mover.start = start(mover);
  for (const was of gone) {
    const goal = document.getElementById(was.to);
    Object.assign(was, { here: middle(was.ghost), goal: goal && middle(goal) });
  }
  const step = Math.min(STEP, (LONGEST - MOVE) / travellers.length);
  for (const mover of movers) depart(mover, travellers.indexOf(mover), step);
  for (const was of gone) leaving.includes(was) && was.here.size ? vanish(was) : dissolve(was.ghost);
  return travellers.length && MOVE + step * (travellers.length - 1);
}

/** How a piece is translated and scaled to be seen where it was, so large as it was there. */
function start({ was, now: { element, x, y, size } }) {
  if (!was) return null;
  const { translate, rotate, transformOrigin, width, height } = getComputedStyle(element);
  const own = ownScale(element);
  const [right, down = "0px"] = translate.replace("none", "0px").split(" ");
  const [pivot, deep] = transformOrigin.split(" ").map(Number.parseFloat);
  const turn = (Number.parseFloat(rotate) * Math.PI) / 180 || 0;
  const shrink = own * (1 - was.size / size); // what is turned about a point elsewhere is also scaled about it
  const [dx, dy] = [(pivot - Number.parseFloat(width) / 2) * shrink, (deep - Number.parseFloat(height) / 2) * shrink];
  const goneX = was.x - x - (dx * Math.cos(turn) - dy * Math.sin(turn));
  const goneY = was.y - y - (dx * Math.sin(turn) + dy * Math.cos(turn));
  return { translate: `calc(${right} + ${goneX}px) calc(${down} + ${goneY}px)`, scale: (own * was.size) / size };
}

/** By how much an element is scaled anyway. */
function ownScale(element) {
  return Number.parseFloat(getComputedStyle(element).scale) || 1;
}

/** The nearest of those that leave and show the same: for the eye it is the same piece. */
function twin(now, leaving) {
  const same = leaving.filter((was) => was.face && was.face === now.face).sort((a, b) => far(a, now) - far(b, now));
  return same.length ? leaving.splice(leaving.indexOf(same[0]), 1)[0] : null;
}

/** Where a new piece says that it comes from. From a pile that lies face down it turns over on its way. */
function origin(now) {
  const source = document.getElementById(now.from);
  const place = source && middle(source);
  if (!place?.size) return null;
  const down = source.matches(".down") || source.querySelector(".down");
  return { ...place, size: source.matches(".plate") ? now.size / 2 : now.size, face: down ? undefined : now.face };
}

/** Sets out as one of the travellers, or to close a gap (-1) at once. */
function depart({ was, start, now: { element, face } }, number, step) {
  const from = { offset: 0, ...(start ?? { scale: 0.86, opacity: 0 }) };
  if (was && was.face !== face) from.transform = "perspective(40rem) rotateY(90deg)";
  const delay = Math.max(0, number) * step;
  const flight = element.animate([from], { duration: MOVE, easing: EASE, delay, fill: "backwards" });
  element.classList.toggle("flying", number >= 0);
  flights.set(element, flight);
  flight.onfinish = flight.oncancel = () => {
    if (flights.get(element) !== flight) return;
    flights.delete(element);
    element.classList.remove("flying");
  };
}

/** A likeness of what has left, beside the zone it lay in. */
function likeness({ element, room }) {
  const ghost = element.cloneNode(true);
  for (const one of [ghost, ...all("[id]", ghost)]) one.removeAttribute("id");
  ghost.classList.remove("can", "picked", "target", "pending", "dragging", "last");
  ghost.classList.add("ghost");
  ghost.inert = true;
  room.append(ghost);
  ghosts.add(ghost);
  return ghost;
}

function dissolve(ghost) {
  ghosts.delete(ghost);
  ghost.remove();
}

/** What has left goes where it says, or fades. */
function vanish({ ghost, here, goal, x, y, size }) {
  const there = goal ?? { x, y };
  const scale = (ownScale(ghost) * size) / here.size || 1;
  const way = {
    translate: [`${x - here.x}px ${y - here.y}px`, `${there.x - here.x}px ${there.y - here.y}px`],
    scale: [scale, goal ? scale / 2 : scale * 0.86],
    opacity: goal ? [1, 1, 0] : [1, 0],
  };
  const flight = ghost.animate(way, { duration: goal ? 1.5 * MOVE : MOVE / 2, easing: EASE, fill: "forwards" });
  flight.onfinish = flight.oncancel = () => dissolve(ghost);
}
