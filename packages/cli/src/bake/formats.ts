import { basename } from 'node:path';
import { recordTakes, writeMorphGlb, writeSkinGlb } from '@pliant/gltf';
import {
  cellGrid,
  createCsv,
  type FrameWriter,
  InputError,
  mddWriter,
  pc2Writer,
  surfaceGrid,
  surfacesNow,
  usdaStage,
  usdaWriter,
  vertexTextures,
  type WorldBody,
  writeMesh,
  writePvd,
  writeVtu,
} from 'pliant';
import { type BakePlan, type Baker, bodiesOf, framePath, type Outputs, pathFor } from './baker.ts';
import type { Clothes, Wardrobe } from './clothes.ts';

type Format = (plan: BakePlan, outputs: Outputs, wardrobe: Wardrobe) => Baker;

/** Formats by the ending of the file. */
export const FORMATS: Readonly<Record<string, Format>> = {
  '.glb': bakeGlb,
  '.mdd': (plan, outputs, wardrobe) =>
    bakeCaches(plan, outputs, wardrobe, (body, sink) =>
      mddWriter(sink, body.positions.length / 3, plan.times),
    ),
  '.pc2': (plan, outputs, wardrobe) =>
    bakeCaches(plan, outputs, wardrobe, (body, sink) =>
      pc2Writer(sink, body.positions.length / 3, plan.times.length),
    ),
  '.usda': bakeUsda,
  '.vtu': bakeVtu,
  '.obj': bakeMeshes,
  '.stl': bakeMeshes,
  '.ply': bakeMeshes,
  '.png': bakeTextures,
  '.csv': bakeCsv,
};

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Morph targets and skins need the whole run: it is kept in single precision, and fitted at the end. */
function bakeGlb(plan: BakePlan, outputs: Outputs): Baker {
  const output = outputs.open(plan.out);
  const recorder = recordTakes(plan.world, plan.bodies);
  const colors = Object.fromEntries(
    plan.world.scene.bodies.map(({ name, color }) => [name, color]),
  );
  return {
    frame: () => recorder.frame(),
    async end() {
      const { takes, times } = recorder;
      const { tolerance, targets, joints, drawn, as } = plan;
      const say = (one: { name: string; worst: number; rms: number; size: number }, n: string) => {
        const part = (x: number): string => `${((100 * x) / one.size).toPrecision(2)} %`;
        return `${one.name}: ${n}, vertices off by ${part(one.worst)} of its size at most, ${part(one.rms)} rms.`;
      };
      if (as === 'skin') {
        const { glb, bodies } = await writeSkinGlb(takes, times, {
          tolerance,
          joints,
          colors,
          drawn,
        });
        output.write(glb);
        return bodies.map((one) => say(one, count(one.joints, 'joint')));
      }
      const { glb, bodies } = await writeMorphGlb(takes, times, {
        tolerance,
        targets,
        colors,
        drawn,
      });
      output.write(glb);
      return bodies.map((one) => say(one, count(one.targets, 'morph target')));
    },
  };
}

/** Vertices of each body in a file of its own, an OBJ with the same vertices beside it. */
function bakeCaches(
  plan: BakePlan,
  outputs: Outputs,
  wardrobe: Wardrobe,
  open: (body: WorldBody, sink: { write(bytes: Uint8Array): void }) => FrameWriter,
): Baker {
  const bodies = bodiesOf(plan);
  const isOne = bodies.length === 1;
  const writers = bodies.map((body) => {
    const part = isOne ? null : body.name;
    outputs.whole(pathFor(plan.out, part, '.obj'), wardrobe.obj([body]));
    return open(body, outputs.open(pathFor(plan.out, part)));
  });
  return {
    frame() {
      refuseCuts(plan, bodies);
      bodies.forEach((body, i) => {
        body.draw();
        writers[i].frame(body.positions);
      });
    },
    end() {
      for (const writer of writers) writer.end();
      wardrobe.writeMaterials(outputs);
      return [];
    },
  };
}

const surfaces = new WeakMap<WorldBody, WorldBody['surface']>();

/** A cache has one set of triangles for all its frames. */
function refuseCuts(plan: BakePlan, bodies: readonly WorldBody[]): void {
  for (const body of bodies) {
    const first = surfaces.get(body) ?? body.surface;
    surfaces.set(body, first);
    if (first === body.surface && bodiesOf(plan).length === bodies.length) continue;
    throw new InputError(
      `"${body.name}" is cut at ${plan.world.time.toFixed(3)} s: its triangles change, which this format cannot say. Write .glb, .vtu or .obj, or end before (--to).`,
    );
  }
}

