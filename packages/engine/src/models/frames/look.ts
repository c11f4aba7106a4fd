import type { Look } from '../body.ts';
import type { Parts } from '../views.ts';
import { createFrameCells, drawFrameCells } from './cells.ts';
import type { FramesLive } from './live.ts';

export function framesLook(run: FramesLive): Look {
  const { data, memory, kernels } = run;
  const parts: Parts = {
    count: data.nodes,
    poses: new Float32Array(12 * data.nodes),
    status: new Uint8Array(data.nodes),
    level: Uint8Array.from(data.level),
    parents: { ptr: data.parentPtr, parent: data.parent, weight: data.parentWeight },
  };
  const cells = createFrameCells(data.blocks);
  return {
    drawSurface(positions, normals) {
      const { skin, drawn, drawnNormals, triangles } = memory;
      kernels.skinAffineF32(drawn, skin.ptr, skin.cols, skin.q, memory.D, skin.ptr.length - 1);
      kernels.vertexNormals(drawnNormals, drawn, triangles, drawn.length / 3, triangles.length / 3);
      positions.set(drawn);
      normals.set(drawnNormals);
    },
    parts,
    drawParts: () => drawParts(parts, run),
    cells,
    drawCells: () => drawFrameCells(cells, data, memory.D, run.groups),
  };
}

/** Each frame where its own node is. */
function drawParts({ poses, status }: Parts, { data, memory, fixed }: FramesLive): void {
  const { D, active } = memory;
  const x = data.positions;
  for (let i = 0; i < 12 * data.nodes; i++) poses[i] = D[i];
  for (let k = 0; k < data.nodes; k++) {
    const d = 12 * k;
    for (let r = 0; r < 3; r++) {
      poses[d + 4 * r + 3] =
        D[d + 4 * r] * x[3 * k] +
        D[d + 4 * r + 1] * x[3 * k + 1] +
        D[d + 4 * r + 2] * x[3 * k + 2] +
        D[d + 4 * r + 3];
    }
    status[k] = fixed.held[k] === 1 ? 2 : active[k];
  }
}
