import { WebIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import { createWorld, readMesh, repairMesh } from 'pliant';
import { describe, expect, it } from 'vitest';
import { importGltf, readGltf, writeDrawn } from '../src/index.ts';
import { createBuilder } from './builder.ts';
import { addMaterial, plain, type RigOptions, rigged, tube } from './fixtures.ts';
import { farthest, skinned } from './skin.ts';
import { loadInThree } from './three.ts';
import { faultsOf } from './validate.ts';

const volume = ({
  positions: x,
  triangles: t,
}: {
  positions: ArrayLike<number>;
  triangles: ArrayLike<number>;
}): number => {
  let sum = 0;
  for (let i = 0; i < t.length; i += 3) {
    const [a, b, c] = [3 * t[i], 3 * t[i + 1], 3 * t[i + 2]];
    sum += x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]);
    sum += x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]);
    sum += x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
  }
  return sum / 6;
};

/** Largest distance between our bones with the file's weights and three.js, over times on, between and after the keys [m]. */
async function offThree(options: RigOptions, more: { scale?: number } = {}): Promise<number> {
  const glb = rigged(options).glb();
  const figure = await importGltf(glb, more);
  const three = await loadInThree(glb);
  let most = 0;
  const { scale = 1 } = more;
  for (const time of [0, 0.13, 0.3, 0.42, 0.8, 0.95, 1.1, 1.31, 1.49]) {
    three.pose(time);
    const theirs = three.vertices(three.meshes[0]).map((x) => scale * x);
    most = Math.max(most, farthest(skinned(figure, time), theirs));
  }
  return most;
}

describe('a skinned mesh', () => {
  const turnedUp = { rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], translation: [0.3, 0.1, 0] };
  it.each<[string, RigOptions]>([
    ['linear keys', {}],
    ['a node above the joints that turns z up', { above: turnedUp }],
    ['a node between joints that is no joint', { between: true }],
    ['steps', { interpolation: 'STEP' }],
    ['cubic splines', { interpolation: 'CUBICSPLINE' }],
    ['eight influences', { eight: true }],
    ['quantised accessors', { quantized: true }],
    ['a mirror above the joints', { above: { scale: [-1, 1, 1] } }],
    ['a scale above the joints', { above: { scale: [0.01, 0.01, 0.01] } }],
  ])('moves as three.js moves it, with %s', async (_, options) => {
    // Three reads JOINTS_0 alone: with eight influences it is compared with the file of four.
    if (options.eight) {
      const [four, eight] = await Promise.all(
        [{}, options].map((o) => importGltf(rigged(o).glb())),
      );
      expect(farthest(skinned(four, 1.1), skinned(eight, 1.1))).toBeLessThan(1e-9);
      expect(eight.drawn[0].source.influences).toBe(8);
      return;
    }
    expect(await offThree(options)).toBeLessThan(
      options.interpolation === 'CUBICSPLINE' ? 1e-4 : 3e-6,
    );
  });

  it('in a pose that is not its bind pose rests as bound, moves the same, and says so', async () => {
    expect(await offThree({ posed: true })).toBeLessThan(3e-6);
    const { notes } = await importGltf(rigged({ posed: true }).glb());
    expect(notes.join()).toMatch(/not the one its skin was bound in/);
  });

  it('takes a scale on the way', async () => {
    expect(await offThree({}, { scale: 0.01 })).toBeLessThan(3e-8);
  });

  it('names bones as scenes allow, parents first, and the clip repeats', async () => {
    const { scene } = await importGltf(rigged().glb());
    const [skeleton] = scene.skeletons!;
    expect(skeleton.bones.map(({ name }) => name)).toEqual(['joint', 'Bone.001', 'Bone.002']);
    expect(skeleton.bones.map(({ parent }) => parent)).toEqual([undefined, 'joint', 'Bone.001']);
    expect(skeleton.repeat).toBe(1.5);
    // A linear clip keeps its own keys, those of shifts and turns together.
    expect(skeleton.bones[1].track!.times).toHaveLength(4);
  });

  it('says that scale in a clip is left out', async () => {
    const { notes } = await importGltf(rigged({ channels: ['scale'] }).glb());
    expect(notes.join()).toMatch(/bones do not stretch here; scale of up to 50 %/);
    const uneven = await importGltf(rigged({ above: { scale: [1, 2, 1] } }).glb());
    expect(uneven.notes.join()).toMatch(/bones do not stretch/);
  });

  it('two skins on one skeleton are two bodies with a skeleton each', async () => {
    const glb = rigged({ twoSkins: true }).glb();
    const figure = await importGltf(glb);
    expect(figure.scene.bodies).toHaveLength(2);
    expect(figure.scene.skeletons!.map(({ name }) => name)).toEqual(['rig', 'rig-2']);
    const three = await loadInThree(glb);
    three.pose(1.1);
    for (const m of [0, 1]) {
      expect(farthest(skinned(figure, 1.1, m), three.vertices(three.meshes[m]))).toBeLessThan(3e-6);
    }
  });

  it('becomes a world that runs', async () => {
    const { scene, files } = await importGltf(rigged().glb());
    const world = createWorld(scene, { files: (name) => files[name] });
    world.step(3);
    expect(world.issues.size).toBe(0);
  });
});

