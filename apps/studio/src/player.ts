import type { Action, CellRegion } from 'pliant';
import type {
  BodyInfo,
  Frame,
  Look,
  ObstacleInfo,
  Reply,
  SceneInfo,
  SceneSource,
  SurfaceInfo,
} from './protocol.ts';
import { type Session, startSession } from './session.ts';
import type { Clothing } from './share/dressed.ts';
import type { RunFile, StepRange } from './share/run-files.ts';

/** Which run: 0 is the scene's own, 1 the one beside it while two are compared. */
export type Side = 0 | 1;

/** A state of a run. */
export interface State {
  readonly bytes: Uint8Array;
  readonly step: number;
  readonly hash: string;
}

/** What happens to a scene, told to the page. */
export interface PlayerEvents {
  /** A scene is being built: the body at hand, and which part is done. */
  progress(body: string, part: number): void;
  /** The scene last loaded is built; what was running before is gone. Or, on side 1, its second run is. */
  built(info: SceneInfo, side: Side): void;
  surface(body: number, surface: SurfaceInfo, side: Side): void;
  /** Bodies came or went: these are there now, from an index on. */
  bodies(from: number, bodies: readonly BodyInfo[], side: Side): void;
  /** Obstacles that came while the scene runs, all of them. */
  obstacles(obstacles: readonly ObstacleInfo[], side: Side): void;
  frame(frame: Frame, side: Side): void;
  /** Resolves when what has come is on the screen: a scene plays from its first moment on that somebody can see. */
  drawn(): Promise<void>;
  /** What a cell looks at, as asked. */
  region(body: number, cell: number, region: CellRegion): void;
  /** The scene cannot be built, broke down while it ran, or only the run beside it did. `isLost`: the browser has ended its worker. */
  failed(messages: readonly string[], what: 'build' | 'run' | 'twin', isLost: boolean): void;
  /** What to do before the first step whenever a run starts over. */
  first(side: Side): readonly Action[];
}

/** Loads and plays one scene at a time, once or twice. */
export interface Player {
  readonly playing: boolean;
  /** Builds a scene in a worker of its own. Until it is ready the present one stays, and if it fails goes on. */
  load(source: SceneSource, resume?: Uint8Array): void;
  /** Lets go of what is being built. */
  cancel(): void;
  /** The state as it is now, to go on from another time; null if nothing runs. */
  snapshot(): Promise<State | null>;
  /** The JSON schema of scenes. */
  schema(): Promise<unknown>;
  /** Pauses, and makes a file of the run. One at a time. */
  file(what: RunFile, range: StepRange, clothing: Clothing): Promise<Uint8Array>;
  play(on: boolean): void;
  /** Pauses, and does so many steps. */
  step(count?: number): void;
  reset(): void;
  /** Pauses, and goes back to the last state in which all bodies were well. */
  rewind(): void;
  /** Pauses, and shows a step of the past again. While one is being shown, the last of those asked for waits. */
  seek(step: number): void;
  /** Whether it starts over at the end of the scene, while nothing runs beside it. */
  loop(on: boolean): void;
  speed(value: number): void;
  /** Whether frames bring the cells along. */
  cells(on: boolean): void;
  /** What the values of cells show, where there is a choice. */
  shade(what: string): void;
  /** Whether frames bring the contacts along. */
  contacts(on: boolean): void;
  /** Which layer is looked at apart; null for none. */
  look(at: Look | null): void;
  /** Whether frames bring all layers of a body along, each by itself. */
  apart(on: boolean): void;
  /** Asks what a cell of a body looks at. */
  region(body: number, cell: number): void;
  /** Does something in all runs. */
  apply(action: Action): void;
  /** Runs another scene beside the present one in another worker, both from the start; null ends that. */
  compare(scene: unknown): void;
  /** Waits until nothing is being built, and all runs have done what they were asked and shown it. */
  settled(): Promise<void>;
}

