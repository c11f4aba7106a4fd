import { createHash } from 'node:crypto';
import { parquetReadObjects } from 'hyparquet';
import { parseSweep, type SweepInput } from 'pliant';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../src/core/canonical.ts';
import { createDesign } from '../src/core/design.ts';
import { createLane, type MemberEvents, type ToWorker } from '../src/core/lane.ts';
import { createPace } from '../src/core/pace.ts';
import { parquetOf } from '../src/core/parquet.ts';
import { getAt, nearestPath, parsePath, pathText, setAt } from '../src/core/paths.ts';
import { type PlannedRun, planSweep } from '../src/core/plan.ts';
import { createSchedule } from '../src/core/schedule.ts';
import { sha256 } from '../src/core/sha256.ts';
import { MOST_DIMENSIONS, sobol } from '../src/core/sobol.ts';
import { type Column, csvOf } from '../src/core/table.ts';
import { shardOf } from '../src/node/shard.ts';
import { BALL } from './helpers.ts';

const sweepOf = (more: object): SweepInput => ({
  format: 'pliant-sweep/1',
  scene: BALL as Record<string, unknown>,
  ...more,
});
const designOf = (more: object) => createDesign(parseSweep(sweepOf(more)));
const allOf = ({ count, at }: ReturnType<typeof createDesign>) =>
  Array.from({ length: count }, (_, i) => at(i).values);

describe('ids', () => {
  it('are SHA-256 as everyone computes it, for every length of the last block', () => {
    for (const n of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
      const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 37) % 256);
      expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(sha256('größe')).toBe(createHash('sha256').update('größe').digest('hex'));
  });

  it('do not depend on the order of keys, and do on every value', () => {
    expect(canonicalJson({ b: [1, { d: 2, c: undefined }], a: 'x' })).toBe(
      '{"a":"x","b":[1,{"d":2}]}',
    );
    const vary = { 'bodies[0].velocity[1]': [-1, -2] };
    const id = (more: object, i = 0) => planSweep(sweepOf({ vary, ...more })).run(i).id;
    const turned = Object.fromEntries(Object.entries(BALL).reverse());
    expect(id({ scene: turned })).toBe(id({}));
    expect(id({})).toMatch(/^[0-9a-f]{24}$/);
    const others = [
      id({}, 1),
      id({ steps: 3 }),
      id({ measure: ['energy.kinetic'] }),
      id({ keep: ['snapshot'] }),
      id({ scene: { ...BALL, gravity: [0, -9, 0] } }),
      id({ repeat: { seed: 2 } }),
      id({ repeat: { seed: 2 } }, 1),
    ];
    expect(new Set([id({}), ...others]).size).toBe(8);
    // What a run may take does not change what it comes to.
    expect(id({ limit: 5, memory: 100, name: 'other' })).toBe(id({}));
  });

  it('tell apart bodies that must be built from those that are only moved', () => {
    const plan = planSweep(
      sweepOf({
        vary: { 'bodies[0].material.density': [500, 900], 'bodies[0].velocity[1]': [0, 1] },
      }),
    );
    const groups = [0, 1, 2, 3].map((i) => plan.run(i).group);
    expect(groups[0]).toBe(groups[1]);
    expect(groups[2]).toBe(groups[3]);
    expect(groups[0]).not.toBe(groups[2]);
  });

  it('spread over shards, each in one', () => {
    const ids = Array.from({ length: 400 }, (_, i) => sha256(String(i)).slice(0, 24));
    const sizes = [0, 1, 2, 3].map((s) => ids.filter((id) => shardOf(id, 4) === s).length);
    expect(sizes.reduce((a, b) => a + b)).toBe(400);
    expect(Math.min(...sizes)).toBeGreaterThan(60);
  });
});

