/**
 * What this browser keeps, where it keeps anything.
 * @param {string} name
 * @param {string} [value] what it is to keep from now on
 */
export function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`ridotto-${name}`, value);
    return localStorage.getItem(`ridotto-${name}`) ?? "";
  } catch {
    return "";
  }
}
