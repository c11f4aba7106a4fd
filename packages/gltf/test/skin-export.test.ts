import { WebIO } from '@gltf-transform/core';
import { createRandom, createWorld } from 'pliant';
import { describe, expect, it } from 'vitest';
import { type TwoTurns, twoTurns } from '../src/affine.ts';
import {
  fitSkin,
  importGltf,
  recordTakes,
  writeDrawn,
  writeMorphGlb,
  writeSkinGlb,
} from '../src/index.ts';
import { nonNegative } from '../src/nnls.ts';
import type { Take } from '../src/takes.ts';
import { rigged } from './fixtures.ts';
import { farthest } from './skin.ts';
import { loadInThree } from './three.ts';
import { faultsOf } from './validate.ts';

/** A bar of 0.4 m that bends, stretches and drifts: smooth, and no skin of few joints by birth. */
function bar(frames: number): Take {
  const [nx, n] = [17, 4];
  const rest: number[] = [];
  for (let i = 0; i < nx; i++)
    for (let k = 0; k < n; k++)
      rest.push(0.4 * (i / (nx - 1)), 0.03 * [0, 1, 1, 0][k], 0.03 * [0, 0, 1, 1][k]);
  const triangles: number[] = [];
  for (let i = 0; i + 1 < nx; i++)
    for (let k = 0; k < n; k++) {
      const [a, b] = [n * i + k, n * i + ((k + 1) % n)];
      triangles.push(a, a + n, b, b, a + n, b + n);
    }
  const at = (t: number): Float32Array =>
    Float32Array.from(rest, (x, i) => {
      const s = rest[i - (i % 3)];
      const bend = 0.5 * Math.sin(0.3 * t) * s * s;
      const spin = [0.01 * t, bend, 0.2 * bend][i % 3];
      return x * (i % 3 === 0 ? 1 + 0.1 * Math.cos(0.2 * t) : 1) + spin;
    });
  return {
    name: 'bar',
    body: 'bar',
    size: 0.4,
    first: 0,
    triangles: Int32Array.from(triangles),
    frames: Array.from({ length: frames }, (_, t) => at(t)),
  };
}

describe('non-negative least squares', () => {
  it('finds what no other x ≥ 0 is better than', () => {
    const random = createRandom(3);
    for (let trial = 0; trial < 20; trial++) {
      const n = 5;
      const A = Float64Array.from({ length: 8 * n }, () => random.range(-1, 1));
      const y = Float64Array.from({ length: 8 }, () => random.range(-1, 1));
      const G = Float64Array.from({ length: n * n }, (_, e) => {
        let sum = 0;
        for (let r = 0; r < 8; r++) sum += A[r * n + Math.floor(e / n)] * A[r * n + (e % n)];
        return sum;
      });
      const b = Float64Array.from({ length: n }, (_, i) =>
        y.reduce((sum, v, r) => sum + v * A[r * n + i], 0),
      );
      const x = new Float64Array(n);
      nonNegative(x, G, b, n);
      // The conditions of Karush, Kuhn and Tucker.
      for (let i = 0; i < n; i++) {
        let slope = -b[i];
        for (let j = 0; j < n; j++) slope += G[i * n + j] * x[j];
        expect(x[i]).toBeGreaterThanOrEqual(0);
        expect(slope).toBeGreaterThan(-1e-9);
        expect(Math.abs(slope * x[i])).toBeLessThan(1e-9);
      }
    }
  });
});

describe('an affine map as two turns and a stretch', () => {
  it('is that map, also where it shears, flattens or mirrors, and stays near the last', () => {
    const random = createRandom(5);
    let last: TwoTurns | null = null;
    for (let trial = 0; trial < 40; trial++) {
      const M = Float64Array.from(
        { length: 9 },
        (_, i) => (i % 4 === 0 ? 1 : 0) + random.range(-0.6, 0.6),
      );
      if (trial % 10 === 9) for (let c = 0; c < 3; c++) M[6 + c] = M[3 + c];
      last = twoTurns(M, 0, 3, last);
      const { outer, scale, inner } = last;
      const [U, V] = [matrix(outer), matrix(inner)];
      const back = M.map((_, i) => {
        let sum = 0;
        for (let k = 0; k < 3; k++)
          sum += U[3 * Math.floor(i / 3) + k] * scale[k] * V[3 * k + (i % 3)];
        return sum;
      });
      expect(farthest(back, M)).toBeLessThan(1e-7);
    }
    const [a, b] = [0, 0.01].map((e) =>
      twoTurns(Float64Array.of(1, e, 0, 0, 1.1, e, 0, 0, 0.9), 0, 3, last),
    );
    const near = twoTurns(Float64Array.of(1, 0.011, 0, 0, 1.1, 0.01, 0, 0, 0.9), 0, 3, b);
    expect(farthest(near.inner, b.inner)).toBeLessThan(0.05);
    expect(a.scale).toHaveLength(3);
  });
});

