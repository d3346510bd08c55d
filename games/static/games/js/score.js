/** Scores: the round just ended, the sheet of all rounds, the result of the match. */

import { element, setText } from "./elements.js";
import { scoreSentence } from "./speech.js";
import { leaders, moon, nameOrYou, place, roundName, winners } from "./words.js";

const { gettext } = window;

/**
 * Fills the dialog of a round's score.
 * @param {HTMLElement} dialog
 * @param {object} state with a round that is over
 */
export function showScore(dialog, state) {
  const role = (name) => dialog.querySelector(`[data-role="${name}"]`);
  const { round, score, totals } = state.table;
  setText(role("score-title"), roundName(round));
  setText(role("moon"), moon(state, score.shooter));
  role("moon").hidden = score.shooter === null;
  setText(role("leaders"), leaders(state, totals));
  setText(role("score-words"), scoreSentence(score, state));
  const rows = state.seats.map((_, seat) => scoreRow(state, seat));
  const heads = [gettext("Player"), gettext("Taken"), gettext("Score"), gettext("Total")];
  role("score-table").replaceChildren(head(heads), element("tbody", {}, ...rows));
}

function scoreRow(state, seat) {
  const { score, totals } = state.table;
  return element(
    "tr",
    { "data-seat": seat, "data-own": seat === state.you, "data-best": isBest(totals, seat) },
    element("th", { scope: "row" }, nameOrYou(state, seat)),
    element("td", {}, String(score.captured[seat])),
    element("td", {}, signed(score.result[seat])),
    element("td", { class: "sum" }, String(totals[seat])),
  );
}

/**
 * Fills a table with every scored round.
 * @param {HTMLElement} table
 * @param {object} state
 */
export function showSheet(table, state) {
  const { results, totals } = state.table;
  const names = state.seats.map((_, seat) => nameOrYou(state, seat));
  const rows = results.map((result, index) => sheetRow(String(index + 1), result));
  const none = gettext("No round has been scored yet.");
  const empty = element("td", { colspan: names.length + 1 }, none);
  table.replaceChildren(
    head([gettext("Round"), ...names]),
    element("tbody", {}, ...(rows.length ? rows : [element("tr", {}, empty)])),
    element("tfoot", {}, sheetRow(gettext("Total"), totals)),
  );
}

const sheetRow = (label, numbers) =>
  element(
    "tr",
    {},
    element("th", { scope: "row" }, label),
    ...numbers.map((number) => element("td", {}, String(number))),
  );

/**
 * Fills the result of a match that is finished or was given up.
 * @param {HTMLElement} section
 * @param {object} state
 */
export function showResult(section, state) {
  const role = (name) => section.querySelector(`[data-role="${name}"]`);
  const { places, totals, score } = state.table;
  showSheet(role("result-sheet"), state);
  role("result-table").hidden = state.status === "abandoned";
  if (state.status === "abandoned") {
    setText(role("result-title"), gettext("This match was given up before its end"));
    return;
  }
  setText(role("result-title"), winners(state));
  setText(role("moon"), moon(state, score?.shooter ?? null));
  const seats = state.seats.map((_, seat) => seat);
  seats.sort((one, other) => places[one] - places[other]);
  const rows = seats.map((seat) => resultRow(state, places[seat], totals[seat], seat));
  const heads = [gettext("Place"), gettext("Player"), gettext("Total")];
  role("result-table").replaceChildren(head(heads), element("tbody", {}, ...rows));
}

const resultRow = (state, where, total, seat) =>
  element(
    "tr",
    {
      "data-seat": seat,
      "data-own": seat === state.you,
      "data-place": where,
      "data-best": where === 1,
    },
    element("td", { class: "place" }, place(where)),
    element("th", { scope: "row" }, nameOrYou(state, seat)),
    element("td", { class: "sum" }, String(total)),
  );

function head(labels) {
  const cells = labels.map((label) => element("th", { scope: "col" }, label));
  return element("thead", {}, element("tr", {}, ...cells));
}

const isBest = (totals, seat) => totals[seat] === Math.min(...totals);
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));
