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
 * @param {Map<string | null, Element>} known the present elements, by id
 */
export function morph(old, next, localNodes, known = ids(old)) {
  if (old.hasAttribute("data-keep") || old.isEqualNode(next)) return;
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !LOCAL_ATTRIBUTES.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.matches(".log")) dropOldLines(old, next);
  /** @type {[ChildNode, ChildNode][]} */
  const pairs = []; // compared when all children are in place: they may contain what is here now
  let at = old.firstChild;
  for (const node of [...next.childNodes]) {
    /** @type {ChildNode | null | undefined} */
    const same = idOf(node) ? known.get(idOf(node)) : nextWithoutId(at, node, localNodes);
    if (same?.nodeName !== node.nodeName || same.contains(old)) {
      old.insertBefore(node, at);
      continue;
    }
    if (same === at) at = same.nextSibling;
    else if (same.isConnected && old.moveBefore) old.moveBefore(same, at); // keeps focus and animations
    else old.insertBefore(same, at);
    pairs.push([same, node]);
  }
  const children = [...old.childNodes];
  const rest = at ? children.slice(children.indexOf(at)) : [];
  for (const [same, node] of pairs) {
    if (isElement(same)) morph(same, /** @type {Element} */ (node), localNodes, known);
    else if (same.nodeValue !== node.nodeValue) same.nodeValue = node.nodeValue;
  }
  for (const gone of rest) if (gone.parentNode === old && !localNodes.has(gone)) gone.remove();
}

/**
 * Removes lines from the top of the log that the new log no longer has. The other lines stay the same elements, so that
 * screen readers read each line only once.
 * @param {Element} old
 * @param {Element} next
 */
function dropOldLines(old, next) {
  const [lines, fresh] = [old, next].map(({ children }) => [...children].map(({ textContent }) => textContent));
  const start = lines.findIndex((_, at) => lines.slice(at).every((line, number) => line === fresh[number]));
  for (const line of [...old.children].slice(0, Math.max(0, start))) {
    if (line.nextSibling?.nodeName === "#text") line.nextSibling.remove(); // else all lines are shifted
    line.remove();
  }
}

/**
 * The first of these siblings that has no id and the same node name.
 * @param {ChildNode | null} at
 * @param {Node} node
 * @param {Set<Node>} localNodes
 */
function nextWithoutId(at, node, localNodes) {
  while (at && (idOf(at) || at.nodeName !== node.nodeName || localNodes.has(at))) at = at.nextSibling;
  return at;
}

/**
 * @param {Element} root
 * @returns {Map<string | null, Element>}
 */
function ids(root) {
  return new Map([...root.querySelectorAll("[id]")].map((element) => [idOf(element), element]));
}
