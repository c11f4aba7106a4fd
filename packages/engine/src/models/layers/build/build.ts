import { check } from '../../../core/errors.ts';
import { pickContactPoints } from '../../../geometry/contact-points.ts';
import { stuffTets } from '../../../geometry/stuff.ts';
import { extractSurface } from '../../../geometry/surface.ts';
import type { Sdf, TriangleMesh } from '../../../geometry/types.ts';
import { lame } from '../../../materials/elasticity.ts';
import { cbrt } from '../../../math/elementary.ts';
import { patternFromPairs } from '../../../math/sparse/bsr.ts';
import { analyse } from '../../../math/sparse/symbolic.ts';
import { createLattice } from '../../frames/build/lattice.ts';
import { placeNodes } from '../../frames/build/nodes.ts';
import { createShape } from '../../frames/build/shape.ts';
import { findAncestors } from '../adaptive/tree.ts';
import { affineLayer, framesLayer, scriptLayer } from '../basis/affine.ts';
import { givenModes, stillAt } from '../basis/given-modes.ts';
import { hexLayer, hexPatch } from '../basis/hex.ts';
import { findModes, modesLayer } from '../basis/modes.ts';
import { rigidLayer } from '../basis/rigid.ts';
import { shellData, shellLayer } from '../basis/shell.ts';
import { skeletonLayer } from '../basis/skeleton.ts';
import { tetLayer } from '../basis/tet.ts';
import { createHierarchy, type Hierarchy, type LayerData, type Rows } from '../model.ts';
import { tiePoints } from '../step/compose.ts';
import type { DetailPlan } from '../step/detail.ts';
import { chooseSamples, type Samples } from '../step/samples.ts';
import type { ShellData } from '../step/shell.ts';
import type { LayerSolve } from '../step/solver.ts';
import { findGauge, type GaugeData } from './gauge.ts';
import { heldBy, nodesInside } from './held.ts';
import type { LayerMaterial, LayerSpec, LayersInput } from './input.ts';
import {
  addHexPoints,
  addTetPoints,
  type BuiltPoints,
  createLists,
  finishPoints,
  type LooseMatter,
  type Patch,
  type Sheet,
  takenAfter,
} from './points.ts';
import { fewElements, thinHold } from './remarks.ts';
import { fillWithCells, type Matter } from './volume.ts';

/** Everything about a layered body that never changes. */
export interface LayersData {
  readonly hierarchy: Hierarchy;
  readonly points: BuiltPoints;
  readonly shells: readonly ShellData[];
  readonly gauges: readonly GaugeData[];
  /** 1 for layers whose block of H is dense, and made anew in every step. */
  readonly dense: Uint8Array;
  readonly plan: DetailPlan | null;
  /** Points that stand for all others when the dense block is made: of integration points and of mass points. */
  readonly samples: { readonly composed: Samples; readonly mass: Samples };
  readonly law: LayersInput['material']['law'];
  readonly solve: LayerSolve;
  readonly totalMass: number;
  readonly surface: TriangleMesh;
  readonly skin: readonly Rows[];
  readonly contactPoints: Float64Array;
  readonly contacts: readonly Rows[];
  /** Functions of each layer that a region holds: [region][layer]. */
  readonly held: readonly (readonly Int32Array[])[];
  /** The layer that brings each region to its pose; those above it add nothing there. −1 if none can. */
  readonly carrier: Int32Array;
  /** Rigid layers before this one can do nothing that it could not do as well: while it is held they are still. 0 if there are none. */
  readonly riding: number;
  readonly size: number;
  /** What was asked for and is not met, in words. */
  readonly remarks: readonly string[];
}

const DETAIL = 1 / 40;
const CONTACT_SPACING = 1 / 20;
const MOST_CONTACT_POINTS = 1000;
/** Integration points for each affine frame and each mode, if not asked for. */
const POINTS_PER_FRAME = 12;
const POINTS_PER_MODE = 12;
const INFLUENCES = 8;
/** A layer of elements with at most so many unknowns counts among the dense ones. */
const SMALL = 100;
/** How far from a shell a point may be to move with it, in parts of the body's size. */
const SHELL_REACH = 0.02;

