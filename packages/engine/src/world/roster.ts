import { check } from '../core/errors.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import { buildOne } from './build.ts';
import { recast, rootOf } from './pieces.ts';
import type { WorldCore } from './types.ts';

/** A body as a scene writes it. */
export type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** Puts another body into a running world; its `position` and `velocity` are where it begins. */
export function addBody(core: WorldCore, input: BodyInput): void {
  const { whole, options, members } = core;
  const scene = parseScene({ ...whole.scene, bodies: [...whole.scene.bodies, input] } as Scene);
  const n = whole.scene.bodies.length;
  const { model, cage } = buildOne(scene.bodies[n], n, options);
  const models = [...whole.models, model];
  core.whole = { ...whole, scene, models, cages: [...whole.cages, cage] };
  const { name } = scene.bodies[n];
  recast(core, [...members, { name, model, cage, part: null }], [...members.keys(), -1]);
}

/**
 * Takes a body out of a running world, with its springs and all that the scene still had in store for it: a body of the scene with
 * all that came off it, or one piece.
 */
export function removeBody(core: WorldCore, name: string): void {
  const { members } = core;
  const isGone = (other: string): boolean => other === name || rootOf(other) === name;
  const was = [...members.keys()].filter((i) => !isGone(members[i].name));
  check(was.length < members.length, () => `there is no body "${name}".`, 'body');
  if (core.whole.scene.bodies.some((b) => b.name === name)) forget(core, name);
  recast(
    core,
    was.map((i) => members[i]),
    was,
  );
}

/** Leaves a body out of the scene. */
function forget(core: WorldCore, name: string): void {
  const { whole } = core;
  const gone = whole.scene.bodies.findIndex((b) => b.name === name);
  const stays = <T>(list: readonly T[]): T[] => list.filter((_, i) => i !== gone);
  const springs = whole.scene.springs.filter((s) => s.a.body !== name && s.b.body !== name);
  const kept = new Set(springs.map((s) => s.name));
  const springGone = (target: string): boolean =>
    whole.scene.springs.some((s) => s.name === target) && !kept.has(target);
  const concerns = (event: Scene['events'][number]): boolean =>
    ('body' in event && event.body === name) ||
    ('target' in event && (event.target.startsWith(`${name}.`) || springGone(event.target)));
  const scene = {
    ...whole.scene,
    bodies: stays(whole.scene.bodies),
    springs,
    events: whole.scene.events.filter((event) => !concerns(event)),
    checks: whole.scene.checks.filter((c) => c.body !== name),
  };
  core.nextEvent = core.events.slice(0, core.nextEvent).filter((event) => !concerns(event)).length;
  core.whole = { ...whole, scene, models: stays(whole.models), cages: stays(whole.cages) };
}
