// Notices above the table, and the dialog that confirms decisions.

import { all, tableUrl, first, required } from "./dom.js";
import { dismissLater, placeNotice } from "./notices.js";

/**
 * Shows a notice: why something is refused, a link to the rule, and a link that reloads the page if the seat is lost.
 * @param {HTMLElement} table
 * @param {{ message: string, clause?: string, code?: string }} content
 * @returns {HTMLElement}
 */
export function showNotice(table, { message, clause, code }, isSeatLost = false, kind = "refused") {
  /** @type {HTMLTemplateElement | null} */
  const template = document.querySelector("template#toast");
  if (!template) return showAboveForm(message);
  const notice = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  /** @type {HTMLAnchorElement[]} */
  const [ruleLink, reloadLink] = all("a", notice);
  notice.classList.add(kind);
  notice.role = kind === "refused" ? "alert" : "status";
  notice.classList.toggle("lost", code === "lost"); // stays until the connection is back
  first("strong", notice).textContent = message;
  first("button", notice).onclick = () => notice.remove();
  ruleLink.hidden = !clause;
  ruleLink.href = `${table.dataset.rules}#${clause}`;
  reloadLink.hidden = !isSeatLost;
  reloadLink.href = tableUrl(table);
  required("toasts").replaceChildren(notice);
  placeNotice(notice, table);
  dismissLater(notice);
  return notice;
}

/**
 * The label of a button that confirms a decision.
 * @param {HTMLButtonElement} button
 */
export function commitLabel({ dataset, firstChild }) {
  const label = dataset.commit ?? firstChild?.textContent?.trim() ?? "";
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/**
 * Before the match, errors are shown at the top of the page.
 * @param {string} message
 */
function showAboveForm(message) {
  const line = Object.assign(/** @type {HTMLElement} */ (required("error").cloneNode()), { textContent: message, hidden: false });
  required("error").replaceWith(line); // a new element: the timers of the previous message do not hide it
  dismissLater(line, () => (line.hidden = true));
  return line;
}

/**
 * Asks to confirm a decision, or to choose one of several. Resolves to the button chosen, or undefined.
 * @param {string} question
 * @param {HTMLButtonElement[]} buttons
 * @returns {Promise<HTMLButtonElement | undefined>}
 */
export function ask(question, buttons) {
  /** @type {HTMLDialogElement} */
  const dialog = required("confirm-dialog");
  const choices = buttons.map((button) => /** @type {HTMLButtonElement} */ (button.cloneNode(true)));
  for (const choice of choices) choice.removeAttribute("form");
  if (choices.length === 1) Object.assign(choices[0], { className: "btn main", textContent: commitLabel(buttons[0]) });
  required("confirm-question").textContent = question;
  required("confirm-choices").replaceChildren(...choices);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(buttons.find(({ value }) => value === dialog.returnValue));
  });
}
