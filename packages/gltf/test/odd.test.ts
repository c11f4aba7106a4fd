import { Document, type Node, type Primitive, WebIO } from '@gltf-transform/core';
import { KHRMeshQuantization, KHRTextureTransform } from '@gltf-transform/extensions';
import { createWorld } from 'pliant';
import { Texture, Vector2 } from 'three';
import { describe, expect, it } from 'vitest';
import { importGltf, recordTakes, writeDrawn, writeMorphGlb } from '../src/index.ts';
import { tinyPng } from './builder.ts';
import { tube } from './fixtures.ts';
import { farthest, skinned } from './skin.ts';
import { loadInThree } from './three.ts';
import { faultsOf } from './validate.ts';

const turn = (axis: number, angle: number): [number, number, number, number] => {
  const q: [number, number, number, number] = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q;
};

/** A figure as an exporter writes it, which is another program than the one that writes our fixtures. */
interface Wizard {
  readonly doc: Document;
  readonly holder: Node;
  readonly hips: Node;
  readonly spine: Node;
  readonly legs: readonly Node[];
  readonly mesh: Node;
  readonly primitive: Primitive;
}

/** Hips, a spine and two legs: three tubes of one mesh, vertices shared by hips and limb near it. All names are missing. */
function wizard(): Wizard {
  const doc = new Document();
  const buffer = doc.createBuffer();
  const scene = doc.createScene('');
  const holder = doc.createNode('');
  scene.addChild(holder);
  const hips = doc.createNode('').setTranslation([0, 0.9, 0]);
  const spine = doc.createNode('').setTranslation([0, 0.2, 0]);
  const legs = [-0.2, 0.2].map((x) => doc.createNode('').setTranslation([x, -0.1, 0]));
  holder.addChild(hips);
  for (const bone of [spine, ...legs]) hips.addChild(bone);
  const joints = [spine, hips, ...legs];
  const places = [
    [0, 1.1, 0],
    [0, 0.9, 0],
    [-0.2, 0.8, 0],
    [0.2, 0.8, 0],
  ];
  const limb = [
    { at: [0, 0.8, 0], up: 0.7, joint: 0 },
    { at: [-0.2, 0, 0], up: 0.85, joint: 2 },
    { at: [0.2, 0, 0], up: 0.85, joint: 3 },
  ];
  const own = tube(8, 8, 1, 0.12);
  const n = own.positions.length / 3;
  const x = new Float32Array(9 * n);
  const uv = new Float32Array(6 * n);
  const bones = new Uint8Array(12 * n);
  const weights = new Float32Array(12 * n);
  const faces = new Uint16Array(3 * own.triangles.length);
  limb.forEach(({ at, up, joint }, l) => {
    for (let v = 0; v < n; v++) {
      const h = own.positions[3 * v + 1];
      for (let d = 0; d < 3; d++)
        x[3 * (l * n + v) + d] = at[d] + own.positions[3 * v + d] * (d === 1 ? up : 1);
      const near = l === 0 ? 1 - h : h;
      const w = Math.min(1, Math.max(0, 2 * near - 1));
      bones.set([1, joint, 0, 0], 4 * (l * n + v));
      weights.set([w, 1 - w, 0, 0], 4 * (l * n + v));
    }
    uv.set(own.uvs, 2 * l * n);
    faces.set(
      own.triangles.map((v) => v + l * n),
      l * own.triangles.length,
    );
  });
  const inverse = new Float32Array(64);
  places.forEach((p, j) => {
    for (const d of [0, 5, 10, 15]) inverse[16 * j + d] = 1;
    for (let d = 0; d < 3; d++) inverse[16 * j + 12 + d] = -p[d];
  });
  const accessor = (array: Float32Array | Uint8Array | Uint16Array, type: string) =>
    doc
      .createAccessor()
      .setArray(array as never)
      .setType(type as never)
      .setBuffer(buffer);
  const primitive = doc
    .createPrimitive()
    .setAttribute('POSITION', accessor(x, 'VEC3'))
    .setAttribute('TEXCOORD_0', accessor(uv, 'VEC2'))
    .setAttribute('JOINTS_0', accessor(bones, 'VEC4'))
    .setAttribute('WEIGHTS_0', accessor(weights, 'VEC4'))
    .setIndices(accessor(faces, 'SCALAR'))
    .setMaterial(doc.createMaterial(''));
  const skin = doc.createSkin('').setInverseBindMatrices(accessor(inverse, 'MAT4'));
  for (const bone of joints) skin.addJoint(bone);
  const mesh = doc.createNode('').setMesh(doc.createMesh('').addPrimitive(primitive)).setSkin(skin);
  scene.addChild(mesh);
  doc.getRoot().setDefaultScene(scene);
  const times = accessor(Float32Array.of(0, 0.4, 1), 'SCALAR');
  const clip = doc.createAnimation('');
  const key = (node: Node, path: 'rotation' | 'translation', values: number[][]): void => {
    const output = accessor(
      Float32Array.from(values.flat()),
      path === 'rotation' ? 'VEC4' : 'VEC3',
    );
    const sampler = doc.createAnimationSampler().setInput(times).setOutput(output);
    clip.addSampler(sampler);
    clip.addChannel(
      doc.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler),
    );
  };
  key(spine, 'rotation', [turn(2, 0), turn(2, 0.6), turn(0, -0.4)]);
  key(legs[0], 'rotation', [turn(0, 0.5), turn(0, -0.5), turn(0, 0.5)]);
  key(legs[1], 'rotation', [turn(0, -0.5), turn(0, 0.5), turn(0, -0.5)]);
  key(hips, 'translation', [
    [0, 0.9, 0],
    [0, 0.95, 0.1],
    [0, 0.9, 0.2],
  ]);
  return { doc, holder, hips, spine, legs, mesh, primitive };
}

