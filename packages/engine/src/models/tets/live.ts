import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { BodyModel } from '../body.ts';
import { createRegions, type HeldRegions } from '../shared/held-regions.ts';
import { type ColumnSets, createColumnSets, forgetColumns } from '../shared/kept-columns.ts';
import { levelCounts } from '../shared/levels.ts';
import type { LevelCounts } from '../views.ts';
import { type Adaptation, createAdapt } from './adapt/adaptation.ts';
import { findTen, hasSplitChild } from './adapt/ten.ts';
import { spreadFollowers } from './front/spread.ts';
import { createTetsHistory, type TetsHistory } from './history.ts';
import { allocateTets, SETTING, type Sizes, type TetsMemory } from './memory.ts';
import type { TetsData } from './model.ts';
import { TOLERANCE } from './numbers.ts';
import { packPast, spreadPast } from './past.ts';
import { createRuntime, type TetsRuntime } from './runtime.ts';
import { createOperators, type Operators } from './step/operators.ts';
import { type TetPoints, tetPoints } from './step/points.ts';
import { createPreconditioner, type Preconditioner } from './step/precondition.ts';

/** The runtime record that all facets of a live body work on. */
export interface TetsLive extends TetsRuntime {
  readonly model: BodyModel;
  readonly damping: { mass: number; stiffness: number; air: number };
  readonly inverse: Preconditioner;
  readonly operators: Operators;
  readonly adaptation: Adaptation;
  readonly regions: HeldRegions;
  readonly contacts: TetPoints;
  readonly history: TetsHistory;
  readonly levels: LevelCounts;
  /**
   * Columns of the undeformed body's inverse by space: those of all its equals, and its own. What is held has another
   * compliance than its equals.
   */
  readonly shared: (space: number) => ColumnSets;
  readonly own: ColumnSets[];
  /** Made of something else than its equals. */
  adjusted: boolean;
  /** Factors of K and M in A: h² + βh and 1 + αh. */
  scale: number;
  massFactor: number;
  /** Nothing of the coming step has been counted yet. */
  fresh: boolean;
}

export function createLive(
  data: TetsData,
  sizes: Sizes,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  shared: TetsLive['shared'],
): TetsLive {
  const memory = allocateTets(allocator, data, sizes);
  const base = createRuntime(data, memory, sizes, kernels);
  const { front } = base;
  const inverse = createPreconditioner(data, memory, front, kernels, base.matter);
  copyConstants(data, memory);
  const operators = createOperators(base);
  memory.x.set(data.tree.positions);
  const adaptation = createAdapt(base, operators, kernels);
  const regions = createRegions(
    new Uint8Array(data.regions.length),
    new Float64Array(12 * data.regions.length),
    () => markHeld(run),
  );
  startFront(base, adaptation);
  const run: TetsLive = Object.assign(base, {
    model,
    damping: { ...data.material.damping },
    inverse,
    operators,
    adaptation,
    regions,
    contacts: tetPoints(data.tree, memory.contacts),
    history: createTetsHistory(base, regions),
    levels: levelCounts(
      3 * data.vertices,
      data.tree.tetStart[data.tree.levels + 1] - data.tree.tetStart[data.tree.levels],
      3 * front.free,
      front.elements,
    ),
    shared,
    own: [],
    adjusted: false,
    scale: 0,
    massFactor: 1,
    fresh: true,
  });
  return run;
}

function copyConstants(data: TetsData, memory: TetsMemory): void {
  memory.skin.indices.set(data.skin.indices);
  memory.skin.weights.set(data.skin.weights);
  memory.contacts.indices.set(data.contacts.indices);
  memory.contacts.weights.set(data.contacts.weights);
  memory.triangles.set(data.surface.triangles);
}

/** The front that the body starts with: the finest, or the coarsest that is any good. */
function startFront(run: TetsRuntime, { rough, factored }: Adaptation): void {
  const { data, memory } = run;
  const { settings, split } = memory;
  settings[SETTING.adaptive] = data.options.adaptive ? 1 : 0;
  settings[SETTING.tolerance] = data.options.tolerance ?? data.size / TOLERANCE;
  settings[SETTING.speed] = data.options.speed;
  split.fill(1);
  // What is held bends at once, and a small body would be whole after two steps.
  const coarse = data.options.start === 'coarse' && !(factored && data.regions.length > 0);
  if (data.options.adaptive && coarse) {
    // Ten-node elements where there can be some: bare linear ones would hardly bend, and the start would be late.
    split.set(rough);
    for (let t = 0; t < data.tree.roots; t++) if (data.smooth[t] === 1) split[t] = 1;
  }
  findTen(run);
  run.rebuild(false);
}

/** Brings hidden vertices up to date: a front is about to change by hand. */
export function uncover(run: TetsRuntime): void {
  run.follow();
  spreadFollowers(run.memory.v, run.data, run.front, run.memory);
  spreadPast(run);
}

/** After the front was made by hand: velocities of the free vertices, from all. */
export function packVelocity(run: TetsRuntime): void {
  const { velocity, v, vertexOf } = run.memory;
  for (let i = 0; i < run.front.free; i++)
    for (let c = 0; c < 3; c++) velocity[3 * i + c] = v[3 * vertexOf[i] + c];
  packPast(run);
}

/** After another front: what is in use. */
export function countFront({ levels, front }: TetsLive): void {
  levels.activeDofs = 3 * front.free;
  levels.activePoints = front.elements;
}

/** Columns of a space's inverse that no other body has. */
export function ownColumns({ own, data }: TetsLive, space: number): ColumnSets {
  while (own.length <= space) own.push(createColumnSets(data.spaces[own.length].pattern.rows));
  return own[space];
}

/** Marks the vertices of held regions, and splits what must be fine to be held. */
function markHeld(run: TetsLive): void {
  const { data, memory, regions } = run;
  const { held, split } = memory;
  held.fill(0);
  let changed = false;
  for (let r = 0; r < data.regions.length; r++) {
    if (regions.held[r] === 0) continue;
    for (const i of data.regions[r].vertices) held[i] = 1;
    for (const t of data.regions[r].pinned) {
      if (split[t] === 1) continue;
      if (!changed) uncover(run);
      split[t] = 1;
      memory.frozen[t] = 0;
      memory.ten[t] = data.smooth[t];
      changed = true;
    }
  }
  run.adaptation.pin(regions);
  run.inverse.invalidate();
  for (const columns of run.own) forgetColumns(columns);
  if (!changed) return;
  for (let t = 0; t < data.parents; t++) if (hasSplitChild(run, t)) memory.ten[t] = 0;
  run.rebuild(false);
  packVelocity(run);
  countFront(run);
}
