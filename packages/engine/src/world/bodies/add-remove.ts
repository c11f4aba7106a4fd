import { check } from '../../core/errors.ts';
import type { BodyInput } from '../../scene/generated/scene-input.ts';
import { parseWithBody } from '../../scene/parse.ts';
import type { Scene } from '../../scene/schema.ts';
import { buildOne } from '../build/build.ts';
import type { WorldCore } from '../types.ts';
import { sceneEntries } from './body-set.ts';
import { rebuild, type Source } from './rebuild.ts';

/** Adds a body to a running world, with its `position` and `velocity` as in a scene. */
export function addBody(core: WorldCore, input: BodyInput): void {
  const { built, options, entries } = core;
  const scene = parseWithBody(core.scene, input);
  const n = core.scene.bodies.length;
  check(
    scene.bodies[n].start !== 'settled',
    () => 'only bodies that are in the scene from the start can be settled. Leave it out.',
    'body.start',
  );
  const { model, cage, looks } = buildOne(scene.bodies[n], n, options);
  const models = [...built.models, model];
  const cages = [...built.cages, cage];
  const next = { ...built, scene, models, cages, looks: [...built.looks, looks] };
  // The scene's bodies come first, then pieces cut from them.
  const sources: Source[] = entries.map((_, body) => ({ body }));
  const [fresh] = sceneEntries(next).slice(n);
  rebuild(core, {
    built: next,
    entries: [...entries.slice(0, n), fresh, ...entries.slice(n)],
    sources: [...sources.slice(0, n), null, ...sources.slice(n)],
  });
}

/** Removes a body from a running world, with its pieces, springs and joints, and its pending events. */
export function removeBody(core: WorldCore, name: string): void {
  const { built, entries } = core;
  const gone = core.scene.bodies.findIndex((b) => b.name === name);
  const stays = <T>(list: readonly T[]): T[] => list.filter((_, i) => i !== gone);
  const sources: Source[] = [];
  const left = entries.filter((entry, body) => {
    const here = gone < 0 ? entry.name !== name : entry.origin !== gone;
    if (here) sources.push({ body });
    return here;
  });
  check(
    left.length < entries.length,
    () => `there is no body "${name}". See world.bodies.`,
    'body',
  );
  if (gone < 0) {
    rebuild(core, { entries: left, sources });
    return;
  }
  const springs = core.scene.springs.filter((s) => s.a.body !== name && s.b.body !== name);
  const joints = core.scene.joints.filter((j) => j.a.body !== name && j.b.body !== name);
  const kept = new Set([...springs, ...joints].map((one) => one.name));
  const tieGone = (target: string): boolean =>
    [...core.scene.springs, ...core.scene.joints].some((one) => one.name === target) &&
    !kept.has(target);
  const concerns = (event: Scene['events'][number]): boolean =>
    ('body' in event && event.body === name) ||
    ('joint' in event && tieGone(event.joint)) ||
    ('target' in event && (event.target.startsWith(`${name}.`) || tieGone(event.target)));
  const scene = {
    ...core.scene,
    bodies: stays(core.scene.bodies),
    springs,
    joints,
    events: core.scene.events.filter((event) => !concerns(event)),
    checks: core.scene.checks.filter((c) => c.body !== name),
  };
  const done = core.events.slice(0, core.nextEvent).filter((event) => !concerns(event)).length;
  rebuild(core, {
    built: {
      ...built,
      scene,
      models: stays(built.models),
      cages: stays(built.cages),
      looks: stays(built.looks),
    },
    entries: left.map((m) => (m.origin > gone ? { ...m, origin: m.origin - 1 } : m)),
    sources,
  });
  core.nextEvent = done;
}
