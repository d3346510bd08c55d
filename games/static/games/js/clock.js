/** The time people have, at the seats that have to act: seconds and a thin bar. */

import { element, setAttributes, setText } from "./elements.js";
import { fill } from "./words.js";

const { gettext, ngettext } = window;
const TICK = 250; // milliseconds
const LATE = 10; // seconds

/** Counts down to the server's deadlines by the server's clock, never by the reader's own. */
export class Clock {
  /**
   * @param {HTMLElement} felt with the panels of the seats
   * @param {function(string)} say speaks a sentence once
   */
  constructor(felt, say) {
    this.felt = felt;
    this.say = say;
    this.state = null;
    this.warnedOf = null;
    // A frame is always late, never early: the largest difference is the truest. Counted on the
    // monotonic clock, which nobody sets.
    this.ahead = -Infinity;
    setInterval(() => this.show(), TICK);
  }

  /** @param {object} state */
  update(state) {
    this.state = state;
    if (state.clock) this.ahead = Math.max(this.ahead, state.clock.now - performance.now());
    this.show();
  }

  show() {
    if (!this.state) return;
    const { clock, seats, status } = this.state;
    seats.forEach((_, seat) => {
      const deadline = status === "playing" ? clock?.deadlines[seat] : null;
      this.showAt(seat, deadline ?? null);
    });
  }

  showAt(seat, deadline) {
    const panel = this.felt.querySelector(`.seat[data-seat="${seat}"]`);
    let face = panel?.querySelector('[data-role="clock"]');
    if (!panel || (deadline === null && !face)) return;
    if (!face) panel.append((face = newFace()));
    face.hidden = deadline === null;
    if (deadline === null) return;
    const left = Math.max(0, deadline - (performance.now() + this.ahead)) / 1000;
    this.fillIn(face, left);
    if (seat === this.state.you) this.warn(left, deadline);
  }

  fillIn(face, left) {
    const seconds = Math.ceil(left);
    setAttributes(face, { "data-late": seconds <= LATE });
    setText(face.querySelector(".clock-time"), fill(gettext("%(seconds)s s"), { seconds }));
    const factor = this.state.table.phase === "passing" ? 2 : 1;
    const share = Math.min(1, left / (this.state.clock.seconds * factor));
    face.querySelector(".clock-rest").style.inlineSize = `${(share * 100).toFixed(1)}%`;
  }

  warn(left, deadline) {
    const seconds = Math.ceil(left);
    if (seconds > LATE || seconds < 1 || this.warnedOf === deadline) return;
    this.warnedOf = deadline;
    const sentence = ngettext(
      "You have %(seconds)s second left.",
      "You have %(seconds)s seconds left.",
      seconds,
    );
    this.say(fill(sentence, { seconds }));
  }
}

const newFace = () =>
  element(
    "div",
    { class: "clock", "data-role": "clock" },
    element("span", { class: "visually-hidden" }, gettext("Time left:")),
    element("span", { class: "clock-time" }),
    element(
      "span",
      { class: "clock-bar", "aria-hidden": "true" },
      element("span", { class: "clock-rest" }),
    ),
  );
