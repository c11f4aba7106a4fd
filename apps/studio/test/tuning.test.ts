import { describe, expect, it } from 'vitest';
import type { SceneInfo } from '../src/protocol.ts';
import { createTuning } from '../src/tuning.ts';

const solid = { name: 'block', parts: null };
const frames = (name: string, tolerance: number, adaptive = true) => ({
  name,
  parts: { level: new Uint8Array(3), adaptive, tolerance, camera: false },
});
const scene = (...bodies: unknown[]) => ({ bodies }) as unknown as SceneInfo;

describe('the tuning of a scene', () => {
  it('starts with what the scene says, and then needs no action', () => {
    const tuning = createTuning();
    tuning.open(scene(solid, frames('worm', 0.07)));
    expect([tuning.hasBodies, tuning.adaptive, tuning.tolerance]).toEqual([true, true, 0.07]);
    expect(tuning.actions()).toEqual([]);
  });

  it('tunes every adaptive body, and no other', () => {
    const tuning = createTuning();
    tuning.open(scene(frames('worm', 0.1), solid, frames('snail', 0.2)));
    expect(tuning.setTolerance(0.5)).toEqual([
      { do: 'tune', body: 'worm', tolerance: 0.5 },
      { do: 'tune', body: 'snail', tolerance: 0.5 },
    ]);
  });

  it('is repeated when the scene starts over, and forgotten with it', () => {
    const tuning = createTuning();
    tuning.open(scene(frames('worm', 0.1)));
    tuning.setTolerance(0.5);
    tuning.setAdaptive(false);
    expect(tuning.actions()).toEqual([
      { do: 'tune', body: 'worm', tolerance: 0.5, adaptive: false },
    ]);
    tuning.open(scene(frames('worm', 0.1)));
    expect(tuning.actions()).toEqual([]);
  });

  it('can be overruled for one of two runs', () => {
    const tuning = createTuning();
    tuning.open(scene(frames('worm', 0.1)));
    expect(tuning.actions(false)).toEqual([{ do: 'tune', body: 'worm', adaptive: false }]);
    expect(tuning.actions()).toEqual([]);
  });

  it('leaves bodies alone that the scene keeps at full resolution beside others', () => {
    const tuning = createTuning();
    tuning.open(scene(frames('full', 0.3, false), frames('worm', 0.1)));
    expect(tuning.tolerance).toBe(0.1);
    expect(tuning.actions(false)).toEqual([{ do: 'tune', body: 'worm', adaptive: false }]);
    tuning.open(scene(frames('full', 0.3, false)));
    expect(tuning.adaptive).toBe(false);
    expect(tuning.setAdaptive(true)).toEqual([{ do: 'tune', body: 'full', adaptive: true }]);
  });

  it('tells where it is looked at from, also when the scene starts over, until that is over', () => {
    const tuning = createTuning();
    tuning.open(scene(frames('worm', 0.1)));
    expect(tuning.follows).toBe(false);
    const camera = { eye: [0, 0, 2], target: [0, 0, 0], fov: 36 } as const;
    expect(tuning.setCamera(camera)).toEqual([{ do: 'tune', body: 'worm', camera }]);
    expect(tuning.follows).toBe(true);
    expect(tuning.actions()).toEqual([{ do: 'tune', body: 'worm', camera }]);
    expect(tuning.setCamera(null)).toEqual([{ do: 'tune', body: 'worm', camera: null }]);
    expect(tuning.follows).toBe(false);
  });

  it('has nothing to say about a scene of solids', () => {
    const tuning = createTuning();
    tuning.open(scene(solid));
    expect(tuning.hasBodies).toBe(false);
    expect(tuning.setAdaptive(true)).toEqual([]);
  });
});
