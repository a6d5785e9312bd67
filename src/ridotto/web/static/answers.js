// How a player wants to be asked: the house is told, and the stream brings what is different then.

/**
 * @param {SubmitEvent} event
 */
async function tell(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("#answers form")) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const sent = fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  const answer = await sent.catch(() => undefined); // the page says that the connection is lost
  if (answer?.ok === false) form.submit(); // the page of a refusal says why
}

addEventListener("submit", tell);
