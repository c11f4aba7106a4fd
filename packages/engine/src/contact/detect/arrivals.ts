import type { ContactMemory } from '../memory.ts';
import type { Surroundings } from './things.ts';

/**
 * Tells bodies which of their points will be touched in this step, and how fast; points that move past a wall are not.
 */
export function createArrivals(memory: ContactMemory): (world: Surroundings, h: number) => void {
  const { rows, scratch } = memory;
  const touch = memory.bodies;
  /** How fast contact points will be touched [m/s], −1 for those that are not, by body; a list of those of one body. */
  const speeds = memory.room.map(({ points }) => new Float64Array(points));
  const arrivals = new Int32Array(scratch.near.length);

  const markArrival = (b: number, point: number, speed: number): void => {
    speeds[b][point] = Math.max(speeds[b][point], speed);
  };

  return ({ bodies, sleep, gravity }, h) => {
    const pull = Math.sqrt(gravity[0] ** 2 + gravity[1] ** 2 + gravity[2] ** 2);
    for (let b = 0; b < touch.length; b++) if (touch[b].touching[0] === 1) speeds[b].fill(-1);
    for (let r = 0; r < rows.count[0]; r++) {
      const a = rows.key[3 * r];
      const other = rows.key[3 * r + 1];
      const point = rows.ends[2 * r];
      const theirs = other < 0 ? rows.surface : touch[other].v;
      const k = 3 * (other < 0 ? r : rows.touched[5 * r + 4]);
      let gap = rows.gap[r] - h * h * pull;
      let speed = 0;
      for (let c = 0; c < 3; c++) {
        const v = touch[a].v[3 * point + c] - theirs[k + c];
        gap += h * rows.normal[3 * r + c] * v;
        speed += v * v;
      }
      if (gap > 0) continue;
      speed = Math.sqrt(speed);
      markArrival(a, point, speed);
      if (other >= 0) markArrival(other, k / 3, speed);
    }
    for (let b = 0; b < touch.length; b++) {
      if (sleep.group[b] >= 0) continue;
      let found = 0;
      const { count, touching } = touch[b];
      for (let i = 0; i < count && touching[0] === 1; i++) {
        if (speeds[b][i] >= 0) arrivals[found++] = i;
      }
      bodies[b].body.adapt?.touch?.(h, arrivals, found, speeds[b]);
    }
  };
}
