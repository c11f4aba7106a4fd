import { vertexAreas } from '../../../geometry/mesh/vertex-areas.ts';
import type { FramesData } from '../model.ts';
import type { MassData } from '../step/mass.ts';

/**
 * What the air acts on: Σ area·q_k q_lᵀ over the vertices of the surface, in 4×4 blocks like the mass, at rest [m², m³,
 * m⁴]. A surface that moves with velocities V feels the drag −air·V·(this). A vertex lies in one voxel, so its nodes
 * are among the mass's pairs.
 */
export function buildDrag(data: FramesData): MassData {
  const { massPtr, massCols, skin } = data;
  const areas = vertexAreas(data.surface);
  const mass = new Float64Array(data.mass.length);
  for (let v = 0; v < areas.length; v++) {
    for (let a = skin.ptr[v]; a < skin.ptr[v + 1]; a++) {
      const k = skin.cols[a];
      // Both lists ascend.
      let e = massPtr[k];
      for (let b = skin.ptr[v]; b < skin.ptr[v + 1]; b++) {
        while (massCols[e] < skin.cols[b]) e++;
        for (let c = 0; c < 16; c++)
          mass[16 * e + c] += areas[v] * skin.q[4 * a + (c >> 2)] * skin.q[4 * b + (c & 3)];
      }
    }
  }
  return { nodes: data.nodes, massPtr, massCols, mass };
}
