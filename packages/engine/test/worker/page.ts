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
  /** Where it is after every step, from the start on. */
  readonly states: number[][];
  readonly steps: number;
}

const DT = 1 / 60;

/** A soft cube, thrown up and turning. */
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
      material: { young: 1e5 },
      model: { type: 'solid' as const, cell: 0.1 },
    },
  ],
};

const page: WorkerPage = {
  async run(frames, screen) {
    const world = await createWorkerWorld(SCENE);
    const cube = world.body('cube');
    const corner = (): number[] => [...cube.positions.slice(0, 3)];
    const [times, corners, states]: [number[], number[][], number[][]] = [[], [], []];
    const start = await world.snapshot();
    let steps = 0;
    for (let k = 0; k < frames; k++) {
      steps += world.advance(1 / screen);
      // A page would wait for the screen here; this waits for the worker, whatever the time.
      await world.hash();
      cube.draw({ alpha: world.alpha });
      times.push(world.time - (1 - world.alpha) * DT);
      corners.push(corner());
    }
    await world.restore(start);
    for (let k = 0; k <= steps; k++) {
      if (k > 0) await world.step();
      cube.draw();
      states.push(corner());
    }
    world.dispose();
    return { times, corners, states, steps };
  },
};
Object.assign(globalThis, { page });
