/** What happened, in words for the live region. */

import { element } from "./elements.js";
import { cardName, fill, leaders, moon, nameOf, nameOrYou, points, taken } from "./words.js";

const { gettext } = window;
const KEPT = 12;

const SENTENCES = {
  exchanged: () => gettext("All have passed. The cards are exchanged."),
  played,
  hearts_broken: () => gettext("Hearts are broken."),
  taken,
  // A round that is not the last has a dialog to say it.
  scored: (event, state) => (state.table.places ? scoreSentence(event, state) : null),
  dealt: ({ round }) => fill(gettext("Round %(round)s is dealt."), { round }),
};

/** A polite live region that speaks each event once. */
export class Speech {
  /**
   * @param {HTMLElement} region
   * @param {function(): boolean} isQuiet whether to keep what happens for later
   */
  constructor(region, isQuiet) {
    this.region = region;
    this.isQuiet = isQuiet;
    this.kept = [];
  }

  /**
   * @param {object[]} events
   * @param {object} state after them
   */
  tell(events, state) {
    for (const event of events) {
      const sentence = SENTENCES[event.type]?.(event, state);
      if (sentence) this.kept.push(sentence);
    }
    this.catchUp();
  }

  /** Speaks what was kept, unless it is still to be quiet. */
  catchUp() {
    if (this.isQuiet()) this.kept = this.kept.slice(-KEPT);
    else this.kept.splice(0).forEach((sentence) => this.say(sentence));
  }

  /** @param {string} sentence */
  say(sentence) {
    this.region.append(element("p", {}, sentence));
    while (this.region.childElementCount > KEPT) this.region.firstElementChild.remove();
  }
}

function played({ seat, card }, state) {
  const values = { name: nameOf(state, seat), card: cardName(card) };
  if (seat === state.you) return fill(gettext("You played the %(card)s."), values);
  return fill(gettext("%(name)s played the %(card)s."), values);
}

/**
 * How a round ended.
 * @param {{result: number[], shooter: number|null}} score
 * @param {object} state
 * @returns {string}
 */
export function scoreSentence({ result, shooter }, state) {
  const each = result.map((count, seat) =>
    fill(gettext("%(name)s: %(points)s"), {
      name: nameOrYou(state, seat),
      points: points(count),
    }),
  );
  const parts = [gettext("The round is over."), moon(state, shooter), `${each.join(", ")}.`];
  return [...parts, leaders(state, state.table.totals)].filter(Boolean).join(" ");
}
