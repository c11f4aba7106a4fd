import {
  type Action,
  compileShape,
  createWorld,
  parseScene,
  type SceneInput,
  type Shape,
} from 'pliant';
import { Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { hashJson, type Json } from '../src/document/json.ts';
import { consequenceOf } from '../src/document/live.ts';
import { holdsPoint } from '../src/document/regions.ts';
import { createStore, type Edit } from '../src/document/store.ts';
import {
  factorAt,
  goOn,
  heldAt,
  holdEdits,
  paintEdits,
  releaseEdits,
  strokeShape,
  unpaintable,
} from '../src/document/strokes.ts';
import { airFor, pressureOf, windEdits } from '../src/document/wind.ts';
import { placementFrom, placementTo } from '../src/hands/placing.ts';
import { placementOf } from '../src/worker/placement.ts';

const body = (model: string, more: object = {}) => ({
  name: 'it',
  shape: { type: 'box', size: [0.2, 0.2, 0.2] },
  material: { young: 2e4 },
  model: { type: model },
  ...more,
});
const sceneOf = (...bodies: object[]): Json =>
  ({ format: 'pliant/1', name: 'it', bodies }) as unknown as Json;
const with_ = (scene: Json, edits: readonly Edit[]): Json => {
  const store = createStore({ scene });
  store.run('it', edits);
  return store.value.scene;
};
/** Numbers from −1 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

describe('what a hand paints', () => {
  it('is in a shape where the engine says so', () => {
    const next = random(3);
    const shapes = [
      { type: 'sphere', radius: 0.5, position: [0.1, 0.2, -0.1] },
      { type: 'box', size: [0.6, 0.9, 1.2], position: [0.1, 0, 0], rotation: [20, -40, 70] },
      { type: 'cylinder', radius: 0.4, height: 1, rotation: [0, 0, 30] },
      { type: 'capsule', from: [-0.4, 0, 0.1], to: [0.5, 0.3, 0], radius: 0.3 },
      { type: 'plane', normal: [0, 2, 1], offset: 0.1 },
    ];
    const all = [...shapes, { type: 'union', shapes: shapes.slice(0, 3), rotation: [10, 0, 5] }];
    for (const shape of all) {
      const sdf = compileShape(shape as unknown as Shape);
      const points = Float64Array.from({ length: 600 }, next);
      const distances = new Float64Array(200);
      sdf.evaluate(points, 200, distances);
      const inside = [...distances].filter((d) => d <= 0).length;
      expect(inside).toBeGreaterThan(5);
      for (let i = 0; i < 200; i++) {
        if (Math.abs(distances[i]) < 1e-6) continue;
        const point = [...points.subarray(3 * i, 3 * i + 3)];
        expect(holdsPoint(shape as Json, point)).toBe(distances[i] < 0);
      }
    }
    expect(holdsPoint({ type: 'thing', name: 'hand' }, [0, 0, 0])).toBe(null);
  });

  it('is all that is as near to the stroke as the brush is wide', () => {
    const next = random(7);
    let stroke: readonly (readonly number[])[] = [];
    for (let x = 0; x <= 1; x += 0.01) stroke = goOn(stroke, [x, 0.2 * Math.sin(5 * x), 0], 0.1);
    expect(stroke.length).toBeLessThan(25);
    const shape = strokeShape(stroke, 0.1);
    for (let k = 0; k < 100; k++) {
      const point = [next(), 0.4 * next(), 0.2 * next()];
      // Brute force: along every piece in small steps.
      let least = Number.POSITIVE_INFINITY;
      stroke.slice(1).forEach((to, i) => {
        for (let t = 0; t <= 1; t += 0.02) {
          const at = to.map((c, d) => t * c + (1 - t) * stroke[i][d]);
          least = Math.min(least, Math.hypot(...at.map((c, d) => c - point[d])));
        }
      });
      if (Math.abs(least - 0.1) > 2e-3) expect(holdsPoint(shape, point)).toBe(least < 0.1);
    }
  });

  it('is stiffness that a scene can say, the last stroke on top', () => {
    let scene = sceneOf(body('solid'), body('solid', { name: 'other' }));
    const spot = (x: number) => strokeShape([[x, 0, 0]], 0.1);
    scene = with_(scene, paintEdits(scene, 0, spot(0), 5));
    scene = with_(scene, paintEdits(scene, 0, spot(0.05), 0.2));
    parseScene(scene);
    const factors = [-0.07, 0.02, 0.12, 0.3].map((x) => factorAt(scene, 0, [x, 0, 0]));
    expect(factors).toEqual([5, 0.2, 0.2, 1]);
    expect(factorAt(scene, 1, [0, 0, 0])).toBe(1);
    const gradient = { type: 'gradient', from: [0, 0, 0], to: [1, 0, 0], values: [1, 2] };
    const ruled = sceneOf(body('solid', { material: { young: 1, stiffness: gradient } }));
    expect(unpaintable(ruled, 0)).toContain('rule of its own');
    expect(unpaintable(sceneOf(body('rigid')), 0)).toContain('rigid');
    expect(unpaintable(scene, 0)).toBe(null);
  });

  it('is held, and let go again', () => {
    const scene = sceneOf(body('solid'));
    const held = with_(scene, holdEdits(scene, 0, strokeShape([[0.1, 0, 0]], 0.05)));
    const twice = with_(held, holdEdits(held, 0, strokeShape([[-0.1, 0, 0]], 0.05)));
    parseScene(twice);
    expect([0.1, -0.1, 0].map((x) => heldAt(twice, 0, [x, 0, 0]))).toEqual([0, 1, -1]);
    expect(hashJson(with_(twice, releaseEdits(twice, 0, 1)))).toBe(hashJson(held));
    expect(hashJson(with_(held, releaseEdits(held, 0, 0)))).toBe(hashJson(scene));
  });
});

describe('wind', () => {
  const wind = [12, 0, -16];

  it('is an event of the scene that can change while it runs; calm leaves no trace', () => {
    const scene = sceneOf(
      body('octree'),
      body('rigid', { name: 'other', material: { young: 1, damping: { air: 2 } } }),
    );
    const windy = with_(scene, windEdits(scene, wind));
    parseScene(windy);
    expect(consequenceOf(scene, windy)).toEqual([
      { do: 'material', body: 'it', damping: { air: airFor(wind) } },
      { do: 'wind', name: 'breeze', velocity: wind },
    ]);
    const more = with_(windy, windEdits(windy, [1, 0, 0]));
    const calm = with_(more, windEdits(more, null));
    expect(consequenceOf(windy, calm)).toContainEqual({ do: 'wind', name: 'breeze' });
    expect(consequenceOf(scene, calm)).toEqual([]);
    const frames = sceneOf(body('frames'));
    expect(consequenceOf(frames, with_(frames, windEdits(frames, wind)))).toBe('rebuild');
  });

  it('pushes a ball by its pressure on the cross-section', () => {
    const dt = 1e-4;
    const ball = sceneOf(body('rigid', { shape: { type: 'sphere', radius: 0.1 } }));
    const still = { ...(ball as object), gravity: [0, 0, 0], dt } as unknown as Json;
    const world = createWorld(with_(still, windEdits(still, wind)) as unknown as SceneInput);
    // What begins acts half a step late in second-order steps.
    world.step(10);
    const before = world.totals().momentum.linear;
    world.step();
    const [px, , pz] = world.totals().momentum.linear.map((p, c) => p - before[c]);
    const cross = Math.PI * 0.1 ** 2;
    const force = pressureOf(wind) * cross;
    expect(Math.hypot(px, pz) / dt / force).toBeGreaterThan(0.95);
    expect(Math.hypot(px, pz) / dt / force).toBeLessThan(1.02);
    expect(px / pz).toBeCloseTo(wind[0] / wind[2], 2);
  });
});

describe('placing', () => {
  it('goes by the middle of the body and comes back to what the scene says', () => {
    const middle = new Vector3(0.3, -0.2, 0.5);
    const [position, rotation] = [
      [1, 2, 3],
      [20, -35, 140],
    ];
    const { at, turn } = placementTo(middle, position, rotation);
    const m = placementOf({ position, rotation });
    const moved = [0, 1, 2].map(
      (r) => m[4 * r] * 0.3 - m[4 * r + 1] * 0.2 + m[4 * r + 2] * 0.5 + m[4 * r + 3],
    );
    at.toArray().forEach((x, c) => void expect(x).toBeCloseTo(moved[c], 12));
    const back = placementFrom(middle, { position: at, quaternion: turn });
    back.position.forEach((x, c) => void expect(x).toBeCloseTo(position[c], 4));
    back.rotation.forEach((x, c) => void expect(x).toBeCloseTo(rotation[c], 2));
    const { x, y, z, w } = new Quaternion().copy(turn);
    expect(placementTo(middle, position, [x, y, z, w]).at.distanceTo(at)).toBeLessThan(1e-12);
  });

  it('of a running body ends where one built there does', () => {
    const here = sceneOf(
      body('octree', { model: { type: 'octree', cell: 0.1 }, velocity: [1, 0, 0] }),
    );
    const there = sceneOf(
      body('octree', {
        ...{ model: { type: 'octree', cell: 0.1 }, velocity: [1, 0, 0] },
        ...{ position: [0.4, 0.1, 0], rotation: [0, 30, 10] },
      }),
    );
    const actions = consequenceOf(here, there) as readonly Action[];
    expect(actions.map((action) => action.do)).toEqual(['place', 'place']);
    const worlds = [here, there].map((scene) => createWorld(scene as unknown as SceneInput));
    for (const action of actions) worlds[0].apply(action);
    const [a, b] = worlds.map((world) => {
      world.step(10);
      world.bodies[0].draw();
      return world.bodies[0].positions;
    });
    for (let i = 0; i < a.length; i++) expect(Math.abs(a[i] - b[i])).toBeLessThan(1e-6);
    const tied = { ...(here as object), joints: [{ name: 'j' }] } as unknown as Json;
    const moved = { ...(there as object), joints: [{ name: 'j' }] } as unknown as Json;
    expect(consequenceOf(tied, moved)).toBe('rebuild');
  });
});
