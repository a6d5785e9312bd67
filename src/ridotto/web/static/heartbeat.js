// Reports presence from pages of a table that have no stream.

const INTERVAL = 20_000; // milliseconds; browsers slow it down to a minute in hidden tabs, which is often enough

/** @param {string} address to post to */
export function sendHeartbeats(address) {
  const sendHeartbeat = async () => {
    const response = await fetch(address, { method: "POST", headers: { Accept: "application/json" } }).catch(() => null);
    if (response && response.status >= 400 && response.status < 429) clearInterval(timer); // the seat is lost
  };
  const timer = setInterval(sendHeartbeat, INTERVAL);
  sendHeartbeat();
}
