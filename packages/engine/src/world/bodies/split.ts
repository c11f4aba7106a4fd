import type { BodyEntry, Split } from '../parts.ts';
import { disturb } from '../sleep.ts';
import type { WorldCore } from '../types.ts';
import { pieceEntry } from './body-set.ts';
import { rebuild, type Source } from './rebuild.ts';

/** Turns separated pieces into bodies, between two steps. No memory is reserved for pieces in advance. */
export function splitBodies(core: WorldCore): void {
  const kept: BodyEntry[] = [];
  const fresh: BodyEntry[] = [];
  const keptFrom: Source[] = [];
  const freshFrom: Source[] = [];
  const splits: Split[] = [];
  core.entries.forEach((entry, body) => {
    const { name, origin } = entry;
    const [largest, ...others] = core.bodies[body].body.cut?.split?.() ?? [];
    if (largest === undefined) {
      kept.push(entry);
      keptFrom.push({ body });
      return;
    }
    disturb(core, body);
    const self = core.scene.bodies[origin].selfContact === true;
    kept.push(pieceEntry(name, origin, largest, largest.seed, self));
    keptFrom.push({ body, piece: largest });
    const names = others.map((piece) => {
      const own = nextName(core.scene.bodies[origin].name, [...core.entries, ...fresh]);
      fresh.push(pieceEntry(own, origin, piece, piece.seed, self));
      freshFrom.push({ body, piece });
      return own;
    });
    splits.push({ body: name, pieces: names });
  });
  if (splits.length === 0) return;
  rebuild(core, { entries: [...kept, ...fresh], sources: [...keptFrom, ...freshFrom] });
  for (const split of splits) for (const listener of core.listeners) listener(split);
}

/** The first unused name of `body/1`, `body/2`, … */
function nextName(body: string, entries: readonly BodyEntry[]): string {
  for (let i = 1; ; i++) {
    const name = `${body}/${i}`;
    if (entries.every((m) => m.name !== name)) return name;
  }
}
