// The menu of gestures, shown with the viewer's own mask. Loaded when it is first opened.

import { gestureDrawing } from "./bubbles.js";
import { all, required } from "./dom.js";
import { send } from "./requests.js";

/**
 * Draws the menu, and sends the gestures chosen in it.
 * @param {HTMLElement} table
 * @param {(error: import("./requests.js").Refusal) => void} onError
 */
export function setUpGestures(table, onError) {
  const menu = required("gestures");
  const draw = () => {
    const { viewer = "", own = "" } = table.dataset;
    const seat = Number(viewer) >= 0 ? viewer : own.split(",")[0];
    const mask = document.querySelector(`#plate-${seat} .medal > .mask use`)?.getAttribute("href") ?? "";
    menu.dataset.seat = String(Number(seat) + 1);
    /** @type {HTMLButtonElement[]} */
    const buttons = all("button", menu);
    for (const button of buttons) {
      const drawing = button.querySelector("svg") ?? gestureDrawing(button.value)?.querySelector("svg");
      drawing?.classList.remove("animated");
      drawing?.querySelector(".gesture-mask")?.setAttribute("href", mask);
      if (drawing) button.replaceChildren(drawing);
    }
  };
  draw();
  menu.addEventListener("beforetoggle", draw); // the viewer may have changed
  menu.addEventListener("click", async ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (!button) return;
    const seat = String(Number(menu.dataset.seat) - 1);
    menu.hidePopover();
    const side = required("side");
    if (side.matches(":popover-open")) side.hidePopover(); // it covers the table
    const { error } = await send(`${table.dataset.events?.split("/events")[0]}/reactions`, { seat, gesture: button.value });
    if (error) onError(error);
  });
}
