// How stiff is a block, seen from how it lands? The nearest drops of a data set say so, without any framework.
//   pliant sweep examples/sweeps/drops.sweep.json --out drops
//   node examples/sweeps/fit.mjs drops
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';

const YOUNG = 'bodies[0].material.young';
const [folder] = process.argv.slice(2);
const NEIGHBOURS = 3;

const readTable = (name) => {
  const bytes = readFileSync(join(folder, name));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return parquetReadObjects({ file });
};

/** What a camera would see of each drop: heights of the top and places of the side, frame by frame. Neither speed nor stiffness. */
const seen = new Map();
for (const { id, value } of await readTable('series.parquet')) {
  if (!seen.has(id)) seen.set(id, []);
  seen.get(id).push(value);
}
const drops = (await readTable('runs.parquet')).map((row) => ({
  id: row.id,
  young: row[YOUNG],
  path: seen.get(row.id),
}));

/** One in five, by its id, is kept back to be guessed. */
const isKeptBack = ({ id }) => Number.parseInt(id.slice(0, 8), 16) % 5 === 0;
const known = drops.filter((drop) => !isKeptBack(drop));
const asked = drops.filter(isKeptBack);

const distance = (a, b) => Math.hypot(...a.path.map((x, k) => x - b.path[k]));

/** Mean of the nearest drops' stiffness, by its logarithm, near ones counting more. */
function guess(drop) {
  const near = known
    .map((other) => ({ other, d: distance(drop, other) }))
    .sort((a, b) => a.d - b.d)
    .slice(0, NEIGHBOURS);
  let [sum, weights] = [0, 0];
  for (const { other, d } of near) {
    const weight = 1 / (d + 1e-9);
    sum += weight * Math.log(other.young);
    weights += weight;
  }
  return Math.exp(sum / weights);
}

const errors = asked.map((drop) => Math.abs(guess(drop) / drop.young - 1)).sort((a, b) => a - b);
const percent = (part) => `${(100 * errors[Math.floor(part * (errors.length - 1))]).toFixed(1)} %`;
console.log(`${known.length} drops known, ${asked.length} kept back`);
console.log(
  `error of the stiffness: median ${percent(0.5)}, 90 % of drops below ${percent(0.9)}, worst ${percent(1)}`,
);
