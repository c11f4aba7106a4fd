import { expect, test } from 'vitest';
import { noted } from '../../src/core/notes.ts';
import { readTetMesh } from '../../src/io/index.ts';
import { scene, world } from './helpers.ts';

/** A cube of 20 cm without its lid. */
const open = (y = 0) => ({
  type: 'mesh' as const,
  positions: Array.from({ length: 24 }, (_, i) => {
    const v = Math.floor(i / 3);
    return (((v >> (i % 3)) & 1) - 0.5) * 0.2 + (i % 3 === 1 ? y : 0);
  }),
  triangles: [
    ...[0, 2, 3, 0, 3, 1],
    ...[4, 5, 7, 4, 7, 6],
    ...[0, 1, 5, 0, 5, 4],
    ...[0, 4, 6, 0, 6, 2],
    ...[1, 3, 7, 1, 7, 5],
  ],
});
const rigid = { material: { young: 1e5 }, model: { type: 'rigid' as const } };
const MENDED = 'the mesh bounds no solid as it stands: filled 1 holes';

test('every mend of a mesh is a note: of bodies, of parts of a shape, of regions, of obstacles, and of what comes later', () => {
  const w = world(
    scene({
      bodies: [
        { name: 'whole', shape: open(), ...rigid },
        {
          name: 'part',
          shape: { type: 'union', shapes: [{ type: 'sphere', radius: 0.05 }, open()] },
          position: [1, 0, 0],
          ...rigid,
        },
        {
          name: 'held',
          shape: { type: 'box', size: [0.1, 0.1, 0.1] },
          attachments: [{ name: 'a', region: open() }],
          position: [2, 0, 0],
          ...rigid,
        },
      ],
      obstacles: [{ name: 'wall', shape: open(-1) }],
    }),
  );
  const found = (start: string) => w.notes.filter((text) => text.startsWith(start));
  expect(found(`whole and 1 more: ${MENDED}`)).toHaveLength(1);
  expect(found(`part: shape.shapes[1]: ${MENDED}`)).toHaveLength(1);
  expect(found(`held: attachments[0].region: ${MENDED}`)).toHaveLength(1);
  w.apply({ do: 'add', body: { name: 'late', shape: open(), position: [3, 0, 0], ...rigid } });
  w.apply({ do: 'add', obstacle: { name: 'fence', shape: open(-2) } });
  expect(found(`whole and 3 more: ${MENDED}`)).toHaveLength(1);
});

test('tetrahedra that are turned and nodes that are left out are told of', () => {
  const nodes = '5 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 9 9 9\n';
  const bytes: Record<string, Uint8Array> = {
    'a.node': new TextEncoder().encode(nodes),
    'a.ele': new TextEncoder().encode('1 4 0\n0 1 0 2 3\n'),
  };
  const { notes } = noted(() => readTetMesh('a.ele', (name) => bytes[name]));
  expect(notes.map((one) => one.text)).toEqual([
    'turned 1 tetrahedra that were inside out',
    'left out 1 nodes that no tetrahedron uses',
  ]);
});
