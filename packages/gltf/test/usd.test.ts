import { memorySink, usdaWriter } from 'pliant';
import type { Mesh } from 'three';
import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import { describe, expect, it } from 'vitest';

describe('USD as three.js reads it', () => {
  it('is a mesh with its places, faces and texture coordinates', () => {
    const sink = memorySink();
    const uvs = [0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0.25];
    const triangles = [0, 1, 2, 0, 2, 3];
    const writer = usdaWriter(sink, { name: 'leaf', rate: 30, triangles, uvs, frames: 2 });
    const frame = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0.5, 0, 0, 0.5, 0.1);
    writer.frame(frame);
    writer.frame(frame.map((x) => x + 1));
    writer.end();
    const text = new TextDecoder().decode(sink.bytes());
    expect(text).toMatch(/startTimeCode = 0\n {4}endTimeCode = 1\n/);
    const group = new USDLoader().parse(text as never);
    const meshes: Mesh[] = [];
    group.traverse((one) => {
      if ((one as Mesh).isMesh) meshes.push(one as Mesh);
    });
    expect(meshes.map(({ name }) => name)).toEqual(['leaf']);
    const { geometry } = meshes[0];
    const order = geometry.index ? [...geometry.index.array] : [0, 1, 2, 3, 4, 5];
    const at = (name: string, width: number): number[][] =>
      order.map((v) => [...geometry.getAttribute(name).array.slice(width * v, width * v + width)]);
    expect(at('uv', 2).flat()).toEqual(uvs);
    expect(at('position', 3).flat()).toEqual(
      triangles.flatMap((v) => [...frame.slice(3 * v, 3 * v + 3)]),
    );
  });
});