export function createPlayer(events: PlayerEvents, playing = true): Player {
  let current: Session | null = null;
  let coming: Session | null = null;
  let twin: Session | null = null;
  let isTwinBuilt = false;
  let source: SceneSource | null = null;
  let comingSource: SceneSource | null = null;
  let speed = 1;
  let hasCells = false;
  let shade: string | null = null;
  let hasContacts = false;
  let areApart = false;
  let loops = false;
  /** The step that is being shown again, and the one to show after it; null for none. */
  let sought: number | null = null;
  let next: number | null = null;
  let isUnseen = false;
  let lastMark = 0;
  let wanting: ((state: State | null) => void)[] = [];
  let schema: { told: Promise<unknown>; tell(schema: unknown): void } | null = null;
  let wantsFile: { done(bytes: Uint8Array): void; failed(error: Error): void } | null = null;
  let waiting: { mark: number; done: () => void }[] = [];
  /** The mark of the last frame of each run. */
  const seen = new WeakMap<Session, number>();

  function receive(session: Session, reply: Reply): void {
    if (session !== current && session !== coming && session !== twin) return;
    const side = session === twin ? 1 : 0;
    switch (reply.type) {
      case 'progress':
        events.progress(reply.body, reply.done / Math.max(1, reply.total));
        break;
      case 'built':
        session.send({ type: 'speed', value: speed });
        session.send({ type: 'cells', on: hasCells });
        if (shade !== null) session.send({ type: 'shade', what: shade });
        session.send({ type: 'contacts', on: hasContacts });
        session.send({ type: 'apart', on: areApart && side === 0 });
        session.send({ type: 'loop', on: loops && twin === null });
        if (side === 0) {
          replaceBy(session);
          isUnseen = true;
        } else joinTwin(session);
        // Asked before anybody could answer, or of one who is gone.
        if (schema !== null && side === 0) session.send({ type: 'schema' });
        events.built(reply.scene, side);
        if (side === 1) reset();
        resumeRuns();
        break;
      case 'region':
        if (side === 0) events.region(reply.body, reply.cell, reply.region);
        break;
      case 'surface':
        events.surface(reply.body, reply.surface, side);
        break;
      case 'bodies':
        events.bodies(reply.from, reply.bodies, side);
        break;
      case 'obstacles':
        events.obstacles(reply.obstacles, side);
        break;
      case 'frame':
        events.frame(reply.frame, side);
        seen.set(session, reply.frame.stats.mark);
        session.send({ type: 'return', buffer: reply.frame.buffer }, [reply.frame.buffer]);
        if (side === 0) seekOn();
        if (side === 0 && isUnseen) events.drawn().then(() => see(session));
        answer();
        break;
      case 'snapshot':
        tellState(reply);
        break;
      case 'file':
        if (reply.bytes === null) wantsFile?.failed(new Error(reply.fault));
        else wantsFile?.done(reply.bytes);
        wantsFile = null;
        break;
      case 'schema':
        schema?.tell(reply.schema);
        break;
      case 'failed':
        fail(session, reply.messages, reply.isLost ?? false);
    }
  }

  function see(session: Session): void {
    if (session !== current || !isUnseen) return;
    isUnseen = false;
    resumeRuns();
  }

  function seekOn(): void {
    sought = next;
    next = null;
    if (sought === null) return;
    current?.send({ type: 'seek', step: sought });
    if (isTwinBuilt) twin?.send({ type: 'seek', step: sought });
  }

  function tellState(state: State | null): void {
    const asked = wanting;
    wanting = [];
    for (const tell of asked) tell(state);
  }

  function replaceBy(session: Session): void {
    endTwin();
    tellState(null);
    [sought, next] = [null, null];
    current?.close();
    current = session;
    source = comingSource;
    coming = null;
  }

  function joinTwin(session: Session): void {
    isTwinBuilt = true;
    const { port1, port2 } = new MessageChannel();
    current?.send({ type: 'pair', line: port1 }, [port1]);
    session.send({ type: 'pair', line: port2 }, [port2]);
  }

  function endTwin(): void {
    twin?.close();
    twin = null;
    isTwinBuilt = false;
    current?.send({ type: 'pair', line: null });
  }

  function fail(session: Session, messages: readonly string[], isLost: boolean): void {
    const what = session === twin ? 'twin' : session === current ? 'run' : 'build';
    session.close();
    if (what === 'run') {
      current = null;
      tellState(null);
    }
    if (what === 'build') coming = null;
    else endTwin();
    events.failed(messages, what, isLost);
    if (what !== 'run') resumeRuns();
    else answer();
  }

  const isBuilding = (): boolean => coming !== null || (twin !== null && !isTwinBuilt);

  /** Asks every run for a frame with the last mark, and tells those who wait when all have come. */
  function mark(): void {
    if (waiting.length === 0 || isBuilding()) return;
    for (const session of [current, twin]) session?.send({ type: 'show', mark: lastMark });
    answer();
  }

  function answer(): void {
    if (waiting.length === 0 || isBuilding()) return;
    const runs = [current, twin].filter((session) => session !== null);
    const least = Math.min(lastMark, ...runs.map((session) => seen.get(session) ?? 0));
    const answered = waiting.filter((one) => one.mark <= least);
    waiting = waiting.filter((one) => one.mark > least);
    for (const { done } of answered) done();
  }

  /** Plays if it should: not while something is being built, nor before or while nobody can see it. */
  function resumeRuns(): void {
    const runs = playing && !isBuilding() && !isUnseen && !document.hidden;
    current?.send({ type: runs ? 'play' : 'pause' });
    if (isTwinBuilt) twin?.send({ type: runs ? 'play' : 'pause' });
    mark();
  }
  document.addEventListener('visibilitychange', resumeRuns);

  function reset(): void {
    current?.send({ type: 'reset', first: events.first(0) });
    if (isTwinBuilt) twin?.send({ type: 'reset', first: events.first(1) });
  }

  return {
    get playing() {
      return playing;
    },
    load(from, resume) {
      coming?.close();
      comingSource = from;
      const session: Session = startSession((reply) => receive(session, reply), from, resume);
      coming = session;
      resumeRuns();
    },
    cancel() {
      coming?.close();
      coming = null;
      resumeRuns();
    },
    snapshot() {
      if (current === null) return Promise.resolve(null);
      current.send({ type: 'snapshot' });
      return new Promise((done) => wanting.push(done));
    },
    play(on) {
      playing = on;
      resumeRuns();
    },
    schema() {
      if (schema === null) {
        let tell: (schema: unknown) => void = () => {};
        const told = new Promise((done) => {
          tell = done;
        });
        schema = { told, tell };
        current?.send({ type: 'schema' });
      }
      return schema.told;
    },
    file(what, range, clothing) {
      playing = false;
      wantsFile?.failed(new Error('Another file was asked for.'));
      current?.send({ type: 'file', what, range, clothing });
      return new Promise((done, failed) => {
        wantsFile = { done, failed };
      });
    },
    step(count = 1) {
      playing = false;
      current?.send({ type: 'step', count });
      if (isTwinBuilt) twin?.send({ type: 'step', count });
    },
    reset,
    rewind() {
      playing = false;
      current?.send({ type: 'rewind' });
      if (isTwinBuilt) twin?.send({ type: 'rewind' });
    },
    seek(step) {
      playing = false;
      next = step;
      if (sought === null) seekOn();
    },
    loop(on) {
      loops = on;
      current?.send({ type: 'loop', on: on && twin === null });
    },
    speed(value) {
      speed = value;
      current?.send({ type: 'speed', value });
      twin?.send({ type: 'speed', value });
    },
    cells(on) {
      hasCells = on;
      current?.send({ type: 'cells', on });
      twin?.send({ type: 'cells', on });
    },
    shade(what) {
      shade = what;
      current?.send({ type: 'shade', what });
      twin?.send({ type: 'shade', what });
    },
    contacts(on) {
      hasContacts = on;
      current?.send({ type: 'contacts', on });
      twin?.send({ type: 'contacts', on });
    },
    look(at) {
      current?.send({ type: 'look', at });
    },
    apart(on) {
      if (on === areApart) return;
      areApart = on;
      current?.send({ type: 'apart', on });
    },
    region(body, cell) {
      current?.send({ type: 'region', body, cell });
    },
    apply(action) {
      current?.send({ type: 'apply', action });
      if (isTwinBuilt) twin?.send({ type: 'apply', action });
    },
    compare(scene) {
      endTwin();
      if (scene !== null && source !== null) {
        const session: Session = startSession((reply) => receive(session, reply), {
          ...source,
          scene,
        });
        twin = session;
      }
      current?.send({ type: 'loop', on: loops && twin === null });
      resumeRuns();
    },
    settled() {
      lastMark++;
      return new Promise((done) => {
        waiting.push({ mark: lastMark, done });
        mark();
      });
    },
  };
}
