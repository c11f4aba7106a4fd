import { expect, test } from 'vitest';
import { kineticFilter } from '../../../src/models/layers/filter.ts';
import { createHolds } from '../../../src/models/layers/hold.ts';
import { compose } from '../../../src/models/layers/step/compose.ts';
import { bar, deform, HIERARCHIES, runtime } from './hierarchies.ts';

function filtered(name: string, deformed: boolean) {
  const run = runtime(bar(HIERARCHIES[name]));
  createHolds(run).mark();
  if (deformed) deform(run, 21);
  compose(run.system.mass, run.hierarchy, run.state);
  return {
    run,
    filter: kineticFilter(run.hierarchy, run.system.mass, run.system.weight, run.solver.fixed),
  };
}

test.each(Object.keys(HIERARCHIES))(
  '%s: after filtering no layer carries momentum of another (1e-12)',
  (name) => {
    const { filter } = filtered(name, true);
    const { mass, T, start } = filter;
    const n = filter.unknown.length;
    const MT = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++) {
        const m = mass[i * n + k];
        if (m !== 0) for (let j = 0; j < n; j++) MT[i * n + j] += m * T[k * n + j];
      }
    const block = (i: number) => start.findIndex((s, b) => i >= s && i < start[b + 1]);
    const largest = mass.reduce((most, m) => Math.max(most, Math.abs(m)), 0);
    let worst = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (block(i) === block(j)) continue;
        let sum = 0;
        for (let k = 0; k < n; k++) sum += T[k * n + i] * MT[k * n + j];
        worst = Math.max(worst, Math.abs(sum));
      }
    }
    expect(worst / largest).toBeLessThan(1e-12);
  },
);

test('a force on a point of a rigid body with elements gives detail without net force or moment', () => {
  const { run, filter } = filtered('rigid, hex', false);
  const { T, unknown, mass } = filter;
  const n = unknown.length;
  // The force on mass point 0, pulled to the unknowns, then to the filtered ones: r* = Tᵀ r.
  const { hierarchy, system } = run;
  const force = [3, -2, 5];
  const r = new Float64Array(n);
  const { ptr, fn, value } = { ...system.mass.rows[1], value: system.mass.value[1] };
  unknown.forEach((u, i) => {
    if (u < 3) r[i] = force[u];
    else if (u < 6) {
      const arm = system.mass.value[0];
      const [a, b] = [(u + 1) % 3, (u + 2) % 3];
      r[i] = arm[a] * force[b] - arm[b] * force[a];
    } else {
      for (let e = ptr[0]; e < ptr[1]; e++)
        if (hierarchy.offset[1] + 3 * fn[e] + ((u - 6) % 3) === u)
          r[i] = value[e] * force[(u - 6) % 3];
    }
  });
  const detail = new Float64Array(n);
  for (let j = 6; j < n; j++) for (let k = 0; k < n; k++) detail[j] += T[k * n + j] * r[k];
  // Sum of nodal forces and of their moments about the middle.
  const total = new Float64Array(6);
  const places = hierarchy.layers[1].places;
  const centre = hierarchy.layers[0].centre;
  for (let j = 6; j < n; j++) {
    const f = Math.floor((unknown[j] - 6) / 3);
    const c = (unknown[j] - 6) % 3;
    total[c] += detail[j];
    const arm = [0, 1, 2].map((d) => places[3 * f + d] - centre[d]);
    // (arm × e_c)
    total[3 + ((c + 1) % 3)] += arm[(c + 2) % 3] * detail[j];
    total[3 + ((c + 2) % 3)] -= arm[(c + 1) % 3] * detail[j];
  }
  expect(mass.length).toBe(n * n);
  for (const t of total) expect(Math.abs(t)).toBeLessThan(1e-12 * 6);
});
