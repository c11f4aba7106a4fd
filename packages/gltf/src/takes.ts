import type { World, WorldBody } from 'pliant';

/** A body over the frames in which its triangles stay the same. A cut body has several. */
export interface Take {
  /** The body's name; further spans are called `name:2`, … */
  readonly name: string;
  readonly body: string;
  /** Longest side at rest [m]. */
  readonly size: number;
  /** Number of its first frame. */
  readonly first: number;
  readonly triangles: Int32Array;
  /** Vertices of each frame [m], shape [vertices, 3]. */
  readonly frames: Float32Array[];
}

/** Collects the surfaces of bodies, frame by frame. */
export interface TakeRecorder {
  readonly takes: Take[];
  readonly times: number[];
  /** Adds the state of the world now. */
  frame(): void;
}

/** Records a world's bodies: those named, with the pieces that come off them, or all. */
export function recordTakes(world: World, names?: readonly string[]): TakeRecorder {
  const takes: Take[] = [];
  const times: number[] = [];
  const running = new Map<string, { take: Take; surface: WorldBody['surface'] }>();
  const spans = new Map<string, number>();
  return {
    takes,
    times,
    frame() {
      for (const body of world.bodies) {
        if (names && !names.includes(body.name.replace(/(\/\d+)+$/, ''))) continue;
        body.draw();
        let now = running.get(body.name);
        if (now === undefined || now.surface !== body.surface) {
          const span = (spans.get(body.name) ?? 0) + 1;
          spans.set(body.name, span);
          const take: Take = {
            name: span === 1 ? body.name : `${body.name}:${span}`,
            body: body.name,
            size: body.size,
            first: times.length,
            triangles: body.surface.triangles,
            frames: [],
          };
          takes.push(take);
          now = { take, surface: body.surface };
          running.set(body.name, now);
        }
        now.take.frames.push(body.positions.slice());
      }
      times.push(world.time);
    },
  };
}
