// Steps a gallery scene 1000 times when warm and prints the garbage collections that happened meanwhile.
import { readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { createWorld } from '../../dist/index.js';

const name = process.argv[2];
const scene = JSON.parse(
  readFileSync(new URL(`../../../../scenes/${name}.json`, import.meta.url), 'utf8'),
);
const world = createWorld(scene);
world.step(300);
globalThis.gc();

const collections = [];
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    collections.push({ kind: entry.detail.kind, ms: entry.duration });
});
observer.observe({ entryTypes: ['gc'] });
world.step(1000);
await new Promise((done) => setTimeout(done, 50));
observer.disconnect();
process.stdout.write(JSON.stringify({ steps: world.steps - 300, collections }));
