import type { World } from 'pliant';
import { OBSTACLE_SIZE } from '../protocol.ts';

/**
 * Buffers that travel to the page and come back. Two are enough: one is being shown while the other is filled. When both are
 * away the page is slower than the simulation, and a frame is left out.
 */
export interface Frames {
  /** A filled buffer to send, or null if none is at hand. */
  take(world: World): ArrayBuffer | null;
  giveBack(buffer: ArrayBuffer): void;
  /** Starts over with other sizes, after triangles have changed. */
  resize(world: World): void;
}

export function createFrames(world: World, count = 2): Frames {
  let free: ArrayBuffer[] = [];
  let bytes = 0;
  const frames: Frames = {
    take(from) {
      const buffer = free.pop();
      if (buffer === undefined) return null;
      fill(new Float32Array(buffer), from);
      return buffer;
    },
    giveBack(buffer) {
      // A buffer of the old size is dropped: its replacement is already here.
      if (buffer.byteLength === bytes) free.push(buffer);
    },
    resize(to) {
      const surfaces = to.bodies.reduce((sum, body) => sum + 2 * body.positions.length, 0);
      bytes = 4 * (surfaces + OBSTACLE_SIZE * to.scene.obstacles.length);
      free = Array.from({ length: count }, () => new ArrayBuffer(bytes));
    },
  };
  frames.resize(world);
  return frames;
}

function fill(out: Float32Array, world: World): void {
  let at = 0;
  for (const body of world.bodies) {
    body.draw();
    out.set(body.positions, at);
    at += body.positions.length;
    out.set(body.normals, at);
    at += body.normals.length;
  }
  for (let i = 0; i < world.scene.obstacles.length; i++) {
    const { pose, present } = world.obstacle(i);
    out.set(pose, at);
    out[at + 12] = present ? 1 : 0;
    at += OBSTACLE_SIZE;
  }
}
