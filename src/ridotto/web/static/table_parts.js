// Completes a table of which only what is new was sent: elements marked `data-same` stand for those of the table before.

/**
 * The element with an id in a tree.
 * @param {Element} root
 * @param {string} id
 */
const find = (root, id) => /** @type {Element} */ (root.querySelector(`[id="${CSS.escape(id)}"]`));

/**
 * Makes the attributes of an element those of another one.
 * @param {Element} element
 * @param {Element} other
 */
function copyAttributes(element, other) {
  for (const { name } of [...element.attributes]) element.removeAttribute(name);
  for (const { name, value } of other.attributes) element.setAttribute(name, value);
}

/**
 * Completes a part. Returns the whole part: the old one, or one with old content or old items of its list.
 * @param {Element} part
 * @param {Element} before the table before
 */
function completePart(part, before) {
  const old = find(before, part.id);
  if (part.hasAttribute("data-same")) return old.cloneNode(true);
  if (part.hasAttribute("data-same-content")) {
    part.replaceChildren(.../** @type {Element} */ (old.cloneNode(true)).childNodes);
    part.removeAttribute("data-same-content");
  }
  if (part.hasAttribute("data-kept")) {
    const [start, kept] = [Number(part.getAttribute("data-start")), Number(part.getAttribute("data-kept"))];
    const items = [...old.querySelectorAll("ol > li")].slice(start, start + kept);
    part.querySelector("ol")?.prepend(...items.flatMap((item) => ["\n", item.cloneNode(true)]));
    part.removeAttribute("data-start");
    part.removeAttribute("data-kept");
  }
  return part;
}

/**
 * The whole table of an event. With `data-same`, its layout is that of the table before, and its changed parts follow.
 * @param {Document} sent
 * @param {Element | null} before the table before, as it was sent
 */
export function completeTable(sent, before) {
  const table = /** @type {HTMLElement} */ (sent.getElementById("table"));
  if (!before) return table;
  if (!table.hasAttribute("data-same")) {
    for (const part of table.querySelectorAll("[data-same], [data-same-content], [data-kept]")) {
      part.replaceWith(completePart(part, before));
    }
    return table;
  }
  const whole = /** @type {HTMLElement} */ (before.cloneNode(true));
  const parts = [...sent.body.children].filter((part) => part !== table);
  for (const part of parts) find(whole, part.id).replaceWith(completePart(part, before));
  copyAttributes(whole, table);
  whole.removeAttribute("data-same");
  return whole;
}
