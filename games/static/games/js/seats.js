/** The players around the table: name, dealer, turn, points of the round, tricks, total. */

import { pictureOf } from "./cards.js";
import { drawing, element, setAttributes, setText } from "./elements.js";
import { stepsFromMe } from "./store.js";
import { nameOf } from "./words.js";

const { gettext } = window;

// Clockwise from the reader's own seat, for each number of players.
const SLOTS = {
  2: ["bottom", "top"],
  3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "left", "top-left", "top-right", "right"],
  6: ["bottom", "left", "top-left", "top", "top-right", "right"],
};
const FIGURES = { points: gettext("Points"), tricks: gettext("Tricks"), total: gettext("Total") };

/**
 * The side of the table where a seat is shown.
 * @param {object} state
 * @param {number} seat
 * @returns {string}
 */
export const slotOf = (state, seat) => SLOTS[state.match.players][stepsFromMe(state, seat)];

/** The panels of all seats, in the felt. */
export class Seats {
  /** @param {HTMLElement} felt */
  constructor(felt) {
    this.felt = felt;
    this.panels = [];
  }

  /** @param {object} state */
  update(state) {
    if (this.panels.length !== state.match.players) this.build(state);
    this.panels.forEach((panel, seat) => this.updatePanel(panel, seat, state));
  }

  build(state) {
    this.panels.forEach((panel) => panel.remove());
    this.panels = state.seats.map((_, seat) => panelFor(seat));
    // In play order from the left, so that a screen reader meets them as they sit.
    const order = state.seats.map((_, seat) => seat);
    order.sort((one, other) => stepsFromMe(state, one) - stepsFromMe(state, other));
    const [own, ...others] = order.map((seat) => this.panels[seat]);
    this.felt.prepend(...others);
    this.felt.append(own);
  }

  updatePanel(panel, seat, state) {
    const { table } = state;
    const isTurn = state.status === "playing" && table.turn === seat;
    setAttributes(panel, { "data-slot": slotOf(state, seat), "data-active": isTurn });
    setText(part(panel, "name"), nameOf(state, seat));
    part(panel, "you").hidden = seat !== state.you;
    part(panel, "dealer").hidden = seat !== table.dealer;
    setText(part(panel, "state"), doing(state, seat));
    setText(part(panel, "points"), table.points[seat]);
    setText(part(panel, "tricks"), table.tricks[seat]);
    setText(part(panel, "total"), table.totals[seat]);
    updateBacks(part(panel, "cards"), seat === state.you ? 0 : table.cards[seat]);
  }
}

function panelFor(seat) {
  const figures = Object.entries(FIGURES).map(([role, label]) =>
    element(
      "div",
      {},
      element("dt", {}, label),
      element("dd", { "data-role": role, "data-seat": seat }, "0"),
    ),
  );
  return element(
    "section",
    { class: "seat", "data-seat": seat, "aria-labelledby": `seat-${seat}` },
    element(
      "h2",
      { class: "seat-name" },
      element("span", { "data-role": "name", id: `seat-${seat}` }),
      chip("you", gettext("you")),
      chip("dealer", gettext("dealer"), drawing(iconNamed("dealer"), "chip-icon")),
    ),
    element("p", { class: "seat-state", "data-role": "state" }),
    element("dl", { class: "figures" }, ...figures),
    element("div", { class: "backs", "data-role": "cards", "aria-hidden": "true" }),
  );
}

// Where there is no room, the picture stands for the word; screen readers get the word.
const chip = (role, word, ...picture) =>
  element(
    "span",
    { class: "chip", "data-role": role, title: word, hidden: true },
    ...picture,
    element("span", { class: picture.length ? "chip-word" : "" }, word),
  );

const iconNamed = (name) => `${document.getElementById("table").dataset.icons}#${name}`;

const part = (panel, role) => panel.querySelector(`[data-role="${role}"]`);

function doing(state, seat) {
  const { table } = state;
  if (state.status !== "playing") return "";
  if (table.phase === "passing") {
    return table.passed[seat] ? gettext("Ready") : gettext("Choosing…");
  }
  if (table.turn !== seat) return "";
  return table.trick.length ? gettext("To play") : gettext("To lead");
}

function updateBacks(holder, count) {
  while (holder.childElementCount > count) holder.lastElementChild.remove();
  while (holder.childElementCount < count) holder.append(pictureOf("back"));
}

/**
 * The line of facts about the round.
 * @param {HTMLElement} list
 * @param {string[]} facts
 */
export function showFacts(list, facts) {
  const shown = [...list.children].map((item) => item.textContent);
  if (shown.join("\n") === facts.join("\n")) return;
  list.replaceChildren(...facts.map((fact) => element("li", {}, fact)));
}
