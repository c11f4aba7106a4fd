import { embedPoints } from '../../../geometry/embed.ts';
import { shapeGradients, tetVolumes } from '../../../geometry/tet-mesh.ts';
import type { TetMesh } from '../../../geometry/types.ts';
import { lame } from '../../../materials/elasticity.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { findCell, type HexPatch, trilinear } from '../basis/hex.ts';
import { type Hierarchy, NO_ROWS, type Rows } from '../model.ts';
import { type Groups, groupByFrame, groupCells } from './groups.ts';
import type { LayerMaterial } from './input.ts';
import { joinRows, meanRows, reorderRows } from './rows.ts';
import type { Matter } from './volume.ts';

/** Elements of a layer, which stand for the matter in them. */
export interface Patch {
  readonly layer: number;
  readonly hex: HexPatch | null;
  readonly tets: TetMesh | null;
  /** Gradients from the elements' nodes, or by composing the layers'. */
  readonly embedded: boolean;
  readonly material: LayerMaterial;
  /** It covers the whole body. */
  readonly whole: boolean;
}

/** Matter that no element stands for: who owns it and how many integration points it gets. */
export interface LooseMatter {
  readonly layer: number;
  readonly material: LayerMaterial;
  readonly contains: (X: Float64Array, n: number, out: Float64Array) => void;
  readonly points: number;
}

/** Points with mass, and integration points of both kinds, as lists that grow while building. */
export interface PointLists {
  mass: number[];
  weight: number[];
  alpha: number[];
  composed: Stressed & { X: number[] };
  embedded: Stressed & { ptr: number[]; at: number[]; slope: number[] };
}

interface Stressed {
  owner: number[];
  volume: number[];
  mu: number[];
  lambda: number[];
  beta: number[];
}

const stressed = (): Stressed => ({ owner: [], volume: [], mu: [], lambda: [], beta: [] });

export function createLists(): PointLists {
  return {
    mass: [],
    weight: [],
    alpha: [],
    composed: { ...stressed(), X: [] },
    embedded: { ...stressed(), ptr: [0], at: [], slope: [] },
  };
}

const GAUSS = [0.5 - 0.5 / Math.sqrt(3), 0.5 + 0.5 / Math.sqrt(3)];

function addStressed(
  out: Stressed,
  material: LayerMaterial,
  shear: number,
  pressure: number,
  volume: number,
  owner: number,
): void {
  out.owner.push(owner);
  const { mu, lambda } = lame(material.young, material.poisson, 'material');
  out.volume.push(volume);
  out.mu.push(mu * shear);
  out.lambda.push(lambda * pressure);
  out.beta.push(material.damping.stiffness);
}

/** Stiffness that varies by more than this within a cell is not averaged over it. */
const UNEVEN = 1.5;

/**
 * Points of a patch of cubes, but for those that a finer patch stands for; gives their volume [m³].
 *
 * Trilinear cells cannot bend but by a parasitic shear, and cannot bend at all without changing their volume here and there. So eight points
 * of a cell resist shear with μ, and one in the middle resists the mean change of volume with λ. A cube in pure bending, u = (xy, …), then
 * has the energy (2μ + μ)⟨y²⟩ with Gauss's points, where E = 2μ(1 + ν) would be right: the eight are closer to the middle than Gauss's by
 * √(2(1 + ν)/3), and it is right. Constant strains do not see where the points are. Patches that cover a part of the body keep Gauss's points
 * and all of λ there.
 */
export function addHexPoints(
  lists: PointLists,
  patch: HexPatch,
  { layer, material, embedded, whole: everywhere }: Patch,
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
      lists.composed.X.push(...X);
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
    const even = everywhere && most <= UNEVEN * least;
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
        lists.mass.push(...X);
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
    lists.mass.push(...patch.places);
    lists.weight.push(...nodeMass);
    lists.alpha.push(...nodeMass.map(() => material.damping.mass));
  }
  return total;
}

/** Places along the edge of an eighth of a cell at which stiffness is looked up. */
const LOOKS = 3;
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

