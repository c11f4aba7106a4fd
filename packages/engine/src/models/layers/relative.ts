import { inverse3, mul3 } from '../../math/mat3.ts';
import { createHierarchy } from './model.ts';
import type { LayersRuntime } from './runtime.ts';
import { compose, tiePoints } from './step/compose.ts';

const inverse = new Float64Array(9);
const A = new Float64Array(9);
const B = new Float64Array(9);

/**
 * Where the functions of layer k must be, seen by its parents, for matter to be at a pose in the world. With the
 * coarser layers alone a material point is at b and near it they turn and stretch by Φ, so a finer layer brings it to
 * pose·X by the displacement Φ⁻¹(pose·X − b). All coarser layers are scripted or still, so b and Φ at the end of a step
 * are known before it.
 */
export function createRelative(run: LayersRuntime, k: number, functions: Int32Array) {
  const { layers, offset } = run.hierarchy;
  const { places } = layers[k];
  // Layer k itself takes part at rest: where it is not, nobody would ask for Φ.
  const below = createHierarchy(layers.slice(0, k + 1));
  const X = new Float64Array(3 * functions.length);
  functions.forEach((f, i) => {
    X.set(places.subarray(3 * f, 3 * f + 3), 3 * i);
  });
  const set = tiePoints(
    below,
    X,
    below.layers.map((l) => l.rows(X)),
  );
  const end = { q: new Float64Array(below.unknowns), rigid: new Float64Array(7 * (k + 1)) };
  return {
    /** Brings b and Φ to the end of a step of h seconds, `speed` being the velocities of the coarser layers. */
    update(speed: Float64Array, h: number): void {
      for (let i = 0; i < offset[k]; i++) end.q[i] = run.state.q[i] + h * speed[i];
      for (let i = 0; i < 7 * k; i++) end.rigid[i] = run.state.rigid[i];
      compose(set, below, end);
    },
    /** out (3×4) = the pose as function number i of the list sees it. */
    pose(out: Float64Array, i: number, pose: Float64Array, o: number): void {
      for (let c = 0; c < 9; c++) A[c] = set.frame[k][9 * i + c];
      inverse3(inverse, 0, A, 0);
      for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) B[3 * r + c] = pose[o + 4 * r + c];
      mul3(A, 0, inverse, 0, B, 0);
      for (let r = 0; r < 3; r++) {
        let t = X[3 * i + r];
        for (let c = 0; c < 3; c++) {
          out[4 * r + c] = A[3 * r + c];
          t += inverse[3 * r + c] * (pose[o + 4 * c + 3] - set.x[3 * i + c]);
        }
        out[4 * r + 3] = t;
      }
    },
  };
}
