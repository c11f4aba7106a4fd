import type { Action } from 'pliant';
import type { Frame, Reply, SceneInfo, SceneSource, SurfaceInfo } from './protocol.ts';
import { type Session, startSession } from './session.ts';

/** What happens to a scene, told to the page. */
export interface PlayerEvents {
  /** A scene is being built: the body at hand, and which part is done. */
  progress(body: string, part: number): void;
  /** The scene last loaded is built; what was running before is gone. */
  built(info: SceneInfo): void;
  surface(body: number, surface: SurfaceInfo): void;
  frame(frame: Frame): void;
  /** The scene cannot be built, or broke down while it ran (`running`). */
  failed(messages: readonly string[], running: boolean): void;
}

/** Loads and plays one scene at a time. */
export interface Player {
  readonly playing: boolean;
  /** Builds a scene in a worker of its own. Until it is ready the present one stays, and if it fails goes on. */
  load(source: SceneSource): void;
  play(on: boolean): void;
  step(): void;
  reset(): void;
  speed(value: number): void;
  apply(action: Action): void;
}

export function createPlayer(events: PlayerEvents): Player {
  let current: Session | null = null;
  let coming: Session | null = null;
  let playing = true;
  let speed = 1;

  function receive(session: Session, reply: Reply): void {
    if (session !== current && session !== coming) return;
    switch (reply.type) {
      case 'progress':
        events.progress(reply.body, reply.done / Math.max(1, reply.total));
        break;
      case 'built':
        current?.close();
        current = session;
        coming = null;
        session.send({ type: 'speed', value: speed });
        events.built(reply.scene);
        resume();
        break;
      case 'surface':
        events.surface(reply.body, reply.surface);
        break;
      case 'frame':
        events.frame(reply.frame);
        session.send({ type: 'return', buffer: reply.frame.buffer }, [reply.frame.buffer]);
        break;
      case 'failed':
        fail(session, reply.messages);
    }
  }

  function fail(session: Session, messages: readonly string[]): void {
    const running = session === current;
    session.close();
    if (running) current = null;
    else coming = null;
    events.failed(messages, running);
    if (!running) resume();
  }

  /** Plays if it should: not while another scene is being built, nor while nobody can see it. */
  function resume(): void {
    const runs = playing && coming === null && !document.hidden;
    current?.send({ type: runs ? 'play' : 'pause' });
  }
  document.addEventListener('visibilitychange', resume);

  return {
    get playing() {
      return playing;
    },
    load(source) {
      coming?.close();
      const session: Session = startSession((reply) => receive(session, reply));
      coming = session;
      resume();
      session.send({ type: 'load', source });
    },
    play(on) {
      playing = on;
      resume();
    },
    step() {
      playing = false;
      current?.send({ type: 'step', count: 1 });
    },
    reset: () => current?.send({ type: 'reset' }),
    speed(value) {
      speed = value;
      current?.send({ type: 'speed', value });
    },
    apply: (action) => current?.send({ type: 'apply', action }),
  };
}
