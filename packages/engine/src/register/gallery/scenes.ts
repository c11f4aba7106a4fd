import { createRandom } from '../../core/random.ts';
import { compileShape } from '../../geometry/sdf/compile.ts';
import { LIBRARY } from '../../geometry/sdf/library/index.ts';
import { both, egg, fuse, limb, standing } from '../../geometry/sdf/library/parts.ts';
import { sealFlippers } from '../../geometry/sdf/library/seal.ts';
import type { Shape } from '../../geometry/sdf/shape.ts';
import { extractSurface } from '../../geometry/surface/surface.ts';
import type { TriangleMesh } from '../../geometry/types.ts';
import { cos, sin } from '../../math/elementary.ts';
import { SCAN, TEMPLATE } from '../numbers.ts';
import type { RegisterOptions } from '../options.ts';
import type { Registration } from '../types.ts';
import { addClutter, addNoise, cutAway } from './damage.ts';

/** A template and a scan of the gallery. */
export interface RegistrationPair {
  readonly template: TriangleMesh;
  readonly target: TriangleMesh;
  /** Where the template's vertices ought to go; null where nobody knows. */
  readonly truth: Float64Array | null;
}

/** A fit that the gallery shows, and what must hold of it. */
export interface RegistrationScene {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly options: RegisterOptions;
  make(): RegistrationPair;
  readonly checks: readonly RegistrationCheck[];
}

/**
 * At most this much of a measure. `error`: root mean square distance of vertices from where they ought to be;
 * `distance`: mean distance of the points of the template that found the scan; both in per cent of the template's
 * diagonal. `folds`: edges folded over; `poor`: 1 if the fit is called poor.
 */
export interface RegistrationCheck {
  readonly name: string;
  readonly measure: 'error' | 'distance' | 'folds' | 'poor';
  readonly max: number;
}

export const REGISTRATION_SCENES: readonly RegistrationScene[] = [
  {
    name: 'bent-hand',
    title: 'A hand, bent',
    description:
      'The same hand with its fingers bent by 50 degrees. Frames wake from the wrist to the finger tips.',
    options: {},
    make: () => movedPair(LIBRARY.hand.shape(), bend(50)),
    checks: [
      { name: 'vertices are where they ought to be', measure: 'error', max: 0.8 },
      { name: 'it lies on the scan', measure: 'distance', max: 0.08 },
      { name: 'nothing folds', measure: 'folds', max: 0 },
    ],
  },
  {
    name: 'rabbit-scan',
    title: 'A rabbit, as a scanner sees it',
    description:
      'Without the tips of its ears and a hole in its back, with noise, on a floor with balls around it.',
    options: {},
    make() {
      const whole = movedPair(LIBRARY.rabbit.shape(), sway);
      const L = diagonal(whole.template);
      const random = createRandom(7);
      const high = Math.max(...whole.target.positions.filter((_, i) => i % 3 === 1));
      const torn = cutAway(
        whole.target,
        (x, y, z) => y > high - 0.08 * L || (x * x + (y - 0.3 * L) ** 2 < 0.004 * L * L && z < 0),
      );
      return { ...whole, target: addClutter(addNoise(torn, 0.005, L, random), L, random) };
    },
    checks: [
      { name: 'vertices are where they ought to be', measure: 'error', max: 1.2 },
      { name: 'it lies on the scan, but for noise', measure: 'distance', max: 0.4 },
      { name: 'nothing folds', measure: 'folds', max: 0 },
    ],
  },
  {
    name: 'seal-to-walrus',
    title: 'A seal becomes a walrus',
    description:
      'Another animal: fatter, with a broad head. Tusks, which a seal does not have, are left out.',
    options: {},
    make: () => ({
      template: surfaceOf(LIBRARY.seal.shape(), TEMPLATE),
      target: surfaceOf(walrus(), SCAN),
      truth: null,
    }),
    checks: [
      { name: 'it lies on the walrus', measure: 'distance', max: 0.3 },
      { name: 'nothing folds', measure: 'folds', max: 0 },
      { name: 'it is the same kind of thing', measure: 'poor', max: 0 },
    ],
  },
];

