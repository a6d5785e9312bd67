// node load.js PORT LIMIT: the load for a server of boardgame.io. Reads one order a line ({"do": "open", "tables": 200, ...}),
// answers each with one line of JSON. The same shapes as in house.py: a decision is over when the last viewer of its table
// has been shown it, and in a paced run its time counts from when it was due. Nothing is waited for longer than LIMIT
// seconds: the answer then is {"failed": ...}.
'use strict';

const { io } = require('socket.io-client');
const { legal } = require('./game.js');

const server = `127.0.0.1:${process.argv[2]}`;
const url = `http://${server}`;
const limit = Number(process.argv[3]);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const tables = [];

/** What is promised, or a complaint after LIMIT seconds. */
const within = (complaint, promised) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${server} ${complaint} within ${limit} seconds`)), 1000 * limit);
  });
  return Promise.race([promised, late]).finally(() => clearTimeout(timer));
};

/** What is wrong where the server has ended, or is about to. */
const gone = (what) => Object.assign(new Error(`${server} ${what}`), { gone: true });

const post = async (path, body) => {
  const asked = `POST /games/tricks${path}`;
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answering = fetch(`${url}/games/tricks${path}`, options).catch(({ cause }) => {
    throw gone(`hung up on ${asked}: ${cause?.code}`);
  });
  const answer = await within(`did not answer ${asked}`, answering);
  if (!answer.ok) throw new Error(`${server} answered ${asked} with ${answer.status}`);
  return within(`did not end its answer to ${asked}`, answer.json());
};

/** A match whose seats are all taken. */
const open = async (players) => {
  const { matchID } = await post('/create', { numPlayers: players });
  const keys = [];
  for (let seat = 0; seat < players; seat += 1) {
    const joined = await post(`/${matchID}/join`, { playerID: String(seat), playerName: `Guest ${seat}` });
    keys.push(joined.playerCredentials);
  }
  return { id: matchID, keys, viewers: [], waiting: 0, over: null, busy: false };
};

/** `work` for 0 to count - 1, some at a time. */
const each = async (count, work, some = 20) => {
  let next = 0;
  const worker = async () => { while (next < count) await work(next++); };
  await Promise.all(Array.from({ length: some }, worker));
};

/** One viewer's socket, open when it has been shown the table: a seat, or a spectator. */
const watch = (table, seat) => within('showed no table to a socket', new Promise((resolve, reject) => {
  const player = seat < table.keys.length ? String(seat) : null;
  const socket = io(`${url}/tricks`, { transports: ['websocket'], forceNew: true, reconnection: false });
  const viewer = { socket, state: null };
  table.viewers.push(viewer);
  socket.on('connect', () => socket.emit('sync', table.id, player, table.keys[seat], table.keys.length));
  socket.on('connect_error', () => reject(gone('took no connection')));
  socket.on('disconnect', () => fail(gone('broke a socket')));
  socket.on('sync', (id, info) => { viewer.state = info.state; resolve(); });
  socket.on('update', (id, state) => {
    if (state._stateID <= viewer.state._stateID) return;
    viewer.state = state;
    table.waiting -= 1;
    if (table.waiting === 0) table.over(performance.now());
  });
}));

/** Plays a random legal card at the table; when the last viewer has been shown it. */
const decide = (table) => within('did not show a decision to everybody', new Promise((resolve) => {
  const player = table.viewers[0].state.ctx.currentPlayer;
  const { socket, state } = table.viewers[+player];
  const cards = legal(state.G.players[player].hand, state.G.trick);
  const payload = {
    type: 'play', args: [cards[Math.floor(Math.random() * cards.length)]], playerID: player, credentials: table.keys[+player],
  };
  table.busy = true;
  table.waiting = table.viewers.length;
  table.over = (at) => { table.busy = false; resolve(at); };
  socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, table.id, player);
}));

/** `rate` decisions a second whatever the server does, the tables in turn; busy ones are passed over. */
const pace = async (rate, seconds) => {
  const times = [];
  const running = [];
  const start = performance.now();
  let turn = 0;
  let late = 0;
  for (let number = 0; number < rate * seconds; number += 1) {
    const due = start + (1000 * number) / rate;
    while (performance.now() < due) await sleep(Math.max(0, due - performance.now()));
    let tried = 0;
    while (tables[turn % tables.length].busy) {
      turn += 1;
      tried += 1;
      if (tried === tables.length) late += 1;
      if (tried % tables.length === 0) await sleep(1);
    }
    running.push(decide(tables[turn % tables.length]).then((at) => times.push(at - due), fail));
    turn += 1;
  }
  await Promise.all(running);
  return { times, late, seconds: (performance.now() - start) / 1000 };
};

/** As many decisions as there can be: at every table the next one as soon as one is over. Where all are too late, the
 * time counts that they took. */
const race = async (seconds) => {
  const times = [];
  const late = [];
  const start = performance.now();
  const end = start + 1000 * seconds;
  await Promise.all(tables.map(async (table) => {
    while (performance.now() < end) {
      const posted = performance.now();
      const at = await decide(table);
      (at <= end ? times : late).push(at - posted);
    }
  }));
  if (times.length) return { times, late: 0, seconds };
  return { times: late, late: 0, seconds: (performance.now() - start) / 1000 };
};

const orders = {
  open: async ({ tables: count, players }) => {
    await each(count, async () => { tables.push(await open(players)); });
    return {};
  },
  idle: async ({ tables: count, players }) => { await each(count, () => open(players)); return {}; },
  watch: async ({ streams }) => {
    // The viewers of a table one after the other, so that seat n is its n-th viewer.
    await each(tables.length, async (table) => {
      for (let seat = 0; seat < streams; seat += 1) await watch(tables[table], seat);
    });
    return {};
  },
  pace: ({ rate, seconds }) => pace(rate, seconds),
  race: ({ seconds }) => race(seconds),
};

/** The one answer after which there is no other. */
const fail = ({ message, gone: ended }) => {
  console.log(JSON.stringify({ failed: message, gone: ended }));
  process.exit(1);
};

(async () => {
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    const before = process.cpuUsage();
    const answer = await orders[order.do](order);
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ ...answer, cpu: (user + system) / 1e6 }));
  }
  process.exit(0);
})().catch(fail);
