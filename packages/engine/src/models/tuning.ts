import type { Camera } from './views.ts';

/** What can be changed about a layer while a body runs. Nothing jumps: what changes fades. */
export interface LayerTuning {
  /** Name of the layer. */
  layer: string;
  mute?: boolean;
  /** Shows this layer and those below it alone; several may be solo. */
  solo?: boolean;
  /** Part of the layer's motion that shows and that touches, 0 to 1. */
  weight?: number;
  /** Factors on the stiffness and on the damping of the matter the layer stands for. */
  stiffness?: number;
  damping?: number;
  /** Place in the order of composition, 0 the coarsest. */
  order?: number;
  /** Lets the layer move (value 1) or not (0) within `radius` [m] of a point, in the body's own coordinates. */
  paint?: { point: readonly number[]; radius: number; value: number };
}

/** What can be changed about a running body's adaptation. */
export interface Tuning {
  layer?: LayerTuning;
  /** False keeps everything active. */
  adaptive?: boolean;
  /** Motion that may be overlooked; see the scene format. */
  tolerance?: number;
  /** Motion counts by how large it looks from here; null: as large as it is. */
  camera?: Camera | null;
}

/** What a running body's matter is like. */
export interface Matter {
  /** Young's modulus [Pa], where the body's stiffness has a factor of 1. */
  readonly young: number;
  readonly poisson: number;
  /** By mass [1/s], by stiffness [s], by the air [kg/(m² s)]. */
  readonly damping: { readonly mass: number; readonly stiffness: number; readonly air: number };
}

/** What of it a model can change while it runs. */
export type Adjustable = 'young' | 'poisson' | 'damping.mass' | 'damping.stiffness' | 'damping.air';
