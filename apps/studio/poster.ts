import { readFileSync } from 'node:fs';
import { createWorld, type SceneInput, type World } from 'pliant';
import type { Plugin } from 'vite';
import { packPoster } from './src/poster-format.ts';

const NAME = 'virtual:poster';
const scenes = new URL('../../scenes/', import.meta.url);

/**
 * The bodies of the opening scene as they are at its start, in a small file: what visitors see while the engine is on its way. As the module
 * `virtual:poster`, its address and the scene's name; nothing while developing.
 */
export function poster(): Plugin {
  let isBuild = false;
  return {
    name: 'poster',
    config: (_config, { command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const { gallery } = JSON.parse(readFileSync(new URL('package.json', scenes), 'utf8'));
      const scene: string = gallery[0].scenes[0];
      if (!isBuild) return 'export const scene = ""; export const url = "";';
      const input = JSON.parse(readFileSync(new URL(`${scene}.json`, scenes), 'utf8'));
      const source = pictureOf(createWorld(input as SceneInput));
      const file = this.emitFile({ type: 'asset', name: 'poster.bin', source });
      return `export const scene = ${JSON.stringify(scene)}; export const url = import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

function pictureOf(world: World): Uint8Array {
  const { scene } = world;
  return packPoster({
    ...{ name: scene.name, title: scene.title, description: scene.description },
    ...{ dt: scene.dt, duration: scene.duration, camera: scene.camera },
    bodies: world.bodies.map((body) => {
      body.draw();
      const { name, origin, size, mass, surface, positions } = body;
      const { color } = scene.bodies[origin];
      const { triangles } = surface;
      return {
        name,
        origin,
        size,
        mass,
        color,
        positions: Float64Array.from(positions),
        triangles,
      };
    }),
    obstacles: scene.obstacles.map(({ name, color, shape }, i) => ({
      ...{ name, color, shape },
      pose: [...world.obstacle(i).pose],
      present: world.obstacle(i).present,
    })),
  });
}
