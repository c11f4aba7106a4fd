import type { Sdf } from '../../../geometry/types.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { cbrt } from '../../../math/elementary.ts';
import { type HexPatch, hexPatch, keepCells } from '../basis/hex.ts';
import {
  COARSER,
  FINEST,
  FLESH_CELLS,
  FLESH_DAMPING,
  FLESH_POISSON,
  LEAST_PART,
  SAG,
  THIN,
} from '../numbers.ts';
import { boneDistance2, fleshPart } from './flesh-part.ts';
import type { BoneRest, LayerMaterial, LayerSpec } from './input.ts';
import type { Matter } from './volume.ts';

/** Soft matter between the bones of a skeleton and the skin. */
interface Flesh {
  /** Part of the distance from the bones to the skin that is soft, 0 to 1. */
  readonly part: FieldFill;
  readonly bones: readonly BoneRest[];
}

/** The Earth's gravity [m/s²], and Poisson's ratio of flesh. */
const GRAVITY = 9.81;

/** Adds a layer of elements, called `NAME-flesh`, above a skeleton with flesh. */
export function withFlesh(
  specs: readonly LayerSpec[],
  sdf: Sdf,
  matter: Matter,
  density: number,
): LayerSpec[] {
  return specs.flatMap((spec, k): LayerSpec[] => {
    if (spec.kind !== 'skeleton' || !(spec.flesh || spec.fleshPatches)) return [spec];
    const { bones, name } = spec;
    const part = fleshPart(spec, matter, longestSide(sdf));
    const cell = cellsOfFlesh(matter, sdf, { part, bones });
    const flesh = fleshPatch(sdf, cell, { part, bones }, `model.layers[${k}].flesh`);
    const material = spec.fleshMaterial ?? fleshMaterial(sdf, flesh, cell, density);
    return [spec, { kind: 'hex', name: `${name}-flesh`, cell, material, flesh }];
  });
}

/** Stiffness by how thick the flesh is as the elements have it: nodes are held in steps of a cell. */
function fleshMaterial(sdf: Sdf, flesh: HexPatch, cell: number, density: number): LayerMaterial {
  const sag = SAG * longestSide(sdf);
  const thick = Math.max(cell, thickest(flesh, sdf));
  const modulus = (density * GRAVITY * thick * thick) / (2 * sag);
  const swing = (0.5 * Math.PI * Math.sqrt(modulus / density)) / thick;
  return {
    young: 2 * (1 + FLESH_POISSON) * modulus,
    poisson: FLESH_POISSON,
    damping: { mass: 0, stiffness: (2 * FLESH_DAMPING) / swing },
  };
}

const longestSide = ({ bounds: b }: Sdf): number => Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);

/** The longest distance from a node inside to the nearest one that is held [m]. */
function thickest({ places, border }: HexPatch, sdf: Sdf): number {
  const n = border.length;
  const skin = new Float64Array(n);
  sdf.evaluate(places, n, skin);
  let most = 0;
  for (let i = 0; i < n; i++) {
    if (border[i] === 1 || skin[i] > 0) continue;
    let least = Infinity;
    for (let j = 0; j < n; j++) {
      if (border[j] === 0) continue;
      let d2 = 0;
      for (let c = 0; c < 3; c++) d2 += (places[3 * i + c] - places[3 * j + c]) ** 2;
      least = Math.min(least, d2);
    }
    // On to the skin, which lies beyond the node.
    if (least < Infinity) most = Math.max(most, Math.sqrt(least) - skin[i]);
  }
  return most;
}

/** The smallest cells [m] of which no more than enough for real time have flesh in them. */
function cellsOfFlesh({ centres, volume }: Matter, sdf: Sdf, { part, bones }: Flesh): number {
  const n = centres.length / 3;
  const skin = new Float64Array(n);
  const parts = new Float64Array(n);
  sdf.evaluate(centres, n, skin);
  part(centres, n, parts);
  // Matter that is soft if cells are small enough, and how thick the limb is there.
  const soft: number[] = [];
  const thick: number[] = [];
  for (let i = 0; i < n; i++) {
    const far = boneDistance(centres, 3 * i, bones);
    if (far <= (1 - parts[i]) * (far - skin[i])) continue;
    soft.push(i);
    thick.push(far - skin[i]);
  }
  for (let cell = cbrt(volume / FINEST); ; cell *= COARSER) {
    const cells = new Set<string>();
    soft.forEach((i, s) => {
      if (thick[s] < THIN * cell) return;
      cells.add([0, 1, 2].map((d) => Math.floor(centres[3 * i + d] / cell)).join());
    });
    if (cells.size <= FLESH_CELLS) return cell;
  }
}

/** Distance to the nearest bone [m]. */
function boneDistance(x: Float64Array, o: number, bones: readonly BoneRest[]): number {
  let least = Infinity;
  for (const bone of bones) least = Math.min(least, boneDistance2(x, o, bone));
  return Math.sqrt(least);
}

/** The cells with some flesh in them: those of which all nodes stay with the bones would only cost time. */
function fleshPatch(sdf: Sdf, cell: number, flesh: Flesh, path: string): HexPatch {
  const patch = hexPatch(sdf, null, cell, path);
  holdCore(patch, sdf, flesh);
  const { nodes, border } = patch;
  return keepCells(patch, (c) => {
    for (let s = 0; s < 8; s++) if (border[nodes[8 * c + s]] === 0) return true;
    return false;
  });
}

/**
 * Marks the nodes of a patch that stay with the bones: those nearer to them than the soft part of the way to the skin
 * begins.
 */
function holdCore(patch: HexPatch, sdf: Sdf, { part, bones }: Flesh): void {
  const n = patch.places.length / 3;
  const skin = new Float64Array(n);
  const parts = new Float64Array(n);
  sdf.evaluate(patch.places, n, skin);
  part(patch.places, n, parts);
  const thin = THIN * Math.max(...patch.edge);
  for (let i = 0; i < n; i++) {
    const far = boneDistance(patch.places, 3 * i, bones);
    // How thick the limb is here, from its bone to its skin; for nodes just outside of it, too.
    const thickness = far - skin[i];
    const bony = skin[i] < 0 && far <= (1 - parts[i]) * thickness;
    if (thickness < thin || parts[i] < LEAST_PART || bony) patch.border[i] = 1;
  }
  // A piece without any held node would float: cells are small enough that every limb has some, but thin ones are held
  // whole.
  holdLoose(patch);
}

/** Nodes of pieces of the patch that hold on to nothing are all held. */
function holdLoose({ nodes, border }: HexPatch): void {
  const label = Int32Array.from(border, (_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (label[root] !== root) root = label[root];
    for (let at = i; label[at] !== root; ) {
      const next = label[at];
      label[at] = root;
      at = next;
    }
    return root;
  };
  for (let c = 0; c < nodes.length; c += 8) {
    for (let s = 1; s < 8; s++) label[find(nodes[c + s])] = find(nodes[c]);
  }
  const isHeld = new Uint8Array(border.length);
  for (let i = 0; i < border.length; i++) if (border[i] === 1) isHeld[find(i)] = 1;
  for (let i = 0; i < border.length; i++) if (isHeld[find(i)] === 0) border[i] = 1;
}
