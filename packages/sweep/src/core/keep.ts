import { InputError, memorySink, pc2Writer, type World, writeObj } from 'pliant';
import type { Sweep } from './design.ts';

/** A file that a run leaves behind; its name is put behind the run's id. */
export interface KeptFile {
  /** `.glb`, `.cube.pc2` */
  readonly ending: string;
  readonly bytes: Uint8Array;
}

/** Collects what a sweep keeps of a run. */
export interface Keeper {
  /** Looks at the world before the first step and after each. */
  look(): void;
  end(): Promise<KeptFile[]>;
}

/** @param total steps of the run */
export async function createKeeper(
  world: World,
  keep: Sweep['keep'],
  rate: number | undefined,
  total: number,
): Promise<Keeper> {
  const steps = framesOf(total, world.scene.dt, rate);
  const makers: Maker[] = [];
  if (keep.includes('glb')) makers.push(await keepGlb(world));
  if (keep.includes('pc2')) makers.push(keepCaches(world, steps.length));
  let next = 0;
  return {
    look() {
      if (makers.length === 0 || steps[next] !== world.steps) return;
      next++;
      for (const maker of makers) maker.frame();
    },
    async end() {
      const files: KeptFile[] = [];
      for (const maker of makers) for (const file of await maker.end()) files.push(file);
      if (keep.includes('snapshot')) files.push({ ending: '.snapshot', bytes: world.snapshot() });
      return files;
    },
  };
}

/** The steps after which a frame is kept: the nearest to even frames. */
function framesOf(total: number, dt: number, rate = 1 / dt): number[] {
  const count = Math.floor(total * dt * rate * (1 + 1e-9)) + 1;
  const steps = Array.from({ length: count }, (_, k) => Math.round(k / (rate * dt)));
  return [...new Set(steps)].filter((step) => step <= total);
}

interface Maker {
  frame(): void;
  end(): Promise<KeptFile[]> | KeptFile[];
}

/** The writer of glTF is loaded by those who ask for it. */
async function keepGlb(world: World): Promise<Maker> {
  const { recordTakes, writeMorphGlb } = await import('@pliant/gltf');
  const recorder = recordTakes(world);
  return {
    frame: recorder.frame,
    async end() {
      const { glb } = await writeMorphGlb(recorder.takes, recorder.times, {});
      return [{ ending: '.glb', bytes: glb }];
    },
  };
}

/** Vertices of each body as a point cache, and an OBJ with the same vertices. */
function keepCaches(world: World, count: number): Maker {
  const names = world.bodies.map(({ name }) => name);
  const parts = world.bodies.map((body) => {
    body.draw();
    const sink = memorySink();
    const mesh = {
      positions: Float64Array.from(body.positions),
      triangles: body.surface.triangles,
    };
    return {
      stem: names.length === 1 ? '' : `.${body.name}`,
      obj: writeObj(mesh),
      sink,
      writer: pc2Writer(sink, body.positions.length / 3, count),
    };
  });
  return {
    frame() {
      refuseCuts(world, names);
      parts.forEach(({ writer }, b) => {
        world.bodies[b].draw();
        writer.frame(world.bodies[b].positions);
      });
    },
    end() {
      return parts.flatMap(({ stem, obj, sink, writer }) => {
        writer.end();
        return [
          { ending: `${stem}.pc2`, bytes: sink.bytes() },
          { ending: `${stem}.obj`, bytes: obj },
        ];
      });
    },
  };
}

/** One set of triangles must do for all frames. */
function refuseCuts(world: World, names: readonly string[]): void {
  if (world.bodies.length === names.length) return;
  throw new InputError(
    `a body falls apart at ${world.time.toFixed(3)} s, which kept animations cannot say. Keep snapshots, or run fewer steps.`,
    'keep',
  );
}
