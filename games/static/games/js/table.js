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
 *   body[data-score-due] from a round's last card until the score dialog opens, 1.2 s later. Until
 *     that dialog is closed the page, data-at and all, stays at the end of that round.
 *   #score-dialog #sheet-dialog #last-trick-dialog #keys-dialog #leave-dialog #result
 */

import { Choice } from "./choice.js";
import { Clock } from "./clock.js";
import { dialogNamed, isDialogOpen, openDialog, wireDialogs } from "./dialogs.js";
import { setAttributes, setText } from "./elements.js";
import { Hand } from "./hand.js";
import { Keyboard } from "./keyboard.js";
import { Message } from "./message.js";
import { Notice } from "./notice.js";
import { refusal } from "./refusals.js";
import { showResult, showScore, showSheet } from "./score.js";
import { Seats, showFacts } from "./seats.js";
import { Speech } from "./speech.js";
import { TableSocket } from "./socket.js";
import {
  NOTHING_YET,
  isBefore,
  isMyPass,
  isMyTurn,
  isRoundOver,
  passSize,
  receive,
  reconnected,
} from "./store.js";
import { TrickArea, showLastTrick } from "./trick.js";
import { cards, draw, fill, passDirection, passLabel, roundName, target } from "./words.js";

const { gettext } = window;
const ACT_TIME = 1500; // milliseconds an accepted act may take to arrive before we ask for it
const SCORE_PAUSE = 1200; // milliseconds to see the last trick before the score covers it

const page = document.getElementById("table");
const role = (name) => page.querySelector(`[data-role="${name}"]`);
const action = (name) => page.querySelector(`[data-action="${name}"]`);

let latest = NOTHING_YET; // what the server has said
let state = NOTHING_YET; // what the page shows: a round that is over until its score was read
let pending = null; // the request on its way: {id, type, cards}, and `until` once accepted
let scoreSeen = 0; // the last round whose score was shown, or is about to be
let isHeld = false; // whether the page stays at the end of that round

const choice = new Choice();
const message = new Message(role("message"));
const notice = new Notice(page);
// Behind a dialog the live region is inert: what happens meanwhile is said afterwards.
const speech = new Speech(role("live"), () => isHeld || isDialogOpen());
const seats = new Seats(role("felt"));
const clock = new Clock(role("felt"), (sentence) => speech.say(sentence));
const trick = new TrickArea(role("trick"), () => showMessage());
const hand = new Hand(role("hand"), { press: pressCard, focus: explainCard });
const socket = new TableSocket(page.dataset.socketPath, {
  state: connectionChanged,
  frame: frameArrived,
  answer: answerArrived,
});

// -- from the server ------------------------------------------------------------------------------

function connectionChanged(connection) {
  document.body.dataset.connection = connection;
  if (connection === "open") latest = reconnected(latest);
  notice.connection(connection);
}

function frameArrived(frame) {
  const { state: next, change, events } = receive(latest, frame);
  latest = next;
  if (change === "gap") socket.sync();
  if (change === "none" || change === "gap") return;
  settlePending(events);
  const isEnd = isRoundOver(latest) && scoreSeen !== latest.table.round;
  if (isEnd || !isHeld) catchUp(events, change);
  else notice.turn(latest);
  clock.update(latest);
  speech.tell(events, latest);
  if (isEnd) roundOver();
}

/** Shows how things stand now, and the events that led there. */
function catchUp(events = [], change = "snapshot") {
  state = latest;
  choice.follow(state);
  message.calm();
  if (change !== "status") trick.update(state, events);
  render();
}

function answerArrived(answer, request) {
  const isAccepted = answer.type === "accepted";
  if (isAccepted && isBefore(latest.at, answer.at)) return awaitAct(answer, request);
  if (pending?.id === request.id) pending = null;
  if (answer.type === "error") message.say(refusal(answer.code, state, answer.message));
  if (state.table) render();
}

/** Accepted, but its act has yet to come: the card stays on its way until then. */
function awaitAct(answer, request) {
  if (pending?.id === request.id) pending.until = answer.at;
  setTimeout(() => isBefore(latest.at, answer.at) && socket.sync(), ACT_TIME);
}

/** The act itself may arrive before its answer, and says as much. */
function settlePending(events) {
  const done = { played: "play", passed: "pass" };
  const mine = (event) => event.seat === latest.you && done[event.type] === pending?.type;
  if (events.some(mine) || (pending?.until && !isBefore(latest.at, pending.until))) pending = null;
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
  if (state.mine) hand.update(state.mine.hand, markOf);
  showFacts(role("facts"), factsOf());
  renderPassBar();
  showMessage();
  notice.turn(latest);
  setAttributes(action("last-trick"), { "aria-disabled": String(!state.table.last_trick) });
  setText(role("note"), state.table.round === 1 && state.at[1] < 8 ? draw(state) : "");
  renderEnd();
}

function showMessage() {
  message.show(state, { choice, pending, held: trick.held });
}

function factsOf() {
  const { round, hearts_broken: isBroken } = state.table;
  const broken = isBroken ? gettext("Hearts broken") : gettext("Hearts not broken");
  const facts = [roundName(round), target(state), passDirection(state), broken];
  return state.you === null ? [...facts, gettext("You are watching")] : facts;
}

function renderPassBar() {
  const button = action("confirm-pass");
  const hadFocus = button === document.activeElement;
  button.hidden = !isMyPass(state);
  if (button.hidden && hadFocus) hand.focus();
  if (button.hidden) return;
  setText(button, passLabel(state, choice));
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
  showMessage();
}

function toggleCard(card) {
  if (choice.toggle(card, state)) {
    message.calm();
    speech.say(passLabel(state, choice));
  } else {
    message.say(gettext("Enough cards are chosen. Put one back first."));
  }
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
  pending = { id: null, type: request.type, cards: sent };
  pending.id = socket.request(request);
  message.calm();
  render();
}

// -- dialogs --------------------------------------------------------------------------------------

function roundOver() {
  scoreSeen = state.table.round;
  isHeld = true;
  document.body.toggleAttribute("data-score-due", true);
  setTimeout(openScore, trick.held ? SCORE_PAUSE : 0);
}

function openScore() {
  document.body.toggleAttribute("data-score-due", false);
  showScore(dialogNamed("score-dialog"), state);
  openDialog("score-dialog", scoreRead);
}

function scoreRead() {
  isHeld = false;
  catchUp();
  hand.focus();
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

wireDialogs(() => {
  message.repeat();
  speech.catchUp();
});
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
