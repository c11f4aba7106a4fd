import { append } from '../../../core/append.ts';
import { tickEvery } from '../../../core/watch.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { type HexPatch, trilinear } from '../basis/hex.ts';
import { addEighth, eightPoints, MOMENTS } from '../basis/hex-fill.ts';
import { STIFFNESS_SAMPLES, UNEVEN } from '../numbers.ts';
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
 *
 * In cells that the shape does not fill the points have the volume, the middle and the second moments of what is
 * filled (`eightPoints`), and so has the mass.
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
  const put = createPut(lists, patch, { layer, material, embedded }, density);
  const factor = new Float64Array(8);
  const part = new Float64Array(8);
  const moments = new Float64Array(MOMENTS);
  const middle = new Float64Array(3);
  const points = new Float64Array(24);
  const weight = new Float64Array(8);
  const bending = Math.sqrt((2 * (1 + material.poisson)) / 3);
  let total = 0;
  for (let c = 0; c < patch.cells.length; c++) {
    tickEvery(c, 'points of cells');
    meanFactors(factor, patch, c, stiffness);
    moments.fill(0);
    let mean = 0;
    let [least, most] = [Infinity, 0];
    for (let s = 0; s < 8; s++) {
      part[s] = patch.fill[8 * c + s];
      for (let d = 0; d < 3; d++) put.at[d] = GAUSS[(s >> d) & 1];
      if (part[s] === 0 || taken(put.place(c))) {
        part[s] = 0;
        continue;
      }
      addEighth(moments, patch, c, s);
      mean += part[s] * factor[s];
      [least, most] = [Math.min(least, factor[s]), Math.max(most, factor[s])];
    }
    if (moments[0] === 0) continue;
    total += eighth * moments[0];
    if (most > UNEVEN * least) {
      for (let s = 0; s < 8; s++) {
        if (part[s] === 0) continue;
        moments.fill(0);
        addEighth(moments, patch, c, s);
        for (let d = 0; d < 3; d++) {
          const far = (s >> d) & 1;
          put.at[d] = moments[1 + d] / moments[0] + GAUSS[far] - (0.25 + 0.5 * far);
        }
        put.stress(c, factor[s], factor[s], eighth * part[s]);
        put.mass(c, eighth * part[s]);
      }
      continue;
    }
    mean /= moments[0];
    for (let d = 0; d < 3; d++) middle[d] = moments[1 + d] / moments[0];
    eightPoints(points, weight, moments);
    for (let s = 0; s < 8; s++) {
      const V = eighth * moments[0] * weight[s];
      if (V === 0) continue;
      for (let d = 0; d < 3; d++) put.at[d] = middle[d] + bending * (points[3 * s + d] - middle[d]);
      put.stress(c, part[s] === 0 ? mean : factor[s], 0, V);
      put.at.set(points.subarray(3 * s, 3 * s + 3));
      put.mass(c, V);
    }
    if (material.poisson === 0) continue;
    put.at.set(middle);
    put.stress(c, 0, mean, eighth * moments[0]);
  }
  put.finish();
  return total;
}

/** Adds points at the place `at` of a cell, in cells from its corner; within the cell, where its functions hold. */
function createPut(
  lists: PointLists,
  patch: HexPatch,
  { layer, material, embedded }: Pick<Patch, 'layer' | 'material' | 'embedded'>,
  density: number,
) {
  const at = new Float64Array(3);
  const X = new Float64Array(3);
  const n = new Float64Array(8);
  const g = new Float64Array(24);
  const nodeMass = new Float64Array(patch.places.length / 3);
  const base = lists.mass.length / 3;
  const place = (c: number): Float64Array => {
    for (let d = 0; d < 3; d++) {
      at[d] = Math.min(1, Math.max(0, at[d]));
      X[d] = patch.places[3 * patch.nodes[8 * c] + d] + at[d] * patch.edge[d];
    }
    return X;
  };
  return {
    at,
    place,
    /** A point that resists shear and changes of volume by these factors on the material's. */
    stress(c: number, shear: number, pressure: number, V: number): void {
      place(c);
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
    },
    mass(c: number, V: number): void {
      place(c);
      if (!embedded) {
        append(lists.mass, X);
        lists.weight.push(density * V);
        lists.alpha.push(material.damping.mass);
        return;
      }
      trilinear(n, g, at, patch.edge);
      for (let a = 0; a < 8; a++) nodeMass[patch.nodes[8 * c + a]] += density * V * n[a];
    },
    finish(): void {
      if (!embedded) return;
      append(lists.mass, patch.places);
      append(lists.weight, nodeMass);
      append(
        lists.alpha,
        nodeMass.map(() => material.damping.mass),
      );
    },
  };
}

const looked = new Float64Array(3 * 8 * STIFFNESS_SAMPLES ** 3);
const found = new Float64Array(8 * STIFFNESS_SAMPLES ** 3);

/** out = the mean factor on stiffness in each eighth of cell c. */
function meanFactors(out: Float64Array, patch: HexPatch, c: number, stiffness: FieldFill): void {
  const many = STIFFNESS_SAMPLES ** 3;
  for (let i = 0; i < 8 * many; i++) {
    const [s, j] = [Math.floor(i / many), i % many];
    const step = [
      j % STIFFNESS_SAMPLES,
      Math.floor(j / STIFFNESS_SAMPLES) % STIFFNESS_SAMPLES,
      Math.floor(j / STIFFNESS_SAMPLES ** 2),
    ];
    for (let d = 0; d < 3; d++) {
      const at = 0.5 * ((s >> d) & 1) + (0.5 * (step[d] + 0.5)) / STIFFNESS_SAMPLES;
      looked[3 * i + d] = patch.places[3 * patch.nodes[8 * c] + d] + at * patch.edge[d];
    }
  }
  stiffness(looked, 8 * many, found);
  out.fill(0);
  for (let i = 0; i < 8 * many; i++) out[Math.floor(i / many)] += found[i] / many;
}
