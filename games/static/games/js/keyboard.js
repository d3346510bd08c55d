/** The table by keyboard. Single keys can be switched off, for those who speak or dictate. */

import { rankFromKey, suitFromKey } from "./cards.js";
import { isDialogOpen } from "./dialogs.js";

const TYPING_TIME = 1500; // milliseconds to add the suit to a rank
const SETTING = "open-hearts.keys";

/** Turns keys into what the table can do. */
export class Keyboard {
  /** @param {object} on what to do: move, pick, press, confirmPass, lastTrick, sheet, keys */
  constructor(on) {
    this.on = on;
    this.rank = null;
    this.enabled = read() !== "off";
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** @param {boolean} enabled whether letters and digits do anything */
  enable(enabled) {
    this.enabled = enabled;
    try {
      localStorage.setItem(SETTING, enabled ? "on" : "off");
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    const act = this.actFor(event.key, event.target);
    if (!act) return;
    event.preventDefault();
    act();
  }

  actFor(key, target) {
    const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };
    if (key in moves && (key.startsWith("Arrow") || target.closest("[data-card]"))) {
      return () => this.on.move(moves[key]);
    }
    if (key === "Enter") return target === document.body ? this.on.confirmPass : null;
    return this.enabled ? this.typed(key) : null;
  }

  typed(key) {
    // "S" alone is the score sheet, after a rank it is spades; "10" arrives as 1 and 0.
    const suit = this.rank && suitFromKey(key);
    if (suit) {
      const card = this.rank + suit;
      this.forget();
      return () => this.on.pick(card);
    }
    if (this.rank === "T" && key === "0") return () => this.remember("T");
    const rank = rankFromKey(key);
    if (rank) return () => this.remember(rank);
    const { lastTrick, sheet, confirmPass, keys } = this.on;
    return { l: lastTrick, s: sheet, p: confirmPass, "?": keys }[key.toLowerCase()] ?? null;
  }

  remember(rank) {
    this.rank = rank;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.forget(), TYPING_TIME);
  }

  forget() {
    this.rank = null;
    clearTimeout(this.timer);
  }
}

/** Keys typed into a field, or while a dialog is open, are not for the table. */
const isElsewhere = (target) =>
  isDialogOpen() || target.closest?.("input, select, textarea") !== null;

function read() {
  try {
    return localStorage.getItem(SETTING);
  } catch {
    return null;
  }
}