function bakeUsda(plan: BakePlan, outputs: Outputs, wardrobe: Wardrobe): Baker {
  const bodies = bodiesOf(plan);
  const isOne = bodies.length === 1;
  const parts = bodies.map((body) => {
    const path = pathFor(plan.out, isOne ? null : body.name);
    const color = plan.world.scene.bodies[body.origin].color;
    const clothes = wardrobe.of(body);
    const options = {
      name: body.name,
      rate: plan.rate,
      frames: plan.times.length,
      triangles: clothes?.triangles ?? body.surface.triangles,
      uvs: clothes && cornerUvs(clothes),
      color: color ? linear(color) : undefined,
    };
    return {
      name: body.name,
      file: basename(path),
      writer: usdaWriter(outputs.open(path), options),
    };
  });
  if (!isOne) {
    outputs.whole(plan.out, usdaStage(parts, plan.rate, 0, plan.times.length - 1));
  }
  return {
    frame() {
      refuseCuts(plan, bodies);
      bodies.forEach((body, i) => {
        body.draw();
        parts[i].writer.frame(body.positions);
      });
    },
    end() {
      for (const { writer } of parts) writer.end();
      return [];
    },
  };
}

function cornerUvs({ uvs, corners }: Clothes): Float32Array | undefined {
  if (uvs === null) return undefined;
  return Float32Array.from(
    { length: 2 * corners.length },
    (_, i) => uvs[2 * corners[i >> 1] + (i % 2)],
  );
}

function linear(color: string): [number, number, number] {
  const part = (k: number): number => {
    const c = Number.parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16) / 255;
    return Number((c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).toPrecision(6));
  };
  return [part(0), part(1), part(2)];
}

/** A surface and, where there are some, the cells of each body, a file a frame, and the PVD that lists them. */
function bakeVtu(plan: BakePlan, outputs: Outputs): Baker {
  const rows: { time: number; part: number; file: string }[] = [];
  let frame = 0;
  return {
    frame() {
      let part = 0;
      for (const body of bodiesOf(plan)) {
        body.draw();
        for (const [kind, grid] of [
          ['surface', surfaceGrid(body)],
          ['cells', cellGrid(body)],
        ] as const) {
          if (grid === null) continue;
          const path = framePath(plan.out, frame, `${body.name}-${kind}`);
          outputs.whole(path, writeVtu(grid));
          rows.push({ time: plan.times[frame], part: part++, file: basename(path) });
        }
      }
      frame++;
    },
    end() {
      outputs.whole(pathFor(plan.out, null, '.pvd'), writePvd(rows));
      return [];
    },
  };
}

function bakeMeshes(plan: BakePlan, outputs: Outputs, wardrobe: Wardrobe): Baker {
  const isObj = plan.out.toLowerCase().endsWith('.obj');
  let frame = 0;
  return {
    frame() {
      const bodies = bodiesOf(plan);
      const bytes = isObj ? wardrobe.obj(bodies) : writeMesh(surfacesNow(bodies), plan.out);
      outputs.whole(framePath(plan.out, frame++), bytes);
    },
    end() {
      if (isObj) wardrobe.writeMaterials(outputs);
      return [];
    },
  };
}

/** Textures of positions and normals, how to read them, and an OBJ with the same vertices, for each body. */
function bakeTextures(plan: BakePlan, outputs: Outputs, wardrobe: Wardrobe): Baker {
  const bodies = bodiesOf(plan);
  const runs = bodies.map((body) => {
    const part = bodies.length === 1 ? null : body.name;
    outputs.whole(pathFor(plan.out, part, '.obj'), wardrobe.obj([body]));
    return { body, part, frames: [] as { positions: Float32Array; normals: Float32Array }[] };
  });
  return {
    frame() {
      refuseCuts(plan, bodies);
      for (const { body, frames } of runs) {
        body.draw();
        frames.push({ positions: body.positions.slice(), normals: body.normals.slice() });
      }
    },
    end() {
      for (const { part, frames } of runs) {
        const { positions, normals, json } = vertexTextures(frames, plan.rate);
        outputs.whole(pathFor(plan.out, part), positions);
        outputs.whole(pathFor(plan.out, part, '.normals.png'), normals);
        outputs.whole(pathFor(plan.out, part, '.json'), json);
      }
      wardrobe.writeMaterials(outputs);
      return [];
    },
  };
}

function bakeCsv(plan: BakePlan, outputs: Outputs): Baker {
  const output = outputs.open(plan.out);
  const lines = createCsv(plan.world);
  output.write(lines.header);
  return { frame: () => output.write(lines.line()), end: () => [] };
}
