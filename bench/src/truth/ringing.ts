import { createWorld } from 'pliant';
import { barScene } from './bar.ts';
import { fitRing, type Ring } from './fit.ts';
import { type IntegratorChoice, integratorChoices } from './integrators.ts';
import { MODELS } from './models.ts';
import { REFERENCE } from './reference/numbers.ts';
import { RING_CASES, type RingCase, referenceOf } from './ring-cases.ts';
import type { Entry, Row } from './types.ts';

/** Models, and whether they run at all step lengths or at 1/60 s alone. */
const RINGING: Readonly<Record<string, readonly number[]>> = {
  solid: [30, 60, 120, 240, 480],
  tets: [60, 240],
  'tets finest': [60, 240],
  'frames 30': [30, 60, 120, 240, 480],
  'frames adaptive': [60, 240],
  'rigid + hex': [60, 240],
  'frames + hex': [60],
  'rigid + affine': [60],
  'rigid + tet': [60],
  'rigid + modes': [60],
  'octree 4': [60, 240],
};

export function ringEntries(family: string): Entry[] {
  const cases = RING_CASES.filter((one) => one.family === family);
  return integratorChoices().flatMap((choice) =>
    cases.flatMap((one) =>
      Object.entries(RINGING).flatMap(([model, rates]) =>
        rates
          .filter((rate) => one.judges === 'kept' || rate === 60)
          .map((rate) => ({
            family,
            case: `${one.id}${choice.suffix}`,
            model,
            dt: 1 / rate,
            limit: rate === 60 ? one.limit : null,
            unit: one.judges === 'kept' ? '' : 'Hz',
            run: () => runRing(one, model, rate, choice),
          })),
      ),
    ),
  );
}

function runRing(one: RingCase, model: string, rate: number, choice: IntegratorChoice) {
  const ring = swing(one, model, rate, choice);
  const truth = REFERENCE[referenceOf(one)].value;
  const off = ring.frequency / truth - 1;
  if (one.judges === 'frequency') return { value: ring.frequency, truth, error: off };
  const sign = off < 0 ? '−' : '+';
  const note = `${ring.frequency.toFixed(3)} Hz, ${sign}${Math.abs(100 * off).toFixed(1)} %`;
  return { value: ring.kept, truth: 1, error: ring.kept - 1, note };
}

const done = new Map<string, Ring>();

/** Four periods of a swing. The same swing serves the rows that look at its frequency. */
function swing(
  { id, bar, tilt, axis, near }: RingCase,
  model: string,
  rate: number,
  { suffix, solver }: IntegratorChoice,
): Ring {
  const key = `${id.split(':')[0]} ${model} ${rate}${suffix}`;
  const known = done.get(key);
  if (known) return known;
  const scene = barScene(bar, MODELS[model](bar), {
    dt: 1 / rate,
    damping: { mass: 0, stiffness: 0 },
    solver,
  });
  const turned = tilt === 0 ? scene : tilted(scene, tilt);
  const world = createWorld(turned);
  const times: number[] = [];
  const values: number[] = [];
  const steps = Math.round((4 * rate) / near);
  for (let s = 0; s < steps; s++) {
    world.step();
    times.push(world.time);
    values.push(world.bodies[0].probe('probe')[axis]);
  }
  const ring = fitRing(times, values, near);
  done.set(key, ring);
  return ring;
}

type SceneOf = ReturnType<typeof barScene>;

/** The bar turned about the middle of its clamp. */
function tilted(scene: SceneOf, degrees: number): SceneOf {
  const angle = (degrees * Math.PI) / 180;
  const body = scene.bodies![0];
  const [x] = body.position!;
  const position: [number, number, number] = [x * Math.cos(angle), x * Math.sin(angle), 0];
  return { ...scene, bodies: [{ ...body, position, rotation: [0, 0, degrees] }] };
}

/** What adapting costs: amplitude kept by the adaptive model against the same with everything awake. */
export function lostByAdapting(rows: readonly Row[]): Row[] {
  const pairs = [
    ['frames adaptive', 'frames 30'],
    ['tets', 'tets finest'],
  ];
  return pairs.flatMap(([adaptive, full]) =>
    rows
      .filter((row) => row.model === adaptive && row.unit === '' && Number.isFinite(row.value))
      .flatMap((row): Row[] => {
        const other = rows.find((r) => r.model === full && r.case === row.case && r.dt === row.dt);
        if (!other) return [];
        const lost = 1 - row.value / other.value;
        return [
          {
            ...row,
            model: `${adaptive}: lost by adapting`,
            truth: null,
            value: lost,
            error: lost,
            limit: 0.01,
            ok: lost <= 0.01,
            cpu: 0,
            note: undefined,
          },
        ];
      }),
  );
}