describe('a GLB of a run as a skin', () => {
  it('is valid, within its tolerance, and three.js finds every vertex within the stated error', async () => {
    const take = bar(30);
    const times = take.frames.map((_, t) => t / 30);
    const { glb, bodies } = await writeSkinGlb([take], times, { tolerance: 5e-3 });
    expect(await faultsOf(glb)).toEqual([]);
    const [{ worst, joints }] = bodies;
    expect(worst).toBeLessThanOrEqual(5e-3 * 0.4);
    expect(joints).toBeLessThanOrEqual(64);
    const three = await loadInThree(glb);
    for (let k = 0; k < 20; k++) {
      const frame = Math.round((29 * k) / 19);
      three.pose(times[frame]);
      expect(farthest(three.vertices(three.meshes[0]), take.frames[frame])).toBeLessThan(
        worst + 2e-6,
      );
    }
  });

  it('keeps weights between 0 and 1 that add up to one, and no joint inside out', () => {
    const take = bar(20);
    const { weights, poses } = fitSkin(take.frames, take.size, { joints: 8, tolerance: 0 });
    for (let v = 0; v < weights.length; v += 4) {
      const four = weights.subarray(v, v + 4);
      expect(Math.min(...four)).toBeGreaterThanOrEqual(0);
      expect(four.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
    }
    for (let o = 0; o < poses.length; o += 12) {
      const [a, b, c, , d, e, f, , g, h, i] = poses.subarray(o, o + 12);
      expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBeGreaterThan(0);
    }
  });

  it('has one joint for what only turns and shifts', () => {
    const rest = bar(1).frames[0];
    const frames = [0, 1, 2].map((t) => rest.map((x, i) => (i % 3 === 1 ? -1 : 1) * x + 0.1 * t));
    const { centres, worst } = fitSkin(frames, 0.4);
    expect(centres).toHaveLength(3);
    expect(worst).toBeLessThan(1e-6);
  });

  it('shows a body that comes later from its first frame on', async () => {
    const take = { ...bar(10), first: 5 };
    const times = Array.from({ length: 15 }, (_, t) => t / 30);
    const { glb } = await writeSkinGlb([take], times, { joints: 4 });
    expect(await faultsOf(glb)).toEqual([]);
    const three = await loadInThree(glb);
    three.pose(times[2]);
    const hidden = three.vertices(three.meshes[0]);
    expect(farthest(hidden, new Float64Array(hidden.length))).toBeLessThan(1e-9);
  });
});

describe('a run of an imported figure', () => {
  it('is written with the vertices, textures and materials of its file, as morph targets and as a skin', async () => {
    const imported = await importGltf(rigged({ texture: true }).glb());
    const { drawn: figures, figure } = imported;
    const world = createWorld(imported.scene, { files: (name) => imported.files[name] });
    const { takes, times, frame } = recordTakes(world);
    frame();
    for (let k = 0; k < 4; k++) {
      world.step();
      frame();
    }
    const { vertexOf } = figures[0];
    const expected = Float64Array.from(
      { length: 3 * vertexOf.length },
      (_, i) => takes[0].frames[4][3 * vertexOf[Math.floor(i / 3)] + (i % 3)],
    );
    // three.js cannot load images here: it gets a file without.
    const bare = {
      ...figure,
      images: [],
      materials: figure.materials.map((one) => ({ ...one, textures: {} })),
    };
    for (const write of [writeMorphGlb, writeSkinGlb]) {
      const { glb } = await write(takes, times, { drawn: await writeDrawn(figures, figure) });
      expect(await faultsOf(glb)).toEqual([]);
      const root = (await new WebIO().readBinary(glb)).getRoot();
      expect(root.listTextures()).toHaveLength(1);
      const [primitive] = root.listMeshes()[0].listPrimitives();
      expect(primitive.getAttribute('TEXCOORD_0')?.getCount()).toBe(vertexOf.length);
      expect(primitive.getMaterial()?.getBaseColorTexture()).not.toBeNull();
      const plain = await write(takes, times, { drawn: await writeDrawn(figures, bare) });
      const { meshes, pose, vertices } = await loadInThree(plain.glb);
      pose(times[4]);
      expect(farthest(vertices(meshes[0]), expected)).toBeLessThan(plain.bodies[0].worst + 1e-5);
    }
  });
});

function matrix([a, b, c, w]: readonly number[]): Float64Array {
  return Float64Array.of(
    ...[1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)],
    ...[2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)],
    ...[2 * (a * c - w * b), 2 * (b * c + w * a), 1 - 2 * (a * a + b * b)],
  );
}
