import type { Region } from '../model.ts';
import type { TetTree } from './tree.ts';

/**
 * What a body's elements cannot do, with the remedy: hold regions that are thinner than the finest of them (of size
 * `fine` [m]).
 */
export function remarksOn(tree: TetTree, regions: readonly Region[], fine: number): string[] {
  const held = new Uint8Array(tree.positions.length / 3);
  return regions.flatMap(({ vertices }, r) => {
    held.fill(0);
    for (const v of vertices) held[v] = 1;
    if (holdsLeaf(tree, held)) return [];
    return [
      `attachments[${r}].region: thinner than the finest elements (${Number(fine.toPrecision(2))} m), so only single vertices of it are held, and what is free begins up to an element too early. Make it thicker, model.cell smaller, or model.levels larger.`,
    ];
  });
}

function holdsLeaf({ tets, tetStart, levels }: TetTree, held: Uint8Array): boolean {
  for (let o = 4 * tetStart[levels]; o < tets.length; o += 4)
    if (held[tets[o]] + held[tets[o + 1]] + held[tets[o + 2]] + held[tets[o + 3]] === 4)
      return true;
  return false;
}
