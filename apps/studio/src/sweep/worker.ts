import { createWork, type ToWorker } from '@pliant/sweep/core';

/** A worker that does runs of a sweep in the page. */
const work = createWork(
  (message, transfer) => self.postMessage(message, { transfer }),
  () => ({ host: 'browser' }),
);
let last = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  last = last.then(() => work(data));
};
