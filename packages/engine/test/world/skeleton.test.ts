import { expect, test } from 'vitest';
import { buildScene, createWorld, parseScene, type SceneInput } from '../../src/index.ts';
import { createSkeleton, poseSkeleton } from '../../src/world/drive/skeleton.ts';

type SkeletonInput = NonNullable<SceneInput['skeletons']>[number];

/** Two bones along x, hinged at 0 and 1, each turning about z. */
const ARM: SkeletonInput = {
  name: 'arm',
  ease: false,
  bones: [
    {
      name: 'upper',
      joint: [0, 0, 0],
      keyframes: [{ time: 0 }, { time: 1, rotation: [0, 0, 90], position: [0, 0, 2] }],
    },
    {
      name: 'lower',
      parent: 'upper',
      joint: [1, 0, 0],
      keyframes: [{ time: 0 }, { time: 1, rotation: [0, 0, 90] }],
    },
    { name: 'hand', parent: 'lower', joint: [2, 0, 0] },
  ],
};

function skeletonOf(spec: SkeletonInput) {
  const { skeletons } = parseScene({ format: 'pliant/1', name: 'arm', skeletons: [spec] });
  return createSkeleton(skeletons[0]);
}

/** Where a bone takes a place of rest. */
function carried(spec: SkeletonInput, bone: string, p: readonly number[], time: number): number[] {
  const skeleton = skeletonOf(spec);
  poseSkeleton(skeleton, time);
  const o = 12 * skeleton.bones.indexOf(bone);
  return [0, 4, 8].map((r) => {
    const [a, b, c, t] = skeleton.poses.subarray(o + r, o + r + 4);
    return a * p[0] + b * p[1] + c * p[2] + t;
  });
}

function expectNear(a: readonly number[], b: readonly number[]): void {
  a.forEach((x, i) => {
    expect(x).toBeCloseTo(b[i], 12);
  });
}

test('a bone turns about its joint and is carried by its parent', () => {
  // Upper arm upright and shifted along z, lower arm folded back by another quarter turn.
  expectNear(carried(ARM, 'upper', [1, 0, 0], 1), [0, 1, 2]);
  expectNear(carried(ARM, 'lower', [1, 0, 0], 1), [0, 1, 2]);
  expectNear(carried(ARM, 'lower', [2, 0, 0], 1), [-1, 1, 2]);
  expectNear(carried(ARM, 'hand', [3, 0, 0], 1), [-2, 1, 2]);
});

test('joints stay joined: a bone’s joint is where its parent takes it', () => {
  for (const time of [0.13, 0.5, 0.86]) {
    expectNear(carried(ARM, 'lower', [1, 0, 0], time), carried(ARM, 'upper', [1, 0, 0], time));
    expectNear(carried(ARM, 'hand', [2, 0, 0], time), carried(ARM, 'lower', [2, 0, 0], time));
  }
});

test('easing reaches the same keyframes, slowly at both ends; repeating starts again', () => {
  const eased = { ...ARM, ease: true };
  const height = (spec: SkeletonInput, time: number): number =>
    carried(spec, 'upper', [0, 0, 0], time)[2];
  expect(height(eased, 1)).toBeCloseTo(height(ARM, 1), 12);
  expect(height(eased, 0.5)).toBeCloseTo(height(ARM, 0.5), 12);
  expect(height(eased, 0.1)).toBeCloseTo(2 * 0.01 * 2.8, 12);
  expect(height({ ...ARM, repeat: 1.5 }, 3.5)).toBeCloseTo(height(ARM, 0.5), 12);
});

test('flat arrays with quaternions say the same as keyframes, and may jump', () => {
  const h = Math.SQRT1_2;
  const [upper, lower, hand] = ARM.bones;
  const flat: SkeletonInput = {
    ...ARM,
    bones: [
      {
        ...upper,
        keyframes: undefined,
        track: {
          times: [0, 1],
          positions: [0, 0, 0, 0, 0, 2],
          quaternions: [0, 0, 0, 1, 0, 0, h, h],
        },
      },
      {
        ...lower,
        keyframes: undefined,
        track: { times: [0, 1], quaternions: [0, 0, 0, 1.9, 0, 0, 1, 1] },
      },
      hand,
    ],
  };
  for (const time of [0, 0.3, 1, 2]) {
    expectNear(carried(flat, 'hand', [3, 0, 0], time), carried(ARM, 'hand', [3, 0, 0], time));
  }
  const jump = { times: [0, 1, 1], positions: [0, 0, 0, 0, 0, 0, 5, 0, 0] };
  const jumping = { ...ARM, bones: [{ name: 'one', joint: ARM.bones[0].joint, track: jump }] };
  expect(carried(jumping, 'one', [0, 0, 0], 0.999)[0]).toBe(0);
  expect(carried(jumping, 'one', [0, 0, 0], 1)[0]).toBe(5);
});

