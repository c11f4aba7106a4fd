import { check } from '../../../core/errors.ts';
import { tick } from '../../../core/watch.ts';
import { meshMass } from '../../../geometry/mass.ts';
import { pickContactPoints } from '../../../geometry/surface/contact-points.ts';
import { extractSurface } from '../../../geometry/surface/surface.ts';
import {
  shapeGradients,
  tetSurface,
  tetVolumes,
  typicalEdge,
} from '../../../geometry/tets/mesh.ts';
import type { Sdf, TetMesh } from '../../../geometry/types.ts';
import { sizeUp } from '../../../geometry/voxels/thickness.ts';
import { checkedModuli } from '../../../materials/choose.ts';
import { isotropicElasticity } from '../../../materials/elasticity.ts';
import { cbrt } from '../../../math/elementary.ts';
import { localLambda } from '../../shared/mean-dilatation.ts';
import type { Region, TetsData, TetsInput } from '../model.ts';
import {
  BYTES,
  CELLS_ALONG,
  CONTACT_SPACING,
  CONTACTS_ACROSS,
  DETAIL,
  LOCAL,
  MOST_CELLS,
  MOST_CONTACT_POINTS,
  MOST_CONTRAST,
  MOST_LEAVES,
  MOST_STUFFED,
  SECONDS,
} from '../numbers.ts';
import { edgesAbove } from './above.ts';
import { coarseSpaces } from './coarse.ts';
import { embedInTree } from './embed.ts';
import { type Estimate, estimateElasticity } from './estimate.ts';
import { allFilled, type Filled, findFilled } from './filled.ts';
import { elasticityOf, gatherMasses, levelDiagonals } from './levels.ts';
import { type BaseMesh, baseMesh } from './mesh.ts';
import { bendMidpointStiffness } from './midpoint-stiffness.ts';
import { findPoints } from './points.ts';
import { remarksOn } from './remarks.ts';
import { growTree, levelMesh, type TetTree } from './tree.ts';

/** Shape and material to a tree with the elasticity of every level, masses, contact points and surface. */
export function buildTetsData(input: TetsInput): TetsData {
  const { material, options, sdf } = input;
  const b = sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  check(
    Number.isFinite(size) && size > 0,
    () => 'must be a bounded solid, got one without end. Intersect it with a box.',
    'shape',
  );
  const { base: given } = input;
  const grid = (options.mesh ?? (input.box === null ? 'stuffed' : 'grid')) === 'grid';
  const cell = options.cell ?? (given ? typicalEdge(given) : defaultCell(input, size, grid));
  const start: BaseMesh = given
    ? { mesh: given, levels: options.levels }
    : baseMesh(input, cell, grid);
  const { mesh: coarse, levels } = start;
  const leaves = (coarse.tets.length / 4) * 8 ** levels;
  check(
    leaves <= MOST_LEAVES,
    () =>
      `${levels} splits of ${coarse.tets.length / 4} elements give ${leaves} leaves; at most ${MOST_LEAVES} are possible. Split less often, or make the cell larger.`,
    'model.levels',
  );
  tick('the tree', {
    seconds: SECONDS * leaves,
    megabytes: (BYTES * leaves) / 2 ** 20,
    place: 'model.levels',
    remedy: 'Split less often, or take a larger cell',
  });
  const tree = growTree(coarse, levels, start.ranks);
  tick('elements');
  const whole: TetMesh = { positions: tree.positions, tets: tree.tets };
  const volumes = tetVolumes(whole);
  const gradients = shapeGradients(whole);
  const vertices = tree.positions.length / 3;
  const parents = tree.tetStart[tree.levels];
  const finest = levelMesh(tree, tree.levels);
  const boundary = tetSurface(finest);
  const fine = cell / 2 ** options.levels;
  // Tetrahedra that came with a surface bound it exactly.
  const exact = grid || (given !== undefined && input.surface !== null);
  const surface = exact
    ? boundary.mesh
    : (input.surface ?? extractSurface(sdf, input.detail ?? DETAIL * fine));
  tick('what elements are filled with');
  const filled = exact ? allFilled(tree) : findFilled(tree, volumes, finest, sdf, fine);
  let meshed = 0;
  for (let t = 0; t < tree.roots; t++) meshed += filled.parts[t] * volumes[t];
  const density = (material.density * meshMass(surface).volume) / meshed;
  const masses = volumes.map((volume, t) => density * filled.parts[t] * volume);

  tick('stiffness');
  const { mu, lambda, base } = moduli(input);
  const local = material.law === 'corotational' ? localLambda(mu, lambda, LOCAL) : lambda;
  const factors = new Float64Array(volumes.length);
  fillFactors(factors, tree, input);
  const smooth = findSmooth(tree, factors, options.tenNode && material.elasticity === undefined);
  const estimate = estimateElasticity(tree, gradients, volumes, base, factors, options.estimation);
  if (!exact) countFilled(factors, estimate, tree, volumes, filled);
  const contactPoints = pickContactPoints(
    surface,
    contactSpacing(input, fine, grid),
    MOST_CONTACT_POINTS,
  );
  tick('levels');
  const elasticity = (C: Float64Array, t: number): void =>
    elasticityOf(C, t, parents, estimate, base, factors);
  tick('held regions');
  const regions = input.regions.map((region, r) => findRegion(tree, region, r, 1e-6 * size));
  const points = findPoints(tree, factors, filled);
  const elements = {
    tree,
    gradients,
    volumes,
    smooth,
    factors,
    mu,
    lambda,
    local,
    estimate,
    points,
  };
  const diagonals = levelDiagonals(elements, masses, elasticity);
  const midpointStiffness = atFirst(tree, diagonals.repStart, diagonals.repStiffness);
  tick('coarse elements');
  bendMidpointStiffness(midpointStiffness, elements);
  return {
    tree,
    vertices,
    parents,
    gradients,
    volumes,
    mu,
    lambda,
    local,
    base,
    factors,
    estimate,
    points,
    parentMass: gatherMasses(tree, masses),
    masses,
    filled: filled.parts,
    areas: boundaryAreas(boundary.mesh, boundary.vertices, vertices),
    ...diagonals,
    midpointStiffness,
    ...tetsAround(tree),
    above: edgesAbove(tree),
    smooth,
    spaces: coarseSpaces(elements, elasticity),
    surface,
    skin: embedInTree(tree, gradients, surface.positions),
    contactPoints,
    contacts: embedInTree(tree, gradients, contactPoints),
    regions,
    remarks: remarksOn(tree, regions, fine),
    material,
    options,
    size,
  };
}

