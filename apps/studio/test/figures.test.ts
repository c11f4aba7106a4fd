import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAPERS } from '../src/figures.ts';

it('every paper has at least six figures, each of a scene of the gallery and once', () => {
  const scenes = readdirSync(new URL('../../../scenes/', import.meta.url));
  for (const { figures } of PAPERS) {
    expect(figures.length).toBeGreaterThanOrEqual(6);
    expect(new Set(figures.map(({ number }) => number)).size).toBe(figures.length);
    for (const { scene } of figures) expect(scenes).toContain(`${scene}.json`);
  }
});
