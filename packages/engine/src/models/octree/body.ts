import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { vertexNormals } from '../../math/normals.kernel.ts';
import type { Adapt, BodyModel, CagePoints, Cut, Look, State } from '../body.ts';
import { soften } from './adapt/cut-energy.ts';
import { createOctreeCells, drawOctreeCells, octreeRegion } from './cells.ts';
import { octreeEquation } from './equation.ts';
import { createLive, type OctreeLive } from './live.ts';
import type { OctreeData } from './model.ts';
import { octreeMotion } from './motion.ts';
import { SLIT_SITES } from './numbers.ts';
import { adoptState, type OctreeBody, type PartOf, splitOff } from './pieces.ts';
import { cageHomes, createPoints, type OctreePoints, POINT_USE } from './point-sets.ts';
import { octreePoints } from './points.ts';
import { remarksOf } from './remarks.ts';
import { placeSkin } from './runtime.ts';
import { createWalls } from './step/walls.ts';

/** A live body of shape-matched leaves. */
export function createOctree(
  built: OctreeData,
  model: BodyModel,
  partOf: PartOf,
  allocator: Allocator,
  kernels: Kernels,
): OctreeBody {
  const run = createLive(built, model, allocator, kernels);
  const { adaptation, levers } = run;
  const body: OctreeBody = {
    model,
    levels: adaptation.levels,
    equation: octreeEquation(run),
    points: octreePoints(run),
    motion: octreeMotion(run),
    adapt: octreeAdapt(run),
    look: octreeLook(run),
    cut: octreeCut(run, () => splitOff(body, partOf)),
    state: octreeState(run),
    run,
    adopt(from, piece, voxels) {
      adoptState(run, from.run, piece);
      run.lastStep = from.run.lastStep;
      soften(run, from.run.memory.softened[0]);
      adaptation.adopt(from.state.arrays, voxels);
      levers.stale();
    },
  };
  return body;
}

/** Leaves are divided and merged before the body moves, by touch, motion, camera and actions. */
function octreeAdapt({ adaptation, levers }: OctreeLive): Adapt {
  return {
    touch: (_h, points, n) => adaptation.touchContacts(points, n),
    before: (h, u) => adaptation.adapt(h, u),
    tune: (tuning) => adaptation.tune(tuning),
    refine(where, radius, levels) {
      levers.stale();
      return adaptation.refine(where, radius, levels);
    },
  };
}

function octreeLook(run: OctreeLive): Look {
  const cells = createOctreeCells(run.data, (cell) => octreeRegion(run, cell));
  let drawn = new Float64Array(0);
  return {
    drawSurface(positions, normals) {
      const { triangles, positions: rest } = run.skin;
      if (drawn.length !== rest.length) drawn = new Float64Array(rest.length);
      placeSkin(run, drawn);
      positions.set(drawn);
      vertexNormals(normals, positions, triangles, rest.length / 3, triangles.length / 3);
    },
    cells,
    drawCells: () => drawOctreeCells(cells, run),
    remarks: (h) => remarksOf(run, h),
  };
}

function octreeCut(run: OctreeLive, split: Cut['split']): Cut {
  return {
    get topology() {
      return run.topology;
    },
    get isCut() {
      return run.isCut;
    },
    get surface() {
      return run.skin;
    },
    along(blade, h) {
      run.levers.stale();
      return run.adaptation.cut(blade, h);
    },
    split,
    embedCage(corners, cell) {
      const set = createPoints(
        corners,
        cageHomes(run.data.voxels, corners),
        POINT_USE.pushed,
        SLIT_SITES,
      );
      set.walls = createWalls(run, set, cell);
      return set as OctreePoints & CagePoints;
    },
  };
}

function octreeState(run: OctreeLive): State {
  const { memory, adaptation, levers } = run;
  return {
    arrays: {
      x: memory.x,
      v: memory.v,
      q: memory.q,
      stretch: memory.stretch,
      links: memory.links,
      nodeLevels: memory.levels,
      corners: run.corners,
      softened: memory.softened,
      taken: memory.taken,
      cornerCut: run.cornerCut,
      contactDrift: run.contactDrift,
      ...adaptation.state,
    },
    restored() {
      adaptation.restored();
      levers.stale();
    },
  };
}