export function buildLayersData(asked: LayersInput): LayersData {
  const b = asked.sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  check(
    Number.isFinite(size) && size > 0,
    () => 'must be a bounded solid. A plane goes on for ever: intersect it with a box.',
    'shape',
  );
  checkOrder(asked.layers);
  const matter = fillWithCells(asked.sdf);
  const surface = asked.surface ?? extractSurface(asked.sdf, asked.detail ?? DETAIL * size);
  const input = withCells(asked, matter.volume, surface);
  const patches: Patch[] = [];
  const layers = input.layers.map((spec, k) => buildLayer(input, spec, k, matter, patches, size));
  const hierarchy = createHierarchy(layers);
  const dense = chooseDense(layers);
  const sparse = dense.map((d, k) => (d === 1 || layers[k].scripted ? 0 : 1));
  check(
    input.solve !== 'prefactored' || sparse[0] === 0,
    () =>
      `"prefactored" keeps the matrix of details as it is in their parent's frame, and "${layers[0].name}" has none: it would burst as soon as it turns. Put a layer { "kind": "rigid" } before it, or take "full".`,
    'model.solve',
  );
  const lists = createLists();
  const { density } = input.material;
  let patchVolume = 0;
  for (const patch of patches) {
    const taken = takenAfter(patches, patch.layer);
    const { stiffness } = input;
    if (patch.hex) patchVolume += addHexPoints(lists, patch.hex, patch, density, stiffness, taken);
    else if (patch.tets)
      patchVolume += addTetPoints(lists, patch.tets, patch, density, stiffness, taken);
  }
  const sheets = addSheets(lists, input);
  const points = finishPoints(
    lists,
    hierarchy,
    matter,
    looseMatter(input),
    input.layers.some((l) => l.kind === 'affine' || l.kind === 'frames' || l.kind === 'modes'),
    patches,
    patchVolume,
    density,
    input.stiffness,
    sparse,
    sheets,
  );
  const shells = sheets.map(({ spec, base }) => {
    const { data } = shellData(spec.mesh, spec.thickness, spec.material ?? input.material, base);
    return {
      ...data,
      triangles: data.triangles.map((v) => points.renumbered[v]),
      hinges: data.hinges.map((v) => points.renumbered[v]),
    };
  });
  const contactPoints = pickContactPoints(
    surface,
    input.contactSpacing ?? CONTACT_SPACING * size,
    MOST_CONTACT_POINTS,
  );
  const rest = tiePoints(hierarchy, points.X, points.rows);
  const gauges = layers
    .map((layer, k) => (layer.scripted ? null : findGauge(hierarchy, rest, points.weight, k)))
    .filter((g) => g !== null);
  const riding = ridingBelow(layers);
  const held = input.regions.map((sdf, r) => heldBy(layers, sdf, r, size, riding));
  const carrier = Int32Array.from(held, (functions) =>
    functions.findIndex((list) => list.length > 0),
  );
  return {
    remarks: remarksOf(input, layers, patches, held, carrier),
    hierarchy,
    points,
    shells,
    gauges,
    dense,
    plan: detailPlan(hierarchy, sparse, points, shells),
    samples: {
      composed: chooseSamples(
        points.composed.rows,
        sparse,
        points.composed.volume,
        (i) => points.composed.mu[i] === 0,
      ),
      mass: chooseSamples(points.rows, sparse, points.weight),
    },
    law: input.material.law,
    solve: input.solve,
    totalMass: points.weight.reduce((sum, m) => sum + m, 0),
    surface: { positions: surface.positions, triangles: surface.triangles },
    skin: layers.map((l) => l.rows(surface.positions)),
    contactPoints,
    contacts: layers.map((l) => l.rows(contactPoints)),
    held,
    carrier,
    riding,
    size,
  };
}

/** Elements of a layer that has no size of its own are a quarter as large as the body is thick, but no more than so many. */
const MOST_CELLS = 6000;

/** Thickness: four times volume by surface, which is the side of a square bar. */
function withCells(input: LayersInput, volume: number, surface: TriangleMesh): LayersInput {
  const cell = Math.max(volume / surfaceArea(surface), cbrt(volume / MOST_CELLS));
  return { ...input, layers: input.layers.map((l) => ({ cell, ...l }) as LayerSpec) };
}

function surfaceArea({ positions: p, triangles }: TriangleMesh): number {
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [0, 1, 2].map((d) => p[b + d] - p[a + d]);
    const v = [0, 1, 2].map((d) => p[c + d] - p[a + d]);
    const n = [0, 1, 2].map(
      (d) => u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3],
    );
    area += 0.5 * Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }
  return area;
}

function remarksOf(
  input: LayersInput,
  layers: readonly LayerData[],
  patches: readonly Patch[],
  held: readonly (readonly Int32Array[])[],
  carrier: Int32Array,
): string[] {
  const few = patches.flatMap(({ layer, hex }) =>
    hex !== null && layers[layer].region === null && !patches.some((p) => p.layer > layer)
      ? fewElements(hex, `model.layers[${layer}]`)
      : [],
  );
  const thin = held.flatMap((functions, r) => {
    const k = carrier[r];
    const spec = input.layers[k] as { cell: number };
    return thinHold(layers[k], functions[k], input.sdf, spec.cell, r);
  });
  return [...few, ...thin];
}

