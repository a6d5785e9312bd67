// node load.js PORT LIMIT: the load for a server of boardgame.io. Reads one command a line ({"do": "open", "tables": 200, ...}),
// answers each with one line of JSON. The same shapes as in house.py: a decision is over when the last viewer of its table
// has been shown it, and in a paced run its time counts from when it was due. Nothing is waited for longer than LIMIT
// seconds: the answer then is {"failed": ...}.
'use strict';

const { io } = require('socket.io-client');
const { legalCards } = require('./game.js');

const server = `127.0.0.1:${process.argv[2]}`;
const url = `http://${server}`;
const limit = Number(process.argv[3]);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const tables = [];

/** The value of the promise, or an error after LIMIT seconds. */
const withTimeout = (message, promise) => {
  let timer;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${server} ${message} within ${limit} seconds`)), 1000 * limit);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
};

/** The error where the server has ended, or is about to. */
const connectionLost = (message) => Object.assign(new Error(`${server} ${message}`), { connectionLost: true });

const post = async (path, body) => {
  const methodAndPath = `POST /games/tricks${path}`;
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const responsePromise = fetch(`${url}/games/tricks${path}`, options).catch(({ cause }) => {
    throw connectionLost(`hung up on ${methodAndPath}: ${cause?.code}`);
  });
  const response = await withTimeout(`did not answer ${methodAndPath}`, responsePromise);
  if (!response.ok) throw new Error(`${server} answered ${methodAndPath} with ${response.status}`);
  return withTimeout(`did not end its answer to ${methodAndPath}`, response.json());
};

/** A match whose seats are all taken. */
const openTable = async (players) => {
  const { matchID } = await post('/create', { numPlayers: players });
  const keys = [];
  for (let seat = 0; seat < players; seat += 1) {
    const joined = await post(`/${matchID}/join`, { playerID: String(seat), playerName: `Guest ${seat}` });
    keys.push(joined.playerCredentials);
  }
  return { id: matchID, keys, viewers: [], pendingUpdates: 0, onShown: null, busy: false };
};

/** `work` for 0 to count - 1, `concurrency` of them at a time. */
const runConcurrently = async (count, work, concurrency = 20) => {
  let next = 0;
  const worker = async () => { while (next < count) await work(next++); };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

/** One viewer's socket, open when it has been shown the table: a seat, or a spectator. */
const openSocket = (table, seat) => withTimeout('showed no table to a socket', new Promise((resolve, reject) => {
  const player = seat < table.keys.length ? String(seat) : null;
  const socket = io(`${url}/tricks`, { transports: ['websocket'], forceNew: true, reconnection: false });
  const viewer = { socket, state: null };
  table.viewers.push(viewer);
  socket.on('connect', () => socket.emit('sync', table.id, player, table.keys[seat], table.keys.length));
  socket.on('connect_error', () => reject(connectionLost('took no connection')));
  socket.on('disconnect', () => fail(connectionLost('broke a socket')));
  socket.on('sync', (id, info) => { viewer.state = info.state; resolve(); });
  socket.on('update', (id, state) => {
    if (state._stateID <= viewer.state._stateID) return;
    viewer.state = state;
    table.pendingUpdates -= 1;
    if (table.pendingUpdates === 0) table.onShown(performance.now());
  });
}));

/** Plays a random legal card at the table; when the last viewer has been shown it. */
const decide = (table) => withTimeout('did not show a decision to everybody', new Promise((resolve) => {
  const player = table.viewers[0].state.ctx.currentPlayer;
  const { socket, state } = table.viewers[+player];
  const cards = legalCards(state.G.players[player].hand, state.G.trick);
  const payload = {
    type: 'play', args: [cards[Math.floor(Math.random() * cards.length)]], playerID: player, credentials: table.keys[+player],
  };
  table.busy = true;
  table.pendingUpdates = table.viewers.length;
  table.onShown = (at) => { table.busy = false; resolve(at); };
  socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, table.id, player);
}));

/** `rate` decisions a second whatever the server does, the tables in turn; busy ones are passed over. */
const runPaced = async (rate, seconds) => {
  const times = [];
  const pending = [];
  const start = performance.now();
  let nextTable = 0;
  let lateCount = 0;
  for (let number = 0; number < rate * seconds; number += 1) {
    const dueAt = start + (1000 * number) / rate;
    while (performance.now() < dueAt) await sleep(Math.max(0, dueAt - performance.now()));
    let tried = 0;
    while (tables[nextTable % tables.length].busy) {
      nextTable += 1;
      tried += 1;
      if (tried === tables.length) lateCount += 1;
      if (tried % tables.length === 0) await sleep(1);
    }
    pending.push(decide(tables[nextTable % tables.length]).then((at) => times.push(at - dueAt), fail));
    nextTable += 1;
  }
  await Promise.all(pending);
  return { times, late: lateCount, seconds: (performance.now() - start) / 1000 };
};

/** As many decisions as there can be: at every table the next one as soon as one is over. Where all are too late, the
 * time counts that they took. */
const runRace = async (seconds) => {
  const times = [];
  const lateTimes = [];
  const start = performance.now();
  const end = start + 1000 * seconds;
  await Promise.all(tables.map(async (table) => {
    while (performance.now() < end) {
      const postedAt = performance.now();
      const at = await decide(table);
      (at <= end ? times : lateTimes).push(at - postedAt);
    }
  }));
  if (times.length) return { times, late: 0, seconds };
  return { times: lateTimes, late: 0, seconds: (performance.now() - start) / 1000 };
};

const commands = {
  open: async ({ tables: count, players }) => {
    await runConcurrently(count, async () => { tables.push(await openTable(players)); });
    return {};
  },
  idle: async ({ tables: count, players }) => { await runConcurrently(count, () => openTable(players)); return {}; },
  watch: async ({ streams }) => {
    // The viewers of a table one after the other, so that seat n is its n-th viewer.
    await runConcurrently(tables.length, async (table) => {
      for (let seat = 0; seat < streams; seat += 1) await openSocket(tables[table], seat);
    });
    return {};
  },
  pace: ({ rate, seconds }) => runPaced(rate, seconds),
  race: ({ seconds }) => runRace(seconds),
};

/** The one answer after which there is no other. */
const fail = ({ message, connectionLost: lost }) => {
  console.log(JSON.stringify({ failed: message, connectionLost: lost }));
  process.exit(1);
};

(async () => {
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    const command = JSON.parse(line);
    const cpuBefore = process.cpuUsage();
    const answer = await commands[command.do](command);
    const { user, system } = process.cpuUsage(cpuBefore);
    console.log(JSON.stringify({ ...answer, cpu: (user + system) / 1e6 }));
  }
  process.exit(0);
})().catch(fail);
