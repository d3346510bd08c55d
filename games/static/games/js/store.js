/**
 * What the client knows of the table, kept as docs/protocol.md says. Pure: no page, no clock.
 *
 * A state holds the keys of a snapshot and `waiting`: whether only a snapshot can tell how things
 * stand (nothing has come yet, an act is missing, or the connection is a new one).
 */

/** Before the first snapshot. */
export const NOTHING_YET = Object.freeze({ at: [0, 0], table: null, mine: null, waiting: true });

/**
 * The state after a frame, and what kind of change that was.
 *
 * `change` is "snapshot", "act" or "status" when the state is a new one; "gap" when an act is
 * missing and the caller has to send `sync`; "none" for everything else.
 * @param {object} state
 * @param {object} frame
 * @returns {{state: object, change: string, events: object[]}}
 */
export function receive(state, frame) {
  if (frame.type === "snapshot") return afterSnapshot(state, frame);
  if (frame.type === "act") return afterAct(state, frame);
  if (frame.type === "status" && state.table) {
    return { state: { ...state, status: frame.status }, change: "status", events: [] };
  }
  return unchanged(state);
}

/**
 * The same knowledge on a new connection, whose snapshot counts whatever it says.
 * @param {object} state
 * @returns {object}
 */
export const reconnected = (state) => ({ ...state, waiting: true });

const unchanged = (state) => ({ state, change: "none", events: [] });

function afterSnapshot(state, frame) {
  // An answer overtaken by acts on the same connection would set the table back.
  if (!state.waiting && isBefore(frame.at, state.at)) return unchanged(state);
  const { type, ...known } = frame;
  return { state: { ...known, waiting: false }, change: "snapshot", events: [] };
}

function afterAct(state, frame) {
  if (state.waiting || !isBefore(state.at, frame.at)) return unchanged(state);
  if (!isNext(state, frame.at)) {
    return { state: { ...state, waiting: true }, change: "gap", events: [] };
  }
  const next = {
    ...state,
    at: frame.at,
    clock: frame.clock ?? null,
    table: { ...state.table, ...frame.table },
    mine: state.mine && { ...state.mine, ...frame.mine },
  };
  return { state: next, change: "act", events: frame.events ?? [] };
}

function isNext(state, [round, ply]) {
  const [ownRound, ownPly] = state.at;
  if (round === ownRound) return ply === ownPly + 1;
  return state.table.phase === "over" && round === ownRound + 1 && ply === 0;
}

/** @param {number[]} at @param {number[]} other @returns {boolean} whether `at` comes earlier */
export const isBefore = ([round, ply], [otherRound, otherPly]) =>
  round < otherRound || (round === otherRound && ply < otherPly);

/** @param {object} state @returns {boolean} whether it is the reader's own turn to play */
export const isMyTurn = (state) =>
  state.status === "playing" && state.you !== null && state.table.turn === state.you;

/** @param {object} state @returns {boolean} whether the reader has a pass to choose */
export const isMyPass = (state) =>
  state.status === "playing" && state.you !== null && state.table.phase === "passing";

/** @param {object} state @returns {boolean} whether a round is over and another one follows */
export const isRoundOver = (state) =>
  state.status === "playing" && state.table.score !== null && state.table.places === null;

/** @param {object} state @returns {number} how many cards each seat passes in this round */
export const passSize = (state) => state.table.pass.reduce((sum, part) => sum + part.count, 0);

/**
 * Where a seat sits: steps clockwise from the reader's own seat, or from seat 0 for a watcher.
 * @param {object} state
 * @param {number} seat
 * @returns {number}
 */
export function stepsFromMe(state, seat) {
  const players = state.match.players;
  return (seat - (state.you ?? 0) + players) % players;
}