/**
 * Boxes are cut into fewer cells than `CELLS_ALONG` along each side: their shape needs none, and a cube of 6³ would
 * bend no better. Cells of other shapes are no thicker than they are, as far as `MOST_STUFFED` allows.
 */
function defaultCell({ box, sdf }: TetsInput, size: number, grid: boolean): number {
  const along = size / CELLS_ALONG;
  if (!grid || box === null) {
    const { thickness, volume } = sizeUp(sdf);
    return Math.min(along, Math.max(thickness, cbrt(volume / MOST_STUFFED)));
  }
  return Math.max(along, cbrt((box.size[0] * box.size[1] * box.size[2]) / MOST_CELLS));
}

function contactSpacing({ box }: TetsInput, fine: number, grid: boolean): number {
  const dense = CONTACT_SPACING * fine;
  return grid && box !== null ? Math.max(dense, Math.min(...box.size) / CONTACTS_ACROSS) : dense;
}

/** Numbers of every vertex (`levelDiagonals`) at the level where it appears. */
function atFirst(tree: TetTree, start: Int32Array, numbers: Float64Array): Float64Array {
  const out = new Float64Array(tree.positions.length / 3);
  for (let l = tree.levels; l >= 0; l--)
    for (let v = 0; v < tree.vertexCount[l]; v++) out[v] = numbers[start[l] + v];
  return out;
}

function moduli({ material }: TetsInput) {
  const { mu, lambda } = checkedModuli(material);
  const { elasticity } = material;
  return {
    mu,
    lambda,
    base: elasticity ? Float64Array.from(elasticity) : isotropicElasticity(mu, lambda),
  };
}

/** The stiffness factor in the middle of every leaf; parents get theirs from the estimation. */
function fillFactors(factors: Float64Array, tree: TetTree, input: TetsInput): void {
  const first = tree.tetStart[tree.levels];
  const n = factors.length - first;
  const centres = new Float64Array(3 * n);
  for (let t = 0; t < n; t++) {
    for (let k = 0; k < 4; k++) {
      const v = tree.tets[4 * (first + t) + k];
      for (let d = 0; d < 3; d++) centres[3 * t + d] += 0.25 * tree.positions[3 * v + d];
    }
  }
  input.stiffness(centres, n, factors.subarray(first));
}

