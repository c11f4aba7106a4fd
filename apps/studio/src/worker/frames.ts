import type { Cells, Parts, World } from 'pliant';
import { CELL_SIZE, CELLS_HEAD, type Look, OBSTACLE_SIZE, PART_SIZE } from '../protocol.ts';
import type { LayerLook } from './look.ts';

/**
 * Buffers that travel to the page and come back. Two are enough: one is being shown while the other is filled. When both are
 * away the page is slower than the simulation, and a frame is left out.
 */
export interface Frames {
  /** A filled buffer to send, or null if none is at hand. A layer looked at apart is drawn in its body's place. */
  take(world: World, look: Look | null): ArrayBuffer | null;
  giveBack(buffer: ArrayBuffer): void;
  /** Starts over with other sizes, after triangles have changed. */
  resize(world: World): void;
  /** Whether buffers have the cells in them. */
  readonly hasCells: boolean;
  showCells(on: boolean, world: World): void;
}

export function createFrames(world: World, layers: LayerLook, count = 2): Frames {
  let free: ArrayBuffer[] = [];
  let bytes = 0;
  let hasCells = false;
  const frames: Frames = {
    take(from, look) {
      const buffer = free.pop();
      if (buffer === undefined) return null;
      fill(new Float32Array(buffer), from, hasCells, look, layers);
      return buffer;
    },
    giveBack(buffer) {
      // A buffer of the old size is dropped: its replacement is already here.
      if (buffer.byteLength === bytes) free.push(buffer);
    },
    resize(to) {
      let numbers = OBSTACLE_SIZE * to.scene.obstacles.length;
      for (const { positions, parts, cells } of to.bodies) {
        numbers += 2 * positions.length + PART_SIZE * (parts?.count ?? 0);
        if (hasCells && cells !== null) numbers += CELLS_HEAD + CELL_SIZE * cells.capacity;
      }
      bytes = 4 * numbers;
      free = Array.from({ length: count }, () => new ArrayBuffer(bytes));
    },
    get hasCells() {
      return hasCells;
    },
    showCells(on, of) {
      if (on === hasCells) return;
      hasCells = on;
      frames.resize(of);
    },
  };
  frames.resize(world);
  return frames;
}

function fill(
  out: Float32Array,
  world: World,
  hasCells: boolean,
  look: Look | null,
  layers: LayerLook,
): void {
  let at = 0;
  for (const [i, body] of world.bodies.entries()) {
    body.draw();
    if (look?.what === 'motion' && look.body === i) at = layers.fill(out, at, world, look);
    else {
      out.set(body.positions, at);
      at += body.positions.length;
      out.set(body.normals, at);
      at += body.normals.length;
    }
    if (body.parts !== null) at = fillParts(out, at, body.parts);
    if (hasCells && body.cells !== null) {
      body.drawCells();
      at = fillCells(out, at, body.cells);
    }
  }
  for (let i = 0; i < world.scene.obstacles.length; i++) {
    const { pose, present } = world.obstacle(i);
    out.set(pose, at);
    out[at + 12] = present ? 1 : 0;
    at += OBSTACLE_SIZE;
  }
}

/** Writes poses and statuses from `at` on, and gives where they end. */
function fillParts(out: Float32Array, at: number, { count, poses, status }: Parts): number {
  for (let k = 0; k < count; k++) {
    const o = at + PART_SIZE * k;
    for (let c = 0; c < 12; c++) out[o + c] = poses[12 * k + c];
    out[o + 12] = status[k];
  }
  return at + PART_SIZE * count;
}

/** Writes how many cells there are and what their values stand for, then each, and gives where the room for all ends. */
function fillCells(
  out: Float32Array,
  at: number,
  { count, capacity, poses, keys, values, scale }: Cells,
): number {
  out[at] = count;
  out[at + 1] = scale?.low ?? 0;
  out[at + 2] = scale?.high ?? 0;
  out[at + 3] = scale?.ratios ? 1 : 0;
  for (let i = 0; i < count; i++) {
    const o = at + CELLS_HEAD + CELL_SIZE * i;
    for (let c = 0; c < 12; c++) out[o + c] = poses[12 * i + c];
    out[o + 12] = keys[i];
    out[o + 13] = values[i];
  }
  return at + CELLS_HEAD + CELL_SIZE * capacity;
}
