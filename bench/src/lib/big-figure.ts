import { deflateSync } from 'node:zlib';

/** A GLB with a textured torus of about n vertices, its seams doubled as exporters do. */
export function bigFigure(n: number): Uint8Array {
  const rows = Math.round(Math.sqrt(n / 2));
  const columns = 2 * rows;
  const positions: number[] = [];
  const uvs: number[] = [];
  const triangles: number[] = [];
  for (let r = 0; r <= rows; r++) {
    for (let c = 0; c <= columns; c++) {
      const [a, b] = [(2 * Math.PI * (r % rows)) / rows, (2 * Math.PI * (c % columns)) / columns];
      const out = 0.5 + 0.2 * Math.cos(a);
      positions.push(out * Math.cos(b), 0.2 * Math.sin(a), out * Math.sin(b));
      uvs.push(c / columns, r / rows);
      if (r === rows || c === columns) continue;
      const v = r * (columns + 1) + c;
      triangles.push(v, v + columns + 1, v + 1, v + 1, v + columns + 1, v + columns + 2);
    }
  }
  const parts = [
    Float32Array.from(positions),
    Float32Array.from(uvs),
    Uint32Array.from(triangles),
    noise(512),
  ];
  const low = [0, 1, 2].map((d) =>
    positions.filter((_, i) => i % 3 === d).reduce((a, b) => Math.min(a, b)),
  );
  const high = [0, 1, 2].map((d) =>
    positions.filter((_, i) => i % 3 === d).reduce((a, b) => Math.max(a, b)),
  );
  let offset = 0;
  const bufferViews = parts.map(({ byteLength }) => {
    const view = { buffer: 0, byteOffset: offset, byteLength };
    offset += Math.ceil(byteLength / 4) * 4;
    return view;
  });
  const count = positions.length / 3;
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      { primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0 }] },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ bufferView: 3, mimeType: 'image/png' }],
    accessors: [
      { bufferView: 0, componentType: 5126, count, type: 'VEC3', min: low, max: high },
      { bufferView: 1, componentType: 5126, count, type: 'VEC2' },
      { bufferView: 2, componentType: 5125, count: triangles.length, type: 'SCALAR' },
    ],
    bufferViews,
    buffers: [{ byteLength: offset }],
  };
  const binary = new Uint8Array(offset);
  parts.forEach((part, i) => {
    binary.set(
      new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
      bufferViews[i].byteOffset,
    );
  });
  return pack(json, binary);
}

function pack(json: unknown, binary: Uint8Array): Uint8Array {
  const text = Buffer.from(JSON.stringify(json));
  const room = Math.ceil(text.length / 4) * 4;
  const out = Buffer.alloc(28 + room + binary.length, 32);
  [0x46546c67, 2, out.length, room, 0x4e4f534a].forEach((word, i) => {
    out.writeUInt32LE(word, 4 * i);
  });
  text.copy(out, 20);
  out.writeUInt32LE(binary.length, 20 + room);
  out.writeUInt32LE(0x004e4942, 24 + room);
  out.set(binary, 28 + room);
  return new Uint8Array(out);
}

/** A compressed image that does not compress: bytes of the size a texture has. Only its size matters here. */
function noise(side: number): Uint8Array {
  let state = 1;
  const pixels = Uint8Array.from({ length: 3 * side * side }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
  return new Uint8Array(deflateSync(pixels));
}
