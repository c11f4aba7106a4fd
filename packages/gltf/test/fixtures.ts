import { type Builder, createBuilder, tinyPng } from './builder.ts';

/** A closed tube along y from 0 to `height`: rings of doubled vertices at the texture's seam, caps with corners of their own. */
export interface Tube {
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array;
  triangles: Uint16Array;
}

export function tube(rings = 8, sides = 8, height = 1.6, radius = 0.15): Tube {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const triangles: number[] = [];
  const corner = (s: number): [number, number] => {
    const angle = (2 * Math.PI * (s % sides)) / sides;
    return [Math.cos(angle), Math.sin(angle)];
  };
  for (let r = 0; r <= rings; r++) {
    for (let s = 0; s <= sides; s++) {
      const [x, z] = corner(s);
      positions.push(radius * x, (height * r) / rings, radius * z);
      normals.push(x, 0, z);
      uvs.push(s / sides, r / rings);
    }
  }
  const at = (r: number, s: number): number => r * (sides + 1) + s;
  for (let r = 0; r < rings; r++) {
    for (let s = 0; s < sides; s++) {
      triangles.push(at(r, s), at(r + 1, s), at(r, s + 1));
      triangles.push(at(r, s + 1), at(r + 1, s), at(r + 1, s + 1));
    }
  }
  for (const top of [0, 1]) {
    const first = positions.length / 3;
    for (let s = 0; s <= sides; s++) {
      const [x, z] = s === sides ? [0, 0] : corner(s);
      positions.push(radius * x, height * top, radius * z);
      normals.push(0, 2 * top - 1, 0);
      uvs.push((x + 1) / 2, (z + 1) / 2);
    }
    for (let s = 0; s < sides; s++) {
      const [a, b] = [first + s, first + ((s + 1) % sides)];
      if (top === 1) triangles.push(first + sides, b, a);
      else triangles.push(first + sides, a, b);
    }
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uvs: Float32Array.from(uvs),
    triangles: Uint16Array.from(triangles),
  };
}

export interface RigOptions {
  /** The upper quarter is painted to be soft. */
  painted?: boolean;
  /** Above the joints: a node that turns z up, or one with a scale of its own. */
  above?: { rotation?: number[]; scale?: number[]; translation?: number[] };
  /** A node between the first and the second joint that is no joint. */
  between?: boolean;
  interpolation?: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Five to eight influences. */
  eight?: boolean;
  /** Weights as bytes, positions as shorts with the size in the matrices. */
  quantized?: boolean;
  /** The pose in the file is not the one the skin was bound in. */
  posed?: boolean;
  /** Two meshes, each with a skin of its own, on the same joints. */
  twoSkins?: boolean;
  texture?: boolean;
  channels?: ('rotation' | 'translation' | 'scale')[];
}

const JOINTS = 3;
const HEIGHT = 1.6;

/** A tube with three joints, one above the other, that bends in a clip of 1.5 s. */
export function rigged(options: RigOptions = {}): Builder {
  const b = createBuilder();
  const shape = tube();
  const primitives = [riggedPrimitive(b, shape, options)];
  const mesh = b.add('meshes', { name: 'tube.mesh', primitives });
  const bones = addJoints(b, options);
  const skin = addSkin(b, bones, options, 'rig');
  const { above = {} } = options;
  const holder = b.add('nodes', { name: 'Armature', children: [bones[0]], ...above });
  // A skinned node's own place means nothing: the reader must not use it.
  const roots = [holder, b.add('nodes', { mesh, skin, translation: [9, 9, 9] })];
  if (options.twoSkins) {
    const other = addSkin(b, [bones[2], bones[0], bones[1]], options, 'rig');
    const second = b.add('meshes', { name: 'tube.mesh', primitives });
    roots.push(b.add('nodes', { name: 'second', mesh: second, skin: other }));
  }
  addClip(b, bones, options);
  b.add('scenes', { nodes: roots });
  b.json.scene = 0 as never;
  return b;
}

function riggedPrimitive(b: Builder, shape: Tube, options: RigOptions): Record<string, unknown> {
  const n = shape.positions.length / 3;
  const sets = options.eight ? 2 : 1;
  const joints = Array.from({ length: sets }, () => new Uint8Array(4 * n));
  const weights = Array.from({ length: sets }, () => new Float32Array(4 * n));
  for (let v = 0; v < n; v++) {
    // Linear between neighbouring joints; with eight influences each share is split into two.
    const h = Math.min(JOINTS - 1, (shape.positions[3 * v + 1] / HEIGHT) * (JOINTS - 1));
    const low = Math.min(JOINTS - 2, Math.floor(h));
    for (let s = 0; s < sets; s++) {
      joints[s].set([low, low + 1, 0, 0], 4 * v);
      weights[s].set([(1 - (h - low)) / sets, (h - low) / sets, 0, 0], 4 * v);
    }
  }
  const attributes: Record<string, number> = {
    POSITION: options.quantized
      ? b.strided(
          Int16Array.from(shape.positions, (x) => Math.round(x * 1e4)),
          3,
          'VEC3',
          {
            min: [-1500, 0, -1500],
            max: [1500, 16000, 1500],
          },
        )
      : b.accessor(shape.positions, 'VEC3'),
    NORMAL: b.accessor(shape.normals, 'VEC3'),
    TEXCOORD_0: b.accessor(shape.uvs, 'VEC2'),
  };
  if (options.painted) {
    const above = (_: unknown, v: number): number =>
      shape.positions[3 * v + 1] > 0.75 * HEIGHT ? 1 : 0;
    attributes._FLESH = b.accessor(Float32Array.from({ length: n }, above), 'SCALAR');
  }
  joints.forEach((list, s) => {
    attributes[`JOINTS_${s}`] = b.accessor(list, 'VEC4');
    attributes[`WEIGHTS_${s}`] = options.quantized
      ? b.accessor(asBytes(weights[s]), 'VEC4', { normalized: true })
      : b.accessor(weights[s], 'VEC4');
  });
  if (options.quantized) {
    b.json.extensionsUsed = ['KHR_mesh_quantization'] as never;
    b.json.extensionsRequired = ['KHR_mesh_quantization'] as never;
  }
  return {
    attributes,
    indices: b.accessor(shape.triangles, 'SCALAR'),
    ...(options.texture ? { material: addMaterial(b) } : {}),
  };
}

