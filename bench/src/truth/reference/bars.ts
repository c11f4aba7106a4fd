import type { Bar } from '../bar.ts';
import { type Bricks, createBricks, nodeNear } from './bricks.ts';
import { equilibrium, type Problem } from './hex27.ts';

/** Elements close to the clamp, in sides: the stress has a corner there. */
const NEAR = [0, 0.01, 0.04, 0.12, 0.3, 0.6];

/** A graded mesh of a bar with `across` elements through its thickness (an even number); only z ≥ 0 if it is symmetric. */
export function meshOf(bar: Bar, across: number): Bricks {
  const { length, side } = bar;
  const edges = bar.end ? 2 : 1;
  const reach = Math.min(0.6 * side, length / (2 * edges));
  const near = NEAR.map((part) => (part / 0.6) * reach);
  const middle = length - edges * reach;
  // A twisted bar is the same all along its middle.
  const pace = bar.end?.turn ? 3 : 1.2;
  const count = Math.max(1, Math.round((middle / side / pace) * (across / 2)));
  const x = [...near];
  for (let i = 1; i <= count; i++) x.push(reach + (middle * i) / count);
  if (bar.end) for (const cut of near.slice(0, -1).reverse()) x.push(length - cut);
  const planes = withCuts(x, bar.field?.cuts.x);
  if (bar.section) {
    const { p, q } = bar.section.planes(across, isSymmetric(bar));
    return createBricks(planes, p, q, bar.section.place, bar.section.isEmpty);
  }
  const half = towardsSurface(side, across / 2, isSymmetric(bar) ? 2.5 : 1.3);
  const whole = [
    ...half
      .slice(1)
      .map((v) => -v)
      .reverse(),
    ...half,
  ];
  const y = bar.field?.cuts.y ? betweenCuts(side, across, bar.field.cuts.y) : whole;
  return createBricks(planes, y, isSymmetric(bar) ? half : whole);
}

const isSymmetric = ({ end, section }: Bar): boolean =>
  (section?.isMirrored ?? true) && (!end || end.turn === 0);

/** Planes from the middle to the surface, closer together there: stress is singular at the rim of a clamp. */
function towardsSurface(side: number, count: number, power: number): number[] {
  return Array.from({ length: count + 1 }, (_, i) => (side / 2) * (1 - (1 - i / count) ** power));
}

/** Planes across that include the cuts, with about `across` elements. */
function betweenCuts(side: number, across: number, cuts: readonly number[]): number[] {
  const ends = [-side / 2, ...cuts, side / 2];
  const planes = [ends[0]];
  for (let s = 1; s < ends.length; s++) {
    const [from, to] = [ends[s - 1], ends[s]];
    const count = Math.ceil((across * (to - from)) / side);
    for (let i = 1; i <= count; i++) planes.push(from + ((to - from) * i) / count);
  }
  return planes;
}

/** Adds a plane at each cut, so that no element straddles a jump. */
function withCuts(planes: readonly number[], cuts: readonly number[] = []): number[] {
  const added = cuts.filter((cut) => !planes.some((p) => Math.abs(p - cut) < 1e-9));
  return [...planes, ...added].sort((a, b) => a - b);
}

/** The bar as a problem for hexahedra. */
export function problemOf(bar: Bar, mesh: Bricks): Problem {
  const angle = ((bar.end?.turn ?? 0) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const far = bar.end;
  const field = bar.field;
  return {
    mesh,
    poisson: bar.poisson,
    young: field ? (x, y, z) => bar.young * field.at(x, y, z) : () => bar.young,
    force: [0, 1, 2].map((axis) => bar.density * bar.gravity[axis]) as [number, number, number],
    held: (x, y, z, axis) => {
      if (x === 0) return 0;
      if (far && Math.abs(x - bar.length) < 1e-9) {
        return [far.shift, y * cos - z * sin - y, y * sin + z * cos - z][axis];
      }
      return axis === 2 && Math.abs(z) < 1e-9 && isSymmetric(bar) ? 0 : null;
    },
  };
}

/** Displacement of the probe [m] and elastic energy [J] at rest. */
export function restOf(bar: Bar, across: number, steps: number): { u: number[]; energy: number } {
  const mesh = meshOf(bar, across);
  const answer = equilibrium(problemOf(bar, mesh), steps);
  const node = nodeNear(mesh, [...bar.probe]);
  const energy = isSymmetric(bar) ? 2 * answer.energy : answer.energy;
  return { u: [...answer.u.subarray(3 * node, 3 * node + 3)], energy };
}
