import { check } from '../../../core/errors.ts';
import { tick } from '../../../core/watch.ts';
import { pickContactPoints, spacingForSag } from '../../../geometry/surface/contact-points.ts';
import { extractSurface, fittingSurface } from '../../../geometry/surface/surface.ts';
import type { TriangleMesh } from '../../../geometry/types.ts';
import { shellData } from '../basis/shell.ts';
import { createHierarchy, type Hierarchy, type LayerData, type Rows } from '../model.ts';
import {
  CLOSE,
  CONTACT_CELLS,
  CONTACT_SAG,
  CONTACT_SPACING,
  DETAIL,
  ELEMENT_COSTS,
  MOST_CONTACT_POINTS,
} from '../numbers.ts';
import { tiePoints } from '../step/compose.ts';
import type { DetailPlan } from '../step/detail.ts';
import { chooseSamples, type Samples } from '../step/samples.ts';
import type { ShellData } from '../step/shell.ts';
import type { LayerSolve } from '../step/solver.ts';
import type { BuiltPoints } from './arrange.ts';
import { withCells } from './cells.ts';
import { withFlesh } from './flesh.ts';
import { findGauge, type GaugeData } from './gauge.ts';
import { heldBy } from './held.ts';
import { addHexPoints } from './hex-points.ts';
import type { LayerSpec, LayersInput } from './input.ts';
import { buildLayer } from './layer.ts';
import { createLists, scaleVolumes } from './lists.ts';
import { looseMatter } from './loose.ts';
import { checkOrder } from './order.ts';
import { type Patch, takenAfter } from './patches.ts';
import { chooseDense, detailPlan, ridingBelow } from './plan.ts';
import { finishPoints } from './points.ts';
import { remarksOf } from './remarks.ts';
import { addSheets } from './sheets.ts';
import { addTetPoints } from './tet-points.ts';
import { fillWithCells } from './volume.ts';

/** Everything about a layered body that never changes. */
export interface LayersData {
  readonly hierarchy: Hierarchy;
  readonly points: BuiltPoints;
  readonly shells: readonly ShellData[];
  readonly gauges: readonly GaugeData[];
  /** 1 for layers whose block of H is dense, and rebuilt in every step. */
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
  /** Rigid layers before this one are redundant with it: they are fixed while it is held. 0 if there are none. */
  readonly riding: number;
  readonly size: number;
  /** Requests that cannot be met, as messages. */
  readonly remarks: readonly string[];
}

const isElements = (l: LayerSpec): l is Extract<LayerSpec, { kind: 'hex' | 'tet' }> =>
  l.kind === 'hex' || l.kind === 'tet';

export function buildLayersData(wanted: LayersInput): LayersData {
  const b = wanted.sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  check(
    Number.isFinite(size) && size > 0,
    () => 'must be a bounded solid, got one without end. Intersect it with a box.',
    'shape',
  );
  checkOrder(wanted.layers);
  const matter = fillWithCells(wanted.sdf);
  const { density } = wanted.material;
  const asked = {
    ...wanted,
    layers: withFlesh(wanted.layers, wanted.sdf, matter, density),
  };
  const surface =
    asked.surface ??
    (asked.detail
      ? extractSurface(asked.sdf, asked.detail)
      : fittingSurface(asked.sdf, DETAIL * size));
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
  tellCosts(layers);
  const lists = createLists();
  let patchVolume = 0;
  for (const patch of patches) {
    const taken = takenAfter(patches, patch.layer);
    const { stiffness } = input;
    if (patch.hex) patchVolume += addHexPoints(lists, patch.hex, patch, density, stiffness, taken);
    else if (patch.tets)
      patchVolume += addTetPoints(lists, patch.tets, patch, density, stiffness, taken);
  }
  // Elements over the whole body have all of its volume.
  const isWhole = input.layers.some((l) => isElements(l) && !l.region && !l.flesh);
  if (isWhole && Math.abs(matter.volume / patchVolume - 1) > CLOSE) {
    scaleVolumes(lists, matter.volume / patchVolume);
    patchVolume = matter.volume;
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
    input.contactSpacing ?? contactSpacing(input, surface, size),
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

/** Distance of contact points: by the cells on flat bodies, nearer on round ones. */
function contactSpacing({ layers }: LayersInput, surface: TriangleMesh, size: number): number {
  const least = CONTACT_SPACING * size;
  if (layers.some((l) => l.kind === 'shell')) return least;
  const made = layers.filter((l) => l.kind === 'hex' || l.kind === 'tet' || l.kind === 'modes');
  const cells = (made.length > 0 ? made : layers).map((l) => ('cell' in l && l.cell) || least);
  const round = spacingForSag(surface, CONTACT_SAG * size);
  return Math.max(least, Math.min(round, CONTACT_CELLS * Math.min(...cells)));
}

/** Tells the watcher what elements will cost, before anything that grows with them. */
function tellCosts(layers: readonly LayerData[]): void {
  layers.forEach(({ kind, functions }, k) => {
    if (kind !== 'hex' && kind !== 'tet') return;
    const { seconds, bytes } = ELEMENT_COSTS[kind];
    tick('elements of layers', {
      seconds: seconds * functions,
      megabytes: (bytes * functions) / 2 ** 20,
      place: `model.layers[${k}].cell`,
      remedy: 'Take larger cells, or a smaller region',
    });
  });
}
