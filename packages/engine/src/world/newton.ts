import { gravityOf } from './drive/gravity.ts';
import { isOpen } from './islands.ts';
import { DECREASE, SHORTEST } from './numbers.ts';
import { solve } from './solve.ts';
import type { WorldCore } from './types.ts';

/**
 * Further Newton iterations after the first solve: assembles at the end of the step found so far, solves again, and
 * moves along the difference as far as the incremental potential falls (halving). Couplings stay linear within a step.
 */
export function newtonStep(core: WorldCore): void {
  const { bodies, scene, islands } = core;
  for (let k = 1; k < scene.solver.newton; k++) {
    let before = 0;
    for (let b = 0; b < bodies.length; b++) {
      if (!isOpen(core, b)) continue;
      const { body, u, start } = bodies[b];
      const n = body.equation.unknowns();
      for (let i = 0; i < n; i++) start[i] = u[i];
      before += body.equation.potential(islands.seconds[b], gravityOf(core, b), u);
      body.equation.assemble(islands.seconds[b], gravityOf(core, b), start);
    }
    solve(core);
    let change = 0;
    for (let b = 0; b < bodies.length; b++) {
      if (!isOpen(core, b)) continue;
      const { body, u, start } = bodies[b];
      const n = body.equation.unknowns();
      for (let i = 0; i < n; i++) change = Math.max(change, Math.abs(u[i] - start[i]));
    }
    if (!anyCoupled(core)) shorten(core, before);
    if (change * core.h < 1e-9 * smallestSize(core)) return;
  }
}

/** Halves the step from `start` to `u` until the potential falls. */
function shorten(core: WorldCore, before: number): void {
  const { bodies, islands } = core;
  for (let length = 1; length > SHORTEST; length /= 2) {
    let after = 0;
    for (let b = 0; b < bodies.length; b++)
      if (isOpen(core, b))
        after += bodies[b].body.equation.potential(
          islands.seconds[b],
          gravityOf(core, b),
          bodies[b].u,
        );
    if (after <= before + DECREASE * Math.abs(before) * 1e-6) return;
    for (let b = 0; b < bodies.length; b++) {
      if (!isOpen(core, b)) continue;
      const { body, u, start } = bodies[b];
      const n = body.equation.unknowns();
      for (let i = 0; i < n; i++) u[i] = 0.5 * (u[i] + start[i]);
    }
  }
}

function anyCoupled(core: WorldCore): boolean {
  if (core.contacts.rows.count[0] > 0) return true;
  for (let c = 0; c < core.couplings.length; c++) if (core.couplings[c].active()) return true;
  return false;
}

function smallestSize(core: WorldCore): number {
  let size = Number.POSITIVE_INFINITY;
  for (let b = 0; b < core.bodies.length; b++)
    size = Math.min(size, core.bodies[b].body.model.size);
  return size;
}
