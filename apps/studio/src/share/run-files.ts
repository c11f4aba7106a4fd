import { type World, writeObj } from 'pliant';
import type { Timeline } from '../worker/timeline.ts';

/** What the worker makes a file of. */
export type RunFile = 'glb' | 'obj' | 'csv';

/** Frames a second of an animation. */
const RATE = 30;

/** A file of the run: its recorded part as an animation or a table, or the bodies as they are. The state is as before afterwards. */
export async function writeRun(
  world: World,
  timeline: Timeline,
  what: RunFile,
): Promise<Uint8Array> {
  if (what === 'obj') return bodiesNow(world);
  const here = world.steps;
  try {
    return what === 'glb' ? await animation(world, timeline) : table(world, timeline);
  } finally {
    timeline.seek(here);
  }
}

/** All bodies in one mesh. */
function bodiesNow(world: World): Uint8Array {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const body of world.bodies) {
    body.draw();
    const first = positions.length / 3;
    for (const x of body.positions) positions.push(x);
    for (const v of body.surface.triangles) triangles.push(first + v);
  }
  return writeObj({
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
  });
}

/** Walks over what was recorded: every state that is `every` steps after the one before. */
function walk(timeline: Timeline, every: number, see: () => void): void {
  for (let step = timeline.first; step <= timeline.last; step += every) {
    timeline.seek(step);
    see();
  }
}

async function animation(world: World, timeline: Timeline): Promise<Uint8Array> {
  const { recordTakes, writeMorphGlb } = await import('@pliant/gltf');
  const recorder = recordTakes(world);
  const every = Math.max(1, Math.round(1 / RATE / world.scene.dt));
  walk(timeline, every, () => recorder.frame());
  const start = recorder.times[0] ?? 0;
  const colors = Object.fromEntries(world.scene.bodies.map(({ name, color }) => [name, color]));
  const times = recorder.times.map((time) => time - start);
  return (await writeMorphGlb(recorder.takes, times, { colors })).glb;
}

/** One line a step, with the columns that the command line's `--csv` begins with, unknowns and probes of each body. */
function table(world: World, timeline: Timeline): Uint8Array {
  const { bodies } = world.scene;
  const probes = bodies.flatMap(({ name, probes: own }) =>
    Object.keys(own).map((probe) => ({ body: name, probe })),
  );
  const header = [
    ...['step', 'time', 'kinetic', 'elastic', 'potential', 'speed', 'contacts', 'iterations'],
    ...bodies.map(({ name }) => `${name}.dofs`),
    ...probes.flatMap(({ body, probe }) => ['x', 'y', 'z'].map((c) => `${body}.${probe}.${c}`)),
  ];
  const lines = [header.join()];
  walk(timeline, 1, () => {
    const { energy, speed } = world.totals();
    const own = (name: string) =>
      world.bodies.filter((body) => body.name === name || body.name.startsWith(`${name}/`));
    lines.push(
      [
        ...[world.steps, world.time, energy.kinetic, energy.elastic, energy.potential, speed],
        ...[world.report.contacts, world.report.iterations],
        ...bodies.map(({ name }) => own(name).reduce((sum, b) => sum + b.levels.activeDofs, 0)),
        ...probes.flatMap(({ body, probe }) => [...(own(body)[0]?.probe(probe) ?? [])]),
      ].join(),
    );
  });
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