/** Four weights of a vertex as bytes that add up to 255. */
function asBytes(weights: Float32Array): Uint8Array {
  const out = Uint8Array.from(weights, (w) => Math.round(255 * w));
  for (let v = 0; v < out.length; v += 4) out[v + 1] = 255 - out[v];
  return out;
}

export function addMaterial(b: Builder): number {
  const image = b.add('images', { bufferView: b.view(tinyPng()), mimeType: 'image/png' });
  const index = b.add('textures', { source: image });
  const pbrMetallicRoughness = {
    baseColorTexture: { index },
    metallicFactor: 0,
    roughnessFactor: 0.5,
  };
  return b.add('materials', { name: 'skin', pbrMetallicRoughness, doubleSided: true });
}

function addJoints(b: Builder, { between, posed }: RigOptions): number[] {
  const step = HEIGHT / (JOINTS - 1);
  const bent = posed ? { rotation: [0, 0, Math.sin(0.3), Math.cos(0.3)] } : {};
  const tip = b.add('nodes', { name: 'Bone.002', translation: [0, step, 0], ...bent });
  const middle = b.add('nodes', {
    name: 'Bone.001',
    translation: [0, between ? step / 2 : step, 0],
    children: [tip],
  });
  const carrier = between
    ? b.add('nodes', { name: 'twist', translation: [0, step / 2, 0], children: [middle] })
    : middle;
  const root = b.add('nodes', { name: '', children: [carrier] });
  return [root, middle, tip];
}

function addSkin(b: Builder, joints: number[], options: RigOptions, name: string): number {
  const matrices = new Float32Array(16 * joints.length);
  const size = options.quantized ? 1e-4 : 1;
  // Joints stand one above the other; the second skin of `twoSkins` lists them in another order.
  const heights = joints.length === 3 && options.twoSkins ? heightsOf(b, joints) : [0, 0.8, 1.6];
  joints.forEach((_, j) => {
    for (const d of [0, 5, 10]) matrices[16 * j + d] = size;
    matrices[16 * j + 13] = -heights[j];
    matrices[16 * j + 15] = 1;
  });
  return b.add('skins', { name, joints, inverseBindMatrices: b.accessor(matrices, 'MAT4') });
}

function heightsOf(b: Builder, joints: number[]): number[] {
  const order = ['', 'Bone.001', 'Bone.002'];
  return joints.map((node) => 0.8 * order.indexOf((b.json.nodes[node] as { name: string }).name));
}

function addClip(b: Builder, bones: number[], options: RigOptions): void {
  const { interpolation = 'LINEAR', channels = ['rotation', 'translation'] } = options;
  const times = Float32Array.of(0, 0.3, 0.8, 1.5);
  const samplers: unknown[] = [];
  const targets: unknown[] = [];
  const add = (node: number, path: string, keys: number[][], at = times): void => {
    const values = keys.flatMap((key) =>
      interpolation === 'CUBICSPLINE'
        ? [key.map((x, d) => x * 0.1 + 0.2 * d), key, key.map((x, d) => 0.3 * d - x * 0.2)].flat()
        : key,
    );
    const output = b.accessor(Float32Array.from(values), keys[0].length === 4 ? 'VEC4' : 'VEC3');
    const input = b.accessor(at, 'SCALAR');
    targets.push({ sampler: samplers.length, target: { node, path } });
    samplers.push({ input, output, interpolation });
  };
  const turn = (angle: number, axis: number): number[] => {
    const q = [0, 0, 0, Math.cos(angle / 2)];
    q[axis] = Math.sin(angle / 2);
    return q;
  };
  if (channels.includes('rotation')) {
    add(bones[1], 'rotation', [turn(0, 2), turn(1, 2), turn(-0.7, 2), turn(0, 2)]);
    add(bones[2], 'rotation', [turn(0, 0), turn(0.5, 0), turn(-2.5, 1), turn(0, 0)]);
  }
  if (channels.includes('translation')) {
    const keys = [0, 0.2, -0.1].map((x) => [x, 0.02, 0]);
    add(bones[0], 'translation', keys, Float32Array.of(0, 0.5, 1.5));
  }
  if (channels.includes('scale'))
    add(
      bones[1],
      'scale',
      [1, 1.5, 0.8, 1].map((s) => [s, s, s]),
    );
  b.add('animations', { name: 'bend', samplers, channels: targets } as never);
}

/** A tube without bones under a node with a matrix of its own. */
export function plain(
  node: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Builder {
  const b = createBuilder();
  const shape = tube();
  const attributes = {
    POSITION: b.accessor(shape.positions, 'VEC3'),
    NORMAL: b.accessor(shape.normals, 'VEC3'),
  };
  const primitive = { attributes, indices: b.accessor(shape.triangles, 'SCALAR'), ...more };
  const mesh = b.add('meshes', { name: 'tube', primitives: [primitive] });
  b.add('scenes', { nodes: [b.add('nodes', { mesh, ...node })] });
  b.json.scene = 0 as never;
  return b;
}
