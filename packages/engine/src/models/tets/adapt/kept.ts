import type { TetsRuntime } from '../runtime.ts';
import type { Adaptation } from './adaptation.ts';
import { findSurplus, isWhole } from './surplus.ts';

/** In `known`: what a midpoint misses is in `missing`; it was free, or has just been merged, and misses nothing. */
const KNOWN = 1;
const CONTENT = 2;

/**
 * What midpoints miss does not change with the front. The force on a midpoint that follows is found in other ways when an element
 * beside it is split or merged, and differs by more than what the motion asks for; so the difference is kept (`memory.kept`)
 * and does not count. This notes what is missing before a switch, forces and positions as they are.
 */
export function noteMissing(
  run: TetsRuntime,
  ad: Adaptation,
  h: number,
  gravity: Float64Array,
  merges: number,
): void {
  const { data, memory, front } = run;
  const { tree } = data;
  const { known } = ad;
  findSurplus(run, ad.surplus, h, gravity);
  known.fill(0);
  const end = front.free + front.slaves;
  for (let i = 0; i < end; i++) {
    const v = memory.vertexOf[i];
    if (i < front.free) known[v] = CONTENT;
    else note(run, ad, v);
  }
  for (let i = 0; i < front.nextCount; i++) note(run, ad, front.next[i]);
  for (let i = 0; i < merges; i++)
    for (let k = 0; k < 6; k++)
      known[tree.edges[6 * ad.merged[i] + k] + tree.baseVertices] = CONTENT;
}

function note(run: TetsRuntime, ad: Adaptation, v: number): void {
  const { kept, R, owner } = run.memory;
  if (!isWhole(run, ad.surplus, v)) return;
  const o = 9 * owner[v];
  ad.known[v] = KNOWN;
  for (let c = 0; c < 3; c++) {
    let own = 0;
    for (let k = 0; k < 3; k++) own += R[o + 3 * c + k] * kept[3 * v + k];
    ad.missing[3 * v + c] = ad.surplus.force[3 * v + c] - own;
  }
}

/** After a switch: keeps what lets every midpoint miss what it missed before. Those that are new miss what the motion says. */
export function keepMissing(
  run: TetsRuntime,
  ad: Adaptation,
  h: number,
  gravity: Float64Array,
): void {
  const { memory, front } = run;
  findSurplus(run, ad.surplus, h, gravity);
  const end = front.free + front.slaves;
  for (let i = 0; i < front.free; i++)
    memory.kept.fill(0, 3 * memory.vertexOf[i], 3 * memory.vertexOf[i] + 3);
  for (let i = front.free; i < end; i++) keep(run, ad, memory.vertexOf[i]);
  for (let i = 0; i < front.nextCount; i++) keep(run, ad, front.next[i]);
}

function keep(run: TetsRuntime, ad: Adaptation, v: number): void {
  const { kept, R, owner } = run.memory;
  const { force } = ad.surplus;
  const known = ad.known[v];
  kept.fill(0, 3 * v, 3 * v + 3);
  if (known === 0 || !isWhole(run, ad.surplus, v)) return;
  const part = known === KNOWN ? 1 : 0;
  const o = 9 * owner[v];
  for (let k = 0; k < 3; k++)
    for (let c = 0; c < 3; c++)
      kept[3 * v + k] += R[o + 3 * c + k] * (force[3 * v + c] - part * ad.missing[3 * v + c]);
}
