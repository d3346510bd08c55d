/**
 * The table page: puts the socket, the store and the parts of the page together.
 *
 * Hooks for end-to-end tests, kept stable:
 *   body[data-at="3,41"] [data-phase] [data-turn] [data-status] [data-you] [data-connection]
 *     turn and you are seats, empty for none; connection is connecting, open, lost or gone
 *   [data-card="QS"] a card of the hand: aria-disabled says whether it may be pressed to any
 *     effect, aria-pressed whether it is chosen for the pass, [data-pending], [data-received]
 *   [data-played="QS"] a card on the table, with [data-seat] and, when it took it, [data-winner]
 *   [data-role=total|points|tricks][data-seat="n"] the figures of a seat
 *   [data-role=message] the line above the hand; [data-role=live] the live region
 *   [data-action=confirm-pass|continue|last-trick|sheet|keys|leave|leave-confirm|play-again]
 *   The score dialog opens 1.2 s after a round's last card, unless the reader acts before that.
 *   #score-dialog #sheet-dialog #last-trick-dialog #keys-dialog #leave-dialog #result
 */

import { Choice } from "./choice.js";
import { Clock } from "./clock.js";
import { dialogNamed, openDialog, wireDialogs } from "./dialogs.js";
import { setAttributes, setText } from "./elements.js";
import { Hand } from "./hand.js";
import { Keyboard } from "./keyboard.js";
import { Message } from "./message.js";
import { Notice } from "./notice.js";
import { refusal } from "./refusals.js";
import { scoreOf, showResult, showScore, showSheet } from "./score.js";
import { Seats, showFacts } from "./seats.js";
import { Speech } from "./speech.js";
import { TableSocket } from "./socket.js";
import {
  NOTHING_YET,
  isBefore,
  isMyPass,
  isMyTurn,
  passSize,
  receive,
  reconnected,
} from "./store.js";
import { TrickArea, showLastTrick } from "./trick.js";
import { cards, draw, fill, passDirection, roundName, target } from "./words.js";

const { gettext } = window;
const ACT_TIME = 1500; // milliseconds an accepted act may take to arrive before we ask for it
const SCORE_PAUSE = 1200; // milliseconds to see the last trick before the score covers it

const page = document.getElementById("table");
const role = (name) => page.querySelector(`[data-role="${name}"]`);
const action = (name) => page.querySelector(`[data-action="${name}"]`);

let state = NOTHING_YET;
let pending = null; // the request on its way: {id, type, cards}, and `until` once accepted
let scoreSeen = 0; // the last round whose score was shown
let scoreTimer = null;

const choice = new Choice();
const message = new Message(role("message"));
const notice = new Notice(page);
const speech = new Speech(role("live"));
const seats = new Seats(role("felt"));
const clock = new Clock(role("felt"), (sentence) => speech.say(sentence));
const trick = new TrickArea(role("trick"));
const hand = new Hand(role("hand"), { press: pressCard, focus: explainCard });
const socket = new TableSocket(page.dataset.socketPath, {
  state: connectionChanged,
  frame: frameArrived,
  answer: answerArrived,
});

// -- from the server ------------------------------------------------------------------------------

function connectionChanged(connection) {
  document.body.dataset.connection = connection;
  if (connection === "open") state = reconnected(state);
  notice.connection(connection);
}

function frameArrived(frame) {
  const { state: next, change, events } = receive(state, frame);
  state = next;
  if (change === "gap") socket.sync();
  if (change === "none" || change === "gap") return;
  settlePending(events);
  choice.follow(state);
  message.calm();
  if (change !== "status") trick.update(state, events);
  render();
  speech.tell(events, state);
  if (state.table.score && scoreSeen !== state.table.round) roundOver();
}

function answerArrived(answer, request) {
  if (answer.type === "accepted" && isBefore(state.at, answer.at)) return awaitAct(answer, request);
  if (pending?.id === request.id) pending = null;
  if (answer.type === "error") message.say(refusal(answer.code, state, answer.message));
  if (state.table) render();
}

/** Accepted, but its act has yet to come: the card stays on its way until then. */
function awaitAct(answer, request) {
  if (pending?.id === request.id) pending.until = answer.at;
  setTimeout(() => isBefore(state.at, answer.at) && socket.sync(), ACT_TIME);
}

/** The act itself may arrive before its answer, and says as much. */
function settlePending(events) {
  const done = { played: "play", passed: "pass" };
  const mine = (event) => event.seat === state.you && done[event.type] === pending?.type;
  if (events.some(mine) || (pending?.until && !isBefore(state.at, pending.until))) pending = null;
}

// -- the page -------------------------------------------------------------------------------------

function render() {
  setAttributes(document.body, {
    "data-at": state.at.join(","),
    "data-phase": state.table.phase,
    "data-turn": state.table.turn ?? "",
    "data-status": state.status,
    "data-you": state.you ?? "",
    "data-players": state.match.players,
  });
  seats.update(state);
  clock.update(state);
  if (state.mine) hand.update(state.mine.hand, markOf);
  showFacts(role("facts"), factsOf());
  renderPassBar();
  message.show(state, choice, pending);
  notice.turn(state);
  setAttributes(action("last-trick"), { "aria-disabled": String(!state.table.last_trick) });
  setText(role("note"), state.table.round === 1 && state.at[1] < 8 ? draw(state) : "");
  renderEnd();
}

