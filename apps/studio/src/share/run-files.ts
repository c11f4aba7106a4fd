import { createCsv, type World, writeObj } from 'pliant/core';
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

/** One line a step, as the command line's `--csv` writes them. */
function table(world: World, timeline: Timeline): Uint8Array {
  const { header, line } = createCsv(world);
  const lines = [header];
  walk(timeline, 1, () => void lines.push(line()));
  return new TextEncoder().encode(lines.join(''));
}
