import { createWorld } from 'pliant';
import { cpuNow } from '../lib/timing.ts';
import { MOVING_SCENES, type MovingScene } from './moving-scenes.ts';
import type { Entry, ModelInput, Row } from './types.ts';

type Kind = 'tets' | 'frames';

/** Tolerances in parts of the default. */
const SWEEP = [4, 1, 0.25];
const FRAMES_DEFAULT = 0.05;

/** A run: where the probes were after each step, what it cost, and how far it left the plane. */
interface Track {
  /** Shape [steps, 9]. */
  readonly places: Float64Array;
  /** [s] */
  readonly cpu: number;
  /** Mean unknowns in use. */
  readonly unknowns: number;
  /** Largest |z| of the probes' way out of the plane [m]. */
  readonly off: number;
}

function modelOf(kind: Kind, tolerance: number | null): ModelInput {
  if (kind === 'tets') {
    return tolerance === null ? { type: 'tets', adaptive: false } : { type: 'tets', tolerance };
  }
  return tolerance === null ? { type: 'frames', adaptive: false } : { type: 'frames', tolerance };
}

function follow({ scene, duration }: MovingScene, model: ModelInput): Track {
  const world = createWorld(scene(model));
  const body = world.bodies[0];
  const steps = Math.round(duration / world.scene.dt);
  const places = new Float64Array(9 * steps);
  const start = ['a', 'b', 'c'].map((name) => body.probe(name)[2]);
  let [cpu, unknowns, off] = [0, 0, 0];
  for (let s = 0; s < steps; s++) {
    const before = cpuNow();
    world.step();
    cpu += (cpuNow() - before) / 1000;
    unknowns += body.levels.activeDofs / steps;
    ['a', 'b', 'c'].forEach((name, i) => {
      const at = body.probe(name);
      places.set(at, 9 * s + 3 * i);
      off = Math.max(off, Math.abs(at[2] - start[i]));
    });
  }
  return { places, cpu, unknowns, off };
}

const full = new Map<string, Track>();
const swept = new Map<string, Track>();

function fullRun(one: MovingScene, kind: Kind): Track {
  const key = `${one.id} ${kind}`;
  const known = full.get(key) ?? follow(one, modelOf(kind, null));
  full.set(key, known);
  return known;
}

/** Largest distance of a probe from where it is in the full run [m]. */
function largestGap(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i += 3) {
    most = Math.max(most, Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]));
  }
  return most;
}

const caseOf = (one: MovingScene, factor: number): string => `${one.id}, tolerance × ${factor}`;

export function toleranceEntries(): Entry[] {
  return MOVING_SCENES.flatMap((one) =>
    (['tets', 'frames'] as const).flatMap((kind) =>
      SWEEP.map((factor) => ({
        family: 'tolerance',
        case: caseOf(one, factor),
        model: kind,
        dt: 1 / 60,
        limit: kind === 'tets' ? 3 : null,
        unit: 'm',
        run: () => sweep(one, kind, factor),
      })),
    ),
  );
}

/** Error in tolerances (tets: metres; frames: percents of the body's length). */
function sweep(one: MovingScene, kind: Kind, factor: number) {
  const tolerance = factor * (kind === 'tets' ? one.size / 2000 : FRAMES_DEFAULT);
  const all = fullRun(one, kind);
  const track = follow(one, modelOf(kind, tolerance));
  swept.set(`${caseOf(one, factor)} ${kind}`, track);
  const value = largestGap(track.places, all.places);
  const part = (100 * track.unknowns) / all.unknowns;
  const note = `CPU ${(track.cpu / all.cpu).toFixed(2)} of full, ${part.toFixed(0)} % of the unknowns`;
  return {
    value,
    truth: null,
    error: kind === 'tets' ? value / tolerance : (100 * value) / one.size,
    note,
  };
}

/** Smaller tolerances must not be worse, larger ones not dearer, and planes be kept. */
export function toleranceChecks(rows: readonly Row[]): Row[] {
  return MOVING_SCENES.flatMap((one) =>
    (['tets', 'frames'] as const).flatMap((kind) => {
      const own = SWEEP.map((f) => rows.find((r) => r.case === caseOf(one, f) && r.model === kind));
      const tracks = SWEEP.map((f) => swept.get(`${caseOf(one, f)} ${kind}`));
      if (own.some((row) => !row) || tracks.some((track) => !track)) return [];
      const errors = own.map((row) => row!.value);
      const unknowns = tracks.map((track) => track!.unknowns);
      // A tenth of a micron is nothing: two runs that agree to rounding are not "rising".
      const rise = Math.max(...errors.slice(1).map((e, i) => (e + 1e-7) / (errors[i] + 1e-7)));
      const dearer = Math.max(...unknowns.slice(1).map((u, i) => unknowns[i] / u));
      const off = Math.max(...tracks.map((track) => track!.off)) / one.size;
      const line = (what: string, error: number, limit: number): Row => ({
        ...own[0]!,
        case: one.id,
        model: `${kind}: ${what}`,
        value: error,
        truth: null,
        unit: '',
        error,
        limit,
        ok: error <= limit,
        cpu: 0,
        note: undefined,
      });
      return [
        line('rise of the error', rise, 1.2),
        line('unknowns at a larger tolerance', dearer, 1.02),
        ...(one.planar ? [line('out of the plane', off, 1e-4)] : []),
      ];
    }),
  );
}
