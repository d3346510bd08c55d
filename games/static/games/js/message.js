/** The line above the hand: what is to be done now, or why something is not possible. */

import { setText } from "./elements.js";
import { isMyPass, isMyTurn } from "./store.js";
import { fill, listOf, nameOf, passTask, taken } from "./words.js";

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

  /**
   * @param {object} state
   * @param {{choice: Choice, pending: object|null, held: object|null}} now what the reader has
   *   chosen, what is on its way, and the full trick that is still to be seen
   */
  show(state, now) {
    if (this.said !== null) return;
    this.setKind(isMyTurn(state) || isMyPass(state) ? "turn" : "wait");
    setText(this.line, task(state, now));
  }

  /** Speaks again what is to be done, since nothing is heard from behind a dialog. */
  repeat() {
    if (this.line.dataset.kind === "turn") this.line.replaceChildren(this.line.textContent);
  }

  setKind(kind) {
    this.line.dataset.kind = kind;
    // Whom the table waits for is seen; spoken at every play it would drown the plays.
    this.line.setAttribute("aria-live", kind === "wait" ? "off" : "polite");
  }
}

function task(state, { choice, pending, held }) {
  const { phase, turn } = state.table;
  if (state.status === "abandoned") return gettext("This match was given up before its end.");
  if (state.status === "finished") return gettext("The match is over.");
  if (held && !isMyTurn(state)) return taken({ seat: held.winner, points: held.points }, state);
  if (phase === "over") return gettext("The round is over. The next one is dealt in a moment.");
  if (phase === "passing") return passing(state, choice, pending);
  if (!isMyTurn(state)) return fill(gettext("%(name)s to play"), { name: nameOf(state, turn) });
  if (pending) return gettext("Your card is on its way.");
  return state.table.trick.length ? gettext("Your turn") : gettext("Your turn: you lead");
}

function passing(state, choice, pending) {
  if (state.you === null) return gettext("The players choose the cards they pass.");
  if (pending) return gettext("Your pass is on its way.");
  if (!choice.isFull(state) || choice.canConfirm(state)) return passTask(state);
  const waiting = state.seats.filter((_, seat) => !state.table.passed[seat]);
  return fill(gettext("Passed. Waiting for %(names)s; you can still change your cards."), {
    names: listOf(waiting.map((seat) => seat.name)),
  });
}
