/** The dialogs of the table: native, closed by their buttons, by Escape and by a click beside. */

const closers = new Map();

/**
 * Wires all dialogs of the page once.
 */
export function wireDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
    dialog.addEventListener("close", () => closers.get(dialog.id)?.());
  }
}

/** @param {string} id @returns {HTMLDialogElement} */
export const dialogNamed = (id) => document.getElementById(id);

/**
 * Opens a dialog; one that was open makes room.
 * @param {string} id
 * @param {function()} [closed] called when it is closed
 */
export function openDialog(id, closed) {
  for (const other of document.querySelectorAll("dialog[open]")) if (other.id !== id) other.close();
  closers.set(id, closed);
  if (!dialogNamed(id).open) dialogNamed(id).showModal();
}
