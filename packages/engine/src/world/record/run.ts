import { now } from '../../core/clock.ts';
import type { SceneInput } from '../../scene/generated/scene-input.ts';
import { readMeasure } from '../bodies/measure.ts';
import type { BuiltScene } from '../build/build.ts';
import { createCore } from '../build/scene.ts';
import type { WorldOptions } from '../parts.ts';
import { PHASES, type WorldCore } from '../types.ts';
import { faceOf, type World } from '../world.ts';
import { type CheckResult, watchCheck } from './checks.ts';

export interface Range {
  total: number;
  min: number;
  max: number;
  mean: number;
  last: number;
}

/** The result of a run: the command line's `--json`. */
export interface RunResult {
  scene: string;
  steps: number;
  dt: number;
  time: number;
  hash: string;
  bodies: {
    name: string;
    model: string;
    dofs: Range;
    points: Range;
    switches: number;
    maxJump: number;
    maxKineticGain: number;
    probes: Record<string, [number, number, number]>;
  }[];
  /** Of all bodies, summed over the steps: unknowns that were solved for, and those at full resolution. */
  unknowns: { solved: number; full: number };
  energy: { kinetic: number; elastic: number; potential: number };
  momentum: { linear: [number, number, number]; angular: [number, number, number] };
  /** Milliseconds. */
  timings: { build: number; step: { median: number; p95: number }; phases: Record<string, number> };
  checks: CheckResult[];
  /** Requests of the scene that cannot be met; issues of the steps. */
  notes: string[];
  issues: string[];
  /** Bodies that were frozen because their numbers were invalid. */
  broken: string[];
}

export interface RunOptions extends WorldOptions {
  /** Number of steps; the scene's duration if missing. */
  steps?: number;
  /** A snapshot to start from. */
  resume?: Uint8Array;
  /** Called after every step. Return false to stop. */
  observe?: (world: World) => boolean | undefined;
}

/** A run in progress: the caller decides when to step, so that pages and terminals stay responsive. */
export interface Run {
  readonly world: World;
  /** Total number of steps of the run. */
  readonly total: number;
  /** Makes one step; false once the run is complete, or if `observe` stopped it. */
  step(): boolean;
  /** The result so far. */
  result(): RunResult;
}

/** Builds a scene and prepares a run with its self-checks. */
export function startRun(input: SceneInput | string | BuiltScene, options: RunOptions = {}): Run {
  const start = now();
  const { steps, resume, observe, ...creating } = options;
  const core = createCore(input, creating);
  const world = faceOf(core);
  if (resume) world.restore(resume);
  const build = now() - start;

  const { scene } = core;
  const total = steps ?? Math.max(1, Math.round(scene.duration / scene.dt));
  const probe = (body: string, name: string): Float64Array =>
    Float64Array.from(world.bodies.find((b) => b.name === body)!.probe(name));
  const read = (i: number): number => readMeasure(core, scene.checks[i], probe);
  const watches = scene.checks.map((check, i) => watchCheck(check, read(i), core.time));
  const ranges: ReturnType<typeof newRanges>[] = [];
  const times: number[] = [];
  const phases = new Float64Array(PHASES.length);
  const unknowns = { solved: 0, full: 0 };
  let isOver = false;
  return {
    world,
    total,
    step() {
      if (isOver || times.length >= total) return false;
      const before = now();
      world.step();
      times.push(now() - before);
      for (let p = 0; p < phases.length; p++) phases[p] += core.report.phases[p];
      watches.forEach((watch, i) => {
        watch.sample(core.time, read(i));
      });
      followBodies(core, ranges, unknowns);
      isOver = observe?.(world) === false;
      return !isOver && times.length < total;
    },
    result: () => ({
      scene: scene.name,
      steps: core.steps,
      dt: scene.dt,
      time: core.time,
      hash: world.hash(),
      bodies: core.bodies.map((_, b) => bodyResult(core, world, ranges[b] ?? newRanges(), b)),
      unknowns: { ...unknowns },
      ...totalsOf(world),
      timings: { build, ...timingsOf(times, phases) },
      checks: watches.map((watch) => watch.result(scene.duration)),
      notes: [...world.notes],
      issues: issuesOf(core),
      broken: core.bodies.filter((b) => b.broken).map((b) => b.name),
    }),
  };
}

/** Runs a scene with its self-checks. */
export function runScene(
  input: SceneInput | string | BuiltScene,
  options: RunOptions = {},
): { result: RunResult; world: World } {
  const run = startRun(input, options);
  while (run.step());
  return { result: run.result(), world: run.world };
}

function followBodies(
  { bodies }: WorldCore,
  ranges: ReturnType<typeof newRanges>[],
  unknowns: RunResult['unknowns'],
): void {
  bodies.forEach(({ body }, b) => {
    const { levels } = body;
    unknowns.solved += levels.activeDofs;
    unknowns.full += levels.totalDofs;
    ranges[b] ??= newRanges();
    const range = ranges[b];
    range.steps++;
    addToRange(range.dofs, levels.totalDofs, levels.activeDofs, range.steps);
    addToRange(range.points, levels.totalPoints, levels.activePoints, range.steps);
    range.switches += levels.switches;
    range.jump = Math.max(range.jump, levels.jump);
    range.gain = Math.max(range.gain, levels.kineticGain);
  });
}

function bodyResult(
  { bodies, scene }: WorldCore,
  world: World,
  range: ReturnType<typeof newRanges>,
  b: number,
): RunResult['bodies'][number] {
  const probes = b < scene.bodies.length ? Object.keys(scene.bodies[b].probes) : [];
  return {
    name: bodies[b].name,
    model: bodies[b].body.model.kind,
    dofs: range.dofs,
    points: range.points,
    switches: range.switches,
    maxJump: range.jump,
    maxKineticGain: range.gain,
    probes: Object.fromEntries(probes.map((name) => [name, world.bodies[b].probe(name)])),
  };
}

function timingsOf(
  times: readonly number[],
  phases: Float64Array,
): Pick<RunResult['timings'], 'step' | 'phases'> {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return {
    step: { median: at(0.5), p95: at(0.95) },
    phases: Object.fromEntries(
      PHASES.map((name, p) => [name, phases[p] / Math.max(1, sorted.length)]),
    ),
  };
}

function totalsOf(world: World): Pick<RunResult, 'energy' | 'momentum'> {
  const { energy, momentum } = world.totals();
  return { energy, momentum };
}

function issuesOf(core: WorldCore): string[] {
  return [...core.issues].map(([issue, count]) =>
    count > 1 ? `${issue} (${count} times)` : issue,
  );
}

/** Recorded ranges of a body, from the step of its creation. */
function newRanges() {
  return { steps: 0, dofs: newRange(), points: newRange(), switches: 0, jump: 0, gain: 0 };
}

function newRange(): Range {
  return { total: 0, min: Number.POSITIVE_INFINITY, max: 0, mean: 0, last: 0 };
}

function addToRange(range: Range, total: number, value: number, count: number): void {
  range.total = total;
  range.min = Math.min(range.min, value);
  range.max = Math.max(range.max, value);
  range.mean += (value - range.mean) / count;
  range.last = value;
}
