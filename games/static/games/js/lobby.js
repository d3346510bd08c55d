/**
 * The page of the queue: keeps the figures current and goes to the table when it is ready.
 *
 * Hooks for end-to-end tests, kept stable:
 *   body[data-connection]; #queue[data-preset] what one waits for, empty for nothing
 *   [data-role=waiting][data-preset][data-count] how many wait; [data-role=waited]
 *   [data-action=join-queue|leave-queue|agree]
 */

import { setAttributes, setText } from "./elements.js";
import { TableSocket } from "./socket.js";

const { gettext, ngettext, interpolate } = window;
const SECOND = 1000;

const page = document.getElementById("queue");
const role = (name) => page.querySelector(`[data-role="${name}"]`);
const fill = (sentence, values) => interpolate(sentence, values, true);

const waitsFor = page.dataset.preset;
const joinedAt = Date.now() - Number(page.dataset.waited) * SECOND;
const fillsAfter = page.dataset.fill === "" ? null : Number(page.dataset.fill);

const takes = {
  lobby: ({ waiting }) => Object.entries(waiting).forEach(showCount),
  // Another tab joined or left.
  ticket: ({ preset }) => (preset ?? "") !== waitsFor && moveOn(),
  table: moveOn,
};

/** The server knows where to: it leads to the table, or shows the queue as it is now. */
function moveOn() {
  location.replace(page.dataset.queuePath);
}

function showCount([preset, count]) {
  const figure = page.querySelector(`[data-role="waiting"][data-preset="${preset}"]`);
  if (!figure || Number(figure.dataset.count) === count) return;
  setAttributes(figure, { "data-count": count });
  const text = preset === waitsFor ? withMe(count - 1) : people(count);
  setText(figure, text);
  setText(role("spoken"), fill(gettext("Waiting now: %(text)s"), { text }));
}

const people = (count) => fill(ngettext("%(count)s person", "%(count)s people", count), { count });

function withMe(others) {
  if (others < 1) return gettext("only you");
  const sentence = ngettext("you and %(others)s other", "you and %(others)s others", others);
  return fill(sentence, { others });
}

function showTime() {
  const waited = Math.max(0, Math.floor((Date.now() - joinedAt) / SECOND));
  setText(role("waited"), inWords(waited));
  if (fillsAfter === null) return;
  const left = fillsAfter - waited;
  const coming = gettext("House players are coming to fill the empty seats…");
  const sentence = gettext(
    "Your table opens as soon as four people wait; in %(time)s house players fill the empty seats.",
  );
  setText(role("news"), left > 0 ? fill(sentence, { time: inWords(left) }) : coming);
}

function inWords(seconds) {
  if (seconds >= 60) {
    const minutes = Math.floor(seconds / 60);
    const rest = String(seconds % 60).padStart(2, "0");
    return fill(gettext("%(minutes)s:%(rest)s minutes"), { minutes, rest });
  }
  return fill(ngettext("%(count)s second", "%(count)s seconds", seconds), { count: seconds });
}

function showConnection(connection) {
  document.body.dataset.connection = connection;
  if (connection === "lost") {
    const sentence = gettext("The connection is lost. Your place in the queue is kept.");
    setText(role("connection"), waitsFor ? sentence : gettext("The connection is lost."));
  } else if (connection === "open") {
    setText(role("connection"), "");
  }
}

const socket = new TableSocket(page.dataset.socketPath, {
  state: showConnection,
  frame: (frame) => takes[frame.type]?.(frame),
  answer: () => {},
});
socket.start();
if (waitsFor) setInterval(showTime, SECOND);
// A page out of the browser's memory shows how things stood when it was left.
window.addEventListener("pageshow", (event) => event.persisted && moveOn());
