import { describe, expect, it } from 'vitest';
import { parseScene } from '../../src/index.ts';
import { ADAPT_DEFAULTS } from '../../src/models/frames/runtime.ts';
import { OCTREE_DEFAULTS } from '../../src/models/octree/index.ts';

/** A body as the scene format completes it. */
function completed(model: object) {
  const material = { density: 1000, young: 1e5 };
  const shape = { type: 'box', size: [1, 1, 1] };
  const scene = { format: 'pliant/1', name: 'a', bodies: [{ name: 'a', shape, material, model }] };
  return parseScene(scene as never).bodies[0];
}

describe('defaults of the scene format are those of the code', () => {
  it('for frames', () => {
    const { model } = completed({ type: 'frames' });
    const { adaptive, tolerance, ...behind } = ADAPT_DEFAULTS;
    expect(model).toMatchObject({ adaptive, tolerance, expert: behind });
  });

  it('for frames below details, which wake by the same rule', () => {
    const { model } = completed({ type: 'layers', layers: [{ name: 'a', kind: 'frames' }] });
    const { adaptive, tolerance } = ADAPT_DEFAULTS;
    expect(model).toMatchObject({ layers: [{ adaptive, tolerance }] });
  });

  it('for octrees', () => {
    const { lattice, ...options } = OCTREE_DEFAULTS;
    expect(lattice).toBe(false);
    expect(completed({ type: 'octree' }).model).toMatchObject(options);
  });
});
