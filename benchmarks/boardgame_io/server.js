// node --expose-gc server.js [FOLDER]: a server of boardgame.io on a free port, which it prints. Keeps its matches in
// files in FOLDER (its own FlatFile), else in memory (its default). SIGUSR2: collects garbage, before memory is
// measured, and prints that it has.
'use strict';

const { FlatFile, Server } = require('boardgame.io/server');
const { Tricks } = require('./game.js');

const folder = process.argv[2];
const server = Server({
  games: [Tricks],
  origins: [/127\.0\.0\.1/],
  ...(folder && { db: new FlatFile({ dir: folder }) }),
});

process.on('SIGUSR2', () => {
  global.gc();
  console.log('collected');
});
server.run({ port: 0 }).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
