// A page of a table that has no stream says now and then that whoever reads it is here.

const BEAT = 20_000; // milliseconds; of a page that nobody sees, browsers make it a minute, which is often enough

/** @param {string} address where the house hears it */
export function stayHere(address) {
  const say = async () => {
    const answer = await fetch(address, { method: "POST", headers: { Accept: "application/json" } }).catch(() => null);
    if (answer && answer.status >= 400 && answer.status < 429) clearInterval(beat); // the seat is theirs no more
  };
  const beat = setInterval(say, BEAT);
  say();
}