describe('designs', () => {
  it('a grid has every combination, the last place turning fastest', () => {
    const design = designOf({
      vary: { dt: { linear: [0.1, 0.2, 2] }, 'bodies[0].material.young': { log: [1e3, 1e5, 3] } },
    });
    expect(design.columns).toEqual(['dt', 'bodies[0].material.young']);
    expect(allOf(design)).toEqual([
      [0.1, 1e3],
      [0.1, 1e4],
      [0.1, 1e5],
      [0.2, 1e3],
      [0.2, 1e4],
      [0.2, 1e5],
    ]);
  });

  it('even ratios are powers, to 12 digits', () => {
    const [values] = [allOf(designOf({ vary: { dt: { log: [5e3, 5e5, 10] } } })).flat()];
    values.forEach((value, k) => {
      expect(value).toBe(Number((5e3 * 100 ** (k / 9)).toPrecision(12)));
    });
  });

  it('a list is taken as it stands, and its entries must be alike', () => {
    const list = [
      { dt: 0.1, name: 'a' },
      { name: 'b', dt: 0.2 },
    ];
    expect(allOf(designOf({ list }))).toEqual([
      [0.1, 'a'],
      [0.2, 'b'],
    ]);
    expect(() => designOf({ list: [{ dt: 1 }, { name: 'b' }] })).toThrow('list[1]');
  });

  it('random runs stay within their ranges, are the same again, and differ by seed', () => {
    const vary = {
      dt: { linear: [0.1, 0.2] },
      'bodies[0].material.young': { log: [1e3, 1e5] },
      name: ['a', 'b'],
    };
    const runs = (seed: number) => allOf(designOf({ vary, how: 'random', count: 400, seed }));
    const [first, again, other] = [runs(1), runs(1), runs(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    for (const [dt, young, name] of first as [number, number, string][]) {
      expect(dt).toBeGreaterThanOrEqual(0.1);
      expect(dt).toBeLessThan(0.2);
      expect(young).toBeGreaterThanOrEqual(1e3);
      expect(young).toBeLessThan(1e5);
      expect(['a', 'b']).toContain(name);
    }
    const below = first.filter(([, young]) => (young as number) < 1e4).length;
    expect(Math.abs(below - 200)).toBeLessThan(40);
  });

  it('Sobol points have one in every part of every axis, whatever the seed', () => {
    const point = sobol(MOST_DIMENSIONS, (d) => (d * 0x9e3779b1) >>> 0);
    for (const n of [16, 128]) {
      const points = Array.from({ length: n }, (_, i) => point(i));
      for (let d = 0; d < MOST_DIMENSIONS; d++) {
        expect(new Set(points.map((p) => Math.floor(p[d] * n))).size).toBe(n);
      }
    }
  });

  it('Sobol points fill planes better than random ones', () => {
    // With two axes of the first dimensions every elementary box of area 1/64 holds one of 64 points.
    const point = sobol(2, () => 0);
    const points = Array.from({ length: 64 }, (_, i) => point(i));
    for (let k = 0; k <= 6; k++) {
      const boxes = points.map(
        ([x, y]) => `${Math.floor(x * 2 ** k)},${Math.floor(y * 2 ** (6 - k))}`,
      );
      expect(new Set(boxes).size).toBe(64);
    }
  });

  it('repeats differ in their seed, which goes where it is asked for', () => {
    const scene = {
      ...BALL,
      bodies: [
        {
          ...BALL.bodies[0],
          material: { young: 1e4, stiffness: { type: 'cells', size: 0.1, values: [1, 2] } },
        },
      ],
    };
    const plan = planSweep(
      sweepOf({
        scene,
        vary: { dt: [0.01] },
        repeat: { seed: 3, into: ['bodies[0].material.stiffness.seed'] },
      }),
    );
    expect(plan.design.count).toBe(3);
    expect([0, 1, 2].map((i) => plan.run(i).seed)).toEqual([1, 2, 3]);
    expect(new Set([0, 1, 2].map((i) => plan.run(i).group)).size).toBe(3);
  });
});

describe('the door', () => {
  it.each([
    [{ vary: { 'bodies[0].materal.yuong': [1] } }, 'Did you mean "bodies[0].material.young"?'],
    [{ vary: { young: [1] } }, 'Did you mean "bodies[0].material.young"?'],
    [{ vary: { 'bodies.ball.velocity[1]': [1] } }, 'Did you mean "bodies[0].velocity[1]"?'],
    [{ vary: { 'bodies[4].friction': [1] } }, 'Did you mean "bodies[0].friction"?'],
    [
      { list: [{ 'gravty[1]': 1 }] },
      'list[0].gravty[1]: there is no such place in the scene. Did you mean "gravity[1]"?',
    ],
    [{ repeat: { seed: 2, into: ['sed'] } }, 'repeat.into[0]'],
    [
      { vary: { 'bodies[0].material.young': [1e4, -1] } },
      'vary.bodies[0].material.young: must be a positive number of Pa, got -1',
    ],
    [{ vary: { dt: { linear: [0.01, 0.02] } } }, 'must be [from, to, how many]'],
    [{ vary: { dt: { log: [0, 1, 3] } } }, 'must be positive numbers'],
    [{ how: 'sobol', vary: { dt: { linear: [0.01, 0.02] } } }, 'count: must be given for sobol'],
    [{ measure: ['energy.kinetc'] }, 'Did you mean "energy.kinetic"?'],
    [
      { series: { every: 0.1, of: ['bodies[0].probes.tip'] } },
      'Did you mean "bodies[0].probes.top[0]"?',
    ],
    [{ keep: ['usd'] }, 'keep[0]: must be one of "glb", "pc2", "snapshot"'],
    [{ varry: {} }, 'has no field "varry". Did you mean "vary"?'],
  ])('refuses %j', (more, message) => {
    expect(() => planSweep(sweepOf(more))).toThrow(message);
  });

  it('takes places that the format knows though the scene does not name them', () => {
    for (const path of [
      'gravity[1]',
      'solver.newton',
      'bodies[0].friction',
      'bodies[0].probes.top[1]',
    ]) {
      expect(nearestPath(planSweep(sweepOf({})).scene, path)).toBeNull();
    }
    const scene = structuredClone(BALL) as Record<string, unknown>;
    setAt(scene, 'gravity[1]', -1);
    expect(scene.gravity).toEqual([0, -1, 0]);
  });
});

describe('paths', () => {
  it.each([
    'gravity[1]',
    'bodies[0].material.young',
    'bodies[0].probes["left.tip"]',
    'bodies[0].probes["a \\"b\\" [c]"]',
    'bodies[0].probes["7"]',
    'bodies[0].probes.the tip',
  ])('%s is read and written back', (path) => {
    expect(pathText(parsePath(path))).toBe(path);
  });

  it('a name with dots is one part', () => {
    const scene = { probes: { 'left.tip': [0, 0, 0] } };
    setAt(scene, 'probes["left.tip"][2]', 3);
    expect(getAt(scene, 'probes["left.tip"]')).toEqual([0, 0, 3]);
  });
});

describe('the schedule', () => {
  const run = (index: number, group: string) => ({ index, group }) as PlannedRun;

  it('keeps a worker at bodies that it has built, and lets others help in the end', () => {
    const runs = [...'abababab'].map((group, i) => run(i, group));
    const schedule = createSchedule([...runs, run(8, 'b'), run(9, 'b')]);
    const first = schedule.next(undefined)!;
    const second = schedule.next(undefined)!;
    expect([first.group, second.group]).toEqual(['a', 'b']);
    const a = [1, 2, 3].map(() => schedule.next('a')!.group);
    expect(a).toEqual(['a', 'a', 'a']);
    expect(schedule.next('a')!.group).toBe('b');
    expect(schedule.left).toBe(4);
    const rest = [1, 2, 3, 4, 5].map(() => schedule.next('b')?.index);
    expect(rest.filter((i) => i !== undefined)).toHaveLength(4);
  });
});

describe('a lane', () => {
  const task = { id: 'x', values: [], seed: 1 } as unknown as PlannedRun;
  /** Workers that do as told, one after the other. */
  function fakes(...deeds: ((events: MemberEvents) => void)[]) {
    let spawned = 0;
    const killed: number[] = [];
    const lane = createLane(
      {} as never,
      {},
      (events) => {
        const n = spawned++;
        return {
          post: (message: ToWorker) =>
            void (message.type === 'run' && queueMicrotask(() => deeds[n]?.(events))),
          kill: () => void killed.push(n),
        };
      },
      0.05,
    );
    return { lane, killed, count: () => spawned };
  }
  const done = (events: MemberEvents) =>
    events.message({ type: 'done', record: { id: 'x' } as never, files: [] });
  const die = (events: MemberEvents) => events.died('gone', 'died');

  it('begins a run again when its worker dies, and gives up after three', async () => {
    const once = fakes(die, done);
    expect(await once.lane.run(task)).toMatchObject({ record: { id: 'x' } });
    expect(once.count()).toBe(2);
    const always = fakes(die, die, die, done);
    expect(await always.lane.run(task)).toMatchObject({
      failure: { kind: 'died', message: 'gone' },
    });
    expect(always.count()).toBe(3);
  });

  it('does not begin again what needs too much memory, and ends what takes too long', async () => {
    const eater = fakes((events) => events.died('it needs more than 5 MB', 'memory'), done);
    expect(await eater.lane.run(task)).toMatchObject({ failure: { kind: 'memory' } });
    expect(eater.count()).toBe(1);
    const slow = fakes((events) => {
      events.message({ type: 'begun' });
      events.message({ type: 'step', step: 7 });
    }, done);
    expect(await slow.lane.run(task)).toMatchObject({ failure: { kind: 'limit', step: 7 } });
    expect(slow.killed).toEqual([0]);
    expect(await slow.lane.run(task)).toMatchObject({ record: { id: 'x' } });
  });

  it('is stopped by closing it', async () => {
    const { lane } = fakes(() => {});
    const running = lane.run(task);
    lane.close();
    expect(await running).toBe('stopped');
    expect(await lane.run(task)).toBe('stopped');
  });
});

it('time left is the median of the last runs, shared by the workers', () => {
  let now = 0;
  const pace = createPace(100, 2, () => now);
  expect(pace.progress().secondsLeft).toBeNull();
  pace.known(10);
  for (let i = 0; i < 60; i++) pace.ended('done', i < 10 ? 100 : i === 30 ? 500 : 2);
  now = 60;
  expect(pace.progress()).toMatchObject({
    done: 60,
    known: 10,
    left: 30,
    perMinute: 60,
    secondsLeft: 30,
  });
});

describe('tables', () => {
  const columns: Column[] = [
    { name: 'id', kind: 'text', data: ['a', 'b,"c"', 'd'] },
    { name: 'x', kind: 'number', data: [0.1, null, -1e-300] },
    { name: 'n', kind: 'count', data: [1, 2, 3] },
    { name: 'pass', kind: 'flag', data: [true, false, true] },
  ];

  it('are CSV that quotes what must be quoted', () => {
    expect(csvOf(columns)).toBe(
      'id,x,n,pass\na,0.1,1,true\n"b,""c""",,2,false\nd,-1e-300,3,true\n',
    );
  });

  it('are Parquet that a reader gives back as it was, the same bytes each time', async () => {
    const bytes = await parquetOf(columns);
    const rows = await parquetReadObjects({ file: bytes.buffer as ArrayBuffer });
    expect(rows).toEqual([
      { id: 'a', x: 0.1, n: 1, pass: true },
      { id: 'b,"c"', x: null, n: 2, pass: false },
      { id: 'd', x: -1e-300, n: 3, pass: true },
    ]);
    expect(await parquetOf(columns)).toEqual(bytes);
  });
});
