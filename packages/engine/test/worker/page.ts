import { createWorkerWorld } from 'pliant/worker';

/** What the test asks of the page. */
export interface WorkerPage {
  /** Frames a second of the screen. */
  run(frames: number, screen: number): Promise<Seen>;
}

export interface Seen {
  /** The time that each frame shows [s], and where a corner of the cube is drawn then [m]. */
  readonly times: number[];
  readonly corners: number[][];
  /** Where the corner is at rest, relative to the centre [m]. */
  readonly rest: number[];
  readonly steps: number;
}

const DT = 1 / 60;

/** A stiff cube, thrown up and turning. */
const SCENE = {
  format: 'pliant/1' as const,
  name: 'thrown',
  dt: DT,
  bodies: [
    {
      name: 'cube',
      shape: { type: 'box' as const, size: [0.2, 0.2, 0.2] as [number, number, number] },
      velocity: [1, 3, 0] as [number, number, number],
      spin: [0, 2, 0] as [number, number, number],
      material: { young: 1e7 },
      model: { type: 'solid' as const, cell: 0.1 },
    },
  ],
};

const page: WorkerPage = {
  async run(frames, screen) {
    const world = await createWorkerWorld(SCENE);
    const cube = world.body('cube');
    const seen: Seen = {
      times: [],
      corners: [],
      rest: [...cube.surface.positions.slice(0, 3)],
      steps: 0,
    };
    let steps = 0;
    for (let k = 0; k < frames; k++) {
      steps += world.advance(1 / screen);
      // A page would wait for the screen here; this waits for the worker, whatever the time.
      await world.hash();
      cube.draw({ alpha: world.alpha });
      seen.times.push(world.time - (1 - world.alpha) * DT);
      seen.corners.push([...cube.positions.slice(0, 3)]);
    }
    world.dispose();
    return { ...seen, steps };
  },
};
Object.assign(globalThis, { page });
