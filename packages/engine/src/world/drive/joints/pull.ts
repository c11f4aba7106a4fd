import type { WorldCore } from '../../types.ts';

const point = new Float64Array(3);
const impulse = new Float64Array(3);

/** Tells bodies that turn how joints pulled them in the last step: see `Equation.pull`. */
export function tellPulls({ bodies, joints }: WorldCore): void {
  for (let j = 0; j < joints.length; j++) {
    const { rows, ends } = joints[j];
    if (!rows[0].active()) continue;
    const { body: own, set, x } = ends[0];
    bodies[own].body.points.positions(set!, x);
    for (let e = 0; e < 2; e++) {
      const { body } = ends[e];
      const { pull } = bodies[Math.max(0, body)].body.equation;
      if (body < 0 || pull === undefined) continue;
      for (let r = 0; r < rows.length; r++) {
        const { p, corner } = rows[r];
        for (let c = 0; c < 3; c++) {
          point[c] = x[3 * corner + c];
          impulse[c] = e === 0 ? p[c] : -p[c];
        }
        pull(point, impulse);
      }
    }
  }
}
