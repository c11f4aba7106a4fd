// node scripts/gallery-hashes.mjs [scene …] [--steps 20 | --whole] [--write FILE] [--against FILE]: the hash of the state of every gallery scene.
// For changes that must not change a bit: write the file before the change, compare with it after. Ends with 1 if a hash differs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildPackages } from './build.mjs';
import { fromRoot } from './lib/paths.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    steps: { type: 'string', default: '20' },
    whole: { type: 'boolean', default: false },
    write: { type: 'string' },
    against: { type: 'string' },
  },
});
const steps = values.whole ? undefined : Number(values.steps);
if (steps !== undefined && !(Number.isInteger(steps) && steps > 0)) {
  console.error(`--steps: must be a whole number above 0, got ${values.steps}`);
  process.exit(2);
}
const before = values.against === undefined ? {} : JSON.parse(readFileSync(values.against, 'utf8'));

await buildPackages(['packages/engine']);
const { runScene } = await import('../packages/engine/dist/index.js');
const hashes = {};
let different = 0;
for (const file of readdirSync(fromRoot('scenes')).sort()) {
  const name = file.replace(/\.json$/, '');
  if (name === file || name === 'package') continue;
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { result } = runScene(readFileSync(fromRoot('scenes', file), 'utf8'), { steps });
  const hash = `${result.steps} steps ${result.hash}`;
  hashes[name] = hash;
  const isSame = values.against === undefined || before[name] === hash;
  if (!isSame) different++;
  console.log(
    `${isSame ? ' ' : '≠'} ${name.padEnd(20)} ${hash}${isSame ? '' : `, was ${before[name]}`}`,
  );
}
if (values.write !== undefined) writeFileSync(values.write, `${JSON.stringify(hashes, null, 2)}\n`);
if (values.against !== undefined)
  console.log(`${different} of ${Object.keys(hashes).length} differ`);
process.exitCode = different > 0 ? 1 : 0;