const TIMES = [0, 0.21, 0.4, 0.55, 0.83, 0.99];

const ODD: readonly (readonly [string, (w: Wizard) => void])[] = [
  ['as it is written', () => {}],
  [
    'names that are empty, equal, and of signs alone',
    ({ hips, spine, legs }) => {
      for (const bone of [hips, spine, ...legs]) bone.setName('骨 / :');
    },
  ],
  [
    'a mirror and a turn above, centimetres',
    ({ holder }) => {
      holder.setScale([-100, 100, 100]).setRotation(turn(0, -1.2)).setTranslation([3, 0, 1]);
    },
  ],
  [
    'a negative scale all ways',
    ({ holder }) => {
      holder.setScale([-1, -1, -1]);
    },
  ],
  [
    'the mesh below a bone',
    ({ mesh, legs, holder }) => {
      holder.setTranslation([0, 0, 5]);
      legs[0].addChild(mesh);
    },
  ],
  [
    'weights that add up to less than one, some to nothing',
    ({ primitive, doc }) => {
      // Three leaves vertices without weights at the origin: here the sums differ only.
      const weights = primitive.getAttribute('WEIGHTS_0')!;
      weights.setArray((weights.getArray() as Float32Array).map((w) => 0.4 * w) as never);
      void doc;
    },
  ],
  [
    'sparse, quantised positions',
    ({ doc, primitive, holder }) => {
      doc.createExtension(KHRMeshQuantization).setRequired(true);
      const at = primitive.getAttribute('POSITION')!;
      at.setArray(Int16Array.from(at.getArray()!, (c) => Math.round(1e4 * c)));
      // Vertices are in tenths of a millimetre: bones say so.
      const skin = doc.getRoot().listSkins()[0].getInverseBindMatrices()!;
      const m = skin.getArray()!.slice() as Float32Array;
      for (let j = 0; j < m.length; j += 16) for (const d of [0, 5, 10]) m[j + d] = 1e-4;
      skin.setArray(m as never);
      holder.setTranslation([0, 0, 1]);
    },
  ],
  [
    'a second scene',
    ({ doc }) => {
      doc.createScene('other').addChild(doc.createNode('alone'));
    },
  ],
];