/** Vertices of shells become mass points. */
function addSheets(lists: ReturnType<typeof createLists>, input: LayersInput) {
  const sheets: (Sheet & { spec: Extract<LayerSpec, { kind: 'shell' }> })[] = [];
  input.layers.forEach((spec, layer) => {
    if (spec.kind !== 'shell') return;
    const base = lists.mass.length / 3;
    const material = spec.material ?? input.material;
    const { vertexArea } = shellData(spec.mesh, spec.thickness, material, 0);
    lists.mass.push(...spec.mesh.positions);
    lists.weight.push(...vertexArea.map((area) => area * spec.thickness * spec.density));
    lists.alpha.push(...vertexArea.map(() => material.damping.mass));
    sheets.push({ spec, layer, base, count: vertexArea.length });
  });
  return sheets;
}

function checkOrder(specs: readonly LayerSpec[]): void {
  check(specs.length > 0, () => 'must hold at least one layer.', 'model.layers');
  const first = specs[0];
  check(
    first.region === undefined && first.kind !== 'shell' && first.kind !== 'modes',
    () =>
      `the first layer moves the whole body: it must be rigid, affine, frames, hex, tet, script or skeleton without a region, got ${first.kind}${first.region ? ' with a region' : ''}.`,
    'model.layers[0]',
  );
  specs.forEach((spec, k) => {
    check(
      k === 0 || spec.kind !== 'frames',
      () => 'frames that can sleep must be the first layer. Above others take "affine".',
      `model.layers[${k}].kind`,
    );
  });
  const names = new Set<string>();
  specs.forEach((spec, k) => {
    check(
      !names.has(spec.name),
      () => `"${spec.name}" is taken. Give each layer a name of its own.`,
      `model.layers[${k}].name`,
    );
    names.add(spec.name);
  });
}

function buildLayer(
  input: LayersInput,
  spec: LayerSpec,
  k: number,
  matter: Matter,
  patches: Patch[],
  size: number,
): LayerData {
  const path = `model.layers[${k}]`;
  const region = spec.region ?? null;
  const material = spec.material ?? input.material;
  const strict = spec.strict ?? false;
  switch (spec.kind) {
    case 'rigid':
      return rigidLayer(spec.name, matter.middle);
    case 'script':
      return scriptLayer(spec.name);
    case 'skeleton':
      return skeletonLayer(spec.name, spec.bones, size);
    case 'affine':
    case 'frames': {
      if (spec.kind === 'frames') checkLevels(spec.frames, `${path}.frames`);
      const lattice = createLattice(matter.grid);
      const frames = spec.kind === 'affine' ? [spec.frames] : spec.frames;
      const nodes = placeNodes(lattice, input.regions, frames);
      const shape = createShape(lattice, nodes, INFLUENCES);
      const { ptr, node, phi } = shape;
      const { origin, cell, dims } = matter.grid;
      const { cellOf, corners } = lattice;
      const grid = { origin, cell, dims, cellOf, corners, ptr, node, phi };
      if (spec.kind === 'affine') return affineLayer(spec.name, grid, nodes.positions);
      const { parentPtr, parent, parentWeight } = shape;
      const followers = { nodes: nodes.count, parentPtr, parent, parentWeight };
      return framesLayer(spec.name, grid, {
        ...followers,
        ...findAncestors(followers),
        level: nodes.level,
        positions: nodes.positions,
        adaptive: spec.adaptive,
        tolerance: spec.tolerance,
      });
    }
    case 'hex': {
      const hex = hexPatch(input.sdf, region, spec.cell!, path);
      const embedded = (spec.gradient ?? ownGradient(input.layers, k)) === 'embedded';
      patches.push({ layer: k, hex, tets: null, embedded, material, whole: region === null });
      return hexLayer(spec.name, hex, region, strict);
    }
    case 'tet': {
      const solid = region === null ? input.sdf : both(input.sdf, region);
      const cell = spec.cell!;
      const tets = stuffTets(solid, cell, { grow: 0.1 * cell });
      const embedded = (spec.gradient ?? ownGradient(input.layers, k)) === 'embedded';
      patches.push({ layer: k, hex: null, tets, embedded, material, whole: region === null });
      const pinned =
        region === null
          ? new Uint8Array(tets.positions.length / 3)
          : onBorder(tets.positions, region, input.sdf, cell);
      return tetLayer(spec.name, tets, pinned, region, strict, 0.3 * cell);
    }
    case 'modes': {
      const hex = hexPatch(input.sdf, region, spec.cell!, path);
      const { given, count } = spec;
      check(
        (given === undefined) !== (count === undefined),
        () => 'needs either “count”, to compute modes, or “given”, to take yours.',
        path,
      );
      const held = input.regions.map((sdf) => nodesInside(sdf, hex.places, size));
      if (given !== undefined) {
        const modes = givenModes(hex, given, `${path}.given`);
        for (const nodes of held) stillAt(modes, hex.places, nodes);
        return modesLayer(spec.name, hex, modes, region, strict);
      }
      const { mu, lambda } = lame(material.young, material.poisson, `${path}.material`);
      const factor = cellFactors(input, hex.places, hex.nodes);
      const clamped = new Uint8Array(hex.places.length / 3);
      for (const nodes of held) for (const i of nodes) clamped[i] = 1;
      // A rigid layer follows the first hold; if nothing but modes can strain the body they must know how the others move.
      const alone = region === null && input.layers.slice(0, k).every((l) => l.kind === 'rigid');
      const grips = alone ? held.slice(1) : [];
      const modes = findModes(
        hex,
        factor.map((f) => f * mu),
        factor.map((f) => f * lambda),
        input.material.density,
        count!,
        clamped,
        grips,
      );
      return modesLayer(spec.name, hex, modes, region, strict, grips.length);
    }
    case 'shell':
      return shellLayer(spec.name, spec.mesh, strict, SHELL_REACH * size);
  }
}

