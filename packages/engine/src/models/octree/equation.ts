import type { Equation } from '../body.ts';
import { prescribeHeld, zeroHeld } from '../shared/held-regions.ts';
import { correctMomentum, limitMotion, WHOLE } from '../shared/momentum.ts';
import { isFree, leavesOf, type OctreeLive, preparePulls, rotationOf } from './live.ts';
import { longestStep } from './remarks.ts';
import { findRegionFacts } from './step/constants.ts';
import { pullToGoals } from './step/dynamics.ts';

/**
 * A step is explicit in the goals: A is the diagonal mass and b = M (v + pulls + region damping) + h f, so contacts,
 * springs and holds act as on any other body.
 */
export function octreeEquation(run: OctreeLive): Equation {
  const { data, memory, kernels, regions } = run;
  const { v, diagonal, mobility, rhs, mass } = memory;
  const momentum = new Float64Array(3 * data.capacity);
  const whole = new Float64Array(WHOLE.length);

  /** What the leaves of one piece do to each other changes neither its momentum nor its spin. */
  const keepMomenta = (u: Float64Array, b: Float64Array): void => {
    const n = leavesOf(run);
    const h = run.stepLength;
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 3; c++) {
        const k = 3 * i + c;
        momentum[k] = mass[i] * (v[k] + h * memory.gravity[c]) + b[k] - rhs[k];
      }
    }
    correctMomentum(u, memory.x, diagonal, momentum, n, whole);
  };

  return {
    velocity: v,
    rhs,
    impulse: memory.impulse,
    exact: true,
    unknowns: () => 3 * leavesOf(run),
    hold(index, pose) {
      rotationOf(memory.turns, 4 * index, pose);
      regions.hold(index, pose);
    },
    release: regions.release,
    assemble: (h, gravity) => assemble(run, h, gravity),
    multiply: (y, u) => scaleLeaves(y, u, diagonal, leavesOf(run)),
    precondition: (z, r) => scaleLeaves(z, r, mobility, leavesOf(run)),
    prescribe(u) {
      if (run.heldCount > 0) prescribeHeld(u, memory, leavesOf(run), null);
    },
    constrain(r) {
      if (run.heldCount > 0) zeroHeld(r, memory, leavesOf(run), null);
    },
    correctMomentum(u, b) {
      if (isFree(run)) keepMomenta(u, b);
      else if (run.heldCount === 0) correctLinear(u, b, diagonal, leavesOf(run));
    },
    solveDiagonal(u) {
      kernels.solvePoints(u, rhs, mobility, leavesOf(run));
      if (isFree(run)) keepMomenta(u, rhs);
    },
    limit(u, part) {
      if (isFree(run)) limitMotion(u, mass, leavesOf(run), part);
    },
    potential(_h, _gravity, u) {
      let value = 0;
      const n = leavesOf(run);
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < 3; c++) {
          const d = u[3 * i + c] - rhs[3 * i + c] / diagonal[i];
          value += 0.5 * diagonal[i] * d * d;
        }
      }
      return value;
    },
    adjust(matter) {
      data.young = matter.young;
      data.damping = { ...matter.damping };
      findRegionFacts(run.facts, memory, data, run.sampler, run.summation);
      run.stepLength = 0;
      run.mobile = -1;
      run.longest = longestStep(run);
    },
  };
}

function assemble(run: OctreeLive, h: number, gravity: Float64Array): void {
  const { memory, kernels } = run;
  const { heldVelocity, q, x, rest, held, heldLeaves, poses, turns } = memory;
  run.lastStep = h;
  preparePulls(run, h);
  findMobility(run);
  for (let c = 0; c < 3; c++) memory.gravity[c] = gravity[c];
  // The sides of slits find each other through the maps of the regions.
  pullToGoals(run, h, run.skin.slits);
  // Held leaves move and turn with the hold, independent of the free leaves of their regions, so that their surface
  // stays in place.
  kernels.followHolds(heldVelocity, q, x, rest, held, heldLeaves, poses, turns, h, run.heldCount);
  run.selfContact.push();
}

/** The inverse of A's diagonal, 0 for held leaves. */
function findMobility(run: OctreeLive): void {
  if (run.mobile === run.version) return;
  run.mobile = run.version;
  const { mobility, held, diagonal } = run.memory;
  const n = leavesOf(run);
  for (let i = 0; i < n; i++) mobility[i] = held[i] > 0 ? 0 : 1 / diagonal[i];
}

function scaleLeaves(y: Float64Array, x: Float64Array, scale: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    y[3 * i] = scale[i] * x[3 * i];
    y[3 * i + 1] = scale[i] * x[3 * i + 1];
    y[3 * i + 2] = scale[i] * x[3 * i + 2];
  }
}

/** Where several pieces share a body, only what they do in sum is known. */
function correctLinear(u: Float64Array, b: Float64Array, diagonal: Float64Array, n: number): void {
  let weight = 0;
  for (let i = 0; i < n; i++) weight += diagonal[i];
  for (let c = 0; c < 3; c++) {
    let missing = 0;
    for (let i = 0; i < n; i++) missing += b[3 * i + c] - diagonal[i] * u[3 * i + c];
    missing /= weight;
    for (let i = 0; i < n; i++) u[3 * i + c] += missing;
  }
}
