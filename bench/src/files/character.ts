import { createWorld, type SceneInput, type WorldBody } from 'pliant';
import { digits, markdownTable } from '../lib/table.ts';
import { cpuNow } from '../lib/timing.ts';
import { farthest, galleryScene } from './record.ts';

const SECONDS = 60;
const STEPS = 60 * SECONDS;
/** Steps of a stride: moments that far apart show the same pose. */
const STRIDE = 72;
/** Steps until it has settled. */
const SETTLED = 10 * STRIDE;

/** The gallery's walker, standing and walking for a minute, against the skin of its bones alone. */
export function compareCharacter(): void {
  const rows = [true, false].map((isStanding) => {
    const scene = walker(isStanding);
    const soft = createWorld(scene);
    const bare = createWorld(withoutFlesh(scene));
    const [body] = soft.bodies;
    let [worst, squares, spent, looks] = [0, 0, 0, 0];
    let settled: Float32Array = new Float32Array(0);
    for (let k = 1; k <= STEPS; k++) {
      const started = cpuNow();
      soft.step();
      if (k > STRIDE) spent += cpuNow() - started;
      bare.step();
      const off = difference(body, bare.bodies[0]);
      if (k === SETTLED) settled = off;
      if (k <= STRIDE || k % 8 !== 0) continue;
      looks++;
      worst = Math.max(worst, farthest(off, new Float32Array(off.length)));
      squares += off.reduce((sum, x) => sum + x * x, 0) / (off.length / 3);
    }
    const drift = farthest(difference(body, bare.bodies[0]), settled);
    return [
      isStanding ? 'standing' : 'walking',
      `${body.positions.length / 3}`,
      digits(1000 * worst),
      digits(1000 * Math.sqrt(squares / looks)),
      digits(1000 * drift),
      digits(spent / (STEPS - STRIDE)),
    ];
  });
  console.log(
    markdownTable(
      [
        'walker, 1.7 m',
        'vertices',
        'off its skin [mm]',
        'rms [mm]',
        'drift from 12 to 60 s [mm]',
        'CPU a step [ms]',
      ],
      rows,
    ),
  );
}

function walker(isStanding: boolean): SceneInput {
  const scene = { ...galleryScene('walker'), events: [], checks: [] };
  if (!isStanding) return scene;
  return {
    ...scene,
    skeletons: scene.skeletons!.map((one) => ({
      ...one,
      bones: one.bones.map(({ track: _, ...bone }) => bone),
    })),
  };
}

function withoutFlesh(scene: SceneInput): SceneInput {
  return {
    ...scene,
    bodies: scene.bodies!.map((body) => {
      const model = structuredClone(body.model) as { layers: { flesh?: number }[] };
      for (const layer of model.layers) delete layer.flesh;
      return { ...body, model } as typeof body;
    }),
  };
}

function difference(a: WorldBody, b: WorldBody): Float32Array {
  a.draw();
  b.draw();
  return a.positions.map((x, i) => x - b.positions[i]);
}
