import { createCsv, createWorld } from 'pliant';
import { expect, it } from 'vitest';
import { framePath, pathFor } from '../src/bake/baker.ts';

it('names with commas and quotation marks are one column each', () => {
  const world = createWorld({
    format: 'pliant/1',
    name: 'names',
    bodies: [
      {
        name: 'a "b", c',
        shape: { type: 'box', size: [1, 1, 1] },
        material: { young: 1e5 },
        model: { type: 'rigid' },
        probes: { 'x,y': [0, 0, 0] },
      },
    ],
  });
  const { header, line } = createCsv(world);
  expect(header).toContain(',"a ""b"", c.dofs","a ""b"", c.x,y.x",');
  const cells = header.replace(/"([^"]|"")*"/g, 'cell').split(',');
  expect(line().split(',')).toHaveLength(cells.length);
});

it('names stay within the folder that files are written to', () => {
  expect(pathFor('out/run.mdd', 'a b/Käse')).toBe('out/run.a b-Käse.mdd');
  for (const name of ['../x', 'a/b', 'C:\\x', 'a?*', '..', 'con<>|'])
    for (const path of [pathFor('out/run.mdd', name), framePath('out/run.obj', 3, name)]) {
      expect(path.startsWith('out/run.'), path).toBe(true);
      expect(path.slice(4)).not.toMatch(/[<>:"/\\|?*]/);
    }
});
