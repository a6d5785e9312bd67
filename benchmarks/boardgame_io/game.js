// Tricks with hidden hands: 13 cards each, suits must be followed, the highest card of the suit led takes the trick.
// When the hands are out, it is dealt again, so that a table never ends while it is measured.
'use strict';

const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const HAND_SIZE = 13;
const suit = (card) => card % 4;

/** What may be played: the suit that was led, if the hand has it. */
const legalCards = (hand, trick) => {
  const sameSuit = trick.length ? hand.filter((card) => suit(card) === suit(trick[0].card)) : [];
  return sameSuit.length ? sameSuit : hand;
};

const deal = (players, random) => {
  const deck = random.Shuffle(Array.from({ length: 52 }, (_, card) => card));
  return Object.fromEntries(
    Array.from({ length: players }, (_, seat) => {
      const hand = deck.slice(seat * HAND_SIZE, (seat + 1) * HAND_SIZE);
      return [seat, { hand }];
    }),
  );
};

/** Whoever played the highest card of the suit led. */
const winner = (trick) =>
  trick.reduce((best, played) =>
    suit(played.card) === suit(trick[0].card) && played.card > best.card ? played : best).seat;

const play = ({ G, ctx, playerID, random }, card) => {
  const hand = G.players[playerID].hand;
  if (!legalCards(hand, G.trick).includes(card)) return INVALID_MOVE;
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

module.exports = { Tricks, legalCards };
