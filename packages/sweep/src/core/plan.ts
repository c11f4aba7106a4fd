import { InputError, meshFiles, parseScene, parseSweep, type Scene, VERSION } from 'pliant';
import { canonicalJson } from './canonical.ts';
import { createDesign, type Design, levelsOf, type Sweep } from './design.ts';
import { type Measure, measuresOf, seriesOf } from './measures.ts';
import { getAt, nearestPath, parsePath, setAt } from './paths.ts';
import { sha256 } from './sha256.ts';

/** Everything about a run that does not differ between the runs of a sweep: what a worker must know. */
export interface SweepJob {
  /** The scene before its places are set, with a value at each of them. */
  readonly base: unknown;
  readonly columns: readonly string[];
  /** Places that take the seed. */
  readonly into: readonly string[];
  readonly steps: number | undefined;
  readonly measures: readonly Measure[];
  readonly series: { readonly every: number; readonly of: readonly string[] } | undefined;
  readonly keep: Sweep['keep'];
  readonly rate: number | undefined;
  /** Bytes of the mesh files that scenes name. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** One run of a sweep. */
export interface PlannedRun {
  readonly index: number;
  /** The first 24 digits of a digest of all that its outcome depends on: a run that is known by it needs not be run again. */
  readonly id: string;
  /** Equal for runs whose bodies are built alike: a worker that does them in a row builds once. */
  readonly group: string;
  readonly values: readonly unknown[];
  readonly seed: number;
}

/** A sweep with its scene, all checked. */
export interface SweepPlan {
  readonly sweep: Sweep;
  readonly scene: Scene;
  readonly job: SweepJob;
  readonly design: Design;
  run(index: number): PlannedRun;
}

export interface PlanOptions {
  /** The scene, where the sweep names a file or a gallery scene. */
  readonly scene?: unknown;
  /** Reads the mesh files that the scene names. */
  readonly files?: (name: string) => Uint8Array;
}

/** Checks a sweep against its scene. Every path and every value is refused here, before anything runs. */
export function planSweep(input: unknown, options: PlanOptions = {}): SweepPlan {
  const sweep = parseSweep(input);
  const given = typeof sweep.scene === 'string' ? options.scene : sweep.scene;
  if (given === undefined)
    throw new InputError(
      `must be read first, got its name "${sweep.scene}". Pass the scene itself.`,
      'scene',
    );
  const base = structuredClone(given);
  const scene = parseScene(base);
  const design = createDesign(sweep);
  const into = sweep.repeat?.into ?? [];
  checkPlaces(sweep, design, scene, base);
  const first = design.at(0);
  design.columns.forEach((path, c) => void setAt(base, path, first.values[c]));
  for (const path of into) setAt(base, path, 1);

  const files = loadFiles(base, sweep, options.files);
  const job: SweepJob = {
    base,
    columns: design.columns,
    into,
    steps: sweep.steps,
    measures: measuresOf(sweep.measure, scene),
    series: sweep.series && {
      every: sweep.series.every,
      of: seriesOf(sweep.series.of, scene),
    },
    keep: sweep.keep,
    rate: sweep.rate,
    files,
  };
  const digest = digester(job, sweep);
  return {
    sweep,
    scene,
    job,
    design,
    run(index) {
      const { values, seed } = design.at(index);
      return { index, values, seed, ...digest(sceneOf(job, values, seed), seed) };
    },
  };
}

/** The scene of a run. */
export function sceneOf(job: SweepJob, values: readonly unknown[], seed: number): unknown {
  const scene = structuredClone(job.base);
  job.columns.forEach((path, c) => void setAt(scene, path, values[c]));
  for (const path of job.into) setAt(scene, path, seed);
  return scene;
}

/** Refuses places that a scene does not have, and values that it would not take if nothing else were changed. */
function checkPlaces(sweep: Sweep, design: Design, scene: Scene, base: unknown): void {
  const where = sweep.how === 'list' ? 'list[0]' : 'vary';
  const places = [
    ...design.columns.map((path) => [path, `${where}.${path}`] as const),
    ...(sweep.repeat?.into ?? []).map((path, i) => [path, `repeat.into[${i}]`] as const),
  ];
  for (const [path, at] of places) {
    const near = nearestPath(scene, path);
    if (near === null) continue;
    throw new InputError(
      `there is no such place in the scene. ${near === '' ? 'See the scene reference.' : `Did you mean "${near}"?`}`,
      at,
    );
  }
  design.columns.forEach((path, c) => {
    for (const [value, at] of valuesAt(sweep, path, c, design)) {
      const changed = structuredClone(base);
      try {
        setAt(changed, path, value);
        parseScene(changed);
      } catch (error) {
        // A value may be wrong for the scene as it stands and right together with the others of its run.
        if (error instanceof InputError && isAbout(error, path)) {
          throw new InputError((error.message.split('\n')[0] ?? '').replace(`${path}: `, ''), at);
        }
      }
    }
  });
}

const MOST_CHECKED = 1000;

function valuesAt(sweep: Sweep, path: string, c: number, design: Design): [unknown, string][] {
  if (sweep.how !== 'list') {
    const levels = levelsOf(sweep.vary[path]).slice(0, MOST_CHECKED);
    return levels.map((value) => [value, `vary.${path}`]);
  }
  const count = Math.min(design.count, MOST_CHECKED);
  return Array.from({ length: count }, (_, i) => [design.at(i).values[c], `list[${i}].${path}`]);
}

function isAbout(error: InputError, path: string): boolean {
  const [place] = error.message.split(': ', 1);
  return parsePath(place).join() === parsePath(path).join();
}

/** Names of the files that a scene, or a part of one, speaks of. */
function filesIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key === 'file' && typeof value === 'string' ? meshFiles(value) : filesIn(value),
  );
}

