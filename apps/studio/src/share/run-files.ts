import {
  createCsv,
  type FrameWriter,
  mddWriter,
  memorySink,
  pc2Writer,
  surfacesNow,
  usdaWriter,
  type World,
  writeMesh,
} from 'pliant/core';
import type { Timeline } from '../worker/timeline.ts';
import type { Clothing } from './dressed.ts';

/** What the worker makes a file of. */
export type RunFile = 'glb' | 'skin.glb' | 'mdd' | 'pc2' | 'usda' | 'obj' | 'stl' | 'ply' | 'csv';

/** Steps from and to, both included. */
export interface StepRange {
  readonly first: number;
  readonly last: number;
}

/** Frames a second of an animation. */
const RATE = 30;

/**
 * A file of the run: its recorded part as an animation or a table, or the bodies as they are. The state is as before afterwards. `clothing`: how
 * bodies are drawn, for animations.
 */
export async function writeRun(
  world: World,
  timeline: Timeline,
  what: RunFile,
  range?: StepRange,
  clothing: Clothing = {},
): Promise<Uint8Array> {
  if (what === 'obj' || what === 'stl' || what === 'ply')
    return writeMesh(surfacesNow(world.bodies), `run.${what}`);
  const here = world.steps;
  const part: Part = {
    first: Math.max(timeline.first, range?.first ?? 0),
    last: Math.min(timeline.last, range?.last ?? timeline.last),
    seek: timeline.seek,
  };
  try {
    if (what === 'csv') return table(world, part);
    if (what === 'glb' || what === 'skin.glb')
      return await animation(world, part, what === 'skin.glb', clothing);
    return cache(world, part, what);
  } finally {
    timeline.seek(here);
  }
}

/** The part of the recorded run that is written. */
type Part = Pick<Timeline, 'first' | 'last' | 'seek'>;

/** Walks over it: every state that is `every` steps after the one before. */
function walk(timeline: Part, every: number, see: () => void): void {
  for (let step = timeline.first; step <= timeline.last; step += every) {
    timeline.seek(step);
    see();
  }
}

async function animation(
  world: World,
  timeline: Part,
  skin: boolean,
  clothing: Clothing,
): Promise<Uint8Array> {
  const { recordTakes, writeMorphGlb, writeSkinGlb } = await import('@pliant/gltf');
  const recorder = recordTakes(world);
  walk(timeline, everySo(world), () => recorder.frame());
  const start = recorder.times[0] ?? 0;
  const colors = Object.fromEntries(world.scene.bodies.map(({ name, color }) => [name, color]));
  const times = recorder.times.map((time) => time - start);
  const write = skin ? writeSkinGlb : writeMorphGlb;
  const { dressedBodies } = await import('./dressed.ts');
  const drawn = await dressedBodies(clothing);
  return (await write(recorder.takes, times, { colors, drawn })).glb;
}

const everySo = ({ scene }: World): number => Math.max(1, Math.round(1 / RATE / scene.dt));

/** All bodies as one set of vertices, in the order of the mesh files of the same state. */
function cache(world: World, timeline: Part, what: 'mdd' | 'pc2' | 'usda'): Uint8Array {
  const every = everySo(world);
  const frames = Math.floor((timeline.last - timeline.first) / every) + 1;
  const sink = memorySink();
  timeline.seek(timeline.first);
  const { positions, triangles } = surfacesNow(world.bodies);
  const points = positions.length / 3;
  const dt = every * world.scene.dt;
  const writer: FrameWriter =
    what === 'mdd'
      ? mddWriter(
          sink,
          points,
          Array.from({ length: frames }, (_, k) => k * dt),
        )
      : what === 'pc2'
        ? pc2Writer(sink, points, frames)
        : usdaWriter(sink, { name: 'bodies', rate: 1 / dt, triangles });
  walk(timeline, every, () => {
    const now = surfacesNow(world.bodies);
    if (now.triangles.length !== triangles.length || now.positions.length !== positions.length)
      throw new Error(
        `A body is cut or comes at ${world.time.toFixed(2)} s: its triangles change, which .${what} cannot store. Export the .glb instead.`,
      );
    writer.frame(Float32Array.from(now.positions));
  });
  writer.end();
  return sink.bytes();
}

/** One line a step, as the command line's `--csv` writes them. */
function table(world: World, timeline: Part): Uint8Array {
  const { header, line } = createCsv(world);
  const lines = [header];
  walk(timeline, 1, () => void lines.push(line()));
  return new TextEncoder().encode(lines.join(''));
}
