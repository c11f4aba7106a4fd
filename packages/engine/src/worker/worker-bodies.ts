import type { BodyDeeds } from '../world/drive/handles.ts';
import type { WorkerBody } from './client.ts';
import type { BodyInfo } from './protocol.ts';

/** What is not drawn of a body: what it is told and asked. */
export type Told = BodyDeeds & Pick<WorkerBody, 'motion' | 'transform' | 'probe'>;

/** Where a body stands in a frame. */
interface Seat {
  info: BodyInfo;
  order: number;
  at: number;
  isIn: boolean;
  positions: Float32Array;
  normals: Float32Array;
  readonly body: WorkerBody;
}

/** The frames that bodies are drawn from. */
export interface Frames {
  readonly drawn: boolean;
  /** out = the numbers from `at` on, between two states. */
  blend(out: Float32Array, at: number, alpha: number): void;
  rests(order: number): boolean;
}

/** The bodies of a world in a worker, for the page. Each keeps its object, whoever comes and goes beside it. */
export function createSeats(frames: Frames, deeds: (name: string) => Told) {
  const seats = new Map<string, Seat>();
  return {
    /** Seats a body at a place of the frames; gives its arrays the size that it now has. */
    seat(info: BodyInfo, order: number, at: number): WorkerBody {
      const known = seats.get(info.name);
      const seat = known?.body.kind === info.kind ? known : createSeat(info, frames, deeds);
      const { length } = info.surface.positions;
      if (seat.positions.length !== length || seat.info.topology !== info.topology) {
        seat.positions = new Float32Array(length);
        seat.normals = new Float32Array(length);
      }
      Object.assign(seat, { info, order, at });
      seats.set(info.name, seat);
      return seat.body;
    },
    /** Forgets all but these. */
    keep(infos: readonly BodyInfo[]): void {
      const here = new Set(infos.map((info) => info.name));
      for (const [name, seat] of seats) {
        seat.isIn = here.has(name);
        if (!seat.isIn) seats.delete(name);
      }
    },
  };
}

function createSeat(info: BodyInfo, frames: Frames, deeds: (name: string) => Told): Seat {
  const { name, kind } = info;
  const empty = new Float32Array(0);
  const seat = { info, order: 0, at: 0, isIn: true, positions: empty, normals: empty };
  const body: WorkerBody = {
    ...deeds(name),
    name,
    kind,
    get origin() {
      return seat.info.origin;
    },
    get surface() {
      return seat.info.surface;
    },
    get topology() {
      return seat.info.topology;
    },
    get cuttable() {
      return seat.info.cuttable;
    },
    get mass() {
      return seat.info.mass;
    },
    get size() {
      return seat.info.size;
    },
    get positions() {
      return seat.positions;
    },
    get normals() {
      return seat.normals;
    },
    get resting() {
      return frames.rests(seat.order);
    },
    draw({ alpha = 1 } = {}) {
      if (!frames.drawn || !seat.isIn) return;
      frames.blend(seat.positions, seat.at, alpha);
      frames.blend(seat.normals, seat.at + seat.positions.length, alpha);
    },
  };
  return Object.assign(seat, { body });
}
