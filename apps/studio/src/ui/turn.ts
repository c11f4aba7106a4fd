/** Longer than a page in sight takes to paint [ms]; one out of sight does not. */
const LONGEST = 150;

/** Resolves when the page has painted what it is made of so far. */
export function painted(): Promise<void> {
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
