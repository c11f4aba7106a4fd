// Steps a gallery scene until it has gone some steps without a garbage collection, and prints the collections of the last such attempt.
// What compiles late, on a busy machine later still, is part of warming up; garbage that comes with steps would come in every attempt.
import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { createWorld } from '../../dist/index.js';

const [, , name, steps] = process.argv;
const scene = JSON.parse(
  readFileSync(new URL(`../../../../scenes/${name}.json`, import.meta.url), 'utf8'),
);
const world = createWorld(scene);
world.step(300);

let collections = [];
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    collections.push({ kind: entry.detail.kind, ms: entry.duration });
});
for (let attempt = 0; attempt < 4; attempt++) {
  globalThis.gc();
  collections = [];
  observer.observe({ entryTypes: ['gc'] });
  world.step(Number(steps));
  await new Promise((done) => setTimeout(done, 50));
  observer.disconnect();
  if (collections.length === 0) break;
}
process.stdout.write(JSON.stringify({ collections }));
