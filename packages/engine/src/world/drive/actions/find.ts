import { check } from '../../../core/errors.ts';
import { nearestWord } from '../../../core/nearest.ts';
import { show } from '../../../core/show.ts';
import type { Point } from '../../../scene/action-types.ts';
import { bodyWith } from '../../bodies/body-set.ts';
import type { LiveBody, LiveObstacle } from '../../live.ts';
import type { Joint } from '../../parts.ts';
import type { WorldCore } from '../../types.ts';
import { checkMaterial } from './material-point.ts';

/** What to do if there are none of a kind that a running world cannot get. */
const NONE: Readonly<Record<string, string>> = {
  attachment: 'Write "attachments" into the body, in the scene.',
  bone: 'Write "skeletons" into the scene.',
};

/** Refuses an unknown name and lists the known ones. */
export function checkName(
  found: boolean,
  what: string,
  name: string,
  known: readonly string[],
  path: string,
): void {
  check(
    found,
    () => {
      if (typeof name !== 'string')
        return `must be the name of a ${what}, got ${show(name)}. Write it in quotes.`;
      const near = nearestWord(name, known);
      const list = `${known.slice(0, 8).join(', ')}${known.length > 8 ? ', …' : ''}`;
      const help = known.length === 0 ? (NONE[what] ?? 'Add one first.') : `There are: ${list}.`;
      return `there is no ${what} "${name}". ${near === null ? help : `Did you mean "${near}"?`}`;
    },
    path,
  );
}

/** Indices of the bodies that a name stands for: a body of the scene with all its pieces, or one piece. */
export function bodiesNamed({ scene, bodies, entries }: WorldCore, name: string): number[] {
  const found: number[] = [];
  const origin = scene.bodies.findIndex((b) => b.name === name);
  bodies.forEach((b, i) => {
    if (b.guest === null && (origin >= 0 ? b.origin === origin : b.name === name)) found.push(i);
  });
  const known = entries.map((m) => m.name);
  checkName(found.length > 0, 'body', name, known, 'body');
  return found;
}

/** The one of them that contains a material point. */
export function bodyAt(core: WorldCore, name: string, point: Point): number {
  const found = bodiesNamed(core, name);
  checkMaterial(core.built.models[core.bodies[found[0]].origin], name, point, 'point');
  return found.length === 1 ? found[0] : bodyWith(core.bodies, core.bodies[found[0]].origin, point);
}

export function obstacleNamed({ obstacles, scene }: WorldCore, name: string): LiveObstacle {
  const found = obstacles.find((o) => o.guest === null && o.name === name);
  const known = scene.obstacles.map((o) => o.name);
  checkName(found !== undefined, 'obstacle', name, known, 'obstacle');
  return found!;
}

export function jointNamed({ joints }: WorldCore, name: string, path: string): Joint {
  const found = joints.find((j) => j.name === name);
  const known = joints.map((j) => j.name);
  checkName(found !== undefined, 'joint', name, known, path);
  return found!;
}

/** The held regions named `body.attachment`, in the body and all its pieces. */
export function holdsNamed(
  { bodies, scene }: WorldCore,
  name: string,
  path: string,
): { live: LiveBody; body: number; index: number }[] {
  const found: { live: LiveBody; body: number; index: number }[] = [];
  const known: string[] = [];
  bodies.forEach((live, body) => {
    if (live.guest !== null) return;
    const origin = scene.bodies[live.origin].name;
    for (const one of live.holds) known.push(`${origin}.${one.name}`);
    const index = live.holds.findIndex(
      (one) => `${live.name}.${one.name}` === name || `${origin}.${one.name}` === name,
    );
    if (index >= 0) found.push({ live, body, index });
  });
  checkName(found.length > 0, 'attachment', name, [...new Set(known)], path);
  return found;
}
