import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { createRandom, createWorld, InputError } from '../../src/index.ts';
import {
  createWorkerWorld,
  hostWorld,
  type Line,
  type WorkerLike,
  type WorkerWorld,
} from '../../src/worker.ts';
import { effort } from '../effort.ts';
import { cube, floor, scene } from '../world/helpers.ts';

const SCENE = scene({
  bodies: [
    cube({ name: 'soft', position: [0, 0.15, 0], model: { type: 'rigid' } }),
    cube({
      name: 'jelly',
      position: [1, 0.4, 0],
      model: { type: 'octree', cell: 0.05, levels: 0 },
    }),
  ],
  obstacles: [
    floor,
    { name: 'lid', shape: { type: 'box', size: [1, 0.1, 1] }, position: [0, 2, 0] },
  ],
});

const open: WorkerWorld[] = [];
afterEach(() => {
  for (const world of open.splice(0)) world.dispose();
});

/** A world at the other end of a line within this thread: messages are copied and handed over as between threads. */
async function remote(options = {}, given: unknown = SCENE): Promise<WorkerWorld> {
  const { port1, port2 } = new MessageChannel();
  hostWorld(port2 as unknown as Line);
  const worker = () => port1 as unknown as WorkerLike;
  const world = await createWorkerWorld(given as typeof SCENE, { worker, ...options });
  open.push(world);
  return world;
}

test('steps, pictures and numbers are those of a world in this thread', async () => {
  const told: string[] = [];
  const progress = (name: string, _: number, __: number, stage: string) =>
    void told.push(`${name} ${stage}`);
  const there = await remote({ progress });
  const here = createWorld(SCENE);
  expect(told).toContain('jelly model');
  await there.step(12);
  here.step(12);
  expect(await there.hash()).toBe(here.hash());
  expect([there.steps, there.time]).toEqual([here.steps, here.time]);
  expect(there.kernels).toBe(here.kernels);
  here.bodies.forEach((body, i) => {
    body.draw();
    there.bodies[i].draw();
    expect(there.bodies[i].positions).toEqual(body.positions);
    expect(there.bodies[i].normals).toEqual(body.normals);
  });
  expect(Array.from(there.obstacle('lid').pose)).toEqual(Array.from(here.obstacle('lid').pose));
  expect(await there.raycast([0, 3, 0], [0, -1, 0])).toEqual(here.raycast([0, 3, 0], [0, -1, 0]));
  expect(await there.totals()).toEqual(here.totals());
});

test('actions arrive, also from handles; what is wrong comes back as an InputError', async () => {
  const errors: Error[] = [];
  const there = await remote({ onError: (error: Error) => errors.push(error) });
  const here = createWorld(SCENE);
  there.body('soft').impulse([3, 0, 0]);
  here.body('soft').impulse([3, 0, 0]);
  await there.apply({ do: 'gravity', value: [0, -3, 0] });
  here.apply({ do: 'gravity', value: [0, -3, 0] });
  await expect(there.apply({ do: 'impulse', body: 'sofd', impulse: [1, 0, 0] })).rejects.toThrow(
    InputError,
  );
  there.send({ do: 'wake', body: 'nobody' });
  await there.step(5);
  here.step(5);
  expect(errors.length).toBe(1);
  expect(errors[0]).toBeInstanceOf(InputError);
  expect(await there.hash()).toBe(here.hash());
  await expect(createRefused()).rejects.toThrow('young');
});

const createRefused = () => remote({}, scene({ bodies: [cube({ material: { young: -1 } })] }));

test('joints, attachments, bones and springs are moved, and bodies and joints asked', async () => {
  const region = { type: 'box', size: [0.3, 0.05, 0.3], position: [0, 0.1, 0] } as const;
  const input = scene({
    bodies: [
      cube({ name: 'arm', model: { type: 'rigid' }, probes: { tip: [0.1, 0, 0] } }),
      cube({ name: 'held', position: [1, 0, 0], attachments: [{ name: 'top', region }] }),
    ],
    joints: [
      { name: 'hinge', type: 'hinge', a: { body: 'arm', point: [0, 0.1, 0] }, axis: [0, 0, 1] },
    ],
    springs: [
      {
        name: 'spring',
        a: { body: 'arm', point: [0, 0, 0] },
        b: { point: [0, 1, 0] },
        stiffness: 9,
      },
    ],
    skeletons: [{ name: 'leg', bones: [{ name: 'shin', joint: [0, 0, 0] }] }],
  });
  const errors: string[] = [];
  const there = await remote({ onError: ({ message }: Error) => errors.push(message) }, input);
  const here = createWorld(input);
  for (const world of [there, here]) {
    world.joint('hinge').setMotor(1, 50);
    world.attachment('held.top').moveTo({ position: [1, 0.01, 0] });
    world.bone('leg.shin').moveTo({ position: [0, 1, 0] });
    await world.step(3);
    world.spring('spring').release();
    world.attachment('held.top').release();
    await world.step(3);
  }
  expect(await there.hash()).toBe(here.hash());
  const { holds, position, force, torque } = here.joint('hinge');
  expect(await there.joint('hinge').read()).toEqual({ holds, position, force, torque });
  expect(position).toBeGreaterThan(3);
  for (const name of ['arm', 'held']) {
    expect(await there.body(name).motion()).toEqual(here.body(name).motion());
    expect(await there.body(name).transform()).toEqual(here.body(name).transform());
  }
  expect(await there.body('arm').probe('tip')).toEqual(here.body('arm').probe('tip'));
  expect(await there.issues()).toEqual(here.issues);
  await expect(there.joint('hinje').read()).rejects.toThrow('Did you mean "hinge"?');
  there.joint('hinje').remove();
  await there.step();
  expect(errors).toEqual([expect.stringContaining('Did you mean "hinge"?')]);
});

