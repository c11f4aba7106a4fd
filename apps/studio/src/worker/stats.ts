import type { World } from 'pliant';
import type { Stats } from '../protocol.ts';

/** What can be told from the world alone. Parts are as of its last `draw`. */
type WorldStats = Pick<
  Stats,
  | 'time'
  | 'steps'
  | 'contacts'
  | 'iterations'
  | 'dofs'
  | 'parts'
  | 'points'
  | 'notes'
  | 'issues'
  | 'broken'
  | 'layers'
>;

/** How the world is now; `refused` are actions that could not be done. */
export function statsOf(world: World, refused: readonly string[]): WorldStats {
  return {
    time: world.time,
    steps: world.steps,
    contacts: world.report.contacts,
    iterations: world.report.iterations,
    dofs: world.bodies.map(({ levels }) => ({
      active: levels.activeDofs,
      total: levels.totalDofs,
    })),
    parts: countParts(world),
    layers: world.bodies.map(({ layers }) => layers?.map((layer) => ({ ...layer })) ?? null),
    points: {
      active: world.bodies.reduce((sum, { levels }) => sum + levels.activePoints, 0),
      total: world.bodies.reduce((sum, { levels }) => sum + levels.totalPoints, 0),
    },
    notes: world.notes,
    broken: world.bodies.filter(({ broken }) => broken).map(({ name }) => name),
    issues: [
      ...refused,
      ...[...world.issues].map(([issue, n]) => (n > 1 ? `${issue} (${n}×)` : issue)),
    ],
  };
}

function countParts({ bodies }: World): Stats['parts'] {
  if (bodies.every(({ parts }) => parts === null)) return null;
  const counts = [0, 0, 0];
  for (const { parts } of bodies) {
    if (parts !== null) for (const status of parts.status) counts[status]++;
  }
  return { passive: counts[0], active: counts[1], driven: counts[2] };
}
