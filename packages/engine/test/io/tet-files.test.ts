import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/errors.ts';
import { createRandom } from '../../src/core/random.ts';
import { boxGrid } from '../../src/geometry/tets/box-grid.ts';
import { tetVolumes } from '../../src/geometry/tets/mesh.ts';
import type { TetMesh } from '../../src/geometry/types.ts';
import {
  createWorld,
  readMsh,
  readTetGen,
  readTetMesh,
  readVtu,
  type SceneInput,
  type ShapeInput,
  writeVtu,
} from '../../src/index.ts';
import { mshBinary, vtuText } from './tet-writers.ts';
import { bytesOf } from './text.ts';

const box = boxGrid([0.4, 0.1, 0.1], [8, 2, 2], { centre: [0.01, 0, 0.02] });

function rows(list: ArrayLike<number>, width: number, row: (i: number, items: number[]) => string) {
  return Array.from({ length: list.length / width }, (_, i) =>
    row(
      i,
      Array.from({ length: width }, (_, k) => list[width * i + k]),
    ),
  );
}

/** As Gmsh 2.2 writes it: nodes in any order, a triangle and a point among the elements, tags. */
function msh2({ positions, tets }: TetMesh): string {
  const nodes = rows(positions, 3, (i, x) => `${7 + 2 * i} ${x.join(' ')}`).reverse();
  const elements = rows(
    tets,
    4,
    (i, t) => `${i + 3} 4 2 1 ${i} ${t.map((v) => 7 + 2 * v).join(' ')}`,
  );
  return [
    '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 "the beam"\n$EndPhysicalNames',
    `$Nodes\n${nodes.length}\n${nodes.join('\n')}\n$EndNodes`,
    `$Elements\n${elements.length + 2}\n1 15 2 0 1 7\n2 2 2 0 1 7 9 11\n${elements.join('\n')}\n$EndElements\n`,
  ].join('\n');
}

/** As Gmsh 4.1 does: in blocks, one of nodes with parameters; a negative entity. */
function msh4({ positions, tets }: TetMesh): string {
  const n = positions.length / 3;
  const half = Math.floor(n / 2);
  const xyz = rows(positions, 3, (_, x) => x.join(' '));
  const tags = Array.from({ length: n }, (_, i) => `${i + 1}`);
  const block = (dim: number, tag: number, parametric: number, from: number, to: number): string =>
    `${dim} ${tag} ${parametric} ${to - from}\n${tags.slice(from, to).join('\n')}\n${xyz
      .slice(from, to)
      .map((line) => (parametric ? `${line} 0.25 0.5` : line))
      .join('\n')}`;
  const elements = rows(tets, 4, (i, t) => `${i + 2} ${t.map((v) => v + 1).join(' ')}`);
  return [
    '$MeshFormat\r\n4.1 0 8\r\n$EndMeshFormat',
    '$Entities\n1 0 0 1\n1 0 0 0 0\n1 0 0 0 1 1 1 0 0\n$EndEntities',
    `$Nodes\n2 ${n} 1 ${n}\n${block(2, -1, 1, 0, half)}\n${block(3, 1, 0, half, n)}\n$EndNodes`,
    `$Elements\n2 ${elements.length + 1} 1 ${elements.length + 1}\n2 -1 2 1\n1 1 2 3\n3 1 4 ${elements.length}\n${elements.join('\n')}\n$EndElements\n`,
  ].join('\n');
}

function tetgen(
  { positions, tets, each = 4 }: TetMesh & { each?: number },
  first: number,
): { node: string; ele: string } {
  const nodes = rows(positions, 3, (i, x) => `  ${i + first}   ${x.join('  ')}  0.5 1`);
  const elements = rows(
    tets,
    each,
    (i, t) => `${i + first} ${t.map((v) => v + first).join(' ')} 17`,
  );
  return {
    node: `# made by a test\n\n${nodes.length} 3 1 1\n${nodes.join('\n')}\n# end\n`,
    ele: `${elements.length}  ${each}  1 # attributes follow\n${elements.join('\n')}\n`,
  };
}

/** The same solid, corner by corner, whatever the order of nodes. */
function expectSame(mesh: TetMesh, wanted: TetMesh = box): void {
  expect(mesh.tets.length).toBe(wanted.tets.length);
  for (let k = 0; k < wanted.tets.length; k++) {
    for (let c = 0; c < 3; c++) {
      expect(mesh.positions[3 * mesh.tets[k] + c]).toBe(wanted.positions[3 * wanted.tets[k] + c]);
    }
  }
}

const corners: TetMesh = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  tets: Int32Array.of(0, 1, 2, 3),
};

