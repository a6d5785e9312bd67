// Updates the DOM in place: elements with an id stay the same elements, wherever they move. So focus and animations
// survive, and pieces can be animated from their old position.

const LOCAL_ATTRIBUTES = ["style", "open", "tabindex"]; // attributes set by scripts only

/**
 * @param {Node} node
 * @returns {node is Element}
 */
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/**
 * The id attribute of an element. (The property `id` of a form may be a field with the name "id".)
 * @param {Node} node
 */
const idOf = (node) => (isElement(node) ? node.getAttribute("id") : null);

/**
 * Makes an element equal to another one, except for local nodes in it, which stay.
 * @param {Element} old
 * @param {Element} next
 * @param {Set<Node>} localNodes
 * @param {Map<string | null, Element>} oldById the elements before, by id
 */
export function morph(old, next, localNodes, oldById = elementsById(old)) {
  if (old.hasAttribute("data-keep") || old.isEqualNode(next)) return;
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !LOCAL_ATTRIBUTES.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.matches(".log")) dropOldLines(old, next);
  /** @type {[ChildNode, ChildNode][]} */
  const pairs = []; // morphed when all children are in place: one may still contain another
  let cursor = old.firstChild;
  for (const node of [...next.childNodes]) {
    /** @type {ChildNode | null | undefined} */
    const counterpart = idOf(node) ? oldById.get(idOf(node)) : nextWithoutId(cursor, node, localNodes);
    if (counterpart?.nodeName !== node.nodeName || counterpart.contains(old)) {
      old.insertBefore(node, cursor);
      continue;
    }
    if (counterpart === cursor) cursor = counterpart.nextSibling;
    else if (counterpart.isConnected && old.moveBefore) old.moveBefore(counterpart, cursor); // keeps focus and animations
    else old.insertBefore(counterpart, cursor);
    pairs.push([counterpart, node]);
  }
  const children = [...old.childNodes];
  const leftovers = cursor ? children.slice(children.indexOf(cursor)) : [];
  for (const [child, node] of pairs) {
    if (isElement(child)) morph(child, /** @type {Element} */ (node), localNodes, oldById);
    else if (child.nodeValue !== node.nodeValue) child.nodeValue = node.nodeValue;
  }
  for (const child of leftovers) if (child.parentNode === old && !localNodes.has(child)) child.remove();
}

/**
 * Removes lines from the top of the log that the new log no longer has. The other lines stay the same elements, so that
 * screen readers read each line only once.
 * @param {Element} old
 * @param {Element} next
 */
function dropOldLines(old, next) {
  const [oldTexts, newTexts] = [old, next].map(({ children }) => [...children].map(({ textContent }) => textContent));
  const start = oldTexts.findIndex((_, index) => oldTexts.slice(index).every((text, n) => text === newTexts[n]));
  for (const line of [...old.children].slice(0, Math.max(0, start))) {
    if (line.nextSibling?.nodeName === "#text") line.nextSibling.remove(); // else no line would match its counterpart
    line.remove();
  }
}

/**
 * The first sibling from `start` on that has no id and the same node name.
 * @param {ChildNode | null} start
 * @param {Node} node
 * @param {Set<Node>} localNodes
 */
function nextWithoutId(start, node, localNodes) {
  let sibling = start;
  while (sibling && (idOf(sibling) || sibling.nodeName !== node.nodeName || localNodes.has(sibling))) {
    sibling = sibling.nextSibling;
  }
  return sibling;
}

/**
 * @param {Element} root
 * @returns {Map<string | null, Element>}
 */
function elementsById(root) {
  return new Map([...root.querySelectorAll("[id]")].map((element) => [idOf(element), element]));
}
