/** The line above the hand: what is to be done now, or why something is not possible. */

import { setText } from "./elements.js";
import { isMyPass, isMyTurn, passSize } from "./store.js";
import { cards, fill, listOf, nameOf, passTask } from "./words.js";

const { gettext } = window;

/** A visible, politely live line. */
export class Message {
  /** @param {HTMLElement} line */
  constructor(line) {
    this.line = line;
    this.said = null;
  }

  /** Says why something is not possible, until something else happens. @param {string} sentence */
  say(sentence) {
    this.said = sentence;
    this.setKind("refusal");
    // Said again, it is to be heard again.
    this.line.replaceChildren(sentence);
  }

  /** Goes back to what is to be done. */
  calm() {
    this.said = null;
  }

  /** @param {object} state @param {Choice} choice @param {object|null} pending */
  show(state, choice, pending) {
    if (this.said !== null) return;
    this.setKind(isMyTurn(state) || isMyPass(state) ? "turn" : "wait");
    setText(this.line, task(state, choice, pending));
  }

  setKind(kind) {
    this.line.dataset.kind = kind;
    // Whom the table waits for is seen; spoken at every play it would drown the plays.
    this.line.setAttribute("aria-live", kind === "wait" ? "off" : "polite");
  }
}

function task(state, choice, pending) {
  const { phase, turn } = state.table;
  if (state.status === "abandoned") return gettext("This match was given up before its end.");
  if (state.status === "finished") return gettext("The match is over.");
  if (phase === "over") return gettext("The round is over. The next one is dealt in a moment.");
  if (phase === "passing") return passing(state, choice, pending);
  if (!isMyTurn(state)) return fill(gettext("%(name)s to play"), { name: nameOf(state, turn) });
  if (pending) return gettext("Your card is on its way.");
  return state.table.trick.length ? gettext("Your turn") : gettext("Your turn: you lead");
}

function passing(state, choice, pending) {
  if (state.you === null) return gettext("The players choose the cards they pass.");
  if (pending) return gettext("Your pass is on its way.");
  if (!choice.isFull(state)) return `${passTask(state)} ${progress(state, choice)}`;
  if (choice.canConfirm(state)) return passTask(state);
  const waiting = state.seats.filter((_, seat) => !state.table.passed[seat]);
  return fill(gettext("Passed. Waiting for %(names)s; you can still change your cards."), {
    names: listOf(waiting.map((seat) => seat.name)),
  });
}

function progress(state, choice) {
  if (!choice.cards.length) return "";
  return fill(gettext("%(cards)s to go."), { cards: cards(passSize(state) - choice.cards.length) });
}
