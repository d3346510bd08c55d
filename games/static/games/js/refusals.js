/** Why the server refuses something, in words a person can act on. */

import { suitOf } from "./cards.js";
import { cardName, fill, suitName } from "./words.js";

const { gettext } = window;

const SENTENCES = {
  bad_card: gettext("That is not a card."),
  busy: gettext("The server is busy. Nothing has changed; please try again."),
  hearts_not_broken: gettext("Hearts may not be led before they are broken."),
  match_over: gettext("The match has ended."),
  must_follow_suit: gettext("You must follow the suit that was led."),
  must_lead_low_club: gettext("The lowest club opens the round."),
  no_points_on_first_trick: gettext("No penalty cards may be played to the first trick."),
  not_seated: gettext("You are watching; only players can do that."),
  not_your_card: gettext("You do not hold that card."),
  not_your_turn: gettext("It is not your turn."),
  queen_not_yet: gettext("The queen of spades may not be played before hearts are broken."),
  stale: gettext("The table has moved on. Please look again."),
  too_many_changes: gettext("You have changed your pass too often in this round."),
  wrong_pass: gettext("That is not the right number of cards."),
  wrong_phase: gettext("This is not the time for that."),
};
for (const code of ["not_json", "bad_frame", "unknown_type", "frame_too_large"]) {
  SENTENCES[code] = gettext("The server did not understand. Please reload the page.");
}

/**
 * The sentence for an error code.
 * @param {string} code
 * @param {object} state what is on the table makes the sentence more exact
 * @param {string} fallback for a code newer than this page
 * @returns {string}
 */
export function refusal(code, state, fallback = gettext("That is not possible.")) {
  const led = state.table.trick[0];
  if (code === "must_follow_suit" && led) {
    return fill(gettext("You must follow %(suit)s."), { suit: suitName(suitOf(led.card)) });
  }
  if (code === "must_lead_low_club" && state.mine?.legal.length === 1) {
    return fill(gettext("The %(card)s opens the round."), { card: cardName(state.mine.legal[0]) });
  }
  return SENTENCES[code] ?? fallback;
}
