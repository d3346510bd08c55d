/** The sentences of the table, through Django's catalogue: gettext, ngettext, interpolate. */

import { rankOf, suitOf } from "./cards.js";
import { passSize, stepsFromMe } from "./store.js";

const { gettext, ngettext, interpolate } = window;

const RANK_NAMES = {
  A: gettext("ace"),
  K: gettext("king"),
  Q: gettext("queen"),
  J: gettext("jack"),
  T: "10",
};
const SUIT_NAMES = {
  H: gettext("hearts"),
  D: gettext("diamonds"),
  S: gettext("spades"),
  C: gettext("clubs"),
};
const SUIT_MARKS = { H: "♥", D: "♦", S: "♠", C: "♣" };

/** Fills the named places of a sentence. */
export const fill = (sentence, values) => interpolate(sentence, values, true);

/** @param {string} suit @returns {string} "clubs" */
export const suitName = (suit) => SUIT_NAMES[suit];

/** @param {string} card @returns {string} "queen of spades" */
export function cardName(card) {
  const rank = RANK_NAMES[rankOf(card)] ?? rankOf(card);
  return fill(gettext("%(rank)s of %(suit)s"), { rank, suit: suitName(suitOf(card)) });
}

/** @param {string} card @returns {string} "Q♠" */
export const cardMark = (card) =>
  (rankOf(card) === "T" ? "10" : rankOf(card)) + SUIT_MARKS[suitOf(card)];

/** @param {object} state @param {number} seat @returns {string} the player's name */
export const nameOf = (state, seat) => state.seats[seat].name;

/** @param {object} state @param {number} seat @returns {string} the player's name, or "You" */
export const nameOrYou = (state, seat) =>
  seat === state.you ? gettext("You") : nameOf(state, seat);

/** @param {string[]} names @returns {string} "Ada, Bo and Cy" */
export function listOf(names) {
  const language = document.documentElement.lang || "en";
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

/** @param {number} count @returns {string} "13 points" */
export const points = (count) =>
  fill(ngettext("%(count)s point", "%(count)s points", count), { count });

/** @param {number} count @returns {string} "3 cards" */
export const cards = (count) =>
  fill(ngettext("%(count)s card", "%(count)s cards", count), { count });

// -- passing ------------------------------------------------------------------------------------

function sideOf(state, seat) {
  const steps = stepsFromMe(state, seat);
  if (steps * 2 === state.match.players) return gettext("across");
  if (steps === 1) return gettext("left");
  return steps === state.match.players - 1 ? gettext("right") : null;
}

/** @param {object} state @param {number} seat @returns {string} "Ada (left)" */
export function nameAndSide(state, seat) {
  const side = sideOf(state, seat);
  const name = nameOf(state, seat);
  return side ? fill(gettext("%(name)s (%(side)s)"), { name, side }) : name;
}

/** @param {object} state @returns {string} "Pass 3 cards to Ada (left)." */
export function passTask(state) {
  const targets = state.mine.pass_to.map((seat, index) =>
    fill(gettext("%(cards)s to %(name)s"), {
      cards: cards(state.table.pass[index].count),
      name: nameAndSide(state, seat),
    }),
  );
  return fill(gettext("Pass %(what)s."), { what: listOf(targets) });
}

/** @param {object} state @param {Choice} choice @returns {string} what the pass button says */
export function passLabel(state, choice) {
  const rest = passSize(state) - choice.cards.length;
  if (choice.cards.length && rest) return fill(gettext("%(cards)s to go"), { cards: cards(rest) });
  if (state.mine.passed.length) return gettext("Change my pass");
  return fill(gettext("Pass %(cards)s"), { cards: cards(passSize(state)) });
}

/** @param {object} state @returns {string} the round's pass direction, "Pass left" */
export function passDirection(state) {
  const { players, rotation } = state.match;
  if (!state.table.pass.length) return gettext("No pass");
  if (state.table.pass.length > 1) return gettext("Pass both ways");
  const offset = state.table.pass[0].offset;
  if (Math.abs(offset) * 2 === players) return gettext("Pass across");
  if (Math.abs(offset) > 1) return fill(gettext("Pass %(offset)s seats on"), { offset });
  return (offset > 0) === (rotation === "clockwise") ? gettext("Pass left") : gettext("Pass right");
}

// -- how things stand ---------------------------------------------------------------------------

/** @param {number} number @returns {string} "Round 3" */
export const roundName = (number) => fill(gettext("Round %(number)s"), { number });

/** @param {object} state @returns {string} "To 100" */
export function target(state) {
  const { score, rounds } = state.match.end;
  if (score) return fill(gettext("To %(score)s"), { score });
  return fill(ngettext("%(rounds)s round", "%(rounds)s rounds", rounds), { rounds });
}

/** @param {object} state @returns {string} "Bo drew 2♣, the lowest card, and deals first." */
export function draw(state) {
  const seat = state.match.first_dealer;
  const card = cardMark(state.match.draw[seat]);
  if (seat === state.you) {
    return fill(gettext("You drew %(card)s, the lowest card, and deal first."), { card });
  }
  const name = nameOf(state, seat);
  return fill(gettext("%(name)s drew %(card)s, the lowest card, and deals first."), { name, card });
}

/** @param {object} state @param {number[]} totals @returns {string} who has the lowest total */
export function leaders(state, totals) {
  const count = Math.min(...totals);
  const first = totals.flatMap((total, seat) => (total === count ? [seat] : []));
  if (first.length === totals.length) return gettext("All are level.");
  const values = { names: listOf(first.map((seat) => nameOf(state, seat))), points: points(count) };
  if (first.length > 1) return fill(gettext("%(names)s lead with %(points)s."), values);
  if (first[0] === state.you) return fill(gettext("You lead with %(points)s."), values);
  return fill(gettext("%(names)s leads with %(points)s."), values);
}

/** @param {object} event taken @param {object} state @returns {string} who took it, and what */
export function taken({ seat, points: count }, state) {
  const values = { name: nameOf(state, seat), points: points(count) };
  if (seat === state.you) {
    if (!count) return gettext("You took the trick.");
    return fill(gettext("You took the trick, with %(points)s."), values);
  }
  if (!count) return fill(gettext("%(name)s took the trick."), values);
  return fill(gettext("%(name)s took the trick, with %(points)s."), values);
}

/** @param {object} state @param {number|null} shooter @returns {string} the moon in words, or "" */
export function moon(state, shooter) {
  if (shooter === null) return "";
  if (shooter === state.you) return gettext("You shot the moon!");
  return fill(gettext("%(name)s shot the moon!"), { name: nameOf(state, shooter) });
}

/** @param {object} state @returns {string} who won the match */
export function winners(state) {
  const first = state.table.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (first.length > 1) {
    const names = listOf(first.map((seat) => nameOf(state, seat)));
    return fill(gettext("%(names)s share the first place"), { names });
  }
  if (first[0] === state.you) return gettext("You won!");
  return fill(gettext("%(name)s won"), { name: nameOf(state, first[0]) });
}

/** @param {number} place @returns {string} "1st" in the language's own way of counting places */
export const place = (place) => fill(gettext("%(place)s."), { place });
