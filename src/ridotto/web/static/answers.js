// The form "When to ask me": saves changes without loading a page; the stream then brings the new table.

/**
 * @param {SubmitEvent} event
 */
async function saveAnswers(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("#answers form")) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const request = fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  const response = await request.catch(() => undefined); // the stream shows that the connection is lost
  if (response?.ok === false) form.submit(); // shows the page with the reason
}

addEventListener("submit", saveAnswers);
