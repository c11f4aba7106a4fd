import { disturb } from '../rest.ts';
import type { WorldCore } from '../types.ts';
import { type Member, pieceMember } from './members.ts';
import { recast, type Source } from './recast.ts';

/** A body has fallen apart: it goes on as its largest piece, and the others are bodies of their own. */
export interface Split {
  readonly body: string;
  /** Names of the new bodies: `liver/1`, … */
  readonly pieces: readonly string[];
}

/** Makes bodies of what has come off others, between two steps. Nothing is reserved for pieces that may never be. */
export function splitBodies(core: WorldCore): void {
  const kept: Member[] = [];
  const fresh: Member[] = [];
  const keptFrom: Source[] = [];
  const freshFrom: Source[] = [];
  const splits: Split[] = [];
  core.members.forEach((member, body) => {
    const { name, origin } = member;
    const [largest, ...others] = core.bodies[body].body.cut?.split?.() ?? [];
    if (largest === undefined) {
      kept.push(member);
      keptFrom.push({ body });
      return;
    }
    disturb(core, body);
    const self = core.scene.bodies[origin].selfContact === true;
    kept.push(pieceMember(name, origin, largest, largest.seed, self));
    keptFrom.push({ body, piece: largest });
    const names = others.map((piece) => {
      const own = nextName(core.scene.bodies[origin].name, [...core.members, ...fresh]);
      fresh.push(pieceMember(own, origin, piece, piece.seed, self));
      freshFrom.push({ body, piece });
      return own;
    });
    splits.push({ body: name, pieces: names });
  });
  if (splits.length === 0) return;
  recast(core, { members: [...kept, ...fresh], sources: [...keptFrom, ...freshFrom] });
  for (const split of splits) for (const listener of core.listeners) listener(split);
}

/** The first of `body/1`, `body/2`, … that nobody has. */
function nextName(body: string, members: readonly Member[]): string {
  for (let i = 1; ; i++) {
    const name = `${body}/${i}`;
    if (members.every((m) => m.name !== name)) return name;
  }
}
