// Helpers to find elements and to read the state of the table from the page.

/**
 * The element with this id, or null.
 * @param {string | null | undefined} id
 */
export function $(id) {
  return document.getElementById(id ?? "");
}

/**
 * The element with this id, which must exist.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function required(id) {
  return /** @type {T} */ ($(id));
}

/**
 * The first element that matches a selector; there must be one.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {T}
 */
export function first(selector, root) {
  return /** @type {T} */ (root.querySelector(selector));
}

/**
 * All elements that match a selector.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {T[]}
 */
export function all(selector, root = document) {
  return /** @type {T[]} */ ([...root.querySelectorAll(selector)]);
}

/**
 * The target of an event, as an element.
 * @param {Event} event
 */
export function targetOf({ target }) {
  return /** @type {HTMLElement} */ (target);
}

/** The revision of the table shown. */
export function shownRevision() {
  /** @type {HTMLInputElement | null} */
  const field = document.querySelector("input[name=revision]");
  return field?.value;
}

/**
 * The address of a table. With `asViewer` it shows the same viewer as this page; with `awake` the request also reports
 * presence.
 * @param {HTMLElement} table
 */
export function tableUrl({ dataset: { events = "", own, viewer } }, asViewer = false, awake = false) {
  const query = [asViewer && own && `seat=${viewer}`, awake && "awake=true"].filter(Boolean).join("&");
  return events.split("/events")[0] + (query && `?${query}`);
}

/** An id for a request: repeating a request with the same id has no further effect. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
