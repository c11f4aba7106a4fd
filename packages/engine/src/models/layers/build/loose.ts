import { POINTS_PER_FRAME, POINTS_PER_MODE } from '../numbers.ts';
import type { LayerMaterial, LayersInput } from './input.ts';
import type { LooseMatter } from './points.ts';

/** Who owns matter outside all elements: the body, then layers of frames or modes with a material of their own. */
export function looseMatter(input: LayersInput): LooseMatter[] {
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

function framesOf(frames: number | readonly number[]): number {
  return typeof frames === 'number' ? frames : frames[frames.length - 1];
}
