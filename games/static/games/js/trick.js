/** The trick in the middle. A full one stays for a moment; that is for the eye only. */

import { pictureOf } from "./cards.js";
import { element, setAttributes, setText } from "./elements.js";
import { slotOf } from "./seats.js";
import { cardName, fill, nameOf, nameOrYou, taken } from "./words.js";

const { gettext } = window;

const LOOK_TIME = 1000; // milliseconds a full trick is left to be seen
const TAKE_TIME = 250; // of them, the cards going to the winner

/** The cards of the trick on the table. */
export class TrickArea {
  /**
   * @param {HTMLElement} holder
   * @param {function()} cleared called when a full trick has been looked at
   */
  constructor(holder, cleared) {
    this.holder = holder;
    this.cleared = cleared;
    this.held = null;
    this.timers = [];
  }

  /**
   * @param {object} state
   * @param {object[]} events of the act that led to it; none for a snapshot
   */
  update(state, events) {
    const isEmpty = state.table.trick.length === 0;
    if (isEmpty && events.some((event) => event.type === "taken")) this.hold(state);
    // A card on the table, and any snapshot, ends the look at the old trick.
    else if (!isEmpty || !events.length) this.letGo();
    this.show(state);
  }

  hold(state) {
    this.letGo();
    this.held = state.table.last_trick;
    this.timers = [
      setTimeout(() => this.holder.toggleAttribute("data-taking", true), LOOK_TIME - TAKE_TIME),
      setTimeout(() => {
        this.letGo();
        this.show(state);
        this.cleared();
      }, LOOK_TIME),
    ];
  }

  letGo() {
    this.timers.forEach(clearTimeout);
    this.held = null;
    this.holder.removeAttribute("data-taking");
  }

  show(state) {
    const plays = this.held ? this.held.plays : state.table.trick;
    const winner = this.held ? this.held.winner : null;
    const kept = new Map([...this.holder.children].map((card) => [card.dataset.played, card]));
    const cards = plays.map((play) => kept.get(play.card) ?? cardOnTable(state, play));
    cards.forEach((card, index) => {
      setAttributes(card, { "data-winner": plays[index].seat === winner });
    });
    if (winner !== null) this.holder.dataset.to = slotOf(state, winner);
    // Moving an element that stays would start its animation again.
    [...this.holder.children].forEach((card) => cards.includes(card) || card.remove());
    cards.forEach((card) => card.isConnected || this.holder.append(card));
  }
}

function cardOnTable(state, { seat, card }) {
  const label = fill(gettext("%(name)s: %(card)s"), {
    name: nameOf(state, seat),
    card: cardName(card),
  });
  return element(
    "li",
    { class: "played", "data-played": card, "data-seat": seat, "data-slot": slotOf(state, seat) },
    element("span", { class: "visually-hidden" }, label),
    pictureOf(card),
  );
}

/**
 * Fills the dialog of the last trick.
 * @param {HTMLElement} dialog
 * @param {object} state
 */
export function showLastTrick(dialog, state) {
  const role = (name) => dialog.querySelector(`[data-role="${name}"]`);
  const { plays, winner, points } = state.table.last_trick;
  const cards = plays.map(({ seat, card }) =>
    element(
      "li",
      { "data-winner": seat === winner },
      element("span", { class: "last-name" }, nameOrYou(state, seat)),
      pictureOf(card),
      element("span", { class: "visually-hidden" }, cardName(card)),
    ),
  );
  role("last-trick").replaceChildren(...cards);
  setText(role("last-trick-taken"), taken({ seat: winner, points }, state));
}