/** Points of a patch of tets: nodes have the mass, each tet one integration point. */
export function addTetPoints(
  lists: PointLists,
  mesh: TetMesh,
  { layer, material, embedded }: Patch,
  density: number,
  stiffness: FieldFill,
  taken: (X: Float64Array) => boolean,
): number {
  const volumes = tetVolumes(mesh);
  const gradients = shapeGradients(mesh);
  const nodeMass = new Float64Array(mesh.positions.length / 3);
  const base = lists.mass.length / 3;
  const X = new Float64Array(3);
  const factor = new Float64Array(1);
  let total = 0;
  for (let t = 0; t < volumes.length; t++) {
    X.fill(0);
    for (let k = 0; k < 4; k++) {
      for (let d = 0; d < 3; d++) X[d] += 0.25 * mesh.positions[3 * mesh.tets[4 * t + k] + d];
    }
    if (taken(X)) continue;
    total += volumes[t];
    stiffness(X, 1, factor);
    for (let k = 0; k < 4; k++) nodeMass[mesh.tets[4 * t + k]] += 0.25 * density * volumes[t];
    if (!embedded) {
      addStressed(lists.composed, material, factor[0], factor[0], volumes[t], layer);
      lists.composed.X.push(...X);
      continue;
    }
    addStressed(lists.embedded, material, factor[0], factor[0], volumes[t], layer);
    for (let k = 0; k < 4; k++) lists.embedded.at.push(base + mesh.tets[4 * t + k]);
    lists.embedded.slope.push(...gradients.subarray(12 * t, 12 * t + 12));
    lists.embedded.ptr.push(lists.embedded.at.length);
  }
  lists.mass.push(...mesh.positions);
  lists.weight.push(...nodeMass);
  lists.alpha.push(...nodeMass.map(() => material.damping.mass));
  return total;
}

/** True where some patch later than `layer` stands for the matter. */
export function takenAfter(patches: readonly Patch[], layer: number): (X: Float64Array) => boolean {
  const later = patches.filter((p) => p.layer > layer);
  const at = new Float64Array(3);
  return (X) =>
    later.some((p) => {
      if (p.hex !== null) return inCell(p.hex, X, at);
      return p.tets !== null && embedPoints(p.tets, X).outside === 0;
    });
}

function inCell(patch: HexPatch, X: Float64Array, at: Float64Array): boolean {
  if (findCell(patch, X, 0, at) < 0) return false;
  return at.every((c) => c >= 0 && c <= 1);
}

/** Mass points for each group of loose matter that no layer bends. */
const LOOSE_POINTS = 300;

/** Everything about points that a live body needs, in the order it needs it. */
export interface BuiltPoints {
  readonly X: Float64Array;
  readonly weight: Float64Array;
  readonly alpha: Float64Array;
  readonly rows: readonly Rows[];
  readonly coupledMass: number;
  readonly composed: { X: Float64Array; rows: readonly Rows[]; coupled: number } & StressArrays;
  readonly embedded: {
    ptr: Int32Array;
    at: Int32Array;
    slope: Float64Array;
    coupled: number;
  } & StressArrays;
  /** New number of each mass point that was in the lists. */
  readonly renumbered: Int32Array;
}

interface StressArrays {
  /** Layer whose material each point has. */
  readonly owner: Int32Array;
  readonly volume: Float64Array;
  readonly mu: Float64Array;
  readonly lambda: Float64Array;
  readonly beta: Float64Array;
}

