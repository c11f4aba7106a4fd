/**
 * Models come with the scene that asks for them: each is a part of the engine by itself. `doors` has files of its own for them, because all
 * that a package offers is loaded where it is imported at run time.
 */
const DOORS: Readonly<Record<string, () => Promise<unknown>>> = {
  solid: () => import('./doors/solid.ts'),
  frames: () => import('./doors/frames.ts'),
  octree: () => import('./doors/octree.ts'),
  lattice: () => import('./doors/octree.ts'),
  tets: () => import('./doors/tets.ts'),
  layers: () => import('./doors/layers.ts'),
  rigid: () => import('./doors/rigid.ts'),
};

export const loadAllModels = () => import('./doors/all.ts');

/** Loads the models of a scene, before it is read. All of them, if it asks for one that nobody knows: the fault then lists what there is. */
export async function loadModels(scene: unknown): Promise<void> {
  const types = modelsIn(scene);
  if (types.every((type) => type in DOORS)) await Promise.all(types.map((type) => DOORS[type]()));
  else await loadAllModels();
}

/** The kinds of the bodies of a scene, which nobody has checked yet. */
export function modelsIn(input: unknown): string[] {
  const scene = typeof input === 'string' ? parsed(input) : input;
  const bodies = (scene as { bodies?: unknown } | null)?.bodies;
  if (!Array.isArray(bodies)) return [];
  return [...new Set(bodies.map((body) => String(body?.model?.type ?? 'solid')))];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever reads the scene says what is wrong.
    return null;
  }
}
