import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { Body, BodyModel } from '../body.ts';
import { levelCounts } from '../shared/levels.ts';
import { drawSkin } from '../shared/point-masses.ts';
import { solidEquation } from './equation.ts';
import { createLive, type SolidShared } from './live.ts';
import type { SolidData } from './model.ts';
import { solidMotion } from './motion.ts';
import { solidPoints } from './points.ts';

/** A live tetrahedral solid. */
export function createSolid(
  data: SolidData,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  shared: SolidShared,
): Body {
  const run = createLive(data, model, allocator, kernels, shared);
  const { x, v, q, past } = run.memory;
  const { nodes, points } = data;
  return {
    model,
    levels: levelCounts(3 * nodes, points),
    equation: solidEquation(run),
    points: solidPoints(run),
    motion: solidMotion(run),
    adapt: undefined,
    look: {
      drawSurface: (positions, normals) => drawSkin(run.memory, x, kernels, positions, normals),
      remarks: () => data.remarks,
    },
    cut: undefined,
    state: {
      arrays: { x, v, q, mean: past.mean, change: past.change, past: past.whole },
      restored() {},
    },
  };
}
