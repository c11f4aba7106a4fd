import type { Cage } from '../../contact/detect/cage.ts';
import { dropRows } from '../../contact/detect/rows.ts';
import { allocateTouch, complianceOf, fillTouch, type TouchBody } from '../../contact/memory.ts';
import { type Allocator, allocateWithin, measure } from '../../kernels/index.ts';
import type { PointSet } from '../../models/body.ts';
import { createGuestBody, type GuestForm, type GuestWeight } from '../../models/rigid/guest.ts';
import { allocateRigid } from '../../models/rigid/memory.ts';
import { GUEST_SITES, MOST_GUEST_POINTS } from '../../models/rigid/numbers.ts';
import { createSupports } from '../../models/rigid/support.ts';
import { MEASURE } from '../../models/views.ts';
import type { LiveBody } from '../live.ts';
import type { SeatedGuest, Seats } from '../parts.ts';
import type { WorldCore } from '../types.ts';

/** Contact capacity of every seat. */
export const SEAT_ROOM = {
  points: MOST_GUEST_POINTS,
  sites: GUEST_SITES,
  rank: 6,
} as const;
/** Vectors that the solver works with. */
const VECTORS = 11;

/** Bytes that a body of some form takes of its seat. */
export function seatBytes(form: GuestForm, cage: Cage): number {
  return measure((a) => allocateSeat(a, form, cage));
}

function allocateSeat(a: Allocator, form: GuestForm, cage: Cage) {
  return {
    rigid: allocateRigid(a),
    vectors: Array.from({ length: VECTORS }, () => a.f64(6)),
    touch: allocateTouch(a, form, GUEST_SITES, cage),
  };
}

/** Takes the memory of so many seats, all empty. */
export function createSeats(arena: Allocator, first: number, room: number, bytes: number): Seats {
  const guests: (SeatedGuest | null)[] = new Array(room).fill(null);
  return {
    room,
    bytes,
    first,
    guests,
    blocks: guests.map(() => arena.u8(bytes)),
    isEmpty: (body) => body >= first && guests[body - first] === null,
  };
}

/** Puts a guest into a free seat. */
export function takeSeat(core: WorldCore, seat: number, guest: SeatedGuest): void {
  const { seats, contacts, sleep } = core;
  const b = seats.first + seat;
  const { form, cage, weight } = guest;
  const { rigid, vectors, touch } = allocateSeat(allocateWithin(seats.blocks[seat]), form, cage);
  guest.body = createGuestBody(form, weight, rigid, guest.supports);
  seats.guests[seat] = guest;
  core.bodies[b] = liveBody(guest, vectors, guest.body.points.embed(cage.inner));
  fillTouch(touch, complianceOf(contacts.memory, b));
  contacts.memory.bodies[b] = touch;
  contacts.corners[b] = guest.body.points.embed(cage.corners);
  sleep.group[b] = -1;
  sleep.calm[b] = 0;
  sleep.known[b] = 0;
}

/** Empties a seat. Bodies that touched the guest wake. */
export function leaveSeat(core: WorldCore, seat: number): void {
  const { seats, contacts, sleep } = core;
  const b = seats.first + seat;
  seats.guests[seat] = null;
  const { live, touch, corners } = emptySeat();
  core.bodies[b] = live;
  contacts.memory.bodies[b] = touch;
  contacts.corners[b] = corners;
  dropRows(contacts.rows, b);
  sleep.group[b] = b;
  sleep.calm[b] = 0;
}

const NONE = new Float64Array(0);
const NO_INDEX = new Int32Array(0);
const NO_BYTES = new Uint8Array(0);
/** So large that no tolerance depends on it. */
const NOTHING: GuestForm = {
  surface: { positions: NONE, triangles: NO_INDEX },
  contactPoints: NONE,
  size: 1e6,
};
const WEIGHTLESS: GuestWeight = {
  mass: 1,
  centre: [0, 0, 0],
  inertia: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
};
const NO_CAGE = {
  corners: NONE,
  cubes: NO_INDEX,
  tree: { nodes: NO_INDEX, order: NO_INDEX },
  apart: new Uint8Array(0),
  clearance: NONE,
  edges: { ends: NO_INDEX, places: NONE, arcs: NONE },
  curvature: null,
} as unknown as Cage;
/** An empty seat is never passed to a kernel. */
const OUTSIDE: Allocator = {
  f64: (n) => new Float64Array(n),
  f32: (n) => new Float32Array(n),
  i32: (n) => new Int32Array(n),
  u8: (n) => new Uint8Array(n),
};

