// Elements of the page, and what they say of the table.

/**
 * The element with this id, if it is there.
 * @param {string | null | undefined} id
 */
export function $(id) {
  return document.getElementById(id ?? "");
}

/**
 * The element with this id, where it is sure to be there.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function the(id) {
  return /** @type {T} */ ($(id));
}

/**
 * The first element that a selector means, where there is sure to be one.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {T}
 */
export function first(selector, root) {
  return /** @type {T} */ (root.querySelector(selector));
}

/**
 * All elements that a selector means.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {T[]}
 */
export function all(selector, root = document) {
  return /** @type {T[]} */ ([...root.querySelectorAll(selector)]);
}

/**
 * What an event happened to.
 * @param {Event} event
 */
export function targetOf({ target }) {
  return /** @type {HTMLElement} */ (target);
}

/** The revision of the table that is shown. */
export function revision() {
  /** @type {HTMLInputElement | null} */
  const field = document.querySelector("input[name=revision]");
  return field?.value;
}

/**
 * Where a table is; `mine`: as whose it is shown here; `awake`: as a sign of life.
 * @param {HTMLElement} table
 */
export function at({ dataset: { events = "", own, viewer } }, mine = false, awake = false) {
  const query = [mine && own && `seat=${viewer}`, awake && "awake=true"].filter(Boolean).join("&");
  return events.split("/events")[0] + (query && `?${query}`);
}

/** A name for something that is sent, and sent again if nobody answered. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
