import { getAt, type Json } from '../document/json.ts';
import { modelOf } from '../document/live.ts';

/** A program that shows the scene in a page, for a project with `pliant`, `@pliant/three` and `three`. */
export function codeOf(scene: Json, files: readonly string[]): string {
  const reading =
    files.length === 0
      ? 'const world = createWorld(scene);'
      : `// Mesh files of the scene, beside the page.
const names = ${JSON.stringify(files)};
const bytes = await Promise.all(names.map(async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer())));
const world = createWorld(scene, { files: (name) => bytes[names.indexOf(name)] });`;
  return `import { createWorldView } from '@pliant/three';
import { createWorld } from '${doorOf(scene)}';
import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const scene = ${JSON.stringify(scene, null, 2)};

${reading}

const stage = new Scene();
stage.add(new HemisphereLight('#ffffff', '#8a8072', 2), new DirectionalLight('#ffffff', 2));
const view = createWorldView(world);
stage.add(view.group);

const renderer = new WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
const camera = new PerspectiveCamera(36, innerWidth / innerHeight, 0.01, 100);
const { eye = [1, 1, 2], target = [0, 0, 0] } = scene.camera ?? {};
camera.position.set(...eye);
const controls = new OrbitControls(camera, renderer.domElement);
controls.target.set(...target);
renderer.setSize(innerWidth, innerHeight);

let last = performance.now();
renderer.setAnimationLoop((now) => {
  world.advance((now - last) / 1000);
  last = now;
  view.update();
  controls.update();
  renderer.render(stage, camera);
});
`;
}

/** Where the engine comes from: with one model alone, if the scene has no other. */
function doorOf(scene: Json): string {
  const bodies = getAt(scene, ['bodies']);
  const models = Array.isArray(bodies) ? bodies.map((_, i) => modelOf(scene, i)) : [];
  const doors = new Set(models.map((type) => (type === 'lattice' ? 'octree' : type)));
  return doors.size === 1 ? `pliant/${[...doors][0]}` : 'pliant';
}
