import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { BodyModel, History } from '../body.ts';
import { createRegions, type HeldRegions } from '../shared/held-regions.ts';
import { createHistory } from '../shared/history.ts';
import { type ColumnSets, createColumnSets, forgetColumns } from '../shared/kept-columns.ts';
import type { KeptFactors } from '../shared/kept-factors.ts';
import { localLambda } from '../shared/mean-dilatation.ts';
import { addMomenta, findMomenta, WHOLE } from '../shared/momentum.ts';
import { turnVectors } from '../shared/move.ts';
import type { Elastic } from './elastic.ts';
import { createElastic } from './laws.ts';
import { allocateSolid, type SolidMemory } from './memory.ts';
import type { SolidData } from './model.ts';
import { LOCAL } from './numbers.ts';
import { freshFactor, incompleteFactor, keptFactor, type Preconditioner } from './precondition.ts';

/** What equal bodies of a world share. */
export interface SolidShared {
  readonly columns: ColumnSets;
  readonly factors: KeptFactors;
}

/** The runtime record that all facets of a live solid work on. */
export interface SolidLive {
  readonly data: SolidData;
  readonly model: BodyModel;
  readonly memory: SolidMemory;
  readonly kernels: Kernels;
  readonly damping: { mass: number; stiffness: number; air: number };
  readonly elastic: Elastic;
  readonly inverse: Preconditioner;
  readonly regions: HeldRegions;
  readonly history: History;
  /**
   * Columns of the undeformed body's inverse: those of all its equals, and its own. What is held has another compliance
   * than its equals.
   */
  readonly shared: ColumnSets;
  own: ColumnSets;
  /** Made of something else than its equals. */
  adjusted: boolean;
  /** Factor of K in A, h² + βh, and the step it is for [s]. */
  scale: number;
  stepLength: number;
}

export function createLive(
  data: SolidData,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  { columns: shared, factors }: SolidShared,
): SolidLive {
  const memory = allocateSolid(allocator, data);
  copyConstants(data, memory);
  memory.x.set(data.mesh.positions);
  const elastic = createElastic(data, memory, kernels);
  const regions = createRegions(
    new Uint8Array(data.regions.length),
    new Float64Array(12 * data.regions.length),
    () => markHeld(run),
  );
  const run: SolidLive = {
    data,
    model,
    memory,
    kernels,
    damping: { ...data.material.damping },
    elastic,
    inverse: createInverse(data, memory, kernels, elastic, () =>
      regions.count > 0 || run.adjusted ? null : factors,
    ),
    regions,
    history: solidHistory(data, memory, regions),
    shared,
    own: data.regions.length > 0 ? createColumnSets(data.nodes, data.contacts.indices) : shared,
    adjusted: false,
    scale: 0,
    stepLength: 0,
  };
  return run;
}

function createInverse(
  data: SolidData,
  memory: SolidMemory,
  kernels: Kernels,
  elastic: Elastic,
  equals: () => KeptFactors | null,
): Preconditioner {
  const { factor } = memory;
  if (factor === null) return incompleteFactor(data, memory);
  if (data.solver === 'direct') return freshFactor(data, memory, kernels, factor);
  return keptFactor(data, memory, kernels, elastic, factor, equals);
}

function solidHistory(data: SolidData, memory: SolidMemory, regions: HeldRegions): History {
  const { nodes } = data;
  const { x, v, masses } = memory;
  const whole = new Float64Array(WHOLE.length);
  return createHistory(
    {
      unknowns: () => 3 * nodes,
      velocity: v,
      free: () => regions.count === 0,
      fall(out, gravity, h) {
        for (let k = 0; k < 3 * nodes; k++) out[k] = h * gravity[k % 3];
      },
      turn: (u, pose) => turnVectors(u, nodes, pose, 1),
      move(h, w) {
        for (let k = 0; k < 3 * nodes; k++) x[k] += h * w[k];
      },
      momenta: (out, u) => findMomenta(out, u, x, masses, nodes, whole),
      addRigid: (u, momenta) => addMomenta(u, momenta, x, masses, nodes, whole),
    },
    memory.past,
  );
}

/** memory.held = 1 for the nodes of held regions. */
function markHeld({ data, memory, regions, inverse, own }: SolidLive): void {
  memory.held.fill(0);
  for (let r = 0; r < data.regions.length; r++) {
    if (regions.held[r] === 0) continue;
    for (const i of data.regions[r]) memory.held[i] = 1;
  }
  inverse.invalidate();
  forgetColumns(own);
}

function copyConstants(data: SolidData, memory: SolidMemory): void {
  if (data.quadratic === null) memory.tets.set(data.mesh.tets);
  else {
    memory.table.set(data.quadratic.table);
    memory.points.set(data.quadratic.points);
  }
  memory.gradients.set(data.gradients);
  memory.masses.set(data.masses);
  memory.rowPtr.set(data.pattern.rowPtr);
  memory.cols.set(data.pattern.cols);
  memory.slots.set(data.slots);
  memory.skin.indices.set(data.skin.indices);
  memory.skin.weights.set(data.skin.weights);
  memory.contacts.indices.set(data.contacts.indices);
  memory.contacts.weights.set(data.contacts.weights);
  memory.triangles.set(data.surface.triangles);
  fillModuli(data, memory, data.mu, data.lambda);
}

/** Moduli times volume of every element. */
export function fillModuli(data: SolidData, memory: SolidMemory, mu: number, lambda: number): void {
  for (let e = 0; e < data.tets; e++) {
    const volume = data.volumes[e] * data.factors[e];
    if (data.quadratic === null) {
      memory.volumeMu[e] = volume * mu;
      memory.volumeLambda[e] = volume * lambda;
      continue;
    }
    const local = localLambda(mu, lambda, LOCAL);
    memory.volumeMu[e] = 0.25 * volume * mu;
    memory.volumeLambda[e] = 0.25 * volume * local;
    memory.volumeKappa[e] = volume * (lambda - local);
  }
}
