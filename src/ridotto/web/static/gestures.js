// The menu of gestures, shown with the viewer's own mask. Loaded when it is first opened.

import { gestureOf } from "./bubbles.js";
import { all, required } from "./dom.js";
import { send } from "./requests.js";

/**
 * Draws the menu, and sends the gestures chosen in it.
 * @param {HTMLElement} table
 * @param {(error: import("./requests.js").Refusal) => void} refuse
 */
export function setUpGestures(table, refuse) {
  const choice = required("gestures");
  const draw = () => {
    const { viewer = "", own = "" } = table.dataset;
    const seat = Number(viewer) >= 0 ? viewer : own.split(",")[0];
    const mask = document.querySelector(`#plate-${seat} .medal > .mask use`)?.getAttribute("href") ?? "";
    choice.dataset.seat = String(Number(seat) + 1);
    /** @type {HTMLButtonElement[]} */
    const buttons = all("button", choice);
    for (const button of buttons) {
      const drawn = button.querySelector("svg") ?? gestureOf(button.value)?.querySelector("svg");
      drawn?.classList.remove("animated");
      drawn?.querySelector(".gesture-mask")?.setAttribute("href", mask);
      if (drawn) button.replaceChildren(drawn);
    }
  };
  draw();
  choice.addEventListener("beforetoggle", draw); // the viewer may have changed
  choice.addEventListener("click", async ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (!button) return;
    const seat = String(Number(choice.dataset.seat) - 1);
    choice.hidePopover();
    const side = required("side");
    if (side.matches(":popover-open")) side.hidePopover(); // it covers the table
    const { error } = await send(`${table.dataset.events?.split("/events")[0]}/reactions`, { seat, gesture: button.value });
    if (error) refuse(error);
  });
}
