import { type Action, InputError, type World } from 'pliant/core';
import { type Look, type Reply, type Request, SAMPLE_SIZE } from '../protocol.ts';
import type { Clothing } from '../share/dressed.ts';
import type { RunFile, StepRange } from '../share/run-files.ts';
import { contactsOf } from './contacts.ts';
import { describeBody, describeLate, surfaceOf } from './describe.ts';
import { createFrames } from './frames.ts';
import { createLayerLook } from './look.ts';
import { createPace } from './pace.ts';
import { createPartner } from './partner.ts';
import { sampleWorld } from './samples.ts';
import { statsOf } from './stats.ts';
import { createTimeline } from './timeline.ts';

/** A scene that plays, pauses, steps and starts over. */
export interface Run {
  world(): World;
  handle(request: Request): void;
  /** Sends a frame as soon as there is a buffer for it. */
  show(): void;
}

/** Rows kept for the page while it does not take frames: more than it ever plots. */
const MOST_ROWS = 2000;
/** Time after which no further step is begun before a frame is shown [ms]. */
const FRAME_BUDGET = 25;
/** What counts as keeping up, as a part of the wanted pace. */
const ON_TIME = 0.95;
/** Weight of the last step in the mean step time. */
const RECENT_WEIGHT = 0.1;

/** What the page knows of the bodies: their names, their triangles, and the room that their cells take. */
function sentBodies({ bodies }: World): { name: string; topology: number; room: number }[] {
  return bodies.map(({ name, topology, cells }) => ({
    name,
    topology,
    room: cells?.capacity ?? 0,
  }));
}