/** Adds points for matter outside all patches, and brings those that know a sparse layer to the front. */
export function finishPoints(
  lists: PointLists,
  hierarchy: Hierarchy,
  matter: Matter,
  loose: readonly LooseMatter[],
  deforming: boolean,
  patches: readonly Patch[],
  patchVolume: number,
  density: number,
  stiffness: FieldFill,
  sparse: Uint8Array,
  sheets: readonly Sheet[],
): BuiltPoints {
  const { layers } = hierarchy;
  const taken = takenAfter(patches, -1);
  const cells: number[][] = loose.map(() => []);
  const n = matter.centres.length / 3;
  const inside = loose.map((one) => {
    const out = new Float64Array(n);
    one.contains(matter.centres, n, out);
    return out;
  });
  let left = 0;
  for (let i = 0; i < n; i++) {
    if (taken(matter.centres.subarray(3 * i, 3 * i + 3))) continue;
    left++;
    for (let o = loose.length - 1; o >= 0; o--) {
      if (inside[o][i] > 0) continue;
      cells[o].push(i);
      break;
    }
  }
  const cellVolume = left > 0 ? Math.max(0, matter.volume - patchVolume) / left : 0;
  // A shell moves its own vertices: the matter around it follows the coarser layers alone.
  const tied = (X: Float64Array, own: boolean): Rows[] =>
    layers.map((layer, k) => {
      if (layer.kind !== 'shell') return layer.rows(X);
      const sheet = sheets.find((s) => s.layer === k)!;
      return own ? vertexRows(X.length / 3, sheet) : NO_ROWS(X.length / 3);
    });
  const voxelRows = tied(matter.centres, false);
  const ones = new Float64Array(n).fill(1);
  const factor = voxelFactors(matter, stiffness);
  const framed = nearestFrames(layers, voxelRows);
  let massRows = tied(Float64Array.from(lists.mass), true);
  let stressRows = tied(Float64Array.from(lists.composed.X), false);
  loose.forEach((one, o) => {
    const share = cells[o].length / Math.max(1, left);
    if (cells[o].length === 0) return;
    const wanted = Math.max(LOOSE_POINTS * share, deforming ? 2 * one.points : 0);
    const heavy = groupCells(matter, cells[o], wanted, ones);
    eachGroup(heavy, matter.centres, (X, count) => {
      lists.mass.push(...X);
      lists.weight.push(density * cellVolume * count);
      lists.alpha.push(one.material.damping.mass);
    });
    massRows = layers.map((l, k) => joinRows(massRows[k], meanRows(voxelRows[k], l.form, heavy)));
    if (!deforming) return;
    const add = (groups: Groups, shear: number, pressure: number): void => {
      eachGroup(groups, matter.centres, (X, count, g) => {
        const f = groups.factor[g];
        const V = cellVolume * count;
        addStressed(lists.composed, one.material, f * shear, f * pressure, V, one.layer);
        lists.composed.X.push(...X);
      });
      stressRows = layers.map((l, k) =>
        joinRows(stressRows[k], meanRows(voxelRows[k], l.form, groups)),
      );
    };
    // A row of frames has sections that stay affine and bends with λ + 2μ instead of E: the part 2ν of λ resists the mean change of volume
    // of each frame's own cells only, (1 − 2ν)λ + 2μ = E is left.
    const apart = framed === null ? 0 : 2 * one.material.poisson;
    add(groupCells(matter, cells[o], one.points, factor), 1, 1 - apart);
    if (framed !== null && apart > 0) add(groupByFrame(cells[o], framed, factor), 0, apart);
  });
  return arrange(lists, hierarchy, massRows, stressRows, sparse);
}

/** The vertices of a shell layer among the mass points: base, base + 1, … */
export interface Sheet {
  readonly layer: number;
  readonly base: number;
  readonly count: number;
}

function vertexRows(points: number, { base, count }: Sheet): Rows {
  return {
    ptr: Int32Array.from({ length: points + 1 }, (_, i) => Math.min(count, Math.max(0, i - base))),
    fn: Int32Array.from({ length: count }, (_, i) => i),
    value: new Float64Array(count).fill(1),
    slope: new Float64Array(3 * count),
  };
}

function eachGroup(
  { cells, ptr, list, weight }: Groups,
  centres: Float64Array,
  visit: (X: number[], count: number, group: number) => void,
): void {
  for (let g = 0; g < cells.length; g++) {
    const X = [0, 0, 0];
    for (let i = ptr[g]; i < ptr[g + 1]; i++)
      for (let d = 0; d < 3; d++) X[d] += weight[i] * centres[3 * list[i] + d];
    visit(X, cells[g], g);
  }
}

/** The frame of the finest layer of frames that moves each voxel most; null if there is none. */
function nearestFrames(layers: Hierarchy['layers'], rows: readonly Rows[]): Int32Array | null {
  let k = layers.length - 1;
  while (k >= 0 && layers[k].kind !== 'affine' && layers[k].kind !== 'frames') k--;
  if (k < 0) return null;
  const { ptr, fn, value } = rows[k];
  return Int32Array.from({ length: ptr.length - 1 }, (_, i) => {
    let best = -1;
    let most = 0;
    // The last of a frame's four functions is its weight.
    for (let e = ptr[i] + 3; e < ptr[i + 1]; e += 4) {
      if (value[e] <= most) continue;
      most = value[e];
      best = fn[e] >> 2;
    }
    return best;
  });
}

