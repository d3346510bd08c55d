/** The cards chosen for the pass, before and after they were sent. Pure: no page. */

import { isMyPass, passSize } from "./store.js";

/** What the reader has chosen in this round. */
export class Choice {
  constructor() {
    this.round = 0;
    this.cards = [];
  }

  /** Starts afresh in a new round, from what the server already has. @param {object} state */
  follow(state) {
    if (this.round === state.table.round) return;
    this.round = state.table.round;
    this.cards = state.mine ? [...state.mine.passed] : [];
  }

  /** @param {string} card @returns {boolean} */
  has(card) {
    return this.cards.includes(card);
  }

  /** @param {object} state @returns {boolean} whether the asked number of cards is chosen */
  isFull(state) {
    return this.cards.length === passSize(state);
  }

  /**
   * Chooses or unchooses a card.
   * @param {string} card
   * @param {object} state
   * @returns {boolean} false when there is no room for it
   */
  toggle(card, state) {
    if (this.has(card)) this.cards = this.cards.filter((other) => other !== card);
    else if (this.isFull(state)) return false;
    else this.cards = [...this.cards, card];
    return true;
  }

  /** @param {object} state @returns {boolean} whether there is something new to send */
  canConfirm(state) {
    return isMyPass(state) && this.isFull(state) && !sameCards(this.cards, state.mine.passed);
  }
}

const sameCards = (some, others) => some.join(" ") === others.join(" ");
