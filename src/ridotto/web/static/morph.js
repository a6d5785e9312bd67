// One table takes the place of another: what has an id stays the same element, wherever it goes. So the focus stays,
// what runs goes on, and a piece can be seen to move.

const OURS = ["style", "open", "tabindex"]; // attributes that the house says nothing about
const named = (node) => node.getAttribute?.("id"); // a form with a field called id would give that

/** Makes an element look like another one, but for strangers in it, which stay. `known`: what is there now, by id. */
export function morph(old, next, strangers, known = ids(old)) {
  if (old.hasAttribute("data-keep") || old.isEqualNode(next)) return;
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !OURS.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.matches(".log")) roll(old, next);
  let at = old.firstChild;
  for (const node of [...next.childNodes]) {
    const same = named(node) ? known.get(named(node)) : alike(at, node, strangers);
    if (same?.nodeName !== node.nodeName || same.contains(old)) {
      old.insertBefore(node, at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else if (same.isConnected && old.moveBefore) old.moveBefore(same, at); // keeps the focus, and whatever runs
    else old.insertBefore(same, at);
    if (same.nodeType === Node.ELEMENT_NODE) morph(same, node, strangers, known);
    else if (same.data !== node.data) same.data = node.data;
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    if (!strangers.has(gone)) gone.remove();
  }
}

/** Takes from the top of the log what the new one no longer has: the other lines stay what they are, and are read aloud once. */
function roll(old, next) {
  const lines = [...old.children];
  const start = lines.findIndex(({ textContent }) => textContent === next.firstElementChild?.textContent);
  for (const line of lines.slice(0, Math.max(0, start))) line.remove();
}

/** The first of these siblings that has no id and is of the same kind. */
function alike(at, node, strangers) {
  while (at && (named(at) || at.nodeName !== node.nodeName || strangers.has(at))) at = at.nextSibling;
  return at;
}

function ids(root) {
  return new Map([...root.querySelectorAll("[id]")].map((element) => [named(element), element]));
}