function factsOf() {
  const { round, hearts_broken: isBroken } = state.table;
  const broken = isBroken ? gettext("Hearts broken") : gettext("Hearts not broken");
  return [roundName(round), target(state), passDirection(state), broken];
}

function renderPassBar() {
  const button = action("confirm-pass");
  button.hidden = !isMyPass(state);
  if (button.hidden) return;
  const first = fill(gettext("Pass %(cards)s"), { cards: cards(passSize(state)) });
  setText(button, state.mine.passed.length ? gettext("Change my pass") : first);
  setAttributes(button, { "aria-disabled": String(!choice.canConfirm(state) || pending !== null) });
}

function renderEnd() {
  const finished = state.status === "finished" && state.table.places !== null;
  if (!finished && state.status !== "abandoned") return;
  if (!role("result").hidden) return;
  setTimeout(revealResult, trick.held ? SCORE_PAUSE : 0);
}

function revealResult() {
  if (!role("result").hidden) return;
  showResult(role("result"), state);
  role("result").hidden = false;
  document.body.toggleAttribute("data-result", true);
  role("result").querySelector("h2").focus();
}

/** @param {string} card @returns {import("./hand.js").Mark} */
function markOf(card) {
  const isPending = pending?.cards.includes(card) ?? false;
  const isFresh = state.table.phase === "playing" && !state.table.last_trick;
  const received = isFresh && state.mine.received.includes(card);
  if (isMyPass(state)) {
    const look = choice.has(card) || !choice.isFull(state) ? "lit" : "dark";
    return { look, chosen: choice.has(card), pending: isPending, received };
  }
  const turn = isMyTurn(state) && !pending;
  const look = turn ? (state.mine.legal.includes(card) ? "lit" : "dark") : "calm";
  return { look, chosen: null, pending: isPending, received };
}

// -- what the reader does -------------------------------------------------------------------------

function pressCard(card) {
  if (isMyPass(state)) toggleCard(card);
  else if (pending) message.say(gettext("Your card is on its way."));
  else if (!isMyTurn(state)) message.say(gettext("Not your turn."));
  else if (state.mine.legal.includes(card)) send({ type: "play", card, at: state.at }, [card]);
  else explainCard(card);
}

function explainCard(card) {
  const code = isMyTurn(state) && !pending ? state.mine.refusals[card] : null;
  if (code) message.say(refusal(code, state));
  else message.calm();
  message.show(state, choice, pending);
}

function toggleCard(card) {
  if (choice.toggle(card, state)) message.calm();
  else message.say(gettext("Enough cards are chosen. Put one back first."));
  render();
}

function confirmPass() {
  if (!isMyPass(state) || pending) return;
  if (choice.canConfirm(state)) {
    send({ type: "pass", cards: choice.cards, at: state.at }, choice.cards);
  } else if (!choice.isFull(state)) {
    const rest = passSize(state) - choice.cards.length;
    message.say(fill(gettext("Choose %(cards)s more."), { cards: cards(rest) }));
  }
}

function send(request, sent) {
  // Whoever is playing the next round already is not to be interrupted by the last one's score.
  clearTimeout(scoreTimer);
  document.body.toggleAttribute("data-score-due", false);
  pending = { id: null, type: request.type, cards: sent };
  pending.id = socket.request(request);
  message.calm();
  render();
}

// -- dialogs --------------------------------------------------------------------------------------

function roundOver() {
  scoreSeen = state.table.round;
  if (state.table.places) return; // the result says it all
  const scored = scoreOf(state);
  document.body.toggleAttribute("data-score-due", true);
  scoreTimer = setTimeout(() => openScore(scored), trick.held ? SCORE_PAUSE : 0);
}

function openScore(scored) {
  document.body.toggleAttribute("data-score-due", false);
  showScore(dialogNamed("score-dialog"), state, scored);
  openDialog("score-dialog", () => hand.focus());
}

function openSheet() {
  showSheet(role("sheet-table"), state);
  openDialog("sheet-dialog");
}

function openLastTrick() {
  if (!state.table.last_trick) {
    message.say(gettext("No trick has been taken in this round yet."));
    return;
  }
  showLastTrick(dialogNamed("last-trick-dialog"), state);
  openDialog("last-trick-dialog");
}

const whenReady = (act) => () => state.table && act();
const openers = {
  "confirm-pass": whenReady(confirmPass),
  "last-trick": whenReady(openLastTrick),
  sheet: whenReady(openSheet),
  keys: () => openDialog("keys-dialog"),
  leave: () => openDialog("leave-dialog"),
};

wireDialogs();
for (const [name, open] of Object.entries(openers)) action(name)?.addEventListener("click", open);
const keyboard = new Keyboard({
  move: (steps) => hand.move(steps),
  pick: (card) => hand.focus(card) || message.say(gettext("You do not hold that card.")),
  confirmPass: openers["confirm-pass"],
  lastTrick: openers["last-trick"],
  sheet: openers.sheet,
  keys: openers.keys,
});
role("keys-setting").checked = keyboard.enabled;
role("keys-setting").addEventListener("change", (event) => keyboard.enable(event.target.checked));
socket.start();
