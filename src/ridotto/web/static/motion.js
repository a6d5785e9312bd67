// Motion at a table: a piece is seen to go from where it was to where it is now. First, last, invert, play; a piece that
// is called away while it flies goes on from where it is seen. Nothing here knows what the pieces mean.

const MOVE = 280; // milliseconds of a flight
const STEP = 60; // between pieces that set out one after the other
const LONGEST = 600; // until the last of them has arrived
const EASE = "cubic-bezier(.2, .8, .2, 1)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const flights = new Map(); // pieces on their way
export const ghosts = new Set(); // likenesses of pieces that have left the table
export const pause = (time = 2 * MOVE) => (calm.matches ? 0 : time); // until a change has been seen

const all = (selector, root) => [...root.querySelectorAll(selector)];
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

export function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, size: Math.sqrt(width * height) }; // however it is turned
}

/** Changes a table, and lets everything fly that is elsewhere now: for how many milliseconds, and what is far away. */
export function fly(table, change) {
  const before = seen(table);
  const counts = new Map(all(".chip, .count", table).map((element) => [element, element.textContent]));
  document.body.classList.add("still"); // what glides by itself would not be seen where it ends
  for (const { element } of before.values()) {
    if (element.style.translate && !element.matches(".dragging")) element.style.translate = "";
  }
  change();
  for (const flight of flights.values()) flight.cancel();
  const found = changes(before, seen(table));
  const time = calm.matches || document.hidden ? 0 : animate(found);
  document.body.classList.remove("still");
  for (const [element, text] of calm.matches ? [] : counts) {
    if (element.isConnected && element.textContent !== text) element.animate({ scale: [1, 1.25, 1] }, 2 * MOVE);
  }
  return { time, flown: found.travellers.map(({ now }) => now.element) };
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

/** Everything is measured, and then everything sets out: a browser lays out anew whenever the two take turns. */
function animate({ movers, leaving, travellers }) {
  const gone = leaving.filter(({ room }) => room?.checkVisibility()); // nothing is seen to leave where nothing is shown
  for (const { was, now } of movers) if (was) now.element.style.scale = was.size / now.size;
  for (const was of gone) was.ghost = likeness(was);
  for (const { now } of movers) {
    now.start = middle(now.element); // scaled, wherever it is turned about
    now.translate = getComputedStyle(now.element).translate.replace("none", "0px").split(" ");
  }
  for (const was of gone) {
    const goal = document.getElementById(was.to);
    Object.assign(was, { here: middle(was.ghost), goal: goal && middle(goal) });
  }
  for (const { now } of movers) now.element.style.scale = "";
  const step = Math.min(STEP, (LONGEST - MOVE) / travellers.length);
  for (const mover of movers) depart(mover, travellers.indexOf(mover), step);
  gone.forEach(vanish);
  return travellers.length && MOVE + step * (travellers.length - 1);
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
function depart({ was, now: { element, size, face, start, translate } }, number, step) {
  const from = { offset: 0, scale: was ? was.size / size : 0.86 };
  if (was) {
    const [x, y = "0px"] = translate;
    from.translate = `calc(${x} + ${was.x - start.x}px) calc(${y} + ${was.y - start.y}px)`;
  } else from.opacity = 0;
  if (was && was.face !== face) from.transform = "perspective(40rem) rotateY(90deg)";
  const delay = Math.max(0, number) * step;
  const flight = element.animate([from], { duration: MOVE, easing: EASE, delay, fill: "backwards" });
  flights.set(element, flight);
  const land = () => flights.get(element) === flight && flights.delete(element);
  if (number < 0) flight.onfinish = flight.oncancel = land;
  else raise(element, flight, land);
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

/** What has left goes where it says, or fades. */
function vanish({ ghost, here, goal, x, y, size }) {
  const there = goal ?? { x, y };
  const scale = size / here.size || 1;
  const way = {
    translate: [`${x - here.x}px ${y - here.y}px`, `${there.x - here.x}px ${there.y - here.y}px`],
    scale: [scale, goal ? scale / 2 : scale * 0.86],
    opacity: goal ? [1, 1, 0] : [1, 0],
  };
  const flight = ghost.animate(way, { duration: goal ? 1.5 * MOVE : MOVE / 2, easing: EASE, fill: "forwards" });
  raise(ghost, flight, () => ghosts.delete(ghost) && ghost.remove());
}

const aloft = new Map(); // parts of the table, and how many pieces fly there

/** The part of the table in which something flies lies above the others. */
function raise(element, flight, land) {
  const region = element.closest(".foe, .felt, .own") ?? document.body;
  aloft.set(region, (aloft.get(region) ?? 0) + 1);
  region.style.zIndex = "var(--z-fly)";
  flight.onfinish = flight.oncancel = () => {
    land();
    aloft.set(region, aloft.get(region) - 1);
    if (!aloft.get(region)) region.style.zIndex = "";
  };
}