test('events are told after the step, and no more when one stops listening', async () => {
  const there = await remote();
  const names: string[] = [];
  const stop = there.on('contact', ({ a, b }) => names.push(`${a} ${b}`));
  await there.step(12);
  expect(names).toContain('soft floor');
  stop();
  const count = names.length;
  await there.step(5);
  expect(names.length).toBe(count);
});

test('a cut brings other triangles and other bodies', async () => {
  const there = await remote();
  const blade = [0, 1].map((y) => [
    [1, y, -1],
    [1, y, 1],
  ]) as never;
  const before = there.topology;
  await there.apply({ do: 'cut', body: 'jelly', blade });
  expect(there.bodies.map(({ name }) => name)).toEqual(['soft', 'jelly', 'jelly/1']);
  expect(there.topology).toBeGreaterThan(before);
  await there.step(2);
  const piece = there.body('jelly/1');
  piece.draw();
  expect(piece.positions.length).toBe(piece.surface.positions.length);
});

test('bodies keep their objects while others come and go, and obstacles are added', async () => {
  const there = await remote();
  const jelly = there.body('jelly');
  const here = createWorld(SCENE);
  const ball = { name: 'ball', shape: { type: 'sphere', radius: 0.1 } } as const;
  for (const world of [there, here]) {
    await world.step(3);
    await world.apply({ do: 'remove', body: 'soft' });
    await world.apply({ do: 'add', obstacle: { ...ball, position: [3, 0, 0] } });
    await world.step(3);
    world.obstacle('ball').moveTo({ position: [4, 0, 0] });
    await world.step(1);
  }
  expect(there.bodies).toEqual([jelly]);
  jelly.draw();
  here.body('jelly').draw();
  expect(jelly.positions).toEqual(here.body('jelly').positions);
  const ball4 = there.obstacle('ball');
  expect([ball4.pose[3], ball4.poseAt(0)[3], ball4.present]).toEqual([4, 3, true]);
  expect(there.scene.obstacles.map(({ name }) => name)).toEqual(['floor', 'lid', 'ball']);
});

test('a state is saved and restored', async () => {
  const there = await remote();
  await there.step(3);
  const saved = await there.snapshot();
  const hash = await there.hash();
  await there.step(4);
  await there.restore(saved);
  expect(await there.hash()).toBe(hash);
});

test('60 steps a second on a screen of 144 Hz: pictures lie between two states and go on evenly', async () => {
  const falling = scene({ bodies: [cube({ model: { type: 'rigid' }, velocity: [1.44, 0, 0] })] });
  const there = await remote({}, { ...falling, gravity: [0, 0, 0] });
  const [body] = there.bodies;
  const places: number[] = [];
  for (let frame = 0; frame < 40; frame++) {
    there.advance(1 / 144);
    // The answer to a question comes after the frames that were asked for before it.
    await there.hash();
    body.draw({ alpha: there.alpha });
    places.push(body.positions[0]);
  }
  // After the first steps every frame moves it by a hundredth: 1.44 m/s / 144 Hz.
  for (let i = 12; i < places.length; i++) expect(places[i] - places[i - 1]).toBeCloseTo(0.01, 5);
});

test('building can be given up', async () => {
  await expect(remote({ signal: AbortSignal.abort(new Error('no more')) })).rejects.toThrow(
    'no more',
  );
});