describe('a mesh without a skin', () => {
  it('is named as its node, and goes as the clip that moves the node', async () => {
    const b = plain({ name: 'door' });
    const input = b.accessor(Float32Array.of(0, 1), 'SCALAR');
    const output = b.accessor(Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0), 'VEC4');
    const target = { node: 0, path: 'rotation' };
    b.add('animations', {
      name: 'swing',
      samplers: [{ input, output }],
      channels: [{ sampler: 0, target }],
    });
    const figure = await importGltf(b.glb());
    expect(figure.scene.bodies!.map(({ name }) => name)).toEqual(['door']);
    const three = await loadInThree(b.glb());
    for (const time of [0, 0.3, 0.8]) {
      three.pose(time);
      expect(farthest(skinned(figure, time), three.vertices(three.meshes[0]))).toBeLessThan(1e-5);
    }
    const still = await importGltf(b.glb(), { clip: null });
    expect(still.scene.bodies![0].model!.type).toBe('solid');
    await expect(importGltf(b.glb(), { clip: 'open' })).rejects.toThrow(/no clip "open"/);
  });

  it('is computed by frames if it is a sheet', async () => {
    const b = createBuilder();
    const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1);
    const attributes = { POSITION: b.accessor(corners, 'VEC3') };
    const indices = b.accessor(Uint16Array.of(0, 2, 1, 0, 3, 2), 'SCALAR');
    b.add('meshes', { primitives: [{ attributes, indices }] });
    b.add('scenes', { nodes: [b.add('nodes', { mesh: 0 })] });
    const models = async (options = {}) =>
      (await importGltf(b.glb(), options)).scene.bodies!.map(({ model }) => model!.type);
    expect(await models()).toEqual(['frames']);
    expect(await models({ model: 'octree' })).toEqual(['octree']);
  });

  it('goes where its node is; a mirror turns its triangles over', async () => {
    const straight = await importGltf(plain().glb());
    for (const node of [{ scale: [-1, 1, 1] }, { scale: [2, -1, 0.5], translation: [1, 0, 0] }]) {
      const { drawn, files } = await importGltf(plain(node).glb());
      expect(volume(drawn[0])).toBeCloseTo(volume(straight.drawn[0]), 6);
      expect(Object.keys(files)).toEqual(['tube.ply']);
      // Normals point out as the triangles do.
      const { positions: x, normals: n, triangles: t } = drawn[0];
      const [a, b, c] = [3 * t[0], 3 * t[1], 3 * t[2]];
      const u = [0, 1, 2].map((d) => x[b + d] - x[a + d]);
      const v = [0, 1, 2].map((d) => x[c + d] - x[a + d]);
      const out = u.map(
        (_, d) => u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3],
      );
      expect(out.reduce((sum, y, d) => sum + y * n![a + d], 0)).toBeGreaterThan(0);
    }
  });

  it('is welded for the solid and kept for drawing', async () => {
    const b = plain();
    const { drawn, files } = await importGltf(b.glb());
    const [mesh] = drawn;
    const { positions } = readMesh(files['tube.ply']);
    expect(positions.length).toBeLessThan(mesh.positions.length);
    expect(mesh.vertexOf.length).toBe(tube().positions.length / 3);
    let most = 0;
    mesh.vertexOf.forEach((kept, v) => {
      for (let d = 0; d < 3; d++)
        most = Math.max(most, Math.abs(positions[3 * kept + d] - mesh.positions[3 * v + d]));
    });
    expect(most).toBeLessThan(1e-6);
  });

  it('strips, fans, missing indices, points beside triangles', async () => {
    const cap = plain();
    const { json } = cap;
    const primitive = (json.meshes[0] as { primitives: Record<string, unknown>[] }).primitives[0];
    const { triangles, positions } = tube();
    const spread = Float32Array.from(
      [...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]),
    );
    (primitive.attributes as Record<string, number>) = { POSITION: cap.accessor(spread, 'VEC3') };
    delete primitive.indices;
    const whole = await readGltf(cap.glb());
    expect(volume(whole.meshes[0])).toBeCloseTo(volume({ positions, triangles }), 6);
    const strip = plain({}, { mode: 5 });
    (strip.json.meshes[0] as { primitives: Record<string, unknown>[] }).primitives[0].indices =
      strip.accessor(Uint16Array.of(0, 9, 1, 10), 'SCALAR');
    expect([...(await readGltf(strip.glb())).meshes[0].triangles]).toEqual([0, 9, 1, 1, 9, 10]);
    const fan = plain({}, { mode: 6 });
    (fan.json.meshes[0] as { primitives: Record<string, unknown>[] }).primitives[0].indices =
      fan.accessor(Uint16Array.of(0, 9, 1, 10), 'SCALAR');
    expect([...(await readGltf(fan.glb())).meshes[0].triangles]).toEqual([0, 9, 1, 0, 1, 10]);
  });

  it('morph targets are kept as offsets, their set weights applied', async () => {
    const b = plain();
    const n = tube().positions.length / 3;
    const up = Float32Array.from({ length: 3 * n }, (_, i) => (i % 3 === 1 ? 0.1 : 0));
    const mesh = b.json.meshes[0] as Record<string, unknown> & {
      primitives: Record<string, unknown>[];
    };
    mesh.primitives[0].targets = [{ POSITION: b.accessor(up, 'VEC3') }];
    mesh.weights = [0.5];
    mesh.extras = { targetNames: ['smile'] };
    const { drawn, notes } = await importGltf(b.glb());
    expect(drawn[0].morphs.map(({ name }) => name)).toEqual(['smile']);
    expect(drawn[0].positions[1]).toBeCloseTo(0.05, 6);
    expect(notes.join()).toMatch(/1 morph targets are kept for drawing/);
  });

  it('sparse accessors', async () => {
    const b = plain();
    const accessor = b.json.accessors[0];
    accessor.sparse = {
      count: 1,
      indices: { bufferView: b.view(Uint8Array.of(3)), componentType: 5121 },
      values: { bufferView: b.view(b.raw(Float32Array.of(7, 8, 9))) },
    };
    const { meshes } = await readGltf(b.glb());
    expect([...meshes[0].positions.subarray(9, 12)]).toEqual([7, 8, 9]);
  });
});