function loadFiles(
  base: unknown,
  { vary, list }: Sweep,
  read: PlanOptions['files'],
): Record<string, Uint8Array> {
  const named = (path: string, value: unknown): string[] =>
    path.endsWith('file') && typeof value === 'string' ? meshFiles(value) : filesIn(value);
  const names = new Set([
    ...filesIn(base),
    ...Object.entries(vary).flatMap(([path, given]) =>
      Array.isArray(given) ? given.flatMap((value) => named(path, value)) : [],
    ),
    ...(list ?? []).flatMap((entry) =>
      Object.entries(entry).flatMap(([path, value]) => named(path, value)),
    ),
  ]);
  if (names.size === 0) return {};
  if (read === undefined) {
    throw new InputError(
      `names the file "${[...names][0]}", which nobody can read here. Pass its bytes.`,
      'scene',
    );
  }
  return Object.fromEntries([...names].map((name) => [name, read(name)]));
}

/** What the model of a body depends on; the rest of it only moves it. */
const BUILT = ['shape', 'material', 'model', 'attachments', 'rigid', 'detail', 'friction'];

function digester(job: SweepJob, sweep: Sweep) {
  const digests = Object.fromEntries(
    Object.entries(job.files).map(([name, bytes]) => [name, sha256(bytes)]),
  );
  const { steps, measures, series, keep, rate } = job;
  const asked = { steps, measures: measures.map(({ name }) => name), series, keep, rate };
  return (scene: unknown, seed: number): { id: string; group: string } => {
    const names = [...new Set(filesIn(scene))].sort();
    const files = names.map((name) => [name, digests[name]]);
    const content = { scene, files, version: VERSION, ...asked, seed: sweep.repeat && seed };
    const bodies = getAt(scene, 'bodies') as Record<string, unknown>[] | undefined;
    const built = (bodies ?? []).map((body) => BUILT.map((key) => body?.[key]));
    return {
      id: sha256(canonicalJson(content)).slice(0, 24),
      group: sha256(canonicalJson(built)).slice(0, 12),
    };
  };
}
