import { createWorld, type SceneInput, type World } from 'pliant';
import { MODELS } from './models.ts';
import { freeAxis } from './reference/euler.ts';
import type { Entry } from './types.ts';

const SIZE: [number, number, number] = [0.4, 0.2, 0.1];
const TUMBLING_MODELS = [
  'rigid',
  'solid',
  'tets',
  'tets finest',
  'frames 30',
  'frames adaptive',
  'rigid + hex',
  'rigid + affine',
  'rigid + tet',
  'rigid + modes',
  'affine + hex',
  'frames + hex',
  'hex alone',
  'octree 4',
];
/** Longer than this nothing is compared with Euler's equations: soft boxes are not quite rigid [s]. */
const LOOK = 1;

/** Spins of 8 rad/s near an axis, 10° off towards the middle between the other two. */
function spinNear(axis: 0 | 1 | 2, speed: number): [number, number, number] {
  const off = Math.sin(Math.PI / 18) / Math.SQRT2;
  const spin: [number, number, number] = [off * speed, off * speed, off * speed];
  spin[axis] = Math.cos(Math.PI / 18) * speed;
  return spin;
}

const CASES = [
  { id: 'near the axis of largest inertia', spin: spinNear(2, 8) },
  { id: 'near the middle axis', spin: spinNear(1, 8) },
];

export function tumblingEntries(): Entry[] {
  return CASES.flatMap(({ id, spin }) =>
    TUMBLING_MODELS.map((model) => ({
      family: 'tumbling',
      case: id,
      model,
      dt: 1 / 60,
      limit: 0.005,
      oneSided: true,
      unit: '',
      run: () => tumble(spin, model),
    })),
  );
}

function tumble(spin: [number, number, number], model: string) {
  const scene: SceneInput = {
    format: 'pliant/1',
    name: 'tumbling',
    gravity: [0, 0, 0],
    bodies: [
      {
        name: 'box',
        shape: { type: 'box', size: SIZE },
        material: { young: 1e6, density: 1000, damping: { stiffness: 0 } },
        model: MODELS[model]({ side: SIZE[2] }),
        spin,
        probes: { middle: [0, 0, 0], top: [0, 0, SIZE[2] / 2] },
      },
    ],
  };
  const world = createWorld(scene);
  const energy = (): number => {
    const { kinetic, elastic } = world.totals().energy;
    return kinetic + elastic;
  };
  const start = energy();
  let most = start;
  let angle = 0;
  for (let s = 0; s < 600; s++) {
    world.step();
    most = Math.max(most, energy());
    if (world.steps === 60 * LOOK) angle = angleTo(world, freeAxis(SIZE, spin, LOOK));
  }
  const gained = most / start - 1;
  const left = (100 * energy()) / start;
  const note = `${left.toFixed(1)} % left; axis ${angle.toFixed(1)}° from Euler after ${LOOK} s`;
  return { value: gained, truth: 0, error: gained, note };
}

/** Angle between the box's thin axis and where it should point [degrees]. */
function angleTo(world: World, right: readonly number[]): number {
  const [box] = world.bodies;
  const [a, b] = [box.probe('middle'), box.probe('top')];
  const way = b.map((v, i) => v - a[i]);
  const cosine = way.reduce((sum, v, i) => sum + v * right[i], 0) / Math.hypot(...way);
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}
