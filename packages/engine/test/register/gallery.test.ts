import { expect, it } from 'vitest';
import { judgeScene, REGISTRATION_SCENES } from '../../src/register.ts';
import { effort } from '../effort.ts';
import { fit } from './fit.ts';

/** The quickest on every change. */
const SCENES = effort(
  REGISTRATION_SCENES.filter(({ name }) => name === 'seal-to-walrus'),
  REGISTRATION_SCENES,
);

it.each(SCENES.map((scene) => [scene.name, scene] as const))(
  '%s holds what it promises',
  (_, scene) => {
    const pair = scene.make();
    const checks = judgeScene(scene, pair, fit(pair.template, pair.target, scene.options));
    expect(checks.length).toBeGreaterThan(2);
    for (const { name, value, max } of checks)
      expect({ name, holds: value <= max }).toEqual({ name, holds: true });
  },
);
