// Toasts above the table, and the dialog that asks before a decision.

import { all, at, first, the } from "./dom.js";
import { lay, show } from "./notices.js";

/**
 * A note above the hand: why something cannot be, by which rule, and where to go on if it is no longer one's table.
 * @param {HTMLElement} table
 * @param {{ message: string, clause?: string, code?: string }} said
 * @returns {HTMLElement}
 */
export function toast(table, { message, clause, code }, lost = false, kind = "refused") {
  /** @type {HTMLTemplateElement | null} */
  const template = document.querySelector("template#toast");
  if (!template) return beforeTheMatch(message);
  const note = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  /** @type {HTMLAnchorElement[]} */
  const [law, way] = all("a", note);
  note.classList.add(kind);
  note.role = kind === "refused" ? "alert" : "status";
  note.classList.toggle("lost", code === "lost"); // until the house is there again
  first("strong", note).textContent = message;
  first("button", note).onclick = () => note.remove();
  law.hidden = !clause;
  law.href = `${table.dataset.rules}#${clause}`;
  way.hidden = !lost;
  way.href = at(table);
  the("toasts").replaceChildren(note);
  lay(note, table);
  show(note);
  return note;
}

/**
 * What a button says that decides for good; its name, where there is no more to say.
 * @param {HTMLButtonElement} button
 */
export function commitment({ dataset, firstChild }) {
  const words = dataset.commit ?? firstChild?.textContent?.trim() ?? "";
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Before the match, what cannot be stands at the top of the page.
 * @param {string} message
 */
function beforeTheMatch(message) {
  const line = Object.assign(/** @type {HTMLElement} */ (the("wrong").cloneNode()), { textContent: message, hidden: false });
  the("wrong").replaceWith(line); // what was said before leaves with its own time
  show(line, () => (line.hidden = true));
  return line;
}

/**
 * Asks which of these, or whether this one: the button that was chosen, if any was.
 * @param {string} question
 * @param {HTMLButtonElement[]} buttons
 * @returns {Promise<HTMLButtonElement | undefined>}
 */
export function ask(question, buttons) {
  /** @type {HTMLDialogElement} */
  const dialog = the("sure");
  const choices = buttons.map((button) => /** @type {HTMLButtonElement} */ (button.cloneNode(true)));
  for (const choice of choices) choice.removeAttribute("form");
  if (choices.length === 1) Object.assign(choices[0], { className: "btn main", textContent: commitment(buttons[0]) });
  the("sure-what").textContent = question;
  the("sure-acts").replaceChildren(...choices);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => {
    dialog.onclose = () => answer(buttons.find(({ value }) => value === dialog.returnValue));
  });
}