/**
 * Elements count by what fills them: the energy of a linear one by its part, exactly. Where the stiffness varies
 * inside, its matrix counts by its part in the mean.
 */
function countFilled(
  factors: Float64Array,
  estimate: Estimate,
  tree: TetTree,
  volumes: Float64Array,
  { parts }: Filled,
): void {
  const parents = tree.tetStart[tree.levels];
  for (let t = factors.length - 1; t >= 0; t--) {
    if (t >= parents) {
      factors[t] *= parts[t];
      continue;
    }
    const p = estimate.place[t];
    if (p >= 0) for (let k = 36 * p; k < 36 * p + 36; k++) estimate.C[k] *= parts[t];
    const first = 8 * t + tree.roots;
    factors[t] = 0;
    for (let c = first; c < first + 8; c++) factors[t] += (factors[c] * volumes[c]) / volumes[t];
  }
}

function boundaryAreas(
  mesh: { positions: Float64Array; triangles: Int32Array },
  vertices: Int32Array,
  count: number,
): Float64Array {
  const areas = new Float64Array(count);
  const { positions: p, triangles } = mesh;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const third = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 6;
    for (let k = 0; k < 3; k++) areas[vertices[triangles[t + k]]] += third;
  }
  return areas;
}

function tetsAround(tree: TetTree): { aroundStart: Int32Array; aroundTets: Int32Array } {
  const edges = tree.edgeStart[tree.levels];
  const aroundStart = new Int32Array(edges + 1);
  for (let e = 0; e < edges; e++) aroundStart[e + 1] = aroundStart[e] + tree.around[e];
  const next = aroundStart.slice(0, edges);
  const aroundTets = new Int32Array(aroundStart[edges]);
  for (let t = 0; t < tree.tetStart[tree.levels]; t++)
    for (let k = 0; k < 6; k++) aroundTets[next[tree.edges[6 * t + k]]++] = t;
  return { aroundStart, aroundTets };
}

/** Parents whose leaves are nearly of one stiffness. */
function findSmooth(tree: TetTree, factors: Float64Array, allowed: boolean): Uint8Array {
  const parents = tree.tetStart[tree.levels];
  const low = factors.slice();
  const high = factors.slice();
  const smooth = new Uint8Array(parents);
  for (let t = parents - 1; t >= 0; t--) {
    low[t] = Number.POSITIVE_INFINITY;
    high[t] = 0;
    for (let c = 8 * t + tree.roots; c < 8 * t + tree.roots + 8; c++) {
      low[t] = Math.min(low[t], low[c]);
      high[t] = Math.max(high[t], high[c]);
    }
    smooth[t] = allowed && high[t] <= MOST_CONTRAST * low[t] ? 1 : 0;
  }
  return smooth;
}

function findRegion(tree: TetTree, sdf: Sdf, index: number, slack: number): Region {
  const n = tree.positions.length / 3;
  const distance = new Float64Array(n);
  sdf.evaluate(tree.positions, n, distance);
  const inside = (v: number): boolean => distance[v] <= slack;
  const vertices: number[] = [];
  for (let v = 0; v < n; v++) if (inside(v)) vertices.push(v);
  check(
    vertices.length > 0,
    () =>
      'must hold a vertex of the body, got none. Make it larger, or move it onto the body (its own coordinates).',
    `attachments[${index}].region`,
  );
  const parents = tree.tetStart[tree.levels];
  const pin = new Uint8Array(parents);
  const pinned: number[] = [];
  for (let t = parents - 1; t >= 0; t--) {
    for (let k = 0; k < 6; k++) {
      const e = tree.edges[6 * t + k];
      const both = inside(tree.ends[2 * e]) && inside(tree.ends[2 * e + 1]);
      if (inside(e + tree.baseVertices) !== both) pin[t] = 1;
    }
    for (let c = 8 * t + tree.roots; c < 8 * t + tree.roots + 8; c++)
      if (c < parents && pin[c] === 1) pin[t] = 1;
    if (pin[t] === 1) pinned.push(t);
  }
  return { vertices: Int32Array.from(vertices), pinned: Int32Array.from(pinned) };
}
