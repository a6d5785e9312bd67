// One table takes the place of another: what has an id stays the same element, wherever it goes. So the focus stays,
// what runs goes on, and a piece can be seen to move.

const OURS = ["style", "open", "tabindex"]; // attributes that the house says nothing about

/**
 * @param {Node} node
 * @returns {node is Element}
 */
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/**
 * The id of an element: its property would be a field called id, if a form has one.
 * @param {Node} node
 */
const named = (node) => (isElement(node) ? node.getAttribute("id") : null);

/**
 * Makes an element look like another one, but for strangers in it, which stay.
 * @param {Element} old
 * @param {Element} next
 * @param {Set<Node>} strangers
 * @param {Map<string | null, Element>} known what is there now, by id
 */
export function morph(old, next, strangers, known = ids(old)) {
  if (old.hasAttribute("data-keep") || old.isEqualNode(next)) return;
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !OURS.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.matches(".log")) roll(old, next);
  /** @type {[ChildNode, ChildNode][]} */
  const pairs = []; // looked into once everything lies here in its order: what they hold may come from here
  let at = old.firstChild;
  for (const node of [...next.childNodes]) {
    /** @type {ChildNode | null | undefined} */
    const same = named(node) ? known.get(named(node)) : alike(at, node, strangers);
    if (same?.nodeName !== node.nodeName || same.contains(old)) {
      old.insertBefore(node, at);
      continue;
    }
    if (same === at) at = same.nextSibling;
    else if (same.isConnected && old.moveBefore) old.moveBefore(same, at); // keeps the focus, and whatever runs
    else old.insertBefore(same, at);
    pairs.push([same, node]);
  }
  const children = [...old.childNodes];
  const rest = at ? children.slice(children.indexOf(at)) : [];
  for (const [same, node] of pairs) {
    if (isElement(same)) morph(same, /** @type {Element} */ (node), strangers, known);
    else if (same.nodeValue !== node.nodeValue) same.nodeValue = node.nodeValue;
  }
  for (const gone of rest) if (gone.parentNode === old && !strangers.has(gone)) gone.remove();
}

/**
 * Takes from the top of the log what the new one no longer has: the other lines stay what they are, and are read aloud
 * once.
 * @param {Element} old
 * @param {Element} next
 */
function roll(old, next) {
  const [lines, fresh] = [old, next].map(({ children }) => [...children].map(({ textContent }) => textContent));
  const start = lines.findIndex((_, at) => lines.slice(at).every((line, number) => line === fresh[number]));
  for (const line of [...old.children].slice(0, Math.max(0, start))) {
    if (line.nextSibling?.nodeName === "#text") line.nextSibling.remove(); // the space between, or every line would move up
    line.remove();
  }
}

/**
 * The first of these siblings that has no id and is of the same kind.
 * @param {ChildNode | null} at
 * @param {Node} node
 * @param {Set<Node>} strangers
 */
function alike(at, node, strangers) {
  while (at && (named(at) || at.nodeName !== node.nodeName || strangers.has(at))) at = at.nextSibling;
  return at;
}

/**
 * @param {Element} root
 * @returns {Map<string | null, Element>}
 */
function ids(root) {
  return new Map([...root.querySelectorAll("[id]")].map((element) => [named(element), element]));
}