/** Stands for a body in an empty seat: it has no points and is never stepped. */
export function emptySeat(): { live: LiveBody; touch: TouchBody; corners: PointSet } {
  const { rigid, vectors, touch } = allocateSeat(OUTSIDE, NOTHING, NO_CAGE);
  const body = createGuestBody(NOTHING, WEIGHTLESS, rigid, createSupports());
  const none = body.points.embed(NONE);
  const live = liveBody({ friction: 0, meets: new Set(), body }, vectors, none);
  return { live, touch, corners: none };
}

function liveBody(
  guest: Pick<SeatedGuest, 'friction' | 'meets' | 'body'>,
  vectors: readonly Float64Array[],
  inner: PointSet,
): LiveBody {
  const [u, b, r, z, p, q, start, g, Ap, Jp, owed] = vectors;
  return {
    name: '',
    origin: -1,
    part: NO_BYTES,
    body: guest.body,
    friction: guest.friction,
    restitution: 0,
    rolling: 0,
    groups: 0,
    touches: -1,
    sensor: false,
    gravityScale: 1,
    changes: {},
    adjusted: false,
    ...{ u, b, r, z, p, q, start, g, Ap, Jp, owed },
    inner,
    centre: NONE,
    contact: 'all',
    broken: false,
    guest,
    selfContact: false,
    holds: [],
    measures: new Float64Array(MEASURE.length),
  };
}

/**
 * Before anything moves: stores the impulses that the scene's own bodies and obstacles give every guest in this step,
 * and separately those between guests. Guests that do not touch the scene's own things, directly or through others, get
 * none.
 */
export function tellGuests(core: WorldCore): void {
  const { bodies, contacts, islands, seats, kept } = core;
  const { rows, memory } = contacts;
  const { key, ends, share, touched, weight } = rows;
  for (let s = 0; s < seats.room; s++) {
    const guest = seats.guests[s];
    if (guest === null) continue;
    guest.impulse.fill(0);
    guest.inner.fill(0);
  }
  for (let i = 0; i < islands.count; i++) {
    if (!contacts.any(i) || !involvesOwn(core, i)) continue;
    for (let l = memory.first[i]; l < memory.first[i + 1]; l++) {
      const r = memory.list[l];
      const a = key[3 * r];
      const b = key[3 * r + 1];
      const first = bodies[a].guest === null ? null : seats.guests[a - seats.first];
      const second = b < 0 || bodies[b].guest === null ? null : seats.guests[b - seats.first];
      const inner = first !== null && isGuest(core, b);
      if (first !== null) {
        const { x } = memory.bodies[a];
        for (let c = 0; c < 3; c++) {
          const from = x[3 * ends[2 * r] + c];
          place[c] = from + share[r] * (x[3 * ends[2 * r + 1] + c] - from);
        }
        addImpulse(first, inner ? first.inner : first.impulse, rows.impulse, 3 * r, kept[a]);
      }
      if (second !== null) {
        const { x } = memory.bodies[b].live;
        place.fill(0);
        for (let k = 0; k < 4; k++) {
          for (let c = 0; c < 3; c++) place[c] += weight[4 * r + k] * x[3 * touched[5 * r + k] + c];
        }
        addImpulse(second, inner ? second.inner : second.impulse, rows.impulse, 3 * r, -kept[a]);
      }
    }
  }
}

function isGuest({ bodies, obstacles }: WorldCore, other: number): boolean {
  return (other < 0 ? obstacles[-1 - other].guest : bodies[other].guest) !== null;
}

/** True if an island that is awake has one of the scene's own bodies or obstacles in it. */
function involvesOwn(core: WorldCore, island: number): boolean {
  const { islands, contacts, sleep, seats } = core;
  const { rows, memory } = contacts;
  const from = islands.start[island];
  if (sleep.group[islands.members[from]] >= 0) return false;
  for (let m = from; m < islands.start[island + 1]; m++) {
    if (islands.members[m] < seats.first) return true;
  }
  for (let l = memory.first[island]; l < memory.first[island + 1]; l++) {
    if (!isGuest(core, rows.key[3 * memory.list[l] + 1])) return true;
  }
  return false;
}

const place = new Float64Array(3);

/** out += `share` times the impulse p[k..k+3) at `place`, and its angular impulse about the guest's centre. */
function addImpulse(
  { body }: SeatedGuest,
  out: Float64Array,
  p: Float64Array,
  k: number,
  share: number,
): void {
  const { state } = body.state.arrays;
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    out[c] += share * p[k + c];
    const turn = (place[d] - state[d]) * p[k + e] - (place[e] - state[e]) * p[k + d];
    out[3 + c] += share * turn;
  }
}
