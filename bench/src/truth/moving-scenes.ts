import type { SceneInput } from 'pliant';
import type { ModelInput } from './types.ts';

type Vector = [number, number, number];
type BodyInput = NonNullable<SceneInput['bodies']>[number];

/** A scene in which an adaptive body moves, for any model. */
export interface MovingScene {
  readonly id: string;
  /** Longest side of the body [m]. */
  readonly size: number;
  /** Whether everything happens in the plane z = 0. */
  readonly planar: boolean;
  readonly duration: number;
  scene(model: ModelInput): SceneInput;
}

const FLOOR = { name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] as Vector } as const };

interface BarOptions {
  size: Vector;
  young: number;
  damping?: { mass: number; stiffness: number };
  held?: readonly ('left' | 'right')[];
  extra?: Partial<BodyInput>;
}

/** A bar about the origin, held over 0.05 m at the ends that are named, with probes along its axis. */
function bar(model: ModelInput, { size, young, damping, held = [], extra }: BarOptions): BodyInput {
  const x = size[0] / 2;
  return {
    name: 'body',
    shape: { type: 'box', size },
    material: { young, density: 1000, damping: damping ?? { mass: 0.5, stiffness: 0.01 } },
    model,
    attachments: held.map((side) => ({
      name: side,
      region: { type: 'box', size: [0.1, 1, 1], position: [side === 'left' ? -x : x, 0, 0] },
    })),
    probes: { a: [x, 0, 0], b: [0, 0, 0], c: [0.5 * x, size[1] / 2, 0] },
    ...extra,
  };
}

const plain = (bodies: BodyInput[], rest: Partial<SceneInput> = {}): SceneInput => ({
  format: 'pliant/1',
  name: 'moving',
  bodies,
  ...rest,
});

const T_SHAPE = {
  type: 'union' as const,
  shapes: [
    { type: 'box' as const, size: [0.9, 0.12, 0.12] as Vector, position: [0, 0.27, 0] as Vector },
    { type: 'box' as const, size: [0.12, 0.66, 0.12] as Vector },
  ],
};

export const MOVING_SCENES: readonly MovingScene[] = [
  {
    id: 'cantilever let go',
    size: 1.05,
    planar: true,
    duration: 2.5,
    scene: (model) =>
      plain([
        bar(model, {
          size: [1.05, 0.1, 0.1],
          young: 1.2e7,
          damping: { mass: 2, stiffness: 0.02 },
          held: ['left'],
        }),
      ]),
  },
  {
    id: 'T poked at rest',
    size: 0.9,
    planar: true,
    duration: 3,
    scene: (model) =>
      plain(
        [
          {
            ...bar(model, {
              size: [0.9, 0.66, 0.12],
              young: 4e6,
              damping: { mass: 2, stiffness: 0.01 },
            }),
            shape: T_SHAPE,
            attachments: [
              {
                name: 'foot',
                region: { type: 'box', size: [1, 0.06, 1], position: [0, -0.33, 0] },
              },
            ],
            probes: { a: [0.45, 0.27, 0], b: [-0.45, 0.27, 0], c: [0, 0.27, 0] },
          },
        ],
        {
          events: [
            {
              at: 1.5,
              do: 'force',
              body: 'body',
              point: [0.42, 0.27, 0],
              force: [0, -72, 0],
              duration: 0.2,
            },
          ],
        },
      ),
  },
  {
    id: 'bridge, gravity turned',
    size: 1.2,
    planar: true,
    duration: 3,
    scene: (model) =>
      plain([bar(model, { size: [1.2, 0.08, 0.12], young: 5e5, held: ['left', 'right'] })], {
        events: [{ at: 1.5, do: 'gravity', value: [3, 9.81, 0] }],
      }),
  },
  {
    id: 'arm that swings',
    size: 0.8,
    planar: true,
    duration: 2.5,
    scene: (model) => plain([bar(model, { size: [0.8, 0.12, 0.12], young: 1e5, held: ['left'] })]),
  },
  {
    id: 'plank hit by a ball',
    size: 1,
    planar: false,
    duration: 2.5,
    scene: (model) =>
      plain([
        bar(model, { size: [1, 0.06, 0.2], young: 1e7, held: ['left'] }),
        {
          name: 'ball',
          shape: { type: 'sphere', radius: 0.08 },
          position: [0.35, 0.6, 0.03],
          material: { young: 1e6, density: 800 },
          model: { type: 'rigid' },
        },
      ]),
  },
  {
    id: 'box thrown and spinning',
    size: 0.5,
    planar: false,
    duration: 2,
    scene: (model) =>
      plain([
        bar(model, {
          size: [0.5, 0.2, 0.15],
          young: 2e5,
          extra: { spin: [1, 4, 5], velocity: [1, 5, 0] },
        }),
      ]),
  },
  {
    id: 'rope that swings',
    size: 1.05,
    planar: true,
    duration: 3,
    scene: (model) =>
      plain(
        [
          bar(model, {
            size: [1.05, 0.05, 0.05],
            young: 2e5,
            damping: { mass: 0, stiffness: 0.001 },
            held: ['left'],
          }),
        ],
        {
          gravity: [9.4, -2.8, 0],
        },
      ),
  },
  {
    id: 'ball that bounces',
    size: 0.3,
    planar: false,
    duration: 2,
    scene: (model) =>
      plain(
        [
          {
            name: 'body',
            shape: { type: 'sphere', radius: 0.15 },
            position: [0, 0.5, 0],
            material: { young: 5e4, density: 1000 },
            model,
            probes: { a: [0, 0.15, 0], b: [0, 0, 0], c: [0.15, 0, 0] },
          },
        ],
        { obstacles: [FLOOR] },
      ),
  },
  {
    id: 'bar twisted and let go',
    size: 0.8,
    planar: false,
    duration: 2.5,
    scene: (model) =>
      plain(
        [
          {
            ...bar(model, { size: [0.8, 0.1, 0.1], young: 5e5, held: ['left'] }),
            attachments: [
              { name: 'left', region: { type: 'box', size: [0.1, 1, 1], position: [-0.4, 0, 0] } },
              {
                name: 'right',
                region: { type: 'box', size: [0.1, 1, 1], position: [0.4, 0, 0] },
                keyframes: [
                  { time: 0, position: [0, 0, 0], rotation: [0, 0, 0] },
                  { time: 0.8, position: [0, 0, 0], rotation: [60, 0, 0] },
                ],
              },
            ],
            probes: { a: [0.2, 0.05, 0.05], b: [0, 0, 0.05], c: [-0.2, 0.05, 0] },
          },
        ],
        { gravity: [0, 0, 0], events: [{ at: 1, do: 'release', target: 'body.right' }] },
      ),
  },
  {
    id: 'cantilever pulled and let go',
    size: 0.6,
    planar: true,
    duration: 2.5,
    scene: (model) =>
      plain([bar(model, { size: [0.6, 0.1, 0.1], young: 3e6, held: ['left'] })], {
        gravity: [0, 0, 0],
        events: [
          {
            at: 0.3,
            do: 'pull',
            body: 'body',
            point: [0.3, 0, 0],
            to: [0.25, 0.25, 0],
            duration: 0.7,
            stiffness: 400,
          },
        ],
      }),
  },
];
