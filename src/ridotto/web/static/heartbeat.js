// Reports presence from pages of a table that have no stream.

const INTERVAL_MS = 20_000; // in hidden tabs browsers stretch it to a minute, which is often enough

/** @param {string} url to post to */
export function sendHeartbeats(url) {
  const sendHeartbeat = async () => {
    const response = await fetch(url, { method: "POST", headers: { Accept: "application/json" } }).catch(() => null);
    if (response && response.status >= 400 && response.status < 429) clearInterval(timer); // the seat is lost
  };
  const timer = setInterval(sendHeartbeat, INTERVAL_MS);
  sendHeartbeat();
}
