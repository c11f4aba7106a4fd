import { createRandom, type Random } from '../../core/random.ts';
import { createArena, measure } from '../../kernels/arena.ts';
import { createKernels } from '../../kernels/index.ts';
import type { Body, BodyModel, PointSet } from '../body.ts';
import { MEASURE } from '../views.ts';

/** A live body on the bench: with vectors of its capacity, a set of points and seeded random numbers. */
export interface Subject {
  readonly body: Body;
  readonly model: BodyModel;
  readonly random: Random;
  /** Vectors in the body's own memory, as a world has them. */
  readonly u: Float64Array;
  readonly b: Float64Array;
  readonly r: Float64Array;
  readonly z: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
  /** Points inside the body that were embedded after it was made. */
  readonly inside: PointSet;
  /** The numbers of `motion.measure`. */
  readonly measured: Float64Array;
}

/** What a model promises, and how that is found out. */
export interface ModelPromise {
  readonly name: string;
  /** The promise as a sentence. */
  readonly says: string;
  /** What is wrong with bodies of the model, or nothing. */
  broken(make: () => Subject): string | null;
}

/** Length of the steps [s]. */
export const STEP = 1 / 60;
export const WEIGHTLESS = new Float64Array(3);
const VECTORS = 6;
const INSIDE = 6;

/** Makes a body of the model, at rest where it was built. */
export function createSubject(model: BodyModel, seed = 1): Subject {
  const bytes = measure((a) => {
    model.allocate(a);
    for (let k = 0; k < VECTORS; k++) a.f64(model.capacity);
  });
  const arena = createArena(bytes);
  const body = model.create(arena, createKernels(arena, 'typescript'));
  const [u, b, r, z, p, q] = Array.from({ length: VECTORS }, () => arena.f64(model.capacity));
  const random = createRandom(seed);
  return {
    body,
    model,
    random,
    u,
    b,
    r,
    z,
    p,
    q,
    inside: body.points.embed(insidePoints(model, random)),
    measured: new Float64Array(MEASURE.length),
  };
}

/** Places between contact points: inside anything convex, near the surface of the rest. */
function insidePoints({ contactPoints: X }: BodyModel, random: Random): Float64Array {
  const out = new Float64Array(3 * INSIDE);
  const n = X.length / 3;
  for (let i = 0; i < INSIDE; i++) {
    const a = 3 * random.below(n);
    const b = 3 * random.below(n);
    const share = random.range(0.2, 0.8);
    for (let c = 0; c < 3; c++) out[3 * i + c] = (1 - share) * X[a + c] + share * X[b + c];
  }
  return out;
}

/** Sets the body spinning, drifting and wobbling: a random velocity on top of a rigid one, gently enough for a step. */
export function disturb(s: Subject, speed = 0.3): void {
  const { body, random, u, model } = s;
  body.motion.addVelocity([0.2 * speed, speed, -0.5 * speed], [2 * speed, -speed, 3 * speed]);
  const { equation } = body;
  equation.assemble(STEP, WEIGHTLESS, null);
  const n = equation.unknowns();
  for (let i = 0; i < n; i++) u[i] = random.range(-1, 1);
  // A rough push, smoothed by the body itself: what comes of random forces in a step.
  for (let i = 0; i < n; i++) s.b[i] = equation.rhs[i] + (speed * model.mass * u[i]) / n;
  solve(s, s.b);
  body.motion.advance(STEP, u);
  body.motion.history?.forget();
}

/** s.u = the solution of A u = b, by conjugate gradients in the body's own metric; momentum corrected. */
export function solve(s: Subject, b: Float64Array): void {
  const { u, r, z, p, q } = s;
  const { equation } = s.body;
  const n = equation.unknowns();
  u.set(equation.velocity.subarray(0, n));
  equation.prescribe(u);
  equation.multiply(q, u);
  for (let i = 0; i < n; i++) r[i] = b[i] - q[i];
  equation.constrain(r);
  equation.precondition(z, r);
  p.set(z.subarray(0, n));
  let rz = dot(r, z, n);
  const end = 1e-26 * Math.abs(rz);
  for (let k = 0; k < 500 && rz > end && rz > 0; k++) {
    equation.multiply(q, p);
    equation.constrain(q);
    const alpha = rz / dot(p, q, n);
    for (let i = 0; i < n; i++) {
      u[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    equation.precondition(z, r);
    const next = dot(r, z, n);
    for (let i = 0; i < n; i++) p[i] = z[i] + (next / rz) * p[i];
    rz = next;
  }
  equation.correctMomentum(u, b);
}

/** One step of a body on its own: assemble, solve, adapt, advance, adapt. */
export function stepAlone(s: Subject, gravity: Float64Array = WEIGHTLESS, adapts = true): void {
  const { body, u, b } = s;
  const { equation, adapt } = body;
  equation.assemble(STEP, gravity, null);
  equation.impulse.fill(0, 0, equation.unknowns());
  b.set(equation.rhs.subarray(0, equation.unknowns()));
  solve(s, b);
  if (adapts) adapt?.before?.(STEP, u);
  body.motion.advance(STEP, u);
  if (adapts) adapt?.after?.(STEP);
}

/** J of a point set, shape [3 points, unknowns]: column by column through `points.velocities`. */
export function jacobian(s: Subject, set: PointSet): Float64Array {
  const { body, p } = s;
  const n = body.equation.unknowns();
  const rows = 3 * set.count;
  const J = new Float64Array(rows * n);
  const out = new Float64Array(rows);
  p.fill(0);
  for (let j = 0; j < n; j++) {
    p[j] = 1;
    body.points.velocities(set, p, out);
    p[j] = 0;
    for (let i = 0; i < rows; i++) J[i * n + j] = out[i];
  }
  return J;
}

export function dot(a: Float64Array, b: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/** Largest size of an entry. */
export function largest(a: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]));
  return most;
}

/** Copies of the state's arrays. */
export function copyState({
  body,
}: Subject): Record<string, Float64Array | Int32Array | Uint8Array> {
  const { arrays } = body.state;
  return Object.fromEntries(Object.keys(arrays).map((name) => [name, arrays[name].slice()]));
}

/** Names of the state's arrays whose bits differ from a copy. */
export function changedState(s: Subject, copy: ReturnType<typeof copyState>): string[] {
  const bytes = (a: ArrayBufferView): Uint8Array =>
    new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const { arrays } = s.body.state;
  return Object.keys(copy).filter((name) => {
    const a = bytes(arrays[name]);
    const b = bytes(copy[name]);
    return a.length !== b.length || a.some((byte, i) => byte !== b[i]);
  });
}

/** Positions of the contact points and of points inside. */
export function positionsOf({ body, inside }: Subject): Float64Array {
  const { contacts } = body.points;
  const out = new Float64Array(3 * (contacts.count + inside.count));
  body.points.positions(contacts, out.subarray(0, 3 * contacts.count));
  const rest = new Float64Array(3 * inside.count);
  body.points.positions(inside, rest);
  out.set(rest, 3 * contacts.count);
  return out;
}
