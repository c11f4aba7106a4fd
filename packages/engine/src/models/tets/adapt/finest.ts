import type { Kernels } from '../../../kernels/kernels.ts';
import { chordVelocity, type WholeTurn } from '../../shared/whole-turn.ts';
import { gatherSlaves, spreadSlaves } from '../front/spread.ts';
import { finestSizes, type TetsMemory } from '../memory.ts';
import type { TetsData } from '../model.ts';
import { createRuntime, type TetsRuntime } from '../runtime.ts';
import { createOperators, type Operators } from '../step/operators.ts';
import { createPreconditioner, type Preconditioner } from '../step/precondition.ts';
import { findTen } from './ten.ts';

/** The finest front, beside the one in use: it shares positions, and what is held. */
export interface Finest {
  readonly run: TetsRuntime;
  readonly operators: Operators;
  readonly inverse: Preconditioner;
}

export function createFinest(
  data: TetsData,
  memory: TetsMemory,
  kernels: Kernels,
  matter: TetsRuntime['matter'],
): Finest {
  const own: TetsMemory = { ...memory, ...memory.finest };
  const run = createRuntime(data, own, finestSizes(data), kernels, matter);
  own.split.fill(1);
  findTen(run);
  run.rebuild(false);
  const inverse = createPreconditioner(data, own, run.front, kernels, matter);
  return { run, operators: createOperators(run), inverse };
}

/** The terms of the step's equation A u = b, A = (1+αh)M + (h²+βh)K. */
export interface StepTerms {
  h: number;
  /** h² + βh, 1 + αh, and the air's part for each area. */
  scale: number;
  massFactor: number;
  air: number;
  /** True if the linear model is taken where the step is expected to end, at x + h v, and not where it begins. */
  predicted: boolean;
  /** The turn of a free body that is expected to go on instead, with its length in a step; only if `turns`. */
  turns: boolean;
  /** True if the body touches something, or is about to. */
  touches: boolean;
  readonly turn: WholeTurn;
  readonly gravity: Float64Array;
}

/** out = the velocities of the free vertices along the chords of the step's turn. */
export function chordsOf({ front, memory }: TetsRuntime, out: Float64Array, step: StepTerms): void {
  const { x, vertexOf } = memory;
  for (let i = 0; i < front.free; i++)
    chordVelocity(out, 3 * i, step.turn, x, 3 * vertexOf[i], step.h);
}

/**
 * r = b − A u [N s] of the step's equation as the finest front has it, for the velocities v at the start and u at the
 * end of the step, given at all vertices; zero at held ones. It is the error of the front in use: zero where that is
 * the finest front. Returns the elastic energy [J].
 */
export function findResidual(
  finest: Finest,
  r: Float64Array,
  step: StepTerms,
  v: Float64Array,
  u: Float64Array,
  impulse: Float64Array,
): number {
  const { front, memory } = finest.run;
  const { vertexOf, ownA, edgeA, ownMass, edgeMass, rowMass, rowArea, f, Y, held } = memory;
  const { z, q } = memory.error;
  const n = front.free + front.slaves;
  pack(finest, z, v);
  if (step.turns) chordsOf(finest.run, memory.expected, step);
  const expected = step.turns ? memory.expected : step.predicted ? z : null;
  const energy = finest.operators.evaluate(step.h, expected, 'q');
  finest.operators.stiffen();
  for (let i = 0; i < n; i++) ownA[i] = step.massFactor * ownMass[i];
  if (step.air > 0) for (let i = 0; i < front.free; i++) ownA[i] += step.air * step.h * rowArea[i];
  for (let k = 0; k < front.edges; k++) edgeA[k] = step.massFactor * edgeMass[k];
  finest.run.massProduct(q, z);
  for (let i = 0; i < front.free; i++)
    for (let c = 0; c < 3; c++)
      r[3 * i + c] = q[3 * i + c] + step.h * (f[3 * i + c] + rowMass[i] * step.gravity[c]);
  if (expected !== null) {
    const scale = step.turns ? step.scale : step.h * step.h;
    finest.operators.product(q, expected, memory.none, memory.none, scale);
    for (let i = 0; i < 3 * front.free; i++) r[i] += q[i];
  }
  pack(finest, z, u);
  finest.operators.product(q, z, ownA, edgeA, step.scale);
  for (let i = 0; i < n; i++)
    for (let c = 0; c < 3; c++) Y[3 * i + c] = impulse[3 * vertexOf[i] + c];
  gatherSlaves(Y, front, memory);
  for (let i = 0; i < front.free; i++) {
    const on = held[vertexOf[i]] === 1 ? 0 : 1;
    for (let c = 3 * i; c < 3 * i + 3; c++) r[c] = on * (r[c] - q[c] + Y[c]);
  }
  return energy;
}

/** Numbers of the free vertices from those of all. */
function pack({ run }: Finest, out: Float64Array, all: Float64Array): void {
  const { vertexOf } = run.memory;
  for (let i = 0; i < run.front.free; i++)
    for (let c = 0; c < 3; c++) out[3 * i + c] = all[3 * vertexOf[i] + c];
}

/** Numbers of all vertices from those of the free. */
export function unpack({ run }: Finest, out: Float64Array, free: Float64Array): void {
  const { front, memory } = run;
  const { X, vertexOf } = memory;
  for (let i = 0; i < 3 * front.free; i++) X[i] = free[i];
  spreadSlaves(X, front, memory);
  for (let i = 0; i < front.free + front.slaves; i++)
    for (let c = 0; c < 3; c++) out[3 * vertexOf[i] + c] = X[3 * i + c];
}

/** Rotations of the finest elements begin where those of the elements in use are. */
export function takeRotations({ run }: Finest, from: TetsRuntime): void {
  const { tree } = run.data;
  const { elementOf } = from.front;
  const { q } = from.memory;
  for (let n = 0; n < run.front.groups.length; n++) {
    const g = run.front.groups[n];
    for (let i = 0; i < g.count; i++) {
      let t = g.ids[i];
      let at = g.kind === 'ten' && elementOf[t] >= 0 ? elementOf[t] + (i & 3) : elementOf[t];
      while (at < 0) {
        t = Math.floor((t - tree.roots) / 8);
        at = elementOf[t];
      }
      for (let k = 0; k < 4; k++) g.q[4 * i + k] = q[4 * at + k];
    }
  }
}
