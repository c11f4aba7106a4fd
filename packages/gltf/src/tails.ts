import type { PlacedMesh } from './place.ts';
import type { Rig } from './rig.ts';

/** A bone as a line: from its joint to its tail, both at rest [m], and the weight of the vertices it moves. */
export interface BoneLine {
  readonly from: [number, number, number];
  readonly to: [number, number, number];
  /** Sum of its weights over all vertices: 0 for a bone that moves nothing. */
  readonly owns: number;
}

/** Weight from which a vertex counts as a bone's own. */
const OWN = 0.5;

/**
 * glTF's joints are points. A tail is the middle of the joints that hang on it; a joint at the end reaches to the far
 * end of the vertices it owns, towards their centre.
 */
export function boneLines(rig: Rig, meshes: readonly PlacedMesh[], size: number): BoneLine[] {
  const n = rig.bones.length;
  const owns = new Float64Array(n);
  const centre = new Float64Array(3 * n);
  const counted = new Float64Array(n);
  const eachOwn = (
    visit: (bone: number, x: Float64Array, v: number, weight: number) => void,
  ): void => {
    for (const { positions, source } of meshes) {
      const { influences, joints, weights } = source;
      for (let v = 0; v < positions.length / 3; v++) {
        for (let k = 0; k < influences; k++) {
          const weight = weights[influences * v + k];
          if (weight > 0) visit(rig.boneOf[joints[influences * v + k]], positions, v, weight);
        }
      }
    }
  };
  eachOwn((b, x, v, weight) => {
    owns[b] += weight;
    if (weight <= OWN) return;
    counted[b]++;
    for (let d = 0; d < 3; d++) centre[3 * b + d] += x[3 * v + d];
  });
  const reach = new Float64Array(n);
  const along = rig.bones.map((bone, b): number[] => {
    const way = [0, 1, 2].map((d) =>
      counted[b] > 0 ? centre[3 * b + d] / counted[b] - bone.rest[12 + d] : 0,
    );
    const length = Math.sqrt(way.reduce((sum, c) => sum + c * c, 0));
    return length > 1e-9 * size ? way.map((c) => c / length) : [0, 1, 0];
  });
  eachOwn((b, x, v, weight) => {
    if (weight <= OWN) return;
    let far = 0;
    for (let d = 0; d < 3; d++) far += along[b][d] * (x[3 * v + d] - rig.bones[b].rest[12 + d]);
    reach[b] = Math.max(reach[b], far);
  });
  return rig.bones.map((bone, b): BoneLine => {
    const from = [...bone.rest.subarray(12, 15)] as [number, number, number];
    const children = rig.bones.filter((one) => one.parent === b);
    const to = from.map((x, d) =>
      children.length > 0
        ? children.reduce((sum, child) => sum + child.rest[12 + d], 0) / children.length
        : x + along[b][d] * Math.max(reach[b], 0.01 * size),
    ) as [number, number, number];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    if (length < 1e-3 * size) to[1] += 0.01 * size;
    return { from, to, owns: owns[b] };
  });
}
