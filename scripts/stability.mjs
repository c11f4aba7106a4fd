// node scripts/stability.mjs [model] [--solve prefactored] [--steps 1000]: every gallery scene of a model (layers, if none is named) at steps of
// 1/60 and 1/30 s. Prints the energy of motion, the largest and that at the end, and what the scene's own checks say. Ends with 1 if one is no number
// any more; that a body shakes instead of coming to rest is for the reader to see.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runScene } from '../packages/engine/dist/index.js';
import { fromRoot } from './lib/paths.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { solve: { type: 'string' }, steps: { type: 'string', default: '1000' } },
});
const model = positionals[0] ?? 'layers';
const steps = Number(values.steps);
const scenes = readdirSync(fromRoot('scenes'))
  .filter((file) => file.endsWith('.json') && file !== 'package.json')
  .map((file) => JSON.parse(readFileSync(fromRoot(`scenes/${file}`), 'utf8')))
  .filter(({ bodies }) => bodies?.some((body) => body.model?.type === model));

process.stdout.write(
  '| scene | step | largest | at the end | checks | issues |\n| - | - | - | - | - | - |\n',
);
for (const scene of scenes) {
  for (const body of scene.bodies) {
    if (values.solve !== undefined && body.model?.type === 'layers')
      body.model.solve = values.solve;
  }
  for (const rate of [60, 30]) tell(scene.name, rate, { ...scene, dt: 1 / rate });
}

function tell(name, rate, scene) {
  let row;
  try {
    const own = runScene(scene).result;
    let most = 0;
    let last = 0;
    const { result } = runScene(
      { ...scene, checks: [] },
      {
        steps,
        observe: (world) => {
          last = world.totals().energy.kinetic;
          most = Math.max(most, last);
          return Number.isFinite(last);
        },
      },
    );
    const failed = own.checks.filter((c) => !c.pass).map((c) => c.name);
    if (!Number.isFinite(last)) process.exitCode = 1;
    const says = failed.length === 0 ? `all ${own.checks.length}` : `not: ${failed.join('; ')}`;
    const issues = [...new Set([...own.issues, ...result.issues])].join('; ') || 'none';
    row = [`${most.toPrecision(3)} J`, `${last.toPrecision(3)} J`, says, issues];
  } catch (error) {
    // A scene that prefactored details refuse says so.
    row = ['', '', error.message.split('\n')[0], ''];
  }
  process.stdout.write(`| ${name} | 1/${rate} | ${row.join(' | ')} |\n`);
}
