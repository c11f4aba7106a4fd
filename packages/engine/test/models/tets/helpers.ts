import '../../kernels/all.ts';
import type { createRandom } from '../../../src/core/random.ts';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { boxGrid } from '../../../src/geometry/tets/box-grid.ts';
import { createArena, measure } from '../../../src/kernels/arena.ts';
import { typescriptKernels } from '../../../src/kernels/kernels.ts';
import { createAdapt, TO_SPLIT } from '../../../src/models/tets/adapt/adaptation.ts';
import { switchFront } from '../../../src/models/tets/adapt/switch.ts';
import { findTen } from '../../../src/models/tets/adapt/ten.ts';
import { buildTetsData } from '../../../src/models/tets/build/build.ts';
import { gatherForces, spreadFollowers } from '../../../src/models/tets/front/spread.ts';
import { allocateTets, findSizes } from '../../../src/models/tets/memory.ts';
import type { TetsOptions } from '../../../src/models/tets/model.ts';
import { createRuntime, type TetsRuntime } from '../../../src/models/tets/runtime.ts';
import { createOperators } from '../../../src/models/tets/step/operators.ts';

export const OPTIONS: TetsOptions = {
  levels: 2,
  estimation: 'mean',
  criterion: 'error',
  speed: 0.005,
  tenNode: true,
  adaptive: true,
  start: 'fine',
  shade: 'stress',
};

export interface Setup {
  size?: [number, number, number];
  cells?: [number, number, number];
  factor?: (x: number, y: number, z: number) => number;
  options?: Partial<TetsOptions>;
  law?: 'corotational' | 'stvk' | 'neo-hookean';
  poisson?: number;
}

/** A box of tetrahedra trees without a world around it. */
export function setup(input: Setup = {}) {
  const size = input.size ?? [1, 0.5, 0.5];
  const factor = input.factor ?? (() => 1);
  const data = buildTetsData({
    sdf: compileShape({ type: 'box', size }),
    surface: null,
    box: { size },
    base: boxGrid(size, input.cells ?? [2, 1, 1], { tetsPerCell: 6 }),
    material: {
      law: input.law ?? 'corotational',
      young: 1e5,
      poisson: input.poisson ?? 0.3,
      density: 1000,
      damping: { mass: 0, stiffness: 0, air: 0 },
    },
    stiffness: (xyz, n, out) => {
      for (let i = 0; i < n; i++) out[i] = factor(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    },
    regions: [],
    options: { ...OPTIONS, ...input.options },
  });
  const sizes = findSizes(data);
  const arena = createArena(measure((a) => allocateTets(a, data, sizes)));
  const memory = allocateTets(arena, data, sizes);
  const run = createRuntime(data, memory, sizes, typescriptKernels);
  memory.x.set(data.tree.positions);
  const operators = createOperators(run);
  const ad = createAdapt(run, operators, typescriptKernels);
  memory.settings[1] = data.size / 2000;
  memory.split.fill(1);
  findTen(run);
  run.rebuild(false);
  const energy = (): number => {
    run.deformAll();
    memory.f.fill(0);
    let sum = 0;
    for (const g of run.front.groups) if (g.count > 0) sum += run.elastic.forces(g, memory.f);
    gatherForces(memory.f, run.front, memory);
    return sum;
  };
  return { data, memory, run, ad, energy };
}

export type Live = ReturnType<typeof setup>;

export const levels = () => ({
  totalDofs: 0,
  activeDofs: 0,
  totalPoints: 0,
  activePoints: 0,
  switches: 0,
  jump: 0,
  kineticGain: 0,
});

/** Splits each unsplit and merges each mergeable parent with a probability; u (free vertices) becomes that of the new front. */
export function switchAtRandom(
  live: Live,
  random: ReturnType<typeof createRandom>,
  u: Float64Array,
  chance: number,
) {
  const { data, memory, run, ad } = live;
  const { tree, parents } = data;
  const { split, calm } = memory;
  let merges = 0;
  ad.splits = 0;
  calm.fill(0);
  for (let t = 0; t < parents; t++) {
    const up = Math.floor((t - tree.roots) / 8);
    const inTree = t < tree.roots || split[up] === 1;
    if (!inTree || random.next() > chance) continue;
    if (split[t] === 0) {
      calm[t] = TO_SPLIT;
      ad.splits++;
    }
  }
  for (let t = 0; t < parents; t++) {
    if (split[t] === 0 || random.next() > chance) continue;
    let once = true;
    for (let c = 8 * t + tree.roots; c < 8 * t + tree.roots + 8; c++)
      if (c < parents && (split[c] === 1 || calm[c] === TO_SPLIT)) once = false;
    if (once) ad.merged[merges++] = t;
  }
  const counts = levels();
  spreadAll(run, u, ad.U);
  run.follow();
  ad.operators.evaluate(0, null, 'q');
  switchFront(run, ad, u, merges, counts);
  return { ...counts, merges };
}

/** Velocity of all vertices from that of the free ones. */
export function spreadAll(run: TetsRuntime, u: Float64Array, out: Float64Array): void {
  const { front, memory, data } = run;
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++) out[3 * memory.vertexOf[i] + c] = u[3 * i + c];
  spreadFollowers(out, data, front, memory);
}

/** A random front, ungraded: parents are split with a probability, whatever their neighbours do. */
export function randomFront(
  live: Live,
  random: ReturnType<typeof createRandom>,
  chance = 0.5,
): void {
  const { data, memory, run } = live;
  for (let t = 0; t < data.parents; t++) {
    const up = Math.floor((t - data.tree.roots) / 8);
    const inTree = t < data.tree.roots || memory.split[up] === 1;
    memory.split[t] = inTree && random.next() < chance ? 1 : 0;
  }
  findTen(run);
  run.rebuild(false);
}