/** What a fit of a scene reached, check by check. */
export function judgeScene(
  { checks }: RegistrationScene,
  { template, truth }: RegistrationPair,
  { positions, report }: Registration,
): { name: string; value: number; max: number; pass: boolean }[] {
  const percent = 100 / diagonal(template);
  const values = {
    error: truth === null ? 0 : percent * rmsOf(positions, truth),
    distance: percent * report.distance.inliers.templateToTarget.mean,
    folds: report.quality.folds,
    poor: report.fit === 'poor' ? 1 : 0,
  };
  return checks.map(({ name, measure, max }) => {
    const value = values[measure];
    return { name, value, max, pass: value <= max };
  });
}

type Move = (out: Float64Array, o: number, L: number) => void;

/** A shape, and the same moved, of other triangles. */
function movedPair(shape: Shape, move: Move): RegistrationPair {
  const template = surfaceOf(shape, TEMPLATE);
  const scan = surfaceOf(shape, SCAN);
  const L = diagonal(template);
  const moved = (x: Float64Array): Float64Array => {
    const out = x.slice();
    for (let o = 0; o < out.length; o += 3) move(out, o, L);
    return out;
  };
  return {
    template,
    target: { ...scan, positions: moved(scan.positions) },
    truth: moved(template.positions),
  };
}

/** Bends what stands on the floor forward: straight below, by all of the angle [°] at a height of L. */
const bend =
  (angle: number): Move =>
  (x, o, L) => {
    const k = (angle * Math.PI) / 180 / L;
    const [y, z] = [x[o + 1], x[o + 2]];
    x[o + 1] = (1 / k - z) * sin(k * y);
    x[o + 2] = 1 / k - (1 / k - z) * cos(k * y);
  };

const sway: Move = (x, o, L) => {
  const [a, b, c] = [x[o], x[o + 1], x[o + 2]];
  x[o] += 0.03 * L * sin((6 * b) / L);
  x[o + 1] += 0.02 * L * sin((7 * c) / L + 1);
  x[o + 2] += 0.03 * L * sin((7 * a) / L + 2);
};

/** A seal's relative: three times as heavy in front, with tusks. */
function walrus(): Shape {
  const body = limb([
    [0, 0.08, -0.62, 0.06],
    [0, 0.12, -0.5, 0.11],
    [0, 0.18, -0.3, 0.18],
    [0, 0.22, -0.08, 0.22],
    [0, 0.25, 0.12, 0.22],
    [0, 0.34, 0.27, 0.18],
    [0, 0.43, 0.36, 0.13],
  ]);
  const head = fuse(
    0.05,
    egg([0, 0.46, 0.4], [0.12, 0.11, 0.12]),
    ...both((side) => egg([0.045 * side, 0.42, 0.51], [0.055, 0.045, 0.045])),
  );
  const tusks = both((side) =>
    limb([
      [0.05 * side, 0.4, 0.53, 0.02],
      [0.055 * side, 0.32, 0.555, 0.018],
      [0.05 * side, 0.24, 0.55, 0.013],
    ]),
  );
  const trunk = fuse(0.05, body, sealFlippers());
  return standing(fuse(0.01, fuse(0.06, trunk, head), ...tusks), 0.03);
}

function surfaceOf(shape: Shape, edge: number): TriangleMesh {
  const sdf = compileShape(shape);
  const b = sdf.bounds;
  return extractSurface(sdf, edge * Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]));
}

function diagonal({ positions }: TriangleMesh): number {
  let square = 0;
  for (let d = 0; d < 3; d++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = d; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    square += (high - low) ** 2;
  }
  return Math.sqrt(square);
}

function rmsOf(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return Math.sqrt((3 * sum) / a.length);
}
