/** The reader's own hand: buttons in one tab stop, moved through with the arrow keys. */

import { pictureOf, sortedHand } from "./cards.js";
import { element, setAttributes } from "./elements.js";
import { cardName, fill } from "./words.js";

const { gettext } = window;

/**
 * How one card shows: `look` is "lit", "dark" or "calm"; `chosen` is null where nothing is chosen.
 * @typedef {{look: string, chosen: boolean|null, pending: boolean, received: boolean}} Mark
 */

/** The fan of cards. */
export class Hand {
  /**
   * @param {HTMLElement} holder
   * @param {{press: function(string), focus: function(string)}} on
   */
  constructor(holder, on) {
    this.holder = holder;
    this.on = on;
    this.buttons = new Map();
    this.cards = [];
    this.current = null;
    this.clicked = null;
    holder.addEventListener("click", (event) =>
      this.heard(event, (card) => this.pressed(card, event.detail)),
    );
    holder.addEventListener("focusin", (event) => this.heard(event, (card) => this.focused(card)));
  }

  /**
   * @param {string[]} cards
   * @param {function(string): Mark} markOf
   */
  update(cards, markOf) {
    const hadFocus = this.holder.contains(document.activeElement);
    const place = this.cards.indexOf(this.current);
    this.cards = sortedHand(cards);
    this.place();
    if (!this.cards.includes(this.current)) {
      this.current = this.cards[Math.min(Math.max(place, 0), this.cards.length - 1)] ?? null;
    }
    this.cards.forEach((card) => this.mark(card, markOf(card)));
    // The card that had the focus has been played: its neighbour takes it over.
    if (hadFocus && !this.holder.contains(document.activeElement)) this.focus();
  }

  /** Moves the focus to the current card, or to `card` when it is held. */
  focus(card = this.current) {
    const button = this.buttons.get(card);
    if (!button) return false;
    button.focus();
    return true;
  }

  /** Moves by `steps` cards from the one that has the focus, or onto the current card. */
  move(steps) {
    if (!this.holder.contains(document.activeElement)) return this.focus();
    const last = this.cards.length - 1;
    const place = Math.min(Math.max(this.cards.indexOf(this.current) + steps, 0), last);
    return this.focus(this.cards[place]);
  }

  heard(event, act) {
    const button = event.target.closest("[data-card]");
    if (button) act(button.dataset.card);
  }

  /** A double click is one: its second half is not for the card that has come under the pointer. */
  pressed(card, clicks) {
    const before = this.clicked;
    const hand = this.cards.join();
    if (clicks > 1 && before && (before.card === card || before.hand !== hand)) return;
    this.clicked = { card, hand };
    this.on.press(card);
  }

  focused(card) {
    this.current = card;
    this.buttons.forEach((button, other) => (button.tabIndex = other === card ? 0 : -1));
    this.on.focus(card);
  }

  place() {
    for (const [card, button] of this.buttons) {
      if (this.cards.includes(card)) continue;
      this.buttons.delete(card);
      button.remove();
    }
    this.cards.forEach((card, index) => {
      const button = this.buttons.get(card) ?? this.add(card);
      // Putting a button where it stands already would cost it the focus.
      const there = this.holder.children[index] ?? null;
      if (there !== button) this.holder.insertBefore(button, there);
      button.style.setProperty("--from-middle", index - (this.cards.length - 1) / 2);
    });
    this.holder.style.setProperty("--count", Math.max(this.cards.length, 2));
    this.holder.style.setProperty("--half", Math.max(Math.ceil(this.cards.length / 2), 2));
    this.holder.toggleAttribute("data-long", this.cards.length > 7);
  }

  add(card) {
    const attributes = { type: "button", class: "hand-card", "data-card": card };
    const button = element("button", attributes, pictureOf(card));
    this.buttons.set(card, button);
    return button;
  }

  mark(card, { look, chosen, pending, received }) {
    const button = this.buttons.get(card);
    setAttributes(button, {
      "aria-label": labelOf(card, pending, received),
      "aria-disabled": look === "lit" ? "false" : "true",
      "aria-pressed": chosen === null ? null : String(chosen),
      "data-look": look,
      "data-pending": pending,
      "data-received": received,
    });
    button.tabIndex = card === this.current ? 0 : -1;
  }
}

function labelOf(card, pending, received) {
  const name = cardName(card);
  if (pending) return fill(gettext("%(card)s, being sent"), { card: name });
  return received ? fill(gettext("%(card)s, passed to you"), { card: name }) : name;
}
