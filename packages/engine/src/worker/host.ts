import { InputError } from '../core/errors.ts';
import { createWorld, type World } from '../world/world.ts';
import {
  type BodyInfo,
  type Call,
  type Fault,
  type Line,
  OBSTACLE_SIZE,
  type Reply,
  type Request,
} from './protocol.ts';

/** Runs a world for the page at the other end of a line, until the line is cut. */
export function hostWorld(line: Line): void {
  const post = (reply: Reply, transfer?: ArrayBuffer[]): void => line.postMessage(reply, transfer);
  let run: Run | null = null;
  line.onmessage = ({ data }: { data: Request }): void => {
    if (data.type !== 'load') {
      try {
        if (run === null) throw new InputError('world: none is loaded. Load a scene first.');
        run.handle(data);
      } catch (error) {
        post({ type: 'refused', id: data.type === 'call' ? data.id : -1, fault: faultOf(error) });
      }
      return;
    }
    try {
      const { scene, files, kernels, limits } = data;
      run?.end();
      run = null;
      const world = createWorld(scene as string, {
        ...limits,
        kernels,
        files: (name) => fileOf(files, name),
        progress: (name, done, total, stage) =>
          post({ type: 'progress', name, done, total, stage }),
      });
      run = createRun(world, post);
      post({ type: 'ready', kernels: world.kernels, notes: world.notes });
    } catch (error) {
      post({ type: 'failed', fault: faultOf(error) });
    }
  };
}

interface Run {
  /** Throws what the world refuses. */
  handle(request: Exclude<Request, { type: 'load' }>): void;
  end(): void;
}

function createRun(world: World, post: (reply: Reply, transfer?: ArrayBuffer[]) => void): Run {
  let free: ArrayBuffer[] = [];
  let known = '';
  /** The obstacles that the page knows, and how often they have changed. */
  let { obstacles } = world.scene;
  let changes = 0;
  let index = 0;
  const listeners = new Map<number, () => void>();
  /** Sends who is there if that has changed, then how all stand. */
  const show = (): void => {
    const shapes = world.bodies.map((body) => body.topology).join(' ');
    if (obstacles !== world.scene.obstacles) changes++;
    obstacles = world.scene.obstacles;
    const now = `${world.topology} ${shapes} ${changes}`;
    if (now !== known) {
      known = now;
      free = [];
      const bodies = world.bodies.map(describe);
      post({ type: 'bodies', scene: world.scene, topology: world.topology, bodies });
    }
    const buffer = free.pop() ?? new ArrayBuffer(4 * numbersIn(world));
    fill(new Float32Array(buffer), world);
    const resting = world.bodies.map((body) => body.resting);
    const { time, steps } = world;
    post({ type: 'frame', frame: { time, steps, index, buffer, resting } }, [buffer]);
  };
  show();
  return {
    end: () => world.dispose(),
    handle(request) {
      switch (request.type) {
        case 'steps':
          for (let i = 0; i < request.count; i++) {
            world.step();
            index++;
            show();
          }
          return;
        case 'call': {
          if (!Object.hasOwn(ANSWERS, request.call))
            throw new InputError(`call: there is no "${request.call}". See \`WorkerWorld\`.`);
          const value = ANSWERS[request.call](world, request.args as never);
          if (CHANGING.has(request.call)) show();
          post({ type: 'answer', id: request.id, value });
          return;
        }
        case 'do':
          world.apply(request.action);
          return;
        case 'listen': {
          const { id, event, options } = request;
          const tell = (data: unknown): void => post({ type: 'event', id, data });
          listeners.set(id, world.on(event, tell, options));
          return;
        }
        case 'unlisten':
          listeners.get(request.id)?.();
          listeners.delete(request.id);
          return;
        case 'return':
          if (request.buffer.byteLength === 4 * numbersIn(world)) free.push(request.buffer);
      }
    },
  };
}

/** What a page can ask for. */
const ANSWERS: Readonly<Record<Call, (world: World, args: readonly never[]) => unknown>> = {
  apply: (world, [action]) => world.apply(action),
  step: (world, [count]) => world.step(count),
  raycast: (world, [origin, direction, options]) => world.raycast(origin, direction, options),
  raycastAll: (world, [origin, direction, options]) => world.raycastAll(origin, direction, options),
  closest: (world, [point, options]) => world.closest(point, options),
  overlap: (world, [shape, options]) => world.overlap(shape, options),
  totals: (world) => world.totals(),
  snapshot: (world) => world.snapshot(),
  restore: (world, [bytes]) => world.restore(bytes),
  hash: (world) => world.hash(),
  motion: (world, [body]) => world.body(body).motion(),
  transform: (world, [body]) => world.body(body).transform(),
  probe: (world, [body, probe]) => world.body(body).probe(probe),
  joint(world, [name]) {
    const { holds, position, force, torque } = world.joint(name);
    return { holds, position, force, torque };
  },
  issues: (world) => new Map(world.issues),
};

/** Calls after which the page must see the world again. */
const CHANGING = new Set<string>(['apply', 'step', 'restore']);

function describe(body: World['bodies'][number]): BodyInfo {
  const { name, origin, kind, topology, cuttable, mass, size } = body;
  const { positions, triangles } = body.surface;
  return {
    name,
    origin,
    kind,
    topology,
    cuttable,
    mass,
    size,
    surface: { positions, triangles },
  };
}

function numbersIn(world: World): number {
  const surfaces = world.bodies.reduce((sum, body) => sum + 2 * body.positions.length, 0);
  return surfaces + OBSTACLE_SIZE * world.scene.obstacles.length;
}

function fill(out: Float32Array, world: World): void {
  let at = 0;
  for (const body of world.bodies) {
    body.draw();
    out.set(body.positions, at);
    out.set(body.normals, at + body.positions.length);
    at += 2 * body.positions.length;
  }
  for (let i = 0; i < world.scene.obstacles.length; i++) {
    const { pose, present } = world.obstacle(i);
    out.set(pose, at);
    out[at + 12] = present ? 1 : 0;
    at += OBSTACLE_SIZE;
  }
}

function fileOf(files: Readonly<Record<string, Uint8Array>>, name: string): Uint8Array {
  const bytes = files[name];
  if (bytes === undefined)
    throw new InputError(`"${name}" is not among the files given. Add its bytes to "files".`);
  return bytes;
}

function faultOf(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  return { message, isInput: error instanceof InputError };
}
