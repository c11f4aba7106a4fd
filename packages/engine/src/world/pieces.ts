import { buildCage, type Cage } from '../collision/cage.ts';
import type { Arrays, BodyModel, Part, PieceOff } from '../models/contract.ts';
import type { Scene, SceneBody } from '../scene/schema.ts';
import { addDynamic, type Point } from './actions.ts';
import { type BuiltScene, volumeOf } from './build.ts';
import { regrow } from './regrow.ts';
import { disturb } from './rest.ts';
import type { WorldCore } from './types.ts';

/**
 * Who is in a world: the scene's bodies in their order, then the pieces that came off them, called `liver/1`, `liver/2`, …
 * A body that lost pieces goes on as its largest one.
 */
export interface Member {
  readonly name: string;
  readonly model: BodyModel;
  readonly cage: Cage;
  /** Attachments of the scene's body that hold it, by index, and what its model is made from again; null for a whole body. */
  readonly part: { readonly held: readonly number[]; readonly seed: Arrays } | null;
}

/** A body has fallen apart: it keeps its largest piece. */
export interface Split {
  readonly body: string;
  /** Names of the other pieces, which are bodies of their own now. */
  readonly pieces: readonly string[];
}

/** The name in the scene of a body or of what it came off. */
export function rootOf(name: string): string {
  const end = name.indexOf('/');
  return end < 0 ? name : name.slice(0, end);
}

/** The bodies of a scene as it begins. */
export function sceneMembers({ scene, models, cages }: BuiltScene): Member[] {
  return scene.bodies.map(({ name }, i) => ({
    name,
    model: models[i],
    cage: cages[i],
    part: null,
  }));
}

/** A piece as a member. Others touch it by the shape it has now. */
export function pieceMember(name: string, { model, sdf, held }: Part, seed: Arrays): Member {
  const cage = buildCage(sdf, model.contactPoints, volumeOf(model.surface), model.size);
  return { name, model, cage, part: { held, seed } };
}

/** Of some bodies of one family, the one that has a material point of it, by index. */
export function ownerOf(models: readonly BodyModel[], point: ArrayLike<number>): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  models.forEach((model, i) => {
    const away = model.distance?.(point) ?? 0;
    if (away >= least) return;
    least = away;
    best = i;
  });
  return best;
}

/** The scene of some members: attachments, probes and springs are with the piece that has their matter. */
export function sceneOf(whole: BuiltScene, members: readonly Member[]): BuiltScene {
  const same = sceneMembers(whole);
  if (members.length === same.length && members.every((m, i) => m.model === same[i].model))
    return whole;
  const family = (name: string): Member[] => members.filter((m) => rootOf(m.name) === name);
  const holder = (name: string, point: Point): string => {
    const own = family(name);
    return (
      own[
        ownerOf(
          own.map((m) => m.model),
          point,
        )
      ]?.name ?? name
    );
  };
  const bodies = members.map(({ name, part }): SceneBody => {
    const root = rootOf(name);
    const spec = whole.scene.bodies.find((b) => b.name === root)!;
    if (part === null) return spec;
    const probes = Object.entries(spec.probes).filter(([, point]) => holder(root, point) === name);
    return {
      ...spec,
      name,
      attachments: spec.attachments.filter((_, i) => part.held.includes(i)),
      probes: Object.fromEntries(probes),
    };
  });
  const end = <E extends Scene['springs'][number]['a']>(place: E): E =>
    place.body === undefined ? place : { ...place, body: holder(place.body, place.point) };
  const springs = whole.scene.springs.map((s) => ({ ...s, a: end(s.a), b: end(s.b) }));
  return {
    ...whole,
    scene: { ...whole.scene, bodies, springs },
    models: members.map((m) => m.model),
    cages: members.map((m) => m.cage),
  };
}

/** Makes the world anew with other members; `was[i]` is the old index of member i, −1 for one that begins. */
export function recast(core: WorldCore, members: readonly Member[], was: readonly number[]): void {
  regrow(core, sceneOf(core.whole, members), was, core.seats);
  core.members = members;
  core.topology++;
}

/**
 * Makes bodies of what has come off others, between two steps. Nothing is reserved for pieces that may never be: the world is
 * made anew around them, and all goes on from where it is.
 */
export function splitBodies(core: WorldCore): void {
  const kept: Member[] = [];
  const fresh: Member[] = [];
  const splits: Split[] = [];
  /** The pieces by the name of the body they become. */
  const pieces = new Map<string, PieceOff>();
  const taken = new Set(core.members.map((m) => m.name));
  core.members.forEach((member, b) => {
    const [largest, ...others] = core.bodies[b].body.split?.() ?? [];
    if (largest === undefined) {
      kept.push(member);
      return;
    }
    disturb(core, b);
    kept.push(pieceMember(member.name, largest, largest.seed));
    pieces.set(member.name, largest);
    const names = others.map((piece) => {
      const name = freeName(taken, rootOf(member.name));
      fresh.push(pieceMember(name, piece, piece.seed));
      pieces.set(name, piece);
      return name;
    });
    splits.push({ body: member.name, pieces: names });
  });
  if (splits.length === 0) return;
  const { bodies, springs } = core;
  const members = [...kept, ...fresh];
  recast(
    core,
    members,
    members.map(({ name }, i) => (pieces.has(name) ? -1 : i)),
  );
  members.forEach(({ name }, i) => {
    const piece = pieces.get(name);
    if (piece === undefined) return;
    const { body, holds } = core.bodies[i];
    piece.give(body);
    const before = bodies.filter((b) => rootOf(b.name) === rootOf(name)).flatMap((b) => b.holds);
    holds.forEach((hold, k) => {
      hold.held = before.some((old) => old.name === hold.name && old.held);
      if (!hold.held) body.release(k);
    });
  });
  // Pulls go with the piece that has their point.
  for (const { dynamic, ends } of springs) {
    if (dynamic === null || !pieces.has(bodies[dynamic.body].name)) continue;
    const [x, y, z] = ends[1].x;
    const body = bodyWith(core, rootOf(bodies[dynamic.body].name), dynamic.point);
    addDynamic(core, { ...dynamic, body, to: [x, y, z] });
  }
  for (const split of splits) for (const listener of [...core.listeners]) listener(split);
}

function freeName(taken: Set<string>, root: string): string {
  let k = 1;
  while (taken.has(`${root}/${k}`)) k++;
  taken.add(`${root}/${k}`);
  return `${root}/${k}`;
}

/** Indices of a body of the scene and of all that came off it. */
export function familyOf({ members }: WorldCore, root: string): number[] {
  return members.flatMap((m, i) => (rootOf(m.name) === root ? [i] : []));
}

/** The body of a family that has a material point, by index; −1 if there is no such family. */
export function bodyWith(core: WorldCore, root: string, point: ArrayLike<number>): number {
  const own = familyOf(core, root);
  if (own.length === 0) return -1;
  return own[
    ownerOf(
      own.map((i) => core.members[i].model),
      point,
    )
  ];
}
