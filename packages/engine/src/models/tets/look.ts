import type { Look } from '../body.ts';
import { drawSkin } from '../shared/point-masses.ts';
import { createCells, fillCells } from './cells.ts';
import { placeAll } from './front/spread.ts';
import type { TetsLive } from './live.ts';

export function tetsLook(run: TetsLive): Look {
  const { data, memory, front, kernels } = run;
  const cells = createCells(run, data.options.shade);
  return {
    drawSurface(positions, normals) {
      const hidden = front.followerCount > front.slaves;
      if (hidden) placeAll(memory.all, data, front, memory);
      drawSkin(memory, hidden ? memory.all : memory.x, kernels, positions, normals);
    },
    cells,
    drawCells() {
      if (cells !== null) fillCells(run, cells);
    },
    remarks: () => data.remarks,
  };
}
