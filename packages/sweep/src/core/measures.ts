import { InputError, nearestWord, type RunResult, type Scene, type World } from 'pliant';
import { getAt, leafPaths } from './paths.ts';

/** What is read of a world after a step, for series and for extremes over a run. */
function liveValues(world: World): unknown {
  const { energy, momentum, speed } = world.totals();
  const { contacts, iterations } = world.report;
  return {
    time: world.time,
    energy,
    momentum,
    speed,
    contacts,
    iterations,
    bodies: world.scene.bodies.map(({ name, probes }) => {
      const body = world.bodies.find((one) => one.name === name);
      return {
        dofs: body?.levels.activeDofs,
        probes: Object.fromEntries(Object.keys(probes).map((key) => [key, body?.probe(key)])),
      };
    }),
  };
}

const ZEROS = [0, 0, 0];

/** A world's values before there is a world: what a scene's measures may name. */
function liveShape(scene: Scene): unknown {
  return {
    time: 0,
    energy: { kinetic: 0, elastic: 0, potential: 0 },
    momentum: { linear: ZEROS, angular: ZEROS },
    speed: 0,
    contacts: 0,
    iterations: 0,
    bodies: scene.bodies.map(({ probes }) => ({ dofs: 0, probes: zeroProbes(probes) })),
  };
}

const zeroProbes = (probes: object): object =>
  Object.fromEntries(Object.keys(probes).map((key) => [key, ZEROS]));

/** The same for what a run comes to. */
function resultShape(scene: Scene): unknown {
  const range = { total: 0, min: 0, max: 0, mean: 0, last: 0 };
  return {
    steps: 0,
    dt: 0,
    time: 0,
    unknowns: { solved: 0, full: 0 },
    energy: { kinetic: 0, elastic: 0, potential: 0 },
    momentum: { linear: ZEROS, angular: ZEROS },
    timings: { build: 0, step: { median: 0, p95: 0 } },
    bodies: scene.bodies.map(({ probes }) => ({
      dofs: range,
      points: range,
      switches: 0,
      maxJump: 0,
      maxKineticGain: 0,
      probes: zeroProbes(probes),
    })),
    checks: scene.checks.map(() => ({ value: 0 })),
  };
}

/** One column: a value of the result, or an extreme of a value over the run. */
export interface Measure {
  readonly name: string;
  readonly path: string;
  readonly over: 'end' | 'max' | 'min' | 'mean';
}

/** Milliseconds differ from run to run: they are no part of what a run came to. */
export const isTiming = ({ name }: Pick<Measure, 'name'>): boolean => name.startsWith('timings.');

const FORM = /^(max|min|mean)\((.+)\)$/;

/** The columns that a sweep asks for; a vector is three. Refuses what no run will have, with the nearest that it will. */
export function measuresOf(names: readonly string[] | undefined, scene: Scene): Measure[] {
  const given = names ?? [
    'energy.kinetic',
    'energy.elastic',
    'energy.potential',
    ...scene.bodies.flatMap(({ probes }, b) =>
      Object.keys(probes).map((probe) => `bodies[${b}].probes.${probe}`),
    ),
  ];
  return given.flatMap((text, i) => {
    const [, over = 'end', inner = text] = FORM.exec(text.replaceAll(' ', '')) ?? [];
    const shape = over === 'end' ? resultShape(scene) : liveShape(scene);
    return spread(shape, inner, `measure[${i}]`).map((path) => ({
      name: over === 'end' ? path : `${over}(${path})`,
      path,
      over: over as Measure['over'],
    }));
  });
}

/** The values that a series follows. */
export function seriesOf(names: readonly string[], scene: Scene): string[] {
  return names.flatMap((name, i) => spread(liveShape(scene), name, `series.of[${i}]`));
}

/** The numbers at a path: itself, or all within. */
function spread(shape: unknown, path: string, where: string): string[] {
  const found = getAt(shape, path);
  if (typeof found === 'number') return [path];
  if (Array.isArray(found)) return found.map((_, k) => `${path}[${k}]`);
  const all = leafPaths(shape);
  const near = found === undefined ? nearestWord(path, all) : all.find((p) => p.startsWith(path));
  throw new InputError(
    `must name a value of the run, got "${path}". ${near == null ? `There are ${all.slice(0, 6).join(', ')}, ….` : `Did you mean "${near}"?`}`,
    where,
  );
}

const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Follows the values of a run that its end does not tell. */
export function followRun(
  measures: readonly Measure[],
  series: { readonly every: number; readonly of: readonly string[] } | undefined,
  dt: number,
) {
  const live = measures.map((measure, i) => ({ ...measure, i })).filter((m) => m.over !== 'end');
  const sums = new Map(live.map(({ i }) => [i, { low: Infinity, high: -Infinity, sum: 0, n: 0 }]));
  const rows: { time: number; values: (number | null)[] }[] = [];
  let next = 0;
  return {
    rows,
    /** Looks at the world after a step, or before the first. */
    look(world: World): void {
      const isRow = series !== undefined && world.time >= next - dt / 2;
      if (live.length === 0 && !isRow) return;
      const values = liveValues(world);
      for (const { i, path } of live) {
        const value = finite(getAt(values, path));
        const seen = sums.get(i)!;
        if (value === null) continue;
        seen.low = Math.min(seen.low, value);
        seen.high = Math.max(seen.high, value);
        seen.sum += value;
        seen.n++;
      }
      if (!isRow) return;
      rows.push({ time: world.time, values: series.of.map((path) => finite(getAt(values, path))) });
      while (next <= world.time + dt / 2) next += series.every;
    },
    /** The columns, in their order; null for what came to no number. */
    values(result: RunResult): (number | null)[] {
      return measures.map(({ path, over }, i) => {
        if (over === 'end') return finite(getAt(result, path));
        const { low, high, sum, n } = sums.get(i)!;
        return n === 0 ? null : { max: high, min: low, mean: sum / n }[over];
      });
    },
  };
}
