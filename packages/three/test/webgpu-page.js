// The browser's half of webgpu.browser.ts: one soft mesh drawn by both renderers of three.js, as it is in the same step.
import { createWorld } from 'pliant';
import * as THREE from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { createSoftMesh } from '../src/index.ts';

const SIZE = 96;

function createStage() {
  const mesh = new THREE.Mesh(
    new THREE.BoxGeometry(0.4, 0.4, 0.4, 4, 4, 4),
    new THREE.MeshLambertMaterial({ color: 0x2e8b57 }),
  );
  mesh.position.set(0, 0.7, 0);
  const soft = createSoftMesh(mesh, { name: 'jelly', material: { young: 5e3 } });
  const world = createWorld({
    format: 'pliant/1',
    name: 'stage',
    bodies: [soft.body],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
  soft.follow(world);
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0x000000);
  const light = new THREE.DirectionalLight(0xffffff, 2);
  light.position.set(1, 2, 3);
  scene.add(mesh, light, new THREE.AmbientLight(0xffffff, 1));
  const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 10);
  camera.position.set(0, 0.5, 2);
  return { soft, world, scene, camera };
}

/** Pictures at the start and after so many steps: brightness of every pixel. */
async function draw(renderer, steps) {
  const { soft, world, scene, camera } = createStage();
  renderer.setSize(SIZE, SIZE, false);
  const sheet = new OffscreenCanvas(SIZE, SIZE).getContext('2d', { willReadFrequently: true });
  const look = () => {
    soft.update();
    renderer.render(scene, camera);
    sheet.drawImage(renderer.domElement, 0, 0);
    const { data } = sheet.getImageData(0, 0, SIZE, SIZE);
    return Array.from({ length: SIZE * SIZE }, (_, i) => data[4 * i + 1]);
  };
  const pictures = [look()];
  world.step(steps);
  pictures.push(look());
  renderer.dispose();
  return pictures;
}

globalThis.pictures = async (steps) => {
  const webgpu = new WebGPURenderer({ antialias: false });
  await webgpu.init();
  const webgl = new THREE.WebGLRenderer({ antialias: false });
  return {
    size: SIZE,
    backend: webgpu.backend.isWebGPUBackend === true ? 'WebGPU' : 'WebGL 2',
    webgpu: await draw(webgpu, steps),
    webgl: await draw(webgl, steps),
  };
};
