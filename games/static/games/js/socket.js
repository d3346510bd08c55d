/** The connection of a table: opens it again when it breaks, pairs requests with answers. */

const PAUSES = [500, 1000, 2000, 4000, 8000, 15000];
const RESTARTING = 4012;
const NO_SUCH_MATCH = 4404;
const RESTART_PAUSE = 400; // a deploy sends everybody away at once: come back a little apart
const ANSWER_TIME = 8000; // a request unanswered so long was sent into a dead connection
const PROBE_TIME = 4000;

/** Emits `state` ("connecting", "open", "lost", "gone"), `frame` and `answer`. */
export class TableSocket {
  /**
   * @param {string} path of the socket on this server
   * @param {{state: function(string), frame: function(object),
   *   answer: function(object, object)}} on `answer` gets the answer and the request
   */
  constructor(path, on) {
    this.path = path;
    this.on = on;
    this.socket = null;
    this.failures = 0;
    this.retry = null;
    this.gone = false;
    this.unanswered = new Map();
    this.counter = 0;
    // Two tabs, or the page before a reload, must not share an id.
    this.prefix = Math.random().toString(36).slice(2, 8);
  }

  /** Opens the connection and keeps it open. */
  start() {
    window.addEventListener("online", () => this.wake());
    window.addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.wake();
    });
    this.connect();
  }

  /**
   * Sends a request; a play or a pass is sent again, unchanged, after a reconnect.
   * @param {object} request without id
   * @returns {string} its id
   */
  request(request) {
    const id = `${this.prefix}-${++this.counter}`;
    const frame = { ...request, id };
    this.unanswered.set(id, frame);
    this.send(frame);
    return id;
  }

  /** Asks for a snapshot; a connection that does not give one is dropped. */
  sync(time = ANSWER_TIME) {
    this.send({ type: "sync" }, time);
  }

  connect() {
    clearTimeout(this.retry);
    this.drop();
    this.on.state("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket = socket;
    // A socket that was dropped may still speak; it is no longer heard.
    const heard = (act) => (event) => this.socket === socket && act(event);
    socket.onopen = heard(() => this.opened());
    socket.onmessage = heard((event) => this.received(event.data));
    socket.onclose = heard((event) => this.closed(event.code));
    this.watch(ANSWER_TIME * 2);
  }

  opened() {
    this.on.state("open");
    this.watch(ANSWER_TIME);
    for (const frame of this.unanswered.values()) this.send(frame);
  }

  received(text) {
    const frame = JSON.parse(text);
    this.failures = 0;
    clearTimeout(this.watchdog);
    if (frame.type === "accepted" || frame.type === "error") this.answered(frame);
    else this.on.frame(frame);
    if (this.unanswered.size) this.watch(ANSWER_TIME);
  }

  answered(frame) {
    const request = this.unanswered.get(frame.id);
    if (!request) return;
    this.unanswered.delete(frame.id);
    this.on.answer(frame, request);
  }

  closed(code) {
    this.drop();
    if (code === NO_SUCH_MATCH) {
      this.gone = true;
      this.on.state("gone");
      return;
    }
    this.on.state("lost");
    const pause = code === RESTARTING ? RESTART_PAUSE : PAUSES[this.failures];
    if (code !== RESTARTING) this.failures = Math.min(this.failures + 1, PAUSES.length - 1);
    this.retry = setTimeout(() => this.connect(), pause * (0.5 + Math.random() / 2));
  }

  /** After sleep or a change of network: connect at once, or see whether the line still lives. */
  wake() {
    if (this.gone) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.sync(PROBE_TIME);
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  send(frame, time = ANSWER_TIME) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(frame));
    this.watch(time);
  }

  /** Gives the connection up unless something arrives within `time` milliseconds. */
  watch(time) {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.closed(0), time);
  }

  drop() {
    clearTimeout(this.watchdog);
    const old = this.socket;
    this.socket = null;
    if (old && old.readyState <= WebSocket.OPEN) old.close();
  }
}
