/**
 * A value in local storage, empty if there is none or storage is off.
 * @param {string} name
 * @param {string} [value] to store first
 */
export function stored(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`ridotto-${name}`, value);
    return localStorage.getItem(`ridotto-${name}`) ?? "";
  } catch {
    return "";
  }
}
