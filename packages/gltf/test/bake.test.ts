import { createWorld, type SceneInput } from 'pliant';
import { describe, expect, it } from 'vitest';
import { align, undo } from '../src/align.ts';
import { fitMorph, recordTakes, writeMorphGlb } from '../src/index.ts';
import { farthest } from './skin.ts';
import { loadInThree } from './three.ts';
import { faultsOf } from './validate.ts';

/** A coarse soft ball that drops on a floor. */
const BALL: SceneInput = {
  format: 'pliant/1',
  name: 'ball',
  bodies: [
    {
      name: 'ball',
      shape: { type: 'sphere', radius: 0.1 },
      position: [0, 0.25, 0],
      velocity: [0.5, 0, 0],
      material: { young: 2e4 },
      model: { type: 'octree', cell: 0.03 } as never,
      color: '#cc4422',
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};

function record(
  scene: SceneInput,
  frames: number,
  act?: (k: number, world: ReturnType<typeof createWorld>) => void,
) {
  const world = createWorld(scene);
  const recorder = recordTakes(world);
  recorder.frame();
  for (let k = 1; k < frames; k++) {
    act?.(k, world);
    world.step();
    recorder.frame();
  }
  return recorder;
}

describe('alignment', () => {
  it('gives back a known turn and shift, and the shape', () => {
    const base = Float64Array.from({ length: 30 }, (_, i) => Math.sin(7 * i));
    for (let d = 0; d < 3; d++) {
      let mean = 0;
      for (let i = d; i < 30; i += 3) mean += base[i] / 10;
      for (let i = d; i < 30; i += 3) base[i] -= mean;
    }
    const turn: [number, number, number, number] = [0.5, -0.5, 0.1, Math.sqrt(0.49)];
    // The inverse of `undo` with the inverse turn is the turn itself.
    const back: [number, number, number, number] = [-turn[0], -turn[1], -turn[2], turn[3]];
    const moved = new Float64Array(30);
    undo(moved, base, { turn: back, centre: [0, 0, 0] });
    for (let i = 0; i < 30; i++) moved[i] += [1, 2, 3][i % 3];
    const found = align(moved, base, null);
    expect(farthest(found.turn, turn)).toBeLessThan(1e-10);
    expect(farthest(found.centre, [1, 2, 3])).toBeLessThan(1e-10);
    undo(moved, moved, found);
    expect(farthest(moved, base)).toBeLessThan(1e-12);
  });
});

describe('morph targets', () => {
  it('a rigid motion needs none, two shapes need one, and the stated error is the true one', () => {
    const n = 40;
    const rest = Float32Array.from({ length: 3 * n }, (_, i) => Math.sin(5 * i + (i % 3)));
    const bulge = Float32Array.from({ length: 3 * n }, (_, i) => Math.cos(3 * i));
    const still = fitMorph([rest, rest.map((x, i) => x + [1, 0, 2][i % 3])], 2);
    expect(still.targets).toHaveLength(0);
    const frames = Array.from({ length: 12 }, (_, t) =>
      rest.map((x, i) => x + 0.1 * Math.sin(t) * bulge[i]),
    );
    const one = fitMorph(frames, 2, { tolerance: 1e-3 });
    expect(one.targets.length).toBeLessThan(4);
    expect(one.worst).toBeLessThan(2e-3);
    const none = fitMorph(frames, 2, { targets: 0 });
    expect(none.worst).toBeGreaterThan(0.05);
  });
});

describe('a GLB of a run', () => {
  const recorder = record(BALL, 40);

  it('is valid, and three.js finds every vertex within the stated error at 20 times', async () => {
    const { glb, bodies } = await writeMorphGlb(recorder.takes, recorder.times, {
      tolerance: 2e-3,
      colors: { ball: '#cc4422' },
    });
    expect(await faultsOf(glb)).toEqual([]);
    const [{ worst, size, targets }] = bodies;
    expect(worst).toBeLessThanOrEqual(2e-3 * size);
    expect(targets).toBeGreaterThan(1);
    const three = await loadInThree(glb);
    for (let k = 0; k < 20; k++) {
      const frame = 2 * k;
      three.pose(recorder.times[frame]);
      const theirs = three.vertices(three.meshes[0]);
      expect(farthest(theirs, recorder.takes[0].frames[frame])).toBeLessThan(worst + 1e-6);
    }
  });

  it('takes a tighter tolerance, with more targets', async () => {
    const [loose, tight] = await Promise.all(
      [5e-3, 2e-4].map((tolerance) => writeMorphGlb(recorder.takes, recorder.times, { tolerance })),
    );
    expect(tight.bodies[0].targets).toBeGreaterThan(loose.bodies[0].targets);
    expect(tight.bodies[0].worst).toBeLessThanOrEqual(2e-4 * 0.2 * 1.01);
  });
});

describe('a body that is cut', () => {
  it('is a mesh for each span of constant triangles, shown one after the other', async () => {
    const jelly: SceneInput = {
      format: 'pliant/1',
      name: 'jelly',
      gravity: [0, 0, 0],
      bodies: [
        {
          name: 'jelly',
          shape: { type: 'box', size: [0.2, 0.1, 0.1] },
          material: { young: 2e4 },
          model: { type: 'octree', cell: 0.03, levels: 1 },
        },
      ],
      events: [
        {
          at: 0.05,
          do: 'cut',
          body: 'jelly',
          blade: [
            [
              [0, 1, -1],
              [0, -1, -1],
            ],
            [
              [0, 1, 1],
              [0, -1, 1],
            ],
          ],
        },
      ],
    };
    const { takes, times } = record(jelly, 9);
    expect(takes.map(({ name }) => name)).toEqual(['jelly', 'jelly:2', 'jelly/1']);
    const { glb } = await writeMorphGlb(takes, times);
    expect(await faultsOf(glb)).toEqual([]);
    const three = await loadInThree(glb);
    for (const [k, time] of times.entries()) {
      // Keys are of single precision: a moment later they are surely there.
      three.pose(Math.min(time + 1e-6, times[times.length - 1]));
      takes.forEach((take, i) => {
        const isShown = k >= take.first && k < take.first + take.frames.length;
        const theirs = three.vertices(three.meshes[i]);
        if (isShown)
          expect(farthest(theirs, take.frames[k - take.first])).toBeLessThan(
            2e-3 * take.size + 1e-6,
          );
        else expect(farthest(theirs, new Float32Array(theirs.length))).toBeLessThan(1e-9);
      });
    }
  });
});
