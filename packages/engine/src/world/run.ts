import { now } from '../core/clock.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import type { BuiltScene } from './build.ts';
import { type CheckResult, watchCheck } from './checks.ts';
import { createCore } from './core.ts';
import { readMeasure } from './measure.ts';
import { PHASES, type WorldCore } from './types.ts';
import { faceOf, type World, type WorldOptions } from './world.ts';

export interface Range {
  total: number;
  min: number;
  max: number;
  mean: number;
  last: number;
}

/** What a run of a scene came to: the command line's `--json`. */
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
  energy: { kinetic: number; elastic: number; potential: number };
  momentum: { linear: [number, number, number]; angular: [number, number, number] };
  /** Milliseconds. */
  timings: { build: number; step: { median: number; p95: number }; phases: Record<string, number> };
  checks: CheckResult[];
  /** What the scene asks for and does not get; what went wrong quietly. */
  notes: string[];
  issues: string[];
}

export interface RunOptions extends WorldOptions {
  /** Steps to run; as many as the scene's duration asks for if missing. */
  steps?: number;
  /** A snapshot to start from. */
  resume?: Uint8Array;
  /** Called after every step. Return false to stop. */
  observe?: (world: World) => boolean | undefined;
}

/** Runs a scene with its self-checks. */
export function runScene(
  input: SceneInput | Scene | string | BuiltScene,
  options: RunOptions = {},
): { result: RunResult; world: World } {
  const start = now();
  const core = createCore(input, options);
  const world = faceOf(core);
  if (options.resume) world.restore(options.resume);
  const build = now() - start;

  const { scene } = core;
  const steps = options.steps ?? Math.max(1, Math.round(scene.duration / scene.dt));
  const probe = (body: string, name: string): Float64Array =>
    Float64Array.from(world.bodies.find((b) => b.name === body)!.probe(name));
  const read = (i: number): number => readMeasure(core, scene.checks[i], probe);
  const watches = scene.checks.map((check, i) => watchCheck(check, read(i)));
  const ranges: ReturnType<typeof newRanges>[] = [];
  const times: number[] = [];
  const phases = new Float64Array(PHASES.length);
  for (let s = 0; s < steps; s++) {
    const before = now();
    world.step();
    times.push(now() - before);
    for (let p = 0; p < phases.length; p++) phases[p] += core.report.phases[p];
    watches.forEach((watch, i) => {
      watch.sample(core.time, read(i));
    });
    core.bodies.forEach(({ body }, b) => {
      const { levels } = body;
      ranges[b] ??= newRanges();
      const range = ranges[b];
      range.steps++;
      addToRange(range.dofs, levels.totalDofs, levels.activeDofs, range.steps);
      addToRange(range.points, levels.totalPoints, levels.activePoints, range.steps);
      range.switches += levels.switches;
      range.jump = Math.max(range.jump, levels.jump);
      range.gain = Math.max(range.gain, levels.kineticGain);
    });
    if (options.observe?.(world) === false) break;
  }
  times.sort((a, b) => a - b);
  const at = (part: number): number =>
    times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? 0;
  const result: RunResult = {
    scene: scene.name,
    steps: core.steps,
    dt: scene.dt,
    time: core.time,
    hash: world.hash(),
    bodies: core.bodies.map((live, b) => ({
      name: live.name,
      model: live.body.model.kind,
      dofs: ranges[b].dofs,
      points: ranges[b].points,
      switches: ranges[b].switches,
      maxJump: ranges[b].jump,
      maxKineticGain: ranges[b].gain,
      probes: Object.fromEntries(
        b < scene.bodies.length
          ? Object.keys(scene.bodies[b].probes).map((name) => [name, world.bodies[b].probe(name)])
          : [],
      ),
    })),
    ...totalsOf(world),
    timings: {
      build,
      step: { median: at(0.5), p95: at(0.95) },
      phases: Object.fromEntries(
        PHASES.map((name, p) => [name, phases[p] / Math.max(1, times.length)]),
      ),
    },
    checks: watches.map((watch) => watch.result()),
    notes: [...world.notes],
    issues: issuesOf(core),
  };
  return { result, world };
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

/** What is followed of a body, from the step on in which it came to be. */
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
