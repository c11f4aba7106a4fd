/** Longer than a busy machine takes to paint a page in sight [ms]. */
const LONGEST = 1000;

/** Resolves when what the page is made of so far is on the screen; a page out of sight paints nothing. */
export function painted(): Promise<void> {
  if (document.hidden) return turn();
  return new Promise((done) => {
    const late = setTimeout(done, LONGEST);
    requestAnimationFrame(() => {
      // This frame is drawn after the callback. The first one is told of when it is on the screen: until then the graphics card may wait for nothing else.
      const seen = new PerformanceObserver((list) => {
        if (list.getEntriesByName(FIRST).length === 0) return;
        seen.disconnect();
        clearTimeout(late);
        turn().then(done);
      });
      seen.observe({ type: 'paint', buffered: true });
    });
  });
}

const FIRST = 'first-contentful-paint';

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
