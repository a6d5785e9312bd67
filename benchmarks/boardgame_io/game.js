// Tricks with hidden hands: 13 cards each, suits must be followed, the highest card of the suit led takes the trick.
// When the hands are out, it is dealt again, so that a table never ends while it is measured.
'use strict';

const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const HAND = 13;
const suit = (card) => card % 4;

/** What may be played: the suit that was led, if the hand has it. */
const legal = (hand, trick) => {
  const same = trick.length ? hand.filter((card) => suit(card) === suit(trick[0].card)) : [];
  return same.length ? same : hand;
};

const deal = (players, random) => {
  const deck = random.Shuffle(Array.from({ length: 52 }, (_, card) => card));
  return Object.fromEntries(
    Array.from({ length: players }, (_, seat) => [seat, { hand: deck.slice(seat * HAND, (seat + 1) * HAND) }]),
  );
};

/** Whoever played the highest card of the suit led. */
const winner = (trick) =>
  trick.reduce((best, shown) =>
    suit(shown.card) === suit(trick[0].card) && shown.card > best.card ? shown : best).seat;

const play = ({ G, ctx, playerID, random }, card) => {
  const hand = G.players[playerID].hand;
  if (!legal(hand, G.trick).includes(card)) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.trick.push({ seat: playerID, card });
  if (G.trick.length === ctx.numPlayers) {
    G.tricks[winner(G.trick)] += 1;
    G.trick = [];
    if (hand.length === 0) G.players = deal(ctx.numPlayers, random);
  }
};

const Tricks = {
  name: 'tricks',
  minPlayers: 2,
  maxPlayers: 4,
  setup: ({ ctx, random }) => ({
    players: deal(ctx.numPlayers, random),
    trick: [],
    tricks: Array(ctx.numPlayers).fill(0),
  }),
  playerView: PlayerView.STRIP_SECRETS,
  moves: { play: { move: play, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
};

module.exports = { Tricks, legal };
