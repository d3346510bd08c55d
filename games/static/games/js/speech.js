/** What happened, in words for the live region. */

import { element } from "./elements.js";
import { cardName, fill, leaders, moon, nameOf, points, taken } from "./words.js";

const { gettext } = window;
const KEPT = 12;

const SENTENCES = {
  exchanged: () => gettext("All have passed. The cards are exchanged."),
  played,
  hearts_broken: () => gettext("Hearts are broken."),
  taken,
  scored,
  dealt: ({ round }) => fill(gettext("Round %(round)s is dealt."), { round }),
};

/** A polite live region that speaks each event once. */
export class Speech {
  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
  }

  /**
   * @param {object[]} events
   * @param {object} state after them
   */
  tell(events, state) {
    for (const event of events) {
      const sentence = SENTENCES[event.type]?.(event, state);
      if (sentence) this.say(sentence);
    }
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

function scored({ result, shooter }, state) {
  const each = result.map((count, seat) =>
    fill(gettext("%(name)s: %(points)s"), {
      name: seat === state.you ? gettext("You") : nameOf(state, seat),
      points: points(count),
    }),
  );
  const parts = [gettext("The round is over."), moon(state, shooter), `${each.join(", ")}.`];
  return [...parts, leaders(state, state.table.totals)].filter(Boolean).join(" ");
}