test('what is wrong on the way comes back, and nothing waits for ever', async () => {
  const errors: Error[] = [];
  const there = await remote({ onError: (error: Error) => errors.push(error) });
  expect(() => there.send({ do: 'wake', body: () => 'soft' } as never)).toThrow(
    /^do: must be plain data, got .*\. Leave functions out\.$/,
  );
  const filter = { filter: () => true } as never;
  await expect(there.raycast([0, 3, 0], [0, -1, 0], filter)).rejects.toThrow(InputError);
  there.on('contakt' as never, () => {});
  const hash = await there.hash();
  expect(errors.map(({ message }) => message).join()).toMatch(/contakt/);
  expect(await there.hash()).toBe(hash);
  const unanswered = there.hash();
  there.dispose();
  for (const late of [unanswered, there.hash(), there.step(3), there.snapshot()])
    await expect(late).rejects.toThrow('world: this world was disposed of. Create another.');
  there.send({ do: 'wake', body: 'soft' });
  expect(there.advance(1)).toBeGreaterThanOrEqual(0);
});

test('a worker that cannot start, or breaks down, is told of', async () => {
  const ports: MessageChannel[] = [];
  const make = (hosted: boolean) => () => {
    const channel = new MessageChannel();
    ports.push(channel);
    if (hosted) hostWorld(channel.port2 as unknown as Line);
    return channel.port1 as unknown as WorkerLike & { onerror(event: object): void };
  };
  let line: ReturnType<ReturnType<typeof make>>;
  const keep = (hosted: boolean) => () => {
    line = make(hosted)();
    return line;
  };
  const starting = createWorkerWorld(SCENE, { worker: keep(false) });
  line!.onerror({});
  await expect(starting).rejects.toThrow('the worker broke down: its script cannot be loaded');
  const told: string[] = [];
  const onError = ({ message }: Error): unknown => told.push(message);
  const there = await createWorkerWorld(SCENE, { worker: keep(true), onError });
  const waiting = there.step(100);
  line!.onerror({ message: 'out of memory' });
  await expect(waiting).rejects.toThrow('the worker broke down: out of memory. Create');
  await expect(there.hash()).rejects.toThrow('out of memory');
  expect(told).toHaveLength(1);
  const odd = { ...SCENE, name: () => 'x' } as never;
  await expect(createWorkerWorld(odd, { worker: make(true) })).rejects.toThrow(/^scene: must be/);
  for (const { port1, port2 } of ports) for (const port of [port1, port2]) port.close();
});

test('building is limited as elsewhere, and a world that stands is not ended by the signal of its build', async () => {
  const large = scene({ bodies: [cube({ model: { type: 'solid', cell: 0.008 } })] });
  await expect(remote({ maxMemory: 5 }, large)).rejects.toThrow('5 are allowed');
  const giveUp = new AbortController();
  const there = await remote({ signal: giveUp.signal });
  giveUp.abort();
  await there.step(2);
  expect(there.steps).toBe(2);
});

/** Every message of the protocol, of a world or not, with what may be in it. */
const MESSAGES = [
  { type: 'load', scene: SCENE, files: {}, limits: {} },
  { type: 'load', scene: { format: 'pliant/1' }, files: {}, limits: {} },
  { type: 'steps', count: 2 },
  { type: 'call', id: 1, call: 'hash', args: [] },
  { type: 'call', id: 2, call: 'step', args: ['many'] },
  { type: 'call', id: 3, call: 'restore', args: [new Uint8Array(9)] },
  { type: 'call', id: 4, call: 'nothing', args: [] },
  { type: 'call', id: 8, call: 'dispose', args: [] },
  { type: 'call', id: 9, call: 'motion', args: ['soft'] },
  { type: 'call', id: 10, call: 'joint', args: [{}] },
  { type: 'call', id: 11, call: 'constructor', args: [] },
  { type: 'do', action: { do: 'remove', body: 'soft' } },
  { type: 'do', action: null },
  { type: 'listen', id: 5, event: 'contact' },
  { type: 'listen', id: 6, event: 'nothing' },
  { type: 'unlisten', id: 5 },
  { type: 'unlisten', id: 77 },
  { type: 'return', buffer: new ArrayBuffer(8) },
  { type: 'nothing' },
];

test('messages in any order are answered or refused, and the world goes on', () => {
  for (let seed = 1; seed <= effort(2, 200); seed++) {
    const random = createRandom(seed);
    const sent: { type: string; id?: number }[] = [];
    const line: Line = { onmessage: null, postMessage: (message) => sent.push(message as never) };
    hostWorld(line);
    const handle = line.onmessage as unknown as (event: { data: unknown }) => void;
    for (let i = 0; i < 12; i++) {
      const data = MESSAGES[random.below(MESSAGES.length)];
      const before = sent.length;
      handle({ data: structuredClone(data) });
      const replies = sent.slice(before);
      if (data.type === 'call') expect(replies.some(({ id }) => id === data.id)).toBe(true);
      if (data.type === 'load')
        expect(replies.some(({ type }) => type === 'ready' || type === 'failed')).toBe(true);
    }
    handle({ data: MESSAGES[0] });
    handle({ data: MESSAGES[3] });
    expect(sent.at(-1)).toMatchObject({ type: 'answer', id: 1 });
  }
});
