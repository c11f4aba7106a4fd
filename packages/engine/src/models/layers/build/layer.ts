import { check } from '../../../core/errors.ts';
import { tick } from '../../../core/watch.ts';
import type { Sdf } from '../../../geometry/types.ts';
import { lame } from '../../../materials/elasticity.ts';
import { createLattice, createShape, placeNodes } from '../../frames/index.ts';
import { coveringTets } from '../../shared/covering.ts';
import { filledMoments } from '../../shared/filled.ts';
import { boxAround, regionPlanes } from '../../shared/planes.ts';
import { findAncestors } from '../adaptive/tree.ts';
import { affineLayer, framesLayer, scriptLayer } from '../basis/affine.ts';
import { givenModes, stillAt } from '../basis/given-modes.ts';
import { hexLayer, hexPatch } from '../basis/hex.ts';
import { findModes, modesLayer } from '../basis/modes.ts';
import { rigidLayer } from '../basis/rigid.ts';
import { shellLayer } from '../basis/shell.ts';
import { skeletonLayer } from '../basis/skeleton.ts';
import { createWeightField } from '../basis/skin-weights.ts';
import { tetLayer } from '../basis/tet.ts';
import type { LayerData } from '../model.ts';
import { INFLUENCES, MODE_SECONDS, OUTSIDE, SHELL_REACH } from '../numbers.ts';
import { nodesInside } from './held.ts';
import type { LayerSpec, LayersInput } from './input.ts';
import { checkLevels } from './order.ts';
import type { Patch } from './patches.ts';
import type { Matter } from './volume.ts';

/** The functions of layer k; what elements of it stand for joins `patches`. */
export function buildLayer(
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
      return skeletonLayer(
        spec.name,
        spec.bones,
        size,
        spec.weights ? createWeightField(matter.grid, spec.weights, spec.bones.length, size) : null,
      );
    case 'affine':
    case 'frames': {
      if (spec.kind === 'frames') checkLevels(spec.frames, `${path}.frames`);
      const lattice = createLattice(matter.grid);
      const frames = spec.kind === 'affine' ? [spec.frames] : spec.frames;
      const nodes = placeNodes(lattice, input.regions, frames);
      const shape = createShape(lattice, nodes, INFLUENCES);
      const { ptr, node, phi } = shape;
      const { dims } = matter.grid;
      const { planes, cellOf, corners } = lattice;
      const grid = { planes, dims, cellOf, corners, ptr, node, phi };
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
      const hex = spec.flesh ?? hexPatch(input.sdf, region, spec.cell!, path);
      const embedded = (spec.gradient ?? ownGradient(input.layers, k)) === 'embedded';
      patches.push({ layer: k, hex, tets: null, filled: null, embedded, material });
      return hexLayer(spec.name, hex, region, strict);
    }
    case 'tet': {
      const solid = region === null ? input.sdf : both(input.sdf, region);
      const cell = spec.cell!;
      const planes = regionPlanes(boxAround(solid), input.regions);
      const tets = coveringTets(solid, cell, { planes });
      const embedded = (spec.gradient ?? ownGradient(input.layers, k)) === 'embedded';
      // At the border to the rest of the body, elements count whole.
      const filled = region === null ? filledMoments(tets, solid, cell, OUTSIDE) : null;
      patches.push({ layer: k, hex: null, tets, filled, embedded, material });
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
        () =>
          'must have either "count" or "given", got both or neither. Give a count to compute modes, or your own.',
        path,
      );
      const held = input.regions.map((sdf) => nodesInside(sdf, hex.places, size));
      if (given !== undefined) {
        const modes = givenModes(hex, given, `${path}.given`);
        for (const nodes of held) stillAt(modes, hex.places, nodes);
        return modesLayer(spec.name, hex, modes, region, strict);
      }
      tick('modes', {
        seconds: (MODE_SECONDS * hex.places.length * count!) / 3,
        megabytes: (8 * 4 * hex.places.length * count!) / 2 ** 20,
        place: `${path}.cell`,
        remedy: 'Take larger cells or fewer modes',
      });
      const { mu, lambda } = lame(material.young, material.poisson, `${path}.material`);
      const factor = cellFactors(input, hex.places, hex.nodes);
      const clamped = new Uint8Array(hex.places.length / 3);
      for (const nodes of held) for (const i of nodes) clamped[i] = 1;
      // A rigid layer follows the first hold; if nothing but modes can strain the body they must know how the others
      // move.
      const alone = region === null && input.layers.slice(0, k).every((l) => l.kind === 'rigid');
      const clamps = alone ? held.slice(1) : [];
      const modes = findModes(
        hex,
        factor.map((f) => f * mu),
        factor.map((f) => f * lambda),
        input.material.density,
        count!,
        clamped,
        clamps,
      );
      return modesLayer(spec.name, hex, modes, region, strict, clamps.length);
    }
    case 'shell':
      return shellLayer(spec.name, spec.mesh, strict, SHELL_REACH * size);
  }
}

/**
 * Gradients of frames are smooth, and composing them is fine; those of coarse elements jump, so their detail uses its
 * own nodes.
 */
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
