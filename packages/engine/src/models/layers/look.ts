import type { Look } from '../body.ts';
import { createParts, drawFrames } from './adaptive/draw.ts';
import { drawLayerMotion } from './layer-motion.ts';
import { composed, type LayersLive } from './live.ts';

export function layersLook(run: LayersLive): Look {
  const { data, memory, kernels, hierarchy, state, solver, adaptive, skin } = run;
  const parts = adaptive && createParts(adaptive);
  return {
    drawSurface(positions, normals) {
      const { drawn, drawnNormals, triangles } = memory;
      const { x, count } = composed(run, skin);
      for (let i = 0; i < 3 * count; i++) drawn[i] = x[i];
      kernels.vertexNormals(drawnNormals, drawn, triangles, count, triangles.length / 3);
      positions.set(drawn);
      normals.set(drawnNormals);
    },
    parts,
    drawParts() {
      if (adaptive !== null && parts !== null) drawFrames(parts, adaptive, state.q, solver.fixed);
    },
    layers: run.controls.info,
    drawLayer(index, out) {
      drawLayerMotion(out, composed(run, skin), hierarchy, state, run.mask[index], index);
    },
    remarks: () => data.remarks,
  };
}
