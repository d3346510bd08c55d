/** Forms that open a table are sent once: the second half of a double click would open another. */

const sent = new WeakSet();

document.addEventListener("submit", (event) => {
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
});

// Coming back to a page that the browser kept, one may send its forms again.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) for (const form of document.forms) sent.delete(form);
});
