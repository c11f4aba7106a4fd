// Models a figure, rigs it, lets it walk, writes it as a GLB, imports that, and writes the gallery's scene `walker`.
// Needs the packages built: npm run types. `--glb FILE` writes the GLB, too.
import { writeFileSync } from 'node:fs';
import { Document, WebIO } from '@gltf-transform/core';
import { compileShape, extractSurface, readMesh } from '../packages/engine/dist/index.js';
import { importGltf } from '../packages/gltf/dist/index.js';
import { fromRoot } from './lib/paths.mjs';

/** Joints [m] with the end of each bone and how thick the figure is there; the left side, the right one is its mirror. */
const BONES = [
  ['hips', null, [0, 0.95, 0], [0, 1.12, 0], 0.15],
  ['chest', 'hips', [0, 1.12, 0], [0, 1.4, 0], 0.14],
  ['head', 'chest', [0, 1.48, 0], [0, 1.62, 0.01], 0.1],
  ['arm', 'chest', [0.19, 1.4, 0], [0.42, 1.18, 0], 0.055],
  ['hand', 'arm', [0.42, 1.18, 0], [0.62, 0.98, 0], 0.045],
  ['thigh', 'hips', [0.1, 0.9, 0], [0.13, 0.5, 0.01], 0.085],
  ['shin', 'thigh', [0.13, 0.5, 0.01], [0.15, 0.1, -0.01], 0.06],
  ['foot', 'shin', [0.15, 0.08, -0.01], [0.16, 0.05, 0.14], 0.05],
].flatMap(([name, parent, from, to, radius]) => {
  if (from[0] === 0) return [{ name, parent, from, to, radius }];
  const isPaired = (other) => other !== 'hips' && other !== 'chest';
  return [1, -1].map((side) => {
    const mark = side > 0 ? 'L' : 'R';
    const flip = ([x, y, z]) => [side * x, y, z];
    const up = isPaired(parent) ? parent + mark : parent;
    return { name: name + mark, parent: up, from: flip(from), to: flip(to), radius };
  });
});

const figure = compileShape({
  type: 'union',
  smooth: 0.06,
  shapes: [
    ...BONES.map(({ from, to, radius }) => ({ type: 'capsule', from, to, radius })),
    { type: 'capsule', from: [0, 1.4, 0], to: [0, 1.5, 0], radius: 0.055 },
    { type: 'sphere', radius: 0.14, position: [0, 1.08, 0.08] },
  ],
});

/** Parts of each vertex: the four nearest bones, by the distance to their lines in units of their thickness. */
function influences(x, y, z) {
  const near = BONES.map(({ from, to, radius }, b) => {
    const along = to.map((c, d) => c - from[d]);
    const way = [x, y, z].map((c, d) => c - from[d]);
    const dot = (u, v) => u.reduce((sum, c, d) => sum + c * v[d], 0);
    const t = Math.min(1, Math.max(0, dot(way, along) / dot(along, along)));
    const away = way.map((c, d) => c - t * along[d]);
    return [b, 1 / (dot(away, away) / radius ** 2 + 0.05) ** 4];
  }).sort((a, b) => b[1] - a[1]);
  const four = near.slice(0, 4);
  const sum = four.reduce((total, [, w]) => total + w, 0);
  return four.map(([b, w]) => [b, Math.round((1000 * w) / sum) / 1000]);
}

/** A stride of 1.2 s: each bone's turn about x at `KEYS` times, left and right half a stride apart. */
const STRIDE = 1.2;
const KEYS = 12;
const turns = {
  hips: (p) => 0.03 * Math.sin(2 * p),
  chest: (p) => -0.03 * Math.sin(2 * p),
  head: () => 0,
  arm: (p) => 0.35 * Math.sin(p + Math.PI),
  hand: (p) => -0.25 + 0.15 * Math.sin(p + Math.PI),
  thigh: (p) => -0.42 * Math.sin(p),
  shin: (p) => 0.35 - 0.35 * Math.cos(p + 0.8),
  foot: (p) => 0.12 * Math.sin(p),
};

