/** What must be noticed from afar: the connection's banner, the page's title and icon. */

import { setText } from "./elements.js";
import { isMyPass, isMyTurn } from "./store.js";
import { fill } from "./words.js";

const { gettext } = window;
const PATIENCE = 400; // milliseconds: a connection that heals so fast was never worth a word

/** The banner, title and icon of the table page. */
export class Notice {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.banner = page.querySelector('[data-role="banner"]');
    this.gone = page.querySelector('[data-role="gone"]');
    this.icon = document.querySelector('link[rel="icon"]');
    this.title = document.title;
    this.icons = [this.icon.getAttribute("href"), page.dataset.turnIcon];
  }

  /** @param {string} connection connecting, open, lost or gone */
  connection(connection) {
    if (connection === "lost") this.later ??= setTimeout(() => this.showLost(), PATIENCE);
    if (connection !== "open" && connection !== "gone") return;
    clearTimeout(this.later);
    this.later = null;
    this.banner.hidden = true;
    setText(this.banner, "");
    this.gone.hidden = connection !== "gone";
  }

  showLost() {
    this.banner.hidden = false;
    setText(this.banner, gettext("Connection lost – reconnecting…"));
  }

  /** @param {object} state */
  turn(state) {
    const mine = isMyTurn(state) || (isMyPass(state) && !state.mine.passed.length);
    const called = fill(gettext("● Your turn – %(title)s"), { title: "Open Hearts" });
    const title = mine ? called : this.title;
    if (document.title !== title) document.title = title;
    const icon = this.icons[mine ? 1 : 0];
    if (this.icon.getAttribute("href") !== icon) this.icon.setAttribute("href", icon);
  }
}
