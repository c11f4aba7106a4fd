import type { Sdf, TriangleMesh } from '../../../geometry/types.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import type { MaterialName } from '../../../materials/material.ts';
import type { GivenModes } from '../basis/given-modes.ts';
import type { HexPatch } from '../basis/hex.ts';
import type { SkinWeights } from '../basis/skin-weights.ts';
import type { LayerSolve } from '../step/solver.ts';

/** What a part of the body is made of. */
export interface LayerMaterial {
  /** Young's modulus [Pa], Poisson's ratio, damping by stiffness [s] and mass [1/s]. */
  readonly young: number;
  readonly poisson: number;
  readonly damping: { readonly mass: number; readonly stiffness: number };
}

interface Common {
  readonly name: string;
  /** Where the layer is; the whole body if missing. */
  readonly region?: Sdf;
  /** Replaces the body's material where this layer is. */
  readonly material?: LayerMaterial;
  /** True takes all coarse motion out of the detail. */
  readonly strict?: boolean;
}

/** A layer as asked for, coarsest first. */
export type LayerSpec =
  | ({ readonly kind: 'rigid' } & Common)
  | ({ readonly kind: 'affine'; readonly frames: number; readonly points?: number } & Common)
  | ({
      readonly kind: 'frames';
      /** Frames in all, or at each level, coarsest first. */
      readonly frames: number | readonly number[];
      readonly points?: number;
      /** False keeps all awake; motion that may be overlooked, as in the frames model. */
      readonly adaptive: boolean;
      readonly tolerance: number;
    } & Common)
  | ({
      readonly kind: 'hex' | 'tet';
      /** Size of an element [m]; a quarter of the body's thickness if missing. */
      readonly cell?: number;
      readonly gradient?: 'composed' | 'embedded';
      /** The elements, if not all that the body fills: flesh around bones. */
      readonly flesh?: HexPatch;
    } & Common)
  | ({
      readonly kind: 'modes';
      readonly cell?: number;
      /** How many to compute, or mode vectors of one's own. */
      readonly count?: number;
      readonly given?: GivenModes;
      readonly points?: number;
    } & Common)
  | ({
      readonly kind: 'shell';
      readonly thickness: number;
      readonly density: number;
      readonly mesh: TriangleMesh;
    } & Common)
  | ({ readonly kind: 'script' } & Common)
  | SkeletonSpec;

export interface SkeletonSpec extends Common {
  readonly kind: 'skeleton';
  readonly bones: readonly BoneRest[];
  /** The artist's weights; they fall with the distance to bones if missing. */
  readonly weights?: SkinWeights;
  /** Part of the distance from bones to skin that is soft; and where it is another. */
  readonly flesh?: number;
  readonly fleshPatches?: readonly FleshPatch[];
  readonly fleshMaterial?: LayerMaterial;
}

/** Flesh of a place by its bones (their numbers) or by a paint: how much of it, 0 to 1, each place is. */
export interface FleshPatch {
  readonly flesh: number;
  readonly bones?: readonly number[];
  readonly painted?: FieldFill;
}

/** A bone at rest: a segment that moves the matter near it [m]. */
export interface BoneRest {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export interface LayersInput {
  readonly sdf: Sdf;
  readonly surface: TriangleMesh | null;
  readonly material: LayerMaterial & { readonly law: MaterialName; readonly density: number };
  readonly stiffness: FieldFill;
  readonly regions: readonly Sdf[];
  readonly detail?: number;
  readonly layers: readonly LayerSpec[];
  readonly solve: LayerSolve;
  /** Distance of contact points [m]. */
  readonly contactSpacing?: number;
}