/** One element of ten nodes whose edges are bent outwards; the middles in no order at all. */
function tenNodes(bulge: number): { positions: Float64Array; tets: Int32Array; each: number } {
  const x = [...corners.positions];
  for (const [a, b] of [
    [2, 3],
    [0, 1],
    [1, 3],
    [0, 2],
    [1, 2],
    [0, 3],
  ])
    for (let d = 0; d < 3; d++) {
      const middle = (x[3 * a + d] + x[3 * b + d]) / 2;
      x.push(middle + bulge * (middle - 0.25));
    }
  return {
    positions: Float64Array.from(x),
    tets: Int32Array.from({ length: 10 }, (_, i) => i),
    each: 10,
  };
}

describe('tetrahedra from files', () => {
  it('Gmsh 2.2 and 4.1', () => {
    expectSame(readMsh(bytesOf(msh2(box))));
    expectSame(readMsh(bytesOf(msh4(box))));
  });

  it.each([0, 1])('TetGen, numbered from %d, whichever of its files is named', (first) => {
    const { node, ele } = tetgen(box, first);
    expectSame(readTetGen(bytesOf(node), bytesOf(ele)));
    const files = (name: string) => bytesOf(name === 'a.b.node' ? node : ele);
    expectSame(readTetMesh('a.b.ele', files));
    expectSame(readTetMesh('a.b.node', files));
  });

  it('turns tets that are inside out, leaves out nodes that none uses, takes corners of ten-node ones', () => {
    const text = [
      '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n12',
      '1 9 9 9\n2 0 0 0\n3 1 0 0\n4 0 1 0\n5 0 0 1',
      '6 .5 0 0\n7 .5 .5 0\n8 0 .5 0\n9 0 0 .5\n10 .5 0 .5\n11 0 .5 .5\n12 8 8 8',
      '$EndNodes\n$Elements\n1\n1 11 2 0 0 3 2 4 5 6 7 8 9 10 11\n$EndElements',
    ].join('\n');
    const mesh = readMsh(bytesOf(text));
    expect(mesh.positions.length).toBe(12);
    expect(tetVolumes(mesh)[0]).toBeCloseTo(1 / 6, 15);
  });

  it.each(['2.2', '4.1'] as const)('Gmsh %s, binary, either byte order', (version) => {
    expectSame(readMsh(mshBinary(box, version, true)));
    expectSame(readMsh(mshBinary(box, version, false)));
  });

  it('VTU: our own, as text and in base64', () => {
    const rounded = { ...box, positions: Float64Array.from(box.positions, Math.fround) };
    const own = writeVtu({ positions: box.positions, cells: box.tets, kind: 'tetrahedron' });
    expectSame(readVtu(own), rounded);
    expectSame(readVtu(bytesOf(vtuText(box, false))));
    expectSame(readTetMesh('a.vtu', () => bytesOf(vtuText(box, true))));
    expect(() =>
      readVtu(bytesOf(vtuText(box, true).replace('<VTKFile', '<VTKFile compressor="vtkZLib"'))),
    ).toThrow(/without compression/);
    expect(() => readVtu(own.slice(0, 900))).toThrow(InputError);
  });

  it('curved elements of second order become eight straight ones that bulge as they do', () => {
    const straight = tetgen(tenNodes(0), 0);
    expectSame(readTetGen(bytesOf(straight.node), bytesOf(straight.ele)), corners);
    const bulged = tetgen(tenNodes(0.1), 0);
    const mesh = readTetGen(bytesOf(bulged.node), bytesOf(bulged.ele));
    expect(mesh.tets.length).toBe(32);
    const volume = tetVolumes(mesh).reduce((sum, v) => sum + v, 0);
    expect(volume).toBeGreaterThan(1.2 / 6);
    expect(tetVolumes(mesh).every((v) => v > 0)).toBe(true);
  });

  const good = msh2(box);
  it.each([
    ['an OBJ file', 'v 0 0 0\n', /\$MeshFormat.*Gmsh/],
    ['an old version', good.replace('2.2 0 8', '4.0 0 8'), /line 2: version 4.0.*4.1 or 2.2/],
    [
      'text that says it is binary',
      good.replace('2.2 0 8', '2.2 1 8'),
      /byte \d+: the mark of the byte order/,
    ],
    [
      'too few nodes',
      good.replace(/\n7 [^\n]*\n/, '\n'),
      /line \d+: "\$EndNodes".*fewer than announced/,
    ],
    [
      'a word for a number',
      good.replace('\n3 4 2', '\n3 four 2'),
      /line \d+: "four" is not the type/,
    ],
    ['hexahedra', good.replace('\n3 4 2', '\n3 5 2'), /hexahedra. Only tetrahedra/],
    [
      'a corner that is missing',
      good.replace(/(\n3 4 2 1 0) \d+/, '$1 99999'),
      /element 3.*corner 99999/,
    ],
    [
      'a surface alone',
      good.replaceAll(/\n\d+ 4 2 /g, '\n1 15 2 '),
      /no tetrahedra.*three dimensions/,
    ],
    ['three corners', good.replace(/(\n3 4 2 1 0( \d+){3}) \d+/, '$1'), /element 3 has 3 nodes/],
  ])('refuses %s, saying where and what to do', (_, text, message) => {
    expect(() => readMsh(bytesOf(text))).toThrow(message);
  });

  it('refuses TetGen files that do not fit', () => {
    const { node, ele } = tetgen(box, 1);
    const read = (n: string, e: string) => () => readTetGen(bytesOf(n), bytesOf(e));
    expect(read(node.replace(' 3 1 1', ' 2 1 1'), ele)).toThrow(/line 3: .*2 dimensions/);
    expect(read(node, ele.replace(/ {2}4 {2}1/, ' 3 1'))).toThrow(/4 or 10 nodes, got 3/);
    expect(read(node.split('\n').slice(0, 20).join('\n'), ele)).toThrow(/file ends where node/);
    expect(read(node, tetgen(box, 0).ele)).toThrow(/corner 0, which is not among/);
    expect(read(ele, node)).toThrow(InputError);
    const flat = node.replaceAll(/( +\d+ +\S+ +\S+ +)\S+/g, '$10');
    expect(read(flat, ele)).toThrow(/element \d+: is flat/);
  });

  it('never does anything but read or refuse, however a file is damaged', () => {
    const random = createRandom(11);
    const { node, ele } = tetgen(boxGrid([1, 1, 1], [1, 1, 1]), 1);
    const small = boxGrid([1, 1, 1], [1, 1, 1]);
    const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
    const sources = [
      ...[msh2(small), msh4(small), node, ele],
      ...[latin(mshBinary(small, '2.2', true)), latin(mshBinary(small, '4.1', true))],
      ...[vtuText(small, true), vtuText(small, false)],
    ];
    for (let k = 0; k < 600; k++) {
      const which = k % sources.length;
      const bytes = bytesOf(sources[which]);
      for (let d = random.below(6); d >= 0; d--)
        bytes[random.below(bytes.length)] = 32 + random.below(96);
      const cut = random.below(2) === 0 ? bytes : bytes.slice(0, random.below(bytes.length));
      try {
        const mesh =
          which < 2 || which === 4 || which === 5
            ? readMsh(cut)
            : which > 5
              ? readVtu(cut)
              : readTetGen(which === 2 ? cut : bytesOf(node), which === 3 ? cut : bytesOf(ele));
        expect(tetVolumes(mesh).every((v) => v > 0)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
  });
});

describe('bodies of given tetrahedra', () => {
  const files = () => bytesOf(msh4(box));
  const beam = { type: 'mesh', file: 'beam.msh' } as const;
  const scene = (model: object, shape: ShapeInput = beam): SceneInput => ({
    format: 'pliant/1',
    name: 'given',
    bodies: [
      {
        name: 'beam',
        shape,
        material: { young: 1e6, density: 1000 },
        model: model as { type: 'solid' },
        attachments: [
          { name: 'wall', region: { type: 'box', size: [0.1, 1, 1], position: [-0.2, 0, 0] } },
        ],
        probes: { tip: [0.21, 0, 0.02] },
      },
    ],
  });

  it('a solid has their nodes, their mass and their surface, and hangs as the same box cut by the grid does', () => {
    const given = createWorld(scene({ type: 'solid', elements: 'linear' }), { files });
    expect(given.bodies[0].levels.totalDofs).toBe(box.positions.length);
    expect(given.bodies[0].mass).toBeCloseTo(4, 9);
    const cut = createWorld(
      scene(
        { type: 'solid', cell: 0.05, mesh: 'grid' },
        {
          type: 'box',
          size: [0.4, 0.1, 0.1],
          position: [0.01, 0, 0.02],
        },
      ),
    );
    for (const world of [given, cut]) world.step(60);
    expect(given.bodies[0].probe('tip')[1]).toBeCloseTo(cut.bodies[0].probe('tip')[1], 9);
    expect(given.bodies[0].probe('tip')[1]).toBeLessThan(-1e-3);
  });

  it('trees grow from them', () => {
    const world = createWorld(scene({ type: 'tets', levels: 1, adaptive: false }), { files });
    world.step(3);
    expect(world.bodies[0].mass).toBeCloseTo(4, 9);
    expect(world.issues.size).toBe(0);
  });

  it('other models take their surface, and “given” is refused where nothing was given', () => {
    const rigid = createWorld(scene({ type: 'rigid' }), { files });
    expect(rigid.bodies[0].mass).toBeCloseTo(4, 6);
    const moved = scene({ type: 'solid', mesh: 'given' }, { ...beam, position: [0.1, 0, 0] });
    expect(() => createWorld(moved, { files })).toThrow(/bodies\[0\].model.mesh.*Move the body/);
  });
});