/** Gradients of frames are smooth, and composing them is fine; those of coarse elements jump, so their detail uses its own nodes. */
function ownGradient(specs: readonly LayerSpec[], k: number): 'composed' | 'embedded' {
  return specs.slice(0, k).some((s) => s.kind === 'hex' || s.kind === 'tet')
    ? 'embedded'
    : 'composed';
}

function cellFactors(input: LayersInput, places: Float64Array, nodes: Int32Array): Float64Array {
  const cells = nodes.length / 8;
  const centres = new Float64Array(3 * cells);
  for (let i = 0; i < nodes.length; i++) {
    for (let d = 0; d < 3; d++) centres[3 * (i >> 3) + d] += places[3 * nodes[i] + d] / 8;
  }
  const out = new Float64Array(cells);
  input.stiffness(centres, cells, out);
  return out;
}

function both(a: Sdf, b: Sdf): Sdf {
  let other = new Float64Array(0);
  const low = [0, 1, 2].map((d) => Math.max(a.bounds[d], b.bounds[d]));
  const high = [3, 4, 5].map((d) => Math.min(a.bounds[d], b.bounds[d]));
  return {
    bounds: [low[0], low[1], low[2], high[0], high[1], high[2]],
    evaluate(xyz, n, out) {
      if (other.length < n) other = new Float64Array(n);
      a.evaluate(xyz, n, out);
      b.evaluate(xyz, n, other);
      for (let i = 0; i < n; i++) out[i] = Math.max(out[i], other[i]);
    },
  };
}

/** Nodes on the region's border that lie inside the body: they follow the coarser layers. */
function onBorder(positions: Float64Array, region: Sdf, sdf: Sdf, cell: number): Uint8Array {
  const n = positions.length / 3;
  const toRegion = new Float64Array(n);
  const toBody = new Float64Array(n);
  region.evaluate(positions, n, toRegion);
  sdf.evaluate(positions, n, toBody);
  return Uint8Array.from({ length: n }, (_, i) =>
    toRegion[i] > -0.25 * cell && toBody[i] < -0.25 * cell ? 1 : 0,
  );
}

/** Who owns matter outside all elements: the body, then layers of frames or modes with a material of their own. */
function looseMatter(input: LayersInput): LooseMatter[] {
  let points = 0;
  const own: LooseMatter[] = [];
  const everywhere = (_X: Float64Array, n: number, out: Float64Array): void => {
    out.fill(-1, 0, n);
  };
  input.layers.forEach((spec, layer) => {
    if (spec.kind !== 'affine' && spec.kind !== 'frames' && spec.kind !== 'modes') return;
    const asked =
      spec.points ??
      (spec.kind === 'modes'
        ? POINTS_PER_MODE * (spec.count ?? spec.given?.shapes.length ?? 0)
        : POINTS_PER_FRAME * framesOf(spec.frames));
    if (spec.material === undefined || spec.region === undefined) points += asked;
    if (spec.material === undefined) return;
    const { region } = spec;
    const contains: LooseMatter['contains'] =
      region === undefined ? everywhere : (X, n, out) => region.evaluate(X, n, out);
    own.push({ layer, material: spec.material, contains, points: asked });
  });
  return [
    { layer: 0, material: input.material as LayerMaterial, contains: everywhere, points },
    ...own,
  ];
}