describe('files', () => {
  it('data addresses, files apart, and files that are missing', async () => {
    const glb = await readGltf(rigged().glb());
    const embedded = await readGltf(rigged().embedded());
    expect(embedded.meshes[0].positions).toEqual(glb.meshes[0].positions);
    const { gltf, bin } = rigged().apart('the body.bin');
    const apart = await readGltf(gltf, {
      files: (name) => (name === 'the body.bin' ? bin : new Uint8Array(0)),
    });
    expect(apart.meshes[0].positions).toEqual(glb.meshes[0].positions);
    await expect(readGltf(gltf)).rejects.toThrow(
      /buffers\[0\].uri: names the file "the%20body.bin"/,
    );
  });

  it('keeps materials, images and texture coordinates, and writes them for drawing', async () => {
    const figure = await importGltf(rigged({ texture: true }).glb());
    const drawn = await writeDrawn(figure.drawn, figure.figure);
    expect(await faultsOf(drawn)).toEqual([]);
    const again = await readGltf(drawn);
    for (const { materials, images, meshes } of [figure.figure, again]) {
      expect(materials[0]).toMatchObject({
        name: 'skin',
        metallic: 0,
        roughness: 0.5,
        doubleSided: true,
        textures: { color: 0 },
      });
      expect([...images[0].bytes.subarray(1, 4)]).toEqual([80, 78, 71]);
      expect(meshes[0].uvs).toEqual(tube().uvs);
      expect(meshes[0].groups[0].material).toBe(0);
    }
  });

  it('a material with textures on a mesh without texture coordinates is drawn plain, valid, and said', async () => {
    const b = plain();
    (b.json.meshes[0] as { primitives: Record<string, unknown>[] }).primitives[0].material =
      addMaterial(b);
    const { drawn, figure, notes } = await importGltf(b.glb());
    expect(notes.join()).toMatch(/has textures but no texture coordinates/);
    expect(figure.materials[drawn[0].groups[0].material]).toMatchObject({
      roughness: 0.5,
      textures: {},
    });
    expect(await faultsOf(await writeDrawn(drawn, figure))).toEqual([]);
  });

  it('several primitives keep their materials', async () => {
    const b = plain();
    const mesh = b.json.meshes[0] as { primitives: Record<string, unknown>[] };
    const [first] = mesh.primitives;
    const { triangles, uvs } = tube();
    (first.attributes as Record<string, number>).TEXCOORD_0 = b.accessor(uvs, 'VEC2');
    first.indices = b.accessor(triangles.slice(0, 90), 'SCALAR');
    first.material = addMaterial(b);
    mesh.primitives.push({
      ...first,
      indices: b.accessor(triangles.slice(90), 'SCALAR'),
      material: b.add('materials', {}),
    });
    const figure = await importGltf(b.glb());
    expect(figure.drawn[0].groups).toEqual([
      { from: 0, to: 30, material: 0 },
      { from: 30, to: triangles.length / 3, material: 1 },
    ]);
    expect(figure.notes.join()).toMatch(/joined \d+ vertices/);
  });

  it('sizes and axes are remarked on, never guessed', async () => {
    const tall = await importGltf(plain({ scale: [50, 50, 50] }).glb());
    expect(tall.notes.join(' ')).toMatch(/80 m is an unusual size; did you mean --scale 0.01\?/);
    expect(volume(tall.drawn[0])).toBeCloseTo(125000 * volume(tube()), 0);
    const stray = plain();
    const { positions, triangles } = tube();
    (stray.json.meshes[0] as { primitives: unknown[] }).primitives[0] = {
      attributes: { POSITION: stray.accessor(Float32Array.of(...positions, 90, 9, 9), 'VEC3') },
      indices: stray.accessor(triangles, 'SCALAR'),
    };
    expect((await importGltf(stray.glb())).notes.join(' ')).toMatch(/0.3 × 1.6 × 0.3 m/);
    const lying = plain({ rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }).glb();
    expect((await importGltf(lying)).notes.join(' ')).toMatch(/say --up z/);
    const upright = await importGltf(lying, { up: 'z' });
    expect(upright.notes.join(' ')).toMatch(/0.3 × 1.6 × 0.3 m/);
  });

  it('meshopt is decoded with its decoder and refused by name without', async () => {
    await MeshoptEncoder.ready;
    const b = plain();
    const { positions } = tube();
    const packed = MeshoptEncoder.encodeVertexBuffer(b.raw(positions), positions.length / 3, 12);
    const view = b.view(packed);
    const { byteOffset, byteLength } = b.json.bufferViews[view] as Record<string, number>;
    const at = (b.json.accessors[0] as Record<string, number>).bufferView;
    b.json.bufferViews[at].extensions = {
      EXT_meshopt_compression: {
        buffer: 0,
        byteOffset,
        byteLength,
        byteStride: 12,
        count: positions.length / 3,
        mode: 'ATTRIBUTES',
      },
    };
    b.json.extensionsUsed = ['EXT_meshopt_compression'] as never;
    b.json.extensionsRequired = ['EXT_meshopt_compression'] as never;
    const glb = b.glb();
    await expect(readGltf(glb)).rejects.toThrow(
      /needs EXT_meshopt_compression.*decoders\["meshopt.decoder"\]/,
    );
    await MeshoptDecoder.ready;
    const { meshes } = await readGltf(glb, { decoders: { 'meshopt.decoder': MeshoptDecoder } });
    expect(meshes[0].positions).toEqual(Float64Array.from(positions));
  });

  it('Draco is decoded with its decoder and refused by name without', async () => {
    const io = new WebIO().registerExtensions([KHRDracoMeshCompression]).registerDependencies({
      'draco3d.encoder': await draco.createEncoderModule(),
    });
    const document = await io.readBinary(plain().glb());
    document.createExtension(KHRDracoMeshCompression).setRequired(true);
    const glb = await io.writeBinary(document);
    await expect(readGltf(glb)).rejects.toThrow(/needs KHR_draco_mesh_compression/);
    const decoder = await draco.createDecoderModule();
    const { meshes } = await readGltf(glb, { decoders: { 'draco3d.decoder': decoder } });
    expect(volume(meshes[0])).toBeCloseTo(volume(tube()), 4);
  });

  it('unknown extensions are refused by name', async () => {
    const b = plain();
    b.json.extensionsRequired = ['KHR_tea'] as never;
    await expect(readGltf(b.glb())).rejects.toThrow(/extensionsRequired: the file needs KHR_tea/);
  });

  it('instances are refused where the file cannot do without', async () => {
    const b = plain();
    b.json.extensionsUsed = ['EXT_mesh_gpu_instancing'] as never;
    expect((await importGltf(b.glb())).notes.join(' ')).not.toMatch(/refused/);
    b.json.extensionsRequired = ['EXT_mesh_gpu_instancing'] as never;
    await expect(importGltf(b.glb())).rejects.toThrow(/EXT_mesh_gpu_instancing/);
  });

  it('a missing clip is refused with those there are', async () => {
    await expect(importGltf(rigged().glb(), { clip: 'run' })).rejects.toThrow(
      /clip: there is no clip "run". There are: bend/,
    );
  });
});

describe('the map of a repair', () => {
  it('gives for each drawn vertex a kept one at the same place', () => {
    const { positions, triangles } = tube();
    const given = {
      positions: Float64Array.from(positions),
      triangles: Int32Array.from(triangles),
    };
    const { mesh, source } = repairMesh(given);
    expect(source).toHaveLength(positions.length / 3);
    source.forEach((kept, v) => {
      for (let d = 0; d < 3; d++)
        expect(mesh.positions[3 * kept + d]).toBeCloseTo(positions[3 * v + d], 6);
    });
    expect(new Set(source).size).toBe(mesh.positions.length / 3);
  });
});
