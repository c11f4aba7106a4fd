import { createWholeTurn, turnOf } from '../../shared/whole-turn.ts';
import type { FramesRuntime } from '../runtime.ts';
import { findArms, findPieces, inertiaOf, massOf, meanOf, spinOf } from './pieces.ts';

const turn = createWholeTurn();
const inertia = new Float64Array(9);
const spin = new Float64Array(3);
const STRAIGHT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/**
 * out = the velocities of the active frames along the chords of the turn that each piece of a free body goes on with
 * for h seconds (`shared/whole-turn.ts`). False if none turns; run.pieces says how many there are.
 */
export function expectWholeTurn(out: Float64Array, run: FramesRuntime, h: number): boolean {
  const { memory, set, piece, spins, kernels } = run;
  const { trial: arm, work, velocity } = memory;
  const { mass, pattern } = set;
  run.pieces = findPieces(run);
  findArms(run, arm, run.pieces);
  kernels.frameMomentum(work, mass, velocity, pattern.size, pattern.ptr, pattern.cols);
  for (let p = 0; p < run.pieces; p++) {
    spinOf(run, spin, arm, work, p);
    for (let c = 0; c < 3; c++) spins[3 * p + c] = spin[c];
  }
  kernels.frameMomentum(work, mass, arm, pattern.size, pattern.ptr, pattern.cols);
  let turns = false;
  for (let p = 0; p < run.pieces; p++) {
    const heavy = massOf(run, p);
    turn.drift.fill(0);
    if (heavy > 0) meanOf(run, turn.drift, velocity, p, heavy);
    inertiaOf(run, inertia, arm, work, p);
    for (let c = 0; c < 3; c++) spin[c] = spins[3 * p + c];
    if (heavy > 0 && turnOf(turn, inertia, spin, h)) turns = true;
    else turn.rotation.set(STRAIGHT);
    for (let i = 0; i < set.count; i++) if (piece[i] === p) followChords(out, arm, 12 * i, h);
  }
  return turns;
}

/** out[o..o+12) = the velocity that takes the frame arm[o..o+12) along the turn in h seconds. */
function followChords(out: Float64Array, arm: Float64Array, o: number, h: number): void {
  const { rotation: R, drift } = turn;
  for (let p = 0; p < 4; p++) {
    const k = o + p;
    for (let r = 0; r < 3; r++) {
      const turned = R[3 * r] * arm[k] + R[3 * r + 1] * arm[k + 4] + R[3 * r + 2] * arm[k + 8];
      out[k + 4 * r] = (turned - arm[k + 4 * r]) / h + (p === 3 ? drift[r] : 0);
    }
  }
}
