import { check } from '../../../core/errors.ts';
import type { LayerSpec } from './input.ts';

/** Refuses layers that cannot follow each other so. */
export function checkOrder(specs: readonly LayerSpec[]): void {
  check(
    specs.length > 0,
    () => 'must be at least one layer, got none. Begin with { "kind": "rigid", "name": "pose" }.',
    'model.layers',
  );
  const first = specs[0];
  check(
    first.region === undefined && first.kind !== 'shell' && first.kind !== 'modes',
    () =>
      `must be rigid, affine, frames, hex, tet, script or skeleton without a region, got ${first.kind}${first.region ? ' with a region' : ''}. The first layer moves the whole body.`,
    'model.layers[0]',
  );
  specs.forEach((spec, k) => {
    check(
      k === 0 || spec.kind !== 'frames',
      () => 'must not be "frames" above other layers, got it. Above others take "affine".',
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

/** Refuses levels of frames that do not grow. */
export function checkLevels(frames: number | readonly number[], path: string): void {
  if (typeof frames === 'number') return;
  frames.forEach((n, l) => {
    const least = l === 0 ? 1 : frames[l - 1] + 1;
    check(
      n >= least,
      () => `must be at least ${least}, got ${n}. Every level adds frames.`,
      `${path}[${l}]`,
    );
  });
}
