// Values that the browser stores: settings, and what was offered already.

/**
 * A value in local storage; empty if there is none or storage is off.
 * @param {string} name
 */
export function readStored(name) {
  try {
    return localStorage.getItem(`ridotto-${name}`) ?? "";
  } catch {
    return "";
  }
}

/**
 * Puts a value into local storage, unless storage is off.
 * @param {string} name
 * @param {string} value
 */
export function store(name, value) {
  try {
    localStorage.setItem(`ridotto-${name}`, value);
  } catch {
    // storage is off or full
  }
}
