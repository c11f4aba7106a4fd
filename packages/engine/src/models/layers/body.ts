import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { Body, BodyModel, State } from '../body.ts';
import type { ColumnSets } from '../shared/kept-columns.ts';
import { layersAdapt } from './adapt.ts';
import { useFrames } from './adaptive/use.ts';
import type { LayersData } from './build/build.ts';
import { layersEquation } from './equation.ts';
import { createLive, type LayersLive } from './live.ts';
import { layersLook } from './look.ts';
import { layersMotion } from './motion.ts';
import { layersPoints } from './points.ts';
import type { RestBlocks } from './rest-blocks.ts';

/** A live layered body. */
export function createLayers(
  data: LayersData,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  young: number,
  columns: ColumnSets,
  blocks: RestBlocks,
): Body {
  const run = createLive(data, model, allocator, kernels, young, blocks);
  return {
    model,
    levels: run.levels,
    equation: layersEquation(run),
    points: layersPoints(run, columns),
    motion: layersMotion(run),
    adapt: layersAdapt(run),
    look: layersLook(run),
    cut: undefined,
    state: layersState(run),
  };
}

function layersState(run: LayersLive): State {
  const { memory, adaptive } = run;
  return {
    arrays: {
      q: memory.q,
      rigid: memory.rigid,
      velocity: memory.velocity,
      v: memory.v,
      mean: memory.past.mean,
      change: memory.past.change,
      pointChange: memory.past.pointChange,
      past: memory.past.whole,
      shown: memory.shown,
      mask: memory.mask,
      fading: memory.fading,
      controls: memory.controls,
      order: memory.order,
      nextOrder: memory.nextOrder,
      rotations: memory.stress.q,
      fineRotations: memory.fine.q,
      age: memory.age,
      madeFor: memory.madeFor.step,
      madeFixed: memory.madeFor.fixed,
      matrix: memory.dense.matrix,
      factor: memory.dense.factor,
      ...(adaptive && {
        active: adaptive.active,
        wait: adaptive.wait,
        offsets: adaptive.offsets,
        settings: adaptive.settings,
        touched: adaptive.touched,
      }),
    },
    restored() {
      if (adaptive !== null) useFrames(run, adaptive);
      run.factoredFor = 0;
      run.restoredBlocks = true;
      run.controls.restored();
      run.stamp++;
    },
  };
}
