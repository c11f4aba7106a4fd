import { describe, expect, it } from 'vitest';
import { compileShape } from '../../../src/geometry/sdf/compile.ts';
import { LIBRARY } from '../../../src/geometry/sdf/library/index.ts';
import { extractSurface } from '../../../src/geometry/surface/surface.ts';
import { meshFacts } from './mesh-facts.ts';

describe.each(Object.entries(LIBRARY))('%s', (name, entry) => {
  const sdf = compileShape({ type: 'thing', name });
  const b = sdf.bounds;

  it('has the size it says and stands on the floor', () => {
    for (let a = 0; a < 3; a++)
      expect(Math.abs(b[3 + a] - b[a] - entry.size[a])).toBeLessThan(0.008);
    expect(Math.abs(b[1])).toBeLessThan(0.005);
  });

  it('is plain data', () => {
    const shape = entry.shape();
    expect(JSON.parse(JSON.stringify(shape))).toEqual(shape);
  });

  it('is one closed piece without tunnels', () => {
    const facts = meshFacts(extractSurface(sdf, Math.max(...entry.size) / 60));
    expect(facts.closed && facts.fans).toBe(true);
    expect(facts.components).toBe(1);
    expect(facts.volume).toBeGreaterThan(0);
    expect(facts.euler).toBe(2);
  });

  it('has its parts inside it', () => {
    for (const part of Object.keys(entry.parts ?? {})) {
      const field = compileShape({ type: 'thing', name, part });
      const mesh = extractSurface(field, Math.max(...entry.size) / 30);
      const out = new Float64Array(mesh.positions.length / 3);
      sdf.evaluate(mesh.positions, out.length, out);
      // Below the floor and in shallow cuts a part may stand out a little; most of it does not.
      const within = out.filter((d) => d < 0.003).length / out.length;
      expect(within, part).toBeGreaterThan(0.9);
    }
  });
});
