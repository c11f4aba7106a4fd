import type { World } from '../../src/index.ts';

const STEPS = 5;
/** A scene that takes longer is stopped [ms]: models at the limits of their sizes are slow. */
const LONGEST = 8000;

/** Steps a world. Says which of its numbers are not finite, and whether it goes on differently from a snapshot. */
export function faultsOf(world: World): string[] {
  const start = performance.now();
  for (let s = 0; s < STEPS && performance.now() - start < LONGEST; s++) world.step();
  const faults: string[] = [];
  for (const body of world.bodies) {
    body.draw();
    for (const list of ['positions', 'normals'] as const)
      if (!body[list].every(Number.isFinite)) faults.push(`${body.kind}: ${list} are not finite`);
  }
  const { energy, momentum, speed } = world.totals();
  const totals = { ...energy, speed, p: momentum.linear, L: momentum.angular };
  if (!Object.values(totals).flat().every(Number.isFinite)) faults.push(JSON.stringify(totals));
  if (performance.now() - start > LONGEST) return faults;
  const kept = world.snapshot();
  world.step(2);
  const hash = world.hash();
  world.restore(kept);
  world.step(2);
  if (world.hash() !== hash) faults.push('goes on differently from a snapshot');
  return faults;
}
