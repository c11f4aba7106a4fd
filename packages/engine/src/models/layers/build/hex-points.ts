import { append } from '../../../core/append.ts';
import { tickEvery } from '../../../core/watch.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { type HexPatch, trilinear } from '../basis/hex.ts';
import { UNEVEN } from '../numbers.ts';
import { addStressed, type PointLists } from './lists.ts';
import type { Patch } from './patches.ts';

const GAUSS = [0.5 - 0.5 / Math.sqrt(3), 0.5 + 0.5 / Math.sqrt(3)];

/**
 * Points of a patch of cubes, but for those that a finer patch stands for; returns their volume [m³].
 *
 * Trilinear cells cannot bend but by a parasitic shear, and cannot bend at all without changing their volume here and
 * there. So eight points of a cell resist shear with μ, and one in the middle resists the mean change of volume with λ.
 * A cube in pure bending, u = (xy, …), then has the energy (2μ + μ)⟨y²⟩ with Gauss's points, where E = 2μ(1 + ν) would
 * be right: the eight are closer to the middle than Gauss's by √(2(1 + ν)/3), and it is right. Constant strains do not
 * see where the points are. Cells in which stiffness jumps keep Gauss's points and all of λ there.
 */
export function addHexPoints(
  lists: PointLists,
  patch: HexPatch,
  { layer, material, embedded }: Patch,
  density: number,
  stiffness: FieldFill,
  taken: (X: Float64Array) => boolean,
): number {
  const eighth = (patch.edge[0] * patch.edge[1] * patch.edge[2]) / 8;
  const at = new Float64Array(3);
  const X = new Float64Array(3);
  const n = new Float64Array(8);
  const g = new Float64Array(24);
  const factor = new Float64Array(8);
  const volume = new Float64Array(8);
  const middle = new Float64Array(3);
  const nodeMass = new Float64Array(patch.places.length / 3);
  const base = lists.mass.length / 3;
  const bending = (GAUSS[1] - 0.5) * Math.sqrt((2 * (1 + material.poisson)) / 3);
  let total = 0;
  /** The stress point at place `at` of cell c, which is X. */
  const add = (c: number, shear: number, pressure: number, V: number): void => {
    if (!embedded) {
      addStressed(lists.composed, material, shear, pressure, V, layer);
      append(lists.composed.X, X);
      return;
    }
    addStressed(lists.embedded, material, shear, pressure, V, layer);
    trilinear(n, g, at, patch.edge);
    for (let a = 0; a < 8; a++) {
      lists.embedded.at.push(base + patch.nodes[8 * c + a]);
      lists.embedded.slope.push(g[3 * a], g[3 * a + 1], g[3 * a + 2]);
    }
    lists.embedded.ptr.push(lists.embedded.at.length);
  };
  const place = (c: number): void => {
    for (let d = 0; d < 3; d++)
      X[d] = patch.places[3 * patch.nodes[8 * c] + d] + at[d] * patch.edge[d];
  };
  for (let c = 0; c < patch.cells.length; c++) {
    tickEvery(c, 'points of cells');
    meanFactors(factor, patch, c, stiffness);
    let whole = 0;
    let mean = 0;
    let [least, most] = [Infinity, 0];
    middle.fill(0);
    for (let s = 0; s < 8; s++) {
      volume[s] = eighth * patch.fill[8 * c + s];
      for (let d = 0; d < 3; d++) at[d] = GAUSS[(s >> d) & 1];
      place(c);
      if (volume[s] === 0 || taken(X)) {
        volume[s] = 0;
        continue;
      }
      for (let d = 0; d < 3; d++) middle[d] += volume[s] * at[d];
      whole += volume[s];
      mean += volume[s] * factor[s];
      [least, most] = [Math.min(least, factor[s]), Math.max(most, factor[s])];
    }
    if (whole === 0) continue;
    total += whole;
    const even = most <= UNEVEN * least;
    for (let s = 0; s < 8; s++) {
      if (volume[s] === 0) continue;
      const away = even ? bending : GAUSS[1] - 0.5;
      for (let d = 0; d < 3; d++) at[d] = 0.5 + (((s >> d) & 1) === 1 ? away : -away);
      place(c);
      add(c, factor[s], even ? 0 : factor[s], volume[s]);
      for (let d = 0; d < 3; d++) at[d] = GAUSS[(s >> d) & 1];
      place(c);
      if (embedded) nodeMass[patch.nodes[8 * c + s]] += density * volume[s];
      else {
        append(lists.mass, X);
        lists.weight.push(density * volume[s]);
        lists.alpha.push(material.damping.mass);
      }
    }
    if (!even || material.poisson === 0) continue;
    for (let d = 0; d < 3; d++) at[d] = middle[d] / whole;
    place(c);
    add(c, 0, mean / whole, whole);
  }
  if (embedded) {
    append(lists.mass, patch.places);
    append(lists.weight, nodeMass);
    append(
      lists.alpha,
      nodeMass.map(() => material.damping.mass),
    );
  }
  return total;
}

/** Places along the edge of an eighth of a cell at which stiffness is looked up. */
export const LOOKS = 3;
const looked = new Float64Array(3 * 8 * LOOKS ** 3);
const found = new Float64Array(8 * LOOKS ** 3);

/** out = the mean factor on stiffness in each eighth of cell c. */
function meanFactors(out: Float64Array, patch: HexPatch, c: number, stiffness: FieldFill): void {
  const many = LOOKS ** 3;
  for (let i = 0; i < 8 * many; i++) {
    const [s, j] = [Math.floor(i / many), i % many];
    const step = [j % LOOKS, Math.floor(j / LOOKS) % LOOKS, Math.floor(j / LOOKS ** 2)];
    for (let d = 0; d < 3; d++) {
      const at = 0.5 * ((s >> d) & 1) + (0.5 * (step[d] + 0.5)) / LOOKS;
      looked[3 * i + d] = patch.places[3 * patch.nodes[8 * c] + d] + at * patch.edge[d];
    }
  }
  stiffness(looked, 8 * many, found);
  out.fill(0);
  for (let i = 0; i < 8 * many; i++) out[Math.floor(i / many)] += found[i] / many;
}
