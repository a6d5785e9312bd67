// The choice of gestures, made by the viewer's own mask. It is fetched when somebody first wants to see it.

import { gestureOf } from "./bubbles.js";
import { all, the } from "./dom.js";
import { send } from "./posting.js";

/**
 * From now on the six gestures can be chosen.
 * @param {HTMLElement} table
 * @param {(error: import("./posting.js").Refusal) => void} refuse
 */
export function offerGestures(table, refuse) {
  const choice = the("gestures");
  const draw = () => {
    const { viewer = "", own = "" } = table.dataset;
    const seat = Number(viewer) >= 0 ? viewer : own.split(",")[0];
    const mask = document.querySelector(`#plate-${seat} .medal > .mask use`)?.getAttribute("href") ?? "";
    choice.dataset.seat = String(Number(seat) + 1);
    /** @type {HTMLButtonElement[]} */
    const buttons = all("button", choice);
    for (const button of buttons) {
      const drawn = button.querySelector("svg") ?? gestureOf(button.value)?.querySelector("svg");
      drawn?.classList.remove("plays");
      drawn?.querySelector(".g-mask")?.setAttribute("href", mask);
      if (drawn) button.replaceChildren(drawn);
    }
  };
  draw();
  choice.addEventListener("beforetoggle", draw); // another mask may be worn by then
  choice.addEventListener("click", async ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (!button) return;
    const seat = String(Number(choice.dataset.seat) - 1);
    choice.hidePopover();
    const side = the("side");
    if (side.matches(":popover-open")) side.hidePopover(); // so that it is seen
    const { error } = await send(`${table.dataset.events?.split("/events")[0]}/reactions`, { seat, gesture: button.value });
    if (error) refuse(error);
  });
}
