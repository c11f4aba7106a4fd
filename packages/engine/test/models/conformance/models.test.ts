import { describe, expect, test } from 'vitest';
import { buildScene, parseScene } from '../../../src/index.ts';
import { createSubject, PROMISES } from '../../../src/models/conformance/index.ts';
import { BODIES } from '../../world/every-model.ts';

/** A small live model of each kind, of a body that is no cube: nothing is right by symmetry. */
const models = Object.fromEntries(
  Object.entries(BODIES).map(([name, body]) => {
    const scene = parseScene({
      format: 'pliant/1',
      name: 'bench',
      bodies: [
        {
          name: 'body',
          shape: { type: 'box', size: [0.4, 0.2, 0.25] },
          material: { young: 3e4, poisson: 0.35, density: 900 },
          ...body,
        },
      ],
    });
    return [name, buildScene(scene).models[0]];
  }),
);

describe.each(Object.keys(models))('%s', (name) => {
  test.each(PROMISES)('keeps its promise of $name: $says', ({ broken }) => {
    expect(broken(() => createSubject(models[name]))).toBeNull();
  });
});
