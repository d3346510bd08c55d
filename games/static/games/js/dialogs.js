/** The dialogs of the table: native, closed by their buttons, by Escape and by a click beside. */

const closers = new Map();

/**
 * Wires all dialogs of the page once.
 * @param {function()} closed called after any of them was closed
 */
export function wireDialogs(closed) {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
    dialog.addEventListener("close", () => {
      closers.get(dialog.id)?.();
      closed();
    });
  }
}

/** @param {string} id @returns {HTMLDialogElement} */
export const dialogNamed = (id) => document.getElementById(id);

/** @returns {boolean} whether any dialog is open */
export const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

/**
 * Opens a dialog; while the reader is at another one, it waits for that to be closed.
 * @param {string} id
 * @param {function()} [closed] called when it is closed
 */
export function openDialog(id, closed) {
  const other = document.querySelector(`dialog[open]:not(#${id})`);
  if (other) {
    other.addEventListener("close", () => openDialog(id, closed), { once: true });
    return;
  }
  closers.set(id, closed);
  if (!dialogNamed(id).open) dialogNamed(id).showModal();
}
