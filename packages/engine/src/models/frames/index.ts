import { checkedModuli, type ElasticChoice } from '../../materials/choose.ts';
import type { BodyModel } from '../body.ts';
import { type Kept, keep } from '../shared/kept.ts';
import { remember } from '../shared/remember.ts';
import type { Interest } from './adapt/attention.ts';
import { createFrames } from './body.ts';
import { buildFramesData } from './build/build.ts';
import { buildDrag } from './build/drag.ts';
import { embedFramePoints } from './build/embed.ts';
import type { FramesInput } from './build/input.ts';
import { allocateFrames } from './memory.ts';
import type { FramesData } from './model.ts';
import { tieFramePoints } from './point-sets.ts';
import { ADAPT_DEFAULTS, type AdaptOptions, type FramesRuntime } from './runtime.ts';
import { setSizes } from './step/active.ts';
import { shareColumns } from './step/point-columns.ts';
import { isSampled } from './step/samples.ts';
import { splitElasticity, splitModuli } from './step/volume.ts';

// Layers of frames are built and follow each other as frames do.
export { cornerSlopes, frameShape } from './build/embed.ts';
export { createLattice } from './build/lattice.ts';
export { placeNodes } from './build/nodes.ts';
export { createShape } from './build/shape.ts';
export type { FramesData, WeightGrid } from './model.ts';
export {
  type Contraction,
  type ContractScratch,
  contract,
  createContraction,
  createContractScratch,
  type KeptContraction,
} from './step/contraction.ts';

/** What an adaptive body of frames is made from. */
export interface FramesSpec extends FramesInput, Omit<ElasticChoice, 'law'> {
  /** Corotational if missing. */
  readonly law?: ElasticChoice['law'];
  readonly damping: FramesRuntime['damping'];
  /** 0, 1 or 4: how much of the strain an integration point sees. */
  readonly order: number;
  readonly adapt?: Partial<AdaptOptions>;
  /** Where motion counts more, or less. */
  readonly interests?: readonly Interest[];
}

/** Counts up whenever `FramesData`, or how it is made, changes: what older versions kept is then rebuilt. */
export const FRAMES_FORMAT = 1;

/** Affine frames in a hierarchy, active only where and while the motion needs them (Tournier et al. 2014). */
export function buildFrames(spec: FramesSpec, kept?: Kept): BodyModel {
  const built = keep(kept, 'frames', FRAMES_FORMAT, () => buildFramesData(spec));
  const data: FramesData = {
    ...built,
    points: spec.order === 0 ? flatPoints(built.points) : built.points,
    drag: spec.damping.air > 0 ? buildDrag(built) : undefined,
  };
  const sizes = setSizes(data);
  const { law = 'corotational', elasticity, order } = spec;
  const moduli = checkedModuli({ ...spec, law });
  const material = elasticity
    ? { ...moduli, ...splitElasticity(elasticity, data.lock), order, law }
    : { ...splitModuli(moduli, data.lock), order, law };
  const adapt = { ...ADAPT_DEFAULTS, ...spec.adapt };
  const columns = shareColumns();
  const model: BodyModel = {
    kind: 'frames',
    surface: data.surface,
    contactPoints: data.contactPoints,
    size: data.size,
    mass: data.totalMass,
    adjusts: [
      'young',
      ...(isSampled(material) ? [] : (['poisson'] as const)),
      'damping.mass',
      'damping.stiffness',
      ...(data.drag ? (['damping.air'] as const) : []),
    ],
    capacity: 12 * data.nodes,
    tie: remember((points) => tieFramePoints(embedFramePoints(data.grid, points))),
    allocate: (allocator) => allocateFrames(allocator, data, sizes, material),
    create: (allocator, kernels) =>
      createFrames(
        {
          data,
          sizes,
          material,
          young: spec.young,
          damping: spec.damping,
          adapt,
          interests: spec.interests ?? [],
          embed: (points) => embedFramePoints(data.grid, points),
          columns,
        },
        model,
        allocator,
        kernels,
      ),
  };
  return model;
}

/** Points that see the mean strain only: H_a = 0 for a > 0. */
function flatPoints<T extends { readonly H: Float64Array }>(points: T): T {
  return { ...points, H: points.H.map((h, i) => (i % 48 < 12 ? h : 0)) };
}