function toGlb() {
  const { positions, triangles } = extractSurface(figure, 0.06);
  const rounded = Float32Array.from(positions, (x) => Math.round(1e4 * x) / 1e4);
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (array, type) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const n = rounded.length / 3;
  const joints = new Uint8Array(4 * n);
  const weights = new Float32Array(4 * n);
  for (let v = 0; v < n; v++) {
    influences(rounded[3 * v], rounded[3 * v + 1], rounded[3 * v + 2]).forEach(([b, w], k) => {
      joints[4 * v + k] = b;
      weights[4 * v + k] = w;
    });
  }
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor(rounded, 'VEC3'))
    .setAttribute('JOINTS_0', accessor(joints, 'VEC4'))
    .setAttribute('WEIGHTS_0', accessor(weights, 'VEC4'))
    .setIndices(accessor(Uint32Array.from(triangles), 'SCALAR'));
  const nodes = BONES.map(({ name }) => document.createNode(name));
  BONES.forEach(({ parent, from }, b) => {
    const up = BONES.findIndex(({ name }) => name === parent);
    nodes[b].setTranslation(from.map((c, d) => c - (up < 0 ? 0 : BONES[up].from[d])));
    if (up >= 0) nodes[up].addChild(nodes[b]);
  });
  const inverse = new Float32Array(16 * BONES.length);
  BONES.forEach(({ from }, b) => {
    for (const d of [0, 5, 10, 15]) inverse[16 * b + d] = 1;
    for (let d = 0; d < 3; d++) inverse[16 * b + 12 + d] = -from[d];
  });
  const skin = document.createSkin('walk').setInverseBindMatrices(accessor(inverse, 'MAT4'));
  for (const node of nodes) skin.addJoint(node);
  const body = document
    .createNode('walker')
    .setMesh(document.createMesh('walker').addPrimitive(primitive))
    .setSkin(skin);
  const scene = document.createScene().addChild(nodes[0]).addChild(body);
  document.getRoot().setDefaultScene(scene);
  addWalk(document, accessor, nodes);
  return new WebIO().writeBinary(document);
}

function addWalk(document, accessor, nodes) {
  const animation = document.createAnimation('walk');
  const times = accessor(
    Float32Array.from({ length: KEYS + 1 }, (_, k) => (STRIDE * k) / KEYS),
    'SCALAR',
  );
  const add = (node, path, values, type) => {
    const sampler = document
      .createAnimationSampler()
      .setInput(times)
      .setOutput(accessor(Float32Array.from(values), type));
    animation.addSampler(sampler);
    animation.addChannel(
      document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler),
    );
  };
  const phases = Array.from({ length: KEYS + 1 }, (_, k) => (2 * Math.PI * k) / KEYS);
  BONES.forEach(({ name }, b) => {
    const plain = name.replace(/[LR]$/, '');
    const late = name.endsWith('R') ? Math.PI : 0;
    const quaternions = phases.flatMap((p) => {
      const half = turns[plain](p + late) / 2;
      return [Math.sin(half), 0, 0, Math.cos(half)];
    });
    add(nodes[b], 'rotation', quaternions, 'VEC4');
  });
  add(
    nodes[0],
    'translation',
    phases.flatMap((p) => [0, 0.95 + 0.025 * Math.cos(2 * p), 0]),
    'VEC3',
  );
}

const glb = await toGlb();
const at = process.argv.indexOf('--glb');
if (at > 0) writeFileSync(process.argv[at + 1], glb);
const { scene, files, notes } = await importGltf(glb, { name: 'walker', flesh: 0.4 });
for (const note of notes) console.log(note);
const [body] = scene.bodies;
const mesh = readMesh(files['walker.ply'], 'walker.ply');
const short = (list, digits) => Array.from(list, (x) => Number(x.toPrecision(digits)));
body.shape = { type: 'mesh', positions: short(mesh.positions, 9), triangles: [...mesh.triangles] };
body.color = '#c98f6b';
body.probes = { belly: [0, 1.08, 0.2], head: [0, 1.7, 0.01], foot: [0.16, 0.01, 0.1] };
const [layer] = body.model.layers;
layer.weights.places = body.shape.positions;
layer.weights.weights = short(layer.weights.weights, 6);
Object.assign(scene, {
  title: 'A character from a GLB file, with flesh',
  description:
    'A rigged figure as a modelling program exports it: its own weights move the skin, and the outer part of the way from bones to skin is soft. Nothing drifts: mute the layer "bones-flesh" and the skin is that of the file.',
  duration: 2,
  camera: { eye: [1.8, 1.3, 2.4], target: [0, 0.85, 0], fov: 36 },
  events: [{ at: 1.3, do: 'layer', body: 'walker', layer: 'bones-flesh', mute: true }],
  checks: [
    {
      name: 'the head goes up and down with the bones',
      measure: 'probe',
      body: 'walker',
      probe: 'head',
      axis: 'y',
      when: 'range',
      min: 0.045,
      max: 0.06,
    },
    {
      name: 'the belly swings',
      measure: 'probe',
      body: 'walker',
      probe: 'belly',
      axis: 'z',
      when: 'range',
      before: 1.2,
      min: 0.004,
    },
    {
      name: 'and does not drift',
      measure: 'probe',
      body: 'walker',
      probe: 'belly',
      axis: 'z',
      relative: true,
      when: 'end',
      min: -0.02,
      max: 0.02,
    },
  ],
});
writeFileSync(fromRoot('scenes/walker.json'), `${JSON.stringify(scene)}\n`);
console.log(`${mesh.positions.length / 3} vertices, ${glb.length} bytes of GLB`);
