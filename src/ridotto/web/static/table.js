// Makes a table live: shows the newest of it as it comes, and sends forms without leaving the page.
// Without this script everything works too, by loading pages.

const table = document.getElementById("table");
const wrong = document.getElementById("wrong");
const parts = { scene: document.getElementById("sight"), frame: document.getElementById("frame") };
const ahead = table.dataset.now - Date.now(); // of our clock, the house's
let after = table.dataset.after;
let source = null;

function tell(message) {
  wrong.textContent = message;
  wrong.hidden = !message;
}

/** Puts the newest in place; what was open stays open, and the focus where it was. */
function show(part, html) {
  const opened = [...part.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
  const { name, value } = part.contains(document.activeElement) ? document.activeElement : {};
  part.innerHTML = html;
  for (const summary of part.querySelectorAll("details > summary")) {
    if (opened.includes(summary.textContent)) summary.parentElement.open = true;
  }
  if (name) part.querySelector(`button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`)?.focus();
  tick();
}

function listen() {
  source?.close();
  source = new EventSource(`${table.dataset.events}&after=${encodeURIComponent(after)}`);
  for (const [kind, part] of Object.entries(parts)) {
    source.addEventListener(kind, (event) => {
      after = event.lastEventId || after;
      tell("");
      show(part, event.data);
      const now = parts.frame.querySelector("[data-phase]");
      if (now.dataset.phase !== table.dataset.phase) location.replace(document.querySelector(".again a").href);
    });
  }
  source.onopen = () => wrong.textContent === table.dataset.lost && tell("");
  source.onerror = () => {
    tell(table.dataset.lost);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000); // it gives up on any answer but 200
  };
}

/** Clocks that run. */
function tick() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.ceil((clock.dataset.ends - Date.now() - ahead) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-live]")) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  try {
    const url = submitter?.getAttribute("formaction") ?? form.action;
    const answer = await fetch(url, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    const told = await answer.json();
    tell(answer.ok ? "" : told.error.message);
    if (answer.ok) form.reset();
    form.elements.id.value = newId(); // until there is an answer, the same deed keeps its id
  } catch {
    tell(table.dataset.lost);
  }
});

document.addEventListener("visibilitychange", () => {
  source.close(); // browsers open six connections to a house at the most: hidden pages need none
  if (!document.hidden) listen();
});
setInterval(tick, 1000);
listen();
tick();