/** The mean factor on stiffness in each voxel. */
function voxelFactors({ centres, grid }: Matter, stiffness: FieldFill): Float64Array {
  const n = centres.length / 3;
  const many = LOOKS ** 3;
  const places = new Float64Array(3 * n);
  const one = new Float64Array(n);
  const out = new Float64Array(n);
  for (let j = 0; j < many; j++) {
    const step = [j % LOOKS, Math.floor(j / LOOKS) % LOOKS, Math.floor(j / LOOKS ** 2)];
    for (let i = 0; i < 3 * n; i++)
      places[i] = centres[i] + ((step[i % 3] + 0.5) / LOOKS - 0.5) * grid.cell;
    stiffness(places, n, one);
    for (let i = 0; i < n; i++) out[i] += one[i] / many;
  }
  return out;
}

/** Points that know a sparse layer first, in all lists. */
function arrange(
  lists: PointLists,
  { layers }: Hierarchy,
  massRows: readonly Rows[],
  stressRows: readonly Rows[],
  sparse: Uint8Array,
): BuiltPoints {
  const knows = (rows: readonly Rows[], i: number): boolean =>
    rows.some((r, k) => sparse[k] === 1 && r.ptr[i + 1] > r.ptr[i]);
  const masses = lists.weight.length;
  const coupled = Uint8Array.from({ length: masses }, (_, i) => (knows(massRows, i) ? 1 : 0));
  const { ptr, at, slope } = lists.embedded;
  const elements = ptr.length - 1;
  const elementCoupled = Uint8Array.from({ length: elements }, (_, v) => {
    for (let e = ptr[v]; e < ptr[v + 1]; e++) if (coupled[at[e]] === 1) return 1;
    return 0;
  });
  for (let v = 0; v < elements; v++) {
    if (elementCoupled[v] === 1) for (let e = ptr[v]; e < ptr[v + 1]; e++) coupled[at[e]] = 1;
  }
  const mass = frontFirst(coupled);
  const renumbered = new Int32Array(masses);
  mass.order.forEach((old, i) => {
    renumbered[old] = i;
  });
  const points = lists.composed.volume.length;
  const stress = frontFirst(
    Uint8Array.from({ length: points }, (_, i) => (knows(stressRows, i) ? 1 : 0)),
  );
  const element = frontFirst(elementCoupled);
  const newPtr = new Int32Array(elements + 1);
  const newAt: number[] = [];
  const newSlope: number[] = [];
  element.order.forEach((v, i) => {
    for (let e = ptr[v]; e < ptr[v + 1]; e++) {
      newAt.push(renumbered[at[e]]);
      newSlope.push(slope[3 * e], slope[3 * e + 1], slope[3 * e + 2]);
    }
    newPtr[i + 1] = newAt.length;
  });
  return {
    X: pick(lists.mass, mass.order, 3),
    weight: pick(lists.weight, mass.order, 1),
    alpha: pick(lists.alpha, mass.order, 1),
    rows: layers.map((l, k) => reorderRows(massRows[k], l.form, mass.order)),
    coupledMass: mass.front,
    composed: {
      X: pick(lists.composed.X, stress.order, 3),
      rows: layers.map((l, k) => reorderRows(stressRows[k], l.form, stress.order)),
      coupled: stress.front,
      ...pickStress(lists.composed, stress.order),
    },
    embedded: {
      ptr: newPtr,
      at: Int32Array.from(newAt),
      slope: Float64Array.from(newSlope),
      coupled: element.front,
      ...pickStress(lists.embedded, element.order),
    },
    renumbered,
  };
}

function frontFirst(flags: Uint8Array): { order: Int32Array; front: number } {
  const front: number[] = [];
  const back: number[] = [];
  flags.forEach((flag, i) => {
    (flag === 1 ? front : back).push(i);
  });
  return { order: Int32Array.from([...front, ...back]), front: front.length };
}

function pick(from: readonly number[], order: Int32Array, width: number): Float64Array {
  const out = new Float64Array(width * order.length);
  order.forEach((old, i) => {
    for (let c = 0; c < width; c++) out[width * i + c] = from[width * old + c];
  });
  return out;
}

function pickStress(from: Stressed, order: Int32Array): StressArrays {
  return {
    owner: Int32Array.from(order, (i) => from.owner[i]),
    volume: pick(from.volume, order, 1),
    mu: pick(from.mu, order, 1),
    lambda: pick(from.lambda, order, 1),
    beta: pick(from.beta, order, 1),
  };
}
