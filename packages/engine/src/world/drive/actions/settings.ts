import { check } from '../../../core/errors.ts';
import type { ActionOf, MaterialChange } from '../../../scene/action-types.ts';
import { useChanges } from '../../bodies/changes.ts';
import type { BodyChanges } from '../../live.ts';
import { disturb, disturbAll } from '../../sleep.ts';
import type { WorldCore } from '../../types.ts';
import { feelsAir, useWinds } from '../wind.ts';
import { bodiesNamed } from './find.ts';
import { stop } from './motion.ts';

/** Stores a change with the bodies of a name and applies it. */
function change(core: WorldCore, found: readonly number[], what: BodyChanges): void {
  for (const b of found) {
    const live = core.bodies[b];
    live.changes = { ...live.changes, ...what };
    useChanges(core, live, false);
    disturb(core, b);
  }
  core.measured = -1;
}

/** Refuses material properties that a model cannot change at run time, with the reason. */
function refuse(core: WorldCore, b: number, what: MaterialChange): void {
  const { body, origin } = core.bodies[b];
  const { kind, adjusts = [] } = body.model;
  const elasticity = core.scene.bodies[origin].material.elasticity !== undefined;
  const asked = [
    ...(['young', 'poisson', 'stiffness'] as const).filter((key) => what[key] !== undefined),
    ...Object.keys(what.damping ?? {}).map((key) => `damping.${key}`),
  ];
  for (const key of asked) {
    const fixed = elasticity && (key === 'young' || key === 'poisson');
    check(
      !fixed,
      () => 'the body has "elasticity", which replaces it. Change "stiffness" instead.',
      key,
    );
    const able: readonly string[] = feelsAir(kind) ? adjusts : [...adjusts, 'damping.air'];
    check(
      able.includes(key === 'stiffness' ? 'young' : key),
      () =>
        able.length === 0
          ? `a body of model "${kind}" cannot change it while it runs. Remove the body and add another.`
          : `a body of model "${kind}" cannot change it while it runs; it can change ${able.join(', ')}. Remove the body and add another.`,
      key,
    );
  }
}

export function material(core: WorldCore, action: ActionOf<'material'>): void {
  const { do: _do, body, damping, ...plain } = action;
  const found = bodiesNamed(core, body);
  for (const b of found) refuse(core, b, action);
  for (const b of found) {
    const before = core.bodies[b].changes.damping;
    change(core, [b], { ...plain, ...(damping && { damping: { ...before, ...damping } }) });
  }
  if (damping?.air !== undefined) useWinds(core);
}

export function gravityScale(core: WorldCore, { body, scale }: ActionOf<'gravityScale'>): void {
  change(core, bodiesNamed(core, body), { gravityScale: scale });
}

export function pause(core: WorldCore, { body, paused = true }: ActionOf<'pause'>): void {
  change(core, bodiesNamed(core, body), { paused });
}

export function wake(core: WorldCore, { body }: ActionOf<'wake'>): void {
  for (const b of bodiesNamed(core, body)) disturb(core, b);
}

export function rest(core: WorldCore, { body }: ActionOf<'rest'>): void {
  for (const b of bodiesNamed(core, body)) {
    disturb(core, b);
    stop(core.bodies[b].body);
    core.bodies[b].body.adapt?.sleep?.();
    core.sleep.group[b] = b;
    core.sleep.known[b] = 0;
  }
  core.measured = -1;
}

export function wind(core: WorldCore, action: ActionOf<'wind'>): void {
  const { name = 'wind', velocity, where, radius } = action;
  check(
    radius === undefined || where !== undefined,
    () => 'must be left out without "where", got some. Say where the wind blows, too.',
    'radius',
  );
  if (velocity === undefined) core.winds.delete(name);
  else core.winds.set(name, { velocity, ...(where && { where, radius: radius ?? 1 }) });
  useWinds(core);
  disturbAll(core);
}
