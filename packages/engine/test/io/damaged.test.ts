import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/core/errors.ts';
import { createRandom, type Random } from '../../src/core/random.ts';
import { meshMass } from '../../src/geometry/mass.ts';
import { checkMesh, repairMesh } from '../../src/geometry/mesh/check.ts';
import { boxMesh, icosphere, torusMesh } from '../../src/geometry/mesh/primitives.ts';
import type { TriangleMesh } from '../../src/geometry/types.ts';
import { readMesh, writeObj, writePly, writeStl } from '../../src/io/index.ts';
import { effort } from '../effort.ts';
import { bytesOf } from './text.ts';

const originals = [boxMesh([1, 2, 3], [2, 2, 2]), icosphere(1, 2), torusMesh(1, 0.4, 12, 8)];

/** A PLY as text, which no writer of ours makes. */
function textPly(mesh: TriangleMesh): Uint8Array {
  const rows: string[] = [];
  for (let i = 0; i < mesh.positions.length; i += 3)
    rows.push(mesh.positions.slice(i, i + 3).join(' '));
  for (let t = 0; t < mesh.triangles.length; t += 3)
    rows.push(`3 ${mesh.triangles.slice(t, t + 3).join(' ')}`);
  const n = mesh.positions.length / 3;
  return bytesOf(
    `ply\nformat ascii 1.0\nelement vertex ${n}\nproperty double x\nproperty double y\nproperty double z\nelement face ${mesh.triangles.length / 3}\nproperty list uchar int vertex_index\nend_header\n${rows.join('\n')}\n`,
  );
}

/** An STL as text. */
function textStl(mesh: TriangleMesh): Uint8Array {
  let text = 'solid\n';
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    text += 'facet normal 0 0 0\nouter loop\n';
    for (const v of mesh.triangles.subarray(t, t + 3))
      text += `vertex ${mesh.positions.slice(3 * v, 3 * v + 3).join(' ')}\n`;
    text += 'endloop\nendfacet\n';
  }
  return bytesOf(`${text}endsolid\n`);
}

const writers = [writeObj, writeStl, writePly, textPly, textStl];
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const damages: ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  (bytes, random) => {
    const out = bytes.slice();
    for (let k = 1 + random.below(20); k > 0; k--)
      out[random.below(out.length)] ^= 1 << random.below(8);
    return out;
  },
  (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  (bytes, random) => {
    const lines = latin(bytes).split('\n');
    for (let k = 1 + random.below(10); k > 0; k--) {
      const [i, j] = [random.below(lines.length), random.below(lines.length)];
      [lines[i], lines[j]] = [lines[j], lines[i]];
    }
    return bytesOf(lines.join('\n'));
  },
  (bytes, random) => {
    const huge = [
      '4294967295',
      '99999999999999999999',
      '-1',
      'NaN',
      'inf',
      '1e308',
      '2147483648',
      '0x10',
      '',
    ];
    const words = latin(bytes).split(/(?=[ \n])/);
    for (let k = 1 + random.below(4); k > 0; k--)
      words[random.below(Math.min(words.length, 60))] = ` ${huge[random.below(huge.length)]}`;
    return bytesOf(words.join(''));
  },
  (bytes, random) => {
    const out = bytes.slice();
    const at = random.below(out.length);
    out.fill([0, 255, 127][random.below(3)], at, at + 1 + random.below(16));
    return out;
  },
  (bytes, random) => {
    const from = random.below(bytes.length);
    const to = from + random.below(60);
    return Uint8Array.of(...bytes.subarray(0, from), ...bytes.subarray(to));
  },
];

/** Damage that no file format notices. */
function damageMesh(mesh: TriangleMesh, random: Random): TriangleMesh {
  const positions = mesh.positions.slice();
  let triangles = [...mesh.triangles];
  for (let k = 1 + random.below(5); k > 0; k--) {
    const t = 3 * random.below(triangles.length / 3);
    const c = random.below(triangles.length);
    const kind = random.below(8);
    if (kind === 0) triangles.splice(t, 3);
    else if (kind === 1) [triangles[t], triangles[t + 1]] = [triangles[t + 1], triangles[t]];
    else if (kind === 2) triangles[c] = random.below(positions.length / 3);
    else if (kind === 3) triangles.push(...triangles.slice(t, t + 3));
    else if (kind === 4)
      positions.copyWithin(3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 1] + 3);
    else if (kind === 5 && random.next() < 0.2)
      positions[random.below(positions.length)] = Number.NaN;
    else if (kind === 6 && random.next() < 0.2) triangles[c] = -5;
    else triangles = triangles.filter((_, i) => Math.floor(i / 3) % 40 !== k);
  }
  return { positions, triangles: Int32Array.from(triangles) };
}

/** Works, or is refused with a message; anything else is a bug. */
function attempt<T>(work: () => T, what: string): T | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError))
      throw new Error(`${what}: ${String(error)}`, { cause: error });
    // What is wrong, and what to do.
    expect(error.message, what).toMatch(/^\S.*: .+[.:)] \S.*[.?)]$/s);
    return null;
  }
}

function useMesh(mesh: TriangleMesh, what: string): boolean {
  const faults = checkMesh(mesh);
  for (const fault of faults) expect(fault.message).toMatch(/\d/);
  const repaired = attempt(() => repairMesh(mesh), what);
  if (repaired === null) return false;
  expect(checkMesh(repaired.mesh).filter((f) => f.severity === 'error')).toEqual([]);
  expect(repaired.done.length > 0 || faults.every((f) => f.severity === 'note')).toBe(true);
  attempt(() => meshMass(repaired.mesh), what);
  return true;
}

const FILES = effort(300, 20_000);
const MESHES = effort(200, 5000);

describe('damaged meshes', () => {
  it(`${FILES} damaged files are read or refused at a place`, () => {
    const random = createRandom(2024);
    let read = 0;
    for (let k = 0; k < FILES; k++) {
      const writer = k % writers.length;
      const bytes = damages[k % damages.length](
        writers[writer](originals[random.below(3)]),
        random,
      );
      const name = ['', 'a.obj', 'a.stl', 'a.ply'][random.below(4)];
      const what = `file ${k} (${writers[writer].name} as "${name}")`;
      const mesh = attempt(() => readMesh(bytes, name), what);
      if (mesh === null) continue;
      read++;
      useMesh(mesh, what);
    }
    expect(read).toBeGreaterThan(0.05 * FILES);
    expect(read).toBeLessThan(0.9 * FILES);
  });

  it(`${MESHES} damaged meshes are mended or refused at a place`, () => {
    const random = createRandom(77);
    let mended = 0;
    for (let k = 0; k < MESHES; k++) {
      if (useMesh(damageMesh(originals[k % 3], random), `mesh ${k}`)) mended++;
    }
    expect(mended).toBeGreaterThan(0.2 * MESHES);
    expect(mended).toBeLessThan(MESHES);
  });
});