function checkLevels(frames: number | readonly number[], path: string): void {
  if (typeof frames === 'number') return;
  frames.forEach((n, l) => {
    const least = l === 0 ? 1 : frames[l - 1] + 1;
    check(
      n >= least,
      () => `must be at least ${least}, got ${n}: every level adds frames.`,
      `${path}[${l}]`,
    );
  });
}

function framesOf(frames: number | readonly number[]): number {
  return typeof frames === 'number' ? frames : frames[frames.length - 1];
}

/** Layers with few unknowns that know many others are dense; elements and shells are sparse unless they are few. */
function chooseDense(layers: readonly LayerData[]): Uint8Array {
  let small = 0;
  return Uint8Array.from(layers, (layer) => {
    if (layer.kind === 'shell') return 0;
    if (layer.kind !== 'hex' && layer.kind !== 'tet') return 1;
    if (small + layer.unknowns > SMALL) return 0;
    small += layer.unknowns;
    return 1;
  });
}

/** Which functions of the sparse layers meet in a point, an element or a hinge: the pattern of their block. */
function detailPlan(
  { layers, offset, unknowns }: Hierarchy,
  sparse: Uint8Array,
  points: BuiltPoints,
  shells: readonly ShellData[],
): DetailPlan | null {
  const row = new Int32Array(unknowns).fill(-1);
  const unknown: number[] = [];
  const places: number[] = [];
  let rows = 0;
  const first = new Int32Array(layers.length).fill(-1);
  layers.forEach((layer, k) => {
    if (sparse[k] === 0) return;
    first[k] = rows;
    for (let f = 0; f < layer.functions; f++, rows++) {
      places.push(...layer.places.subarray(3 * f, 3 * f + 3));
      for (let c = 0; c < 3; c++) {
        const u = offset[k] + 3 * f + c;
        row[u] = rows;
        unknown.push(u);
      }
    }
  });
  if (rows === 0) return null;
  const seen = new Set<number>();
  const pairs: number[] = [];
  const join = (list: readonly number[]): void => {
    for (const a of list) {
      for (const b of list) {
        const key = a * rows + b;
        if (a > b || seen.has(key)) continue;
        seen.add(key);
        pairs.push(a, b);
      }
    }
  };
  const of = (rowsOf: readonly Rows[], i: number): number[] => {
    const out: number[] = [];
    layers.forEach((_, k) => {
      if (sparse[k] === 0) return;
      for (let e = rowsOf[k].ptr[i]; e < rowsOf[k].ptr[i + 1]; e++)
        out.push(first[k] + rowsOf[k].fn[e]);
    });
    return out;
  };
  for (let i = 0; i < points.coupledMass; i++) join(of(points.rows, i));
  for (let i = 0; i < points.composed.coupled; i++) join(of(points.composed.rows, i));
  const { ptr, at } = points.embedded;
  const meet = (list: ArrayLike<number>): void =>
    join([...new Set(Array.from(list).flatMap((e) => of(points.rows, e)))]);
  for (let v = 0; v < points.embedded.coupled; v++) meet(at.subarray(ptr[v], ptr[v + 1]));
  for (const shell of shells) {
    for (let t = 0; t < shell.triangles.length; t += 3) meet(shell.triangles.subarray(t, t + 3));
    for (let g = 0; g < shell.hinges.length; g += 4) meet(shell.hinges.subarray(g, g + 4));
  }
  for (let r = 0; r < rows; r++) pairs.push(r, r);
  const pattern = patternFromPairs(rows, pairs);
  return {
    of: sparse,
    unknown: Int32Array.from(unknown),
    row,
    pattern,
    symbolic: analyse(pattern, 3, { positions: Float64Array.from(places) }),
  };
}

/** The first layer that can move all of the body, and strain it, if only rigid and scripted ones come before it; 0 if there is none. */
function ridingBelow(layers: readonly LayerData[]): number {
  const first = layers.findIndex((l) => !l.scripted && l.form !== 'rigid');
  if (first < 1 || !layers.some((l, k) => k < first && l.form === 'rigid')) return 0;
  const { region, kind } = layers[first];
  return region === null && (kind === 'affine' || kind === 'hex' || kind === 'tet') ? first : 0;
}