test('flat arrays that do not fit together are refused with their place', () => {
  const with_ = (track: NonNullable<SkeletonInput['bones'][number]['track']>) => () =>
    skeletonOf({ name: 'a', bones: [{ name: 'b', joint: [0, 0, 0], track }] });
  const at = /skeletons\[0\]\.bones\[0\]\.track\./;
  for (const track of [
    { times: [1, 0] },
    { times: [0, 1], positions: [0, 0, 0] },
    { times: [0], quaternions: [0, 0, 0, 0] },
    { times: [0], quaternions: [0, 0, 1] },
  ]) {
    expect(with_(track)).toThrow(at);
  }
});

const BAR: NonNullable<SceneInput['bodies']>[number] = {
  name: 'bar',
  shape: { type: 'box', size: [2, 0.2, 0.2], position: [1, 0, 0] },
  position: [0, 3, 0],
  rotation: [0, 90, 0],
  material: { young: 1e5, damping: { stiffness: 0.02 } },
  attachments: [
    {
      name: 'shoulder',
      region: { type: 'box', size: [0.2, 1, 1], position: [0, 0, 0] },
      bone: 'arm.upper',
    },
    {
      name: 'wrist',
      region: { type: 'box', size: [0.2, 1, 1], position: [2, 0, 0] },
      bone: 'arm.lower',
    },
  ],
  probes: { wrist: [2, 0.05, 0], elbow: [1, 0, 0] },
};

const MODELS: NonNullable<(typeof BAR)['model']>[] = [
  { type: 'frames', frames: [1, 3, 9] },
  { type: 'solid', cell: 0.2 },
];

test.each(MODELS)('bones carry parts of a $type body exactly, wherever it is placed', (model) => {
  const w = createWorld({
    format: 'pliant/1',
    name: 'driven',
    gravity: [0, 0, 0],
    skeletons: [ARM],
    bodies: [{ ...BAR, model }],
  });
  w.step(45);
  const [x, y, z] = carried(ARM, 'lower', [2, 0.05, 0], 45 / 60);
  // Placed: a quarter turn about y takes x to −z and z to x, then 3 m up.
  expectNear(w.bodies[0].probe('wrist'), [z, 3 + y, -x]);
  // What is between the bones follows by its own stiffness and lags: no bone carries it.
  const elbow = w.bodies[0].probe('elbow');
  const [jx, jy, jz] = carried(ARM, 'lower', [1, 0, 0], 45 / 60);
  expect(Math.hypot(elbow[0] - jz, elbow[1] - 3 - jy, elbow[2] + jx)).toBeGreaterThan(0.1);
});

test('a skeleton’s motion goes on bit for bit from a snapshot', () => {
  const scene: SceneInput = {
    format: 'pliant/1',
    name: 'driven',
    skeletons: [ARM],
    bodies: [{ ...BAR, model: { type: 'frames', frames: [1, 3] } }],
  };
  const built = buildScene(parseScene(scene));
  const first = createWorld(built);
  first.step(20);
  const bytes = first.snapshot();
  first.step(20);
  const second = createWorld(built);
  second.restore(bytes);
  second.step(20);
  expect(second.hash()).toBe(first.hash());
});

test('faults of skeletons are named', () => {
  const faulty = (change: (scene: SceneInput) => void): string => {
    const scene: SceneInput = structuredClone({
      format: 'pliant/1',
      name: 'driven',
      skeletons: [ARM],
      bodies: [BAR],
    });
    change(scene);
    try {
      parseScene(scene);
    } catch (error) {
      return (error as Error).message;
    }
    return 'no fault';
  };
  expect(faulty((s) => (s.skeletons![0].bones[0].parent = 'hand'))).toMatch(
    /skeletons\[0\]\.bones\[0\]\.parent: must be a bone further up, got "hand"/,
  );
  expect(faulty((s) => (s.bodies![0].attachments![0].bone = 'arm.foot'))).toMatch(
    /bodies\[0\]\.attachments\[0\]\.bone: must be the name of a bone, got "arm\.foot".*arm\.upper/,
  );
  expect(faulty((s) => (s.bodies![0].attachments![0].keyframes = [{ time: 0 }]))).toMatch(
    /must have "keyframes" or a "bone", got both/,
  );
  expect(faulty((s) => (s.skeletons![0].repeat = 0.5))).toMatch(/starts again \(0.5 s\)/);
});
