/** Longer than a busy machine takes to paint a page in sight [ms]. */
const LONGEST = 1000;

/** Resolves when the page has painted what it is made of so far; a page out of sight paints nothing. */
export function painted(): Promise<void> {
  if (document.hidden) return turn();
  return new Promise((done) => {
    const late = setTimeout(done, LONGEST);
    requestAnimationFrame(() => {
      clearTimeout(late);
      turn().then(done);
    });
  });
}

/** Lets the page do what waits, before the rest. */
export function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}
