import { check } from '../../core/errors.ts';
import type { WorldCore } from '../types.ts';
import { checkMaterial } from './actions/material-point.ts';

/** Refuses events that their bodies can never follow: nothing is thrown inside of a step. */
export function checkEvents({ scene, bodies }: Pick<WorldCore, 'scene' | 'bodies'>): void {
  scene.events.forEach((event, i) => {
    if (!('body' in event)) return;
    const found = bodies.find(({ name }) => name === event.body);
    if (found === undefined) return;
    const { cut, adapt, look, model } = found.body;
    const able =
      (event.do !== 'cut' || cut !== undefined) &&
      (event.do !== 'refine' || adapt?.refine !== undefined) &&
      (event.do !== 'layer' || look.layers !== undefined);
    check(
      able,
      () =>
        `must be a body of ${event.do === 'layer' ? 'layers' : 'an octree'}, got "${event.body}" of model "${model.kind}". Give it another model.`,
      `events[${i}].body`,
    );
    if (event.do === 'force' || event.do === 'pull' || event.do === 'impulse')
      if (event.point !== undefined)
        checkMaterial(model, event.body, event.point, `events[${i}].point`);
  });
}