describe('a figure of an exporter', () => {
  it.each(ODD)('moves as three.js moves it, %s', async (_, change) => {
    const one = wizard();
    change(one);
    const io = new WebIO().registerExtensions([KHRMeshQuantization, KHRTextureTransform]);
    const glb = await io.writeBinary(one.doc);
    const figure = await importGltf(glb);
    const three = await loadInThree(glb);
    const size = Math.max(...figure.drawn[0].positions.map(Math.abs));
    for (const time of TIMES) {
      three.pose(time);
      const theirs = three.vertices(three.meshes[0]);
      expect(farthest(skinned(figure, time), theirs)).toBeLessThan(1e-5 * size);
    }
    expect(figure.notes.join()).not.toMatch(/undefined|NaN/);
  });

  it('wears a hat that goes with the joint it hangs on, mirrored and squashed', async () => {
    const { doc, spine, holder } = wizard();
    const cone = tube(4, 8, 0.3, 0.2);
    const buffer = doc.getRoot().listBuffers()[0];
    const put = (array: Float32Array | Uint16Array, type: 'VEC3' | 'SCALAR') =>
      doc
        .createAccessor()
        .setArray(array as never)
        .setType(type)
        .setBuffer(buffer);
    const hat = doc
      .createPrimitive()
      .setAttribute('POSITION', put(Float32Array.from(cone.positions), 'VEC3'))
      .setIndices(put(Uint16Array.from(cone.triangles), 'SCALAR'));
    const shift = doc.createNode('').setTranslation([0.1, 0.5, 0]).setRotation(turn(2, 0.4));
    const node = doc.createNode('Hut').setMesh(doc.createMesh('').addPrimitive(hat));
    spine.addChild(shift.addChild(node.setScale([-1, 0.7, 1.2])));
    holder.setScale([2, 2, 2]);
    const glb = await new WebIO().writeBinary(doc);
    const figure = await importGltf(glb);
    const m = figure.drawn.findIndex(({ name }) => name === 'Hut');
    const three = await loadInThree(glb);
    const theirs = three.meshes.find(({ name }) => name === 'Hut')!;
    for (const time of TIMES) {
      three.pose(time);
      expect(farthest(skinned(figure, time, m), three.vertices(theirs))).toBeLessThan(2e-5);
    }
    expect(figure.scene.skeletons).toHaveLength(1);
    expect(figure.notes.join()).not.toMatch(/left out/);
  });

  it('keeps colours of vertices, samplers and strengths of textures, and names', async () => {
    const { doc, primitive, holder, mesh } = wizard();
    const n = primitive.getAttribute('POSITION')!.getCount();
    const colors = Uint8Array.from({ length: 3 * n }, (_, i) => (i * 37) % 256);
    const accessor = doc.createAccessor().setArray(colors).setType('VEC3').setNormalized(true);
    primitive.setAttribute('COLOR_0', accessor.setBuffer(doc.getRoot().listBuffers()[0]));
    const image = doc.createTexture('').setImage(tinyPng()).setMimeType('image/png');
    const material = primitive.getMaterial()!.setBaseColorTexture(image).setNormalTexture(image);
    material.setOcclusionTexture(image).setOcclusionStrength(0.3).setNormalScale(0.4);
    material.getBaseColorTextureInfo()!.setWrapS(33071).setMagFilter(9728);
    mesh.setName('Größe');
    holder.addChild(doc.createNode('view').setCamera(doc.createCamera('')));
    const { drawn, figure, notes, scene } = await importGltf(await new WebIO().writeBinary(doc));
    expect(scene.bodies![0]).toMatchObject({ name: 'Größe', shape: { file: 'Grosse.ply' } });
    expect(notes.join('\n')).toMatch(/cameras are left out/);
    const glb = await writeDrawn(drawn, figure);
    expect(await faultsOf(glb)).toEqual([]);
    const [out] = (await new WebIO().readBinary(glb)).getRoot().listMeshes()[0].listPrimitives();
    const kept = out.getAttribute('COLOR_0')!;
    for (let v = 0; v < n; v += 7)
      expect(
        farthest(kept.getElement(v, []), [...[0, 1, 2].map((d) => colors[3 * v + d] / 255), 1]),
      ).toBeLessThan(1e-6);
    const look = out.getMaterial()!;
    expect([look.getNormalScale(), look.getOcclusionStrength()]).toEqual([0.4, 0.3]);
    const info = look.getBaseColorTextureInfo()!;
    expect([info.getWrapS(), info.getWrapT(), info.getMagFilter()]).toEqual([33071, 10497, 9728]);
    expect(look.getNormalTextureInfo()!.getWrapS()).toBe(10497);
  });

  it('is held by its bones where its model has none of its own', async () => {
    const { doc } = wizard();
    const { scene, files } = await importGltf(await new WebIO().writeBinary(doc), {
      model: 'octree',
    });
    expect(scene.bodies![0].attachments!.map(({ bone }) => bone)).toHaveLength(4);
    const world = createWorld(scene, { files: (name) => files[name] });
    const height = (): number => world.bodies[0].motion().centre[1];
    const before = height();
    world.step(30);
    expect([...world.issues]).toEqual([]);
    expect(Math.abs(height() - before)).toBeLessThan(0.2);
  });

  it('has the texture coordinates that its colour names, turned as three.js turns them', async () => {
    const { doc, primitive } = wizard();
    const uvs = primitive.getAttribute('TEXCOORD_0')!;
    primitive.setAttribute('TEXCOORD_1', uvs.clone()).setAttribute('TEXCOORD_0', null);
    const image = doc.createTexture('').setImage(tinyPng()).setMimeType('image/png');
    const turned = doc.createExtension(KHRTextureTransform).createTransform().setOffset([0.1, 0.2]);
    turned.setRotation(0.3).setScale([2, 2]);
    const material = primitive.getMaterial()!.setBaseColorTexture(image);
    material.setOcclusionTexture(image);
    const info = material.getBaseColorTextureInfo()!.setTexCoord(1);
    info.setExtension('KHR_texture_transform', turned);
    const io = new WebIO().registerExtensions([KHRTextureTransform]);
    const { drawn, notes } = await importGltf(await io.writeBinary(doc));
    expect(notes.join()).toMatch(/its textures lie in different places/);
    const texture = new Texture();
    texture.offset.set(0.1, 0.2);
    texture.rotation = 0.3;
    texture.repeat.set(2, 2);
    texture.updateMatrix();
    const own = uvs.getArray()!;
    for (let v = 0; v < 20; v++) {
      const place = new Vector2(own[2 * v], own[2 * v + 1]).applyMatrix3(texture.matrix);
      expect(drawn[0].uvs![2 * v]).toBeCloseTo(place.x, 5);
      expect(drawn[0].uvs![2 * v + 1]).toBeCloseTo(place.y, 5);
    }
  });

  it('is a world that runs, and comes home with its shifted texture, valid', async () => {
    const { doc, primitive } = wizard();
    const image = doc.createTexture('').setImage(tinyPng()).setMimeType('image/png');
    const shift = doc.createExtension(KHRTextureTransform).createTransform().setOffset([0.5, 0]);
    const material = primitive.getMaterial()!.setBaseColorTexture(image);
    material.getBaseColorTextureInfo()!.setExtension('KHR_texture_transform', shift);
    const io = new WebIO().registerExtensions([KHRTextureTransform]);
    const imported = await importGltf(await io.writeBinary(doc));
    const own = primitive.getAttribute('TEXCOORD_0')!.getArray()!;
    imported.drawn[0].uvs!.forEach((c, i) => {
      expect(c).toBeCloseTo(own[i] + (i % 2 === 0 ? 0.5 : 0), 6);
    });
    const world = createWorld(imported.scene, { files: (name) => imported.files[name] });
    const { takes, times, frame } = recordTakes(world);
    frame();
    for (let k = 0; k < 4; k++) {
      world.step();
      frame();
    }
    expect([...world.issues]).toEqual([]);
    const drawn = await writeDrawn(imported.drawn, imported.figure);
    const { glb } = await writeMorphGlb(takes, times, { drawn });
    expect(await faultsOf(glb)).toEqual([]);
  });
});