export function createRun(
  create: () => World,
  post: (reply: Reply, transfer?: Transferable[]) => void,
  resume?: Uint8Array,
): Run {
  let world = create();
  /** Obstacles that the page knows; those beyond the scene's own came while it ran. */
  let { obstacles } = world.scene;
  const own = obstacles.length;
  if (resume !== undefined) world.restore(resume);
  let playing = false;
  let speed = 1;
  let owed = false;
  let mark = 0;
  let timeline = createTimeline(world);
  /** Whether it starts over at the end of the scene. */
  let loops = false;
  /** Steps that the page has been told the numbers of. */
  let told = world.steps;
  let timer = 0;
  let stepTime = 0;
  let spent = 0;
  let switches = 0;
  let samples: number[] = [];
  let refused: string[] = [];
  let known = sentBodies(world);
  let hasContacts = false;
  let shade: string | null = null;
  let look: Look | null = null;
  let areApart = false;
  const layers = createLayerLook();
  const frames = createFrames(world, layers);
  const partner = createPartner(() => tick());
  const pace = createPace(() => (1000 * world.scene.dt) / speed);
  sampleWorld(samples, world);

  /** Does up to `count` steps, and gives how many there was time for. */
  function advance(count: number, budget: number): number {
    const began = performance.now();
    let done = 0;
    while (done < count && performance.now() - began < budget) {
      const started = performance.now();
      timeline.step();
      const took = performance.now() - started;
      stepTime = stepTime === 0 ? took : stepTime + RECENT_WEIGHT * (took - stepTime);
      spent += took;
      for (const { levels } of world.bodies) switches += levels.switches;
      if (world.steps > told) sampleWorld(samples, world);
      told = Math.max(told, world.steps);
      done++;
    }
    if (samples.length > MOST_ROWS * SAMPLE_SIZE) samples = samples.slice(-MOST_ROWS * SAMPLE_SIZE);
    return done;
  }

  function rewind(): void {
    timeline.rewind();
    told = world.steps;
    playing = false;
    partner.tell(world.steps);
    show();
  }

  function seek(step: number): void {
    timeline.seek(step);
    pace.restart(performance.now());
    partner.tell(world.steps);
    show();
  }

  /** At the end of the scene, where nobody holds anything, back to its start. */
  function loop(): void {
    const isOver = world.time >= world.scene.duration - 0.5 * world.scene.dt;
    if (loops && isOver && !timeline.isHeld) timeline.seek(0);
  }

  function tick(): void {
    if (!playing) return;
    clearTimeout(timer);
    loop();
    // Whoever is ahead of the partner waits for word from it, which comes here again.
    if (world.steps >= partner.until) return;
    const steps = Math.min(pace.due(performance.now()), partner.until - world.steps);
    if (steps > 0) {
      const done = advance(steps, FRAME_BUDGET);
      pace.did(done, performance.now());
      partner.tell(world.steps);
      show();
    }
    timer = setTimeout(tick, pace.wait(performance.now()));
  }

  function show(): void {
    sendChangedSurfaces();
    for (const { cells } of world.bodies)
      if (shade !== null && cells?.choices?.includes(shade)) cells.valueLabel = shade;
    const buffer = frames.take(world, look);
    owed = buffer === null;
    if (buffer === null) return;
    const rows = Float64Array.from(samples);
    samples = [];
    const { hasCells } = frames;
    const contacts = hasContacts ? contactsOf(world) : null;
    const seen = look && { body: look.body, tint: layers.tint(world, look) };
    const apart = areApart ? layers.apart(world) : null;
    const frame = { buffer, hasCells, stats: stats(), contacts, look: seen, apart, samples: rows };
    post({ type: 'frame', frame }, [buffer, rows.buffer]);
  }

  function sendLateObstacles(): void {
    if (world.scene.obstacles === obstacles) return;
    obstacles = world.scene.obstacles;
    post({ type: 'obstacles', obstacles: describeLate(world, own) });
    frames.resize(world);
  }

  function sendChangedSurfaces(): void {
    sendLateObstacles();
    const { bodies } = world;
    const now = sentBodies(world);
    const isNew = (i: number): boolean =>
      now[i]?.name !== known[i]?.name || now[i]?.room !== known[i]?.room;
    let from = 0;
    while (from < Math.max(now.length, known.length) && !isNew(from)) from++;
    const changed = now.findIndex((sent, i) => sent.topology !== known[i]?.topology);
    if (changed < 0 && from === Math.max(now.length, known.length)) return;
    bodies.slice(0, from).forEach((body, i) => {
      if (now[i].topology !== known[i].topology)
        post({ type: 'surface', body: i, surface: surfaceOf(body) });
    });
    if (from < Math.max(now.length, known.length)) {
      const fresh = bodies.slice(from).map((body) => describeBody(world, body));
      post({ type: 'bodies', from, bodies: fresh });
    }
    known = now;
    frames.resize(world);
  }

  function stats() {
    const now = performance.now();
    const rate = playing ? pace.rate(now) : 0;
    const isSlow = pace.late(now) && rate * world.scene.dt < ON_TIME * speed;
    return {
      mark,
      playing,
      rate,
      late: playing && isSlow,
      pace: rate * world.scene.dt,
      stepTime,
      spent,
      switches,
      range: { first: timeline.first, last: timeline.last },
      ...statsOf(world, refused),
    };
  }

  function play(on: boolean): void {
    clearTimeout(timer);
    playing = on;
    pace.restart(performance.now());
    if (on) tick();
    else show();
  }

  function apply(action: Action): void {
    try {
      timeline.act(action);
      told = Math.min(told, timeline.last);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refused = [error.message];
    }
  }

  function reset(first: readonly Action[]): void {
    world = create();
    samples = [];
    refused = [];
    stepTime = 0;
    spent = 0;
    switches = 0;
    timeline = createTimeline(world);
    told = world.steps;
    for (const action of first) apply(action);
    sampleWorld(samples, world);
    pace.restart(performance.now());
    partner.tell(0);
    show();
    tick();
  }

  /** What writes files is loaded when one is asked for. */
  async function writeFile(
    what: RunFile,
    range: StepRange | undefined,
    clothing: Clothing,
  ): Promise<void> {
    try {
      const { writeRun } = await import('../share/run-files.ts');
      const bytes = await writeRun(world, timeline, what, range, clothing);
      post({ type: 'file', bytes, fault: '' });
    } catch (error) {
      post({ type: 'file', bytes: null, fault: (error as Error).message });
    }
    show();
  }

  function handle(request: Request): void {
    switch (request.type) {
      case 'play':
      case 'pause':
        play(request.type === 'play');
        break;
      case 'step':
        play(false);
        advance(request.count, Number.POSITIVE_INFINITY);
        partner.tell(world.steps);
        show();
        break;
      case 'reset':
        reset(request.first);
        break;
      case 'pair':
        partner.join(request.line);
        break;
      case 'speed':
        speed = request.value;
        pace.restart(performance.now());
        break;
      case 'apply':
        apply(request.action);
        // What was done is seen while time stands still.
        if (!playing) show();
        break;
      case 'cells':
        frames.showCells(request.on, world);
        show();
        break;
      case 'shade':
        shade = request.what;
        show();
        break;
      case 'contacts':
        hasContacts = request.on;
        show();
        break;
      case 'look':
        look = request.at;
        show();
        break;
      case 'region': {
        const { body, cell } = request;
        const region = world.bodies[body]?.cells?.regionOf?.(cell);
        if (region !== undefined) post({ type: 'region', body, cell, region });
        break;
      }
      case 'apart':
        areApart = request.on;
        show();
        break;
      case 'rewind':
        rewind();
        break;
      case 'seek':
        play(false);
        seek(request.step);
        break;
      case 'file':
        play(false);
        writeFile(request.what, request.range, request.clothing);
        break;
      case 'loop':
        loops = request.on;
        break;
      case 'snapshot':
        post({
          type: 'snapshot',
          bytes: world.snapshot(),
          step: world.steps,
          hash: world.hash(),
        });
        break;
      case 'show':
        mark = request.mark;
        show();
        break;
      case 'return':
        frames.giveBack(request.buffer);
        if (owed) show();
    }
  }

  return { world: () => world, handle, show };
}
