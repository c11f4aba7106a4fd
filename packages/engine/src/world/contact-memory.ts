import type { Cage } from '../contact/detect/cage.ts';
import { allocateEdgeScratch } from '../contact/detect/edge-scratch.ts';
import type { LiveCage, LivePoints } from '../contact/detect/live.ts';
import { allocateNeighbours, type Neighbours } from '../contact/detect/neighbours.ts';
import { allocatePairScratch } from '../contact/detect/pair-scratch.ts';
import { allocateRows, MOST_ROWS } from '../contact/detect/rows.ts';
import type { Allocator } from '../kernels/arena.ts';
import type { BodyModel, Spots } from '../models/contract.ts';
import { allocatePlaces, type Places } from './contact-places.ts';

/** Rows a contact point can have: floor, wall, a neighbour and one more. */
const ROWS_PER_POINT = 4;
/** Numbers that all responses together may take; with more, points share theirs. */
const MOST_RESPONSES = 2 ** 24;
/** Sharp edges of a guest for each of its contact points, at most. */
const EDGES_OF_GUEST = 2;
/** However many bodies there are, each answers at so many points. */
const FEWEST_SLOTS = 12;

/** A body as contacts see it. */
export interface TouchBody extends LivePoints {
  /** Contact points, those included that may be put anywhere; `count` are the others. */
  readonly points: number;
  /** Impulses on the contact points [N s]. */
  readonly f: Float64Array;
  readonly live: LiveCage;
  /** Which of its points may meet another part of it; null if that cannot be told. */
  readonly neighbours: Neighbours | null;
  /** Contact points and corners of the cage that rows of this step are about. */
  readonly inRows: Places;
  readonly cornersInRows: Places;
  /** Contact points at rest [m], shape [count, 3]. */
  readonly rest: Float64Array;
  /** Contact points that answer, `slots[0]` of them; and the one of them each point in use answers through, itself if there is room (−1 if not in use). */
  readonly active: Int32Array;
  readonly slot: Int32Array;
  readonly slots: Int32Array;
  /**
   * Behind the contact points, which are slots[1], come places between two of them: the slots of these, shape [slots, 2], and the part of the way
   * from one to the other.
   */
  readonly blend: Int32Array;
  readonly blendPart: Float64Array;
  /** What the slots are, in models that answer anywhere; else empty. */
  readonly spots: Spots;
  /** How the points in use answer [1/kg], shape [3 slots, 3 slots]: a part of the world's W. */
  response: Float64Array;
  /** Impulses and velocities of the slots in the last round. */
  readonly lastP: Float64Array;
  readonly lastV: Float64Array;
  /** [1 if it has rows in this step, of either side]. */
  readonly touching: Uint8Array;
  /** [1 if others touch it in this step]. */
  readonly touched: Uint8Array;
  /** Box around the contact points' ways in this step [m]. */
  readonly box: Float64Array;
}

const NONE = new Float64Array(0);

/** Contact points a body answers at, of so many at most. */
function slotsOf({ answers, answersAnywhere, contactPoints }: BodyModel, limit: number): number {
  // Touched places have slots of their own, besides the body's points.
  const places = (answersAnywhere === true ? 2 : 1) * (contactPoints.length / 3);
  return Math.min(limit, answers ?? MOST_ROWS, places);
}

/** Most contact points of any body to answer at, so that all responses fit. */
function slotLimit(models: readonly BodyModel[]): number {
  let limit = models.reduce((most, m) => Math.max(most, m.answers ?? MOST_ROWS), MOST_ROWS);
  const total = (most: number): number =>
    models.reduce((sum, m) => sum + 9 * slotsOf(m, most) ** 2, 0);
  while (limit > FEWEST_SLOTS && total(limit) > MOST_RESPONSES) limit = Math.floor(limit / 2);
  return limit;
}

/** Where a cage's tables are for the kernels: the same for all bodies that share it. */
type CageTables = Pick<LiveCage, 'nodes' | 'cubes' | 'apart' | 'clearance'>;

function allocateTables(a: Allocator, cage: Cage): CageTables {
  return {
    nodes: a.i32(cage.tree.nodes.length),
    cubes: a.i32(cage.cubes.length),
    apart: a.u8(cage.apart.length),
    clearance: a.f64(cage.clearance.length),
  };
}

function allocateSpots(a: Allocator, n: number): Spots {
  return { ofCage: a.u8(n), points: a.i32(4 * n), weights: a.f64(4 * n) };
}

/** Memory of one body for contacts, which answers at `own` points and can be held at `grips` places besides its cage's corners. */
export function allocateTouch(
  a: Allocator,
  contactPoints: Float64Array,
  own: number,
  cage: Cage,
  tables = allocateTables(a, cage),
  grips = 0,
  anywhere = false,
  moving = 0,
): TouchBody {
  const points = contactPoints.length / 3;
  const count = points - moving;
  const corners = cage.corners.length + 3 * grips;
  return {
    count,
    points,
    x: a.f64(3 * points),
    v: a.f64(3 * points),
    inner: a.f64(3 * count),
    f: a.f64(3 * points),
    neighbours: cage.apart.length > 0 ? allocateNeighbours(a, count) : null,
    inRows: allocatePlaces(a, points),
    cornersInRows: allocatePlaces(a, corners / 3),
    home: a.i32(count),
    mean: a.f64(4),
    rest: contactPoints,
    active: a.i32(own),
    slot: a.i32(points),
    slots: a.i32(2),
    blend: a.i32(2 * own),
    blendPart: a.f64(own),
    spots: allocateSpots(a, anywhere ? own : 0),
    response: NONE,
    lastP: a.f64(3 * own),
    lastV: a.f64(3 * own),
    touching: a.u8(1),
    touched: a.u8(1),
    box: a.f64(6),
    live: {
      cage,
      x: a.f64(corners),
      v: a.f64(corners),
      f: a.f64(corners),
      boxes: a.f64(2 * cage.tree.nodes.length),
      fitted: a.f64(corners),
      fit: { count: 0, margin: 0, moved: a.f64(3) },
      ...tables,
    },
  };
}

/** Contact points of a body, and how many of them answer for themselves. */
interface TouchRoom {
  readonly points: number;
  readonly answers: number;
}

/** All memory of a world's contacts; `seats` of guests come after the bodies, empty. Allocates and nothing else. */
export function allocateContacts(
  a: Allocator,
  models: readonly BodyModel[],
  cages: readonly Cage[],
  seats: readonly TouchRoom[] = [],
) {
  const tables = new Map<Cage, CageTables>();
  const limit = slotLimit(models);
  const room = models.map((model): TouchRoom => {
    return { points: model.contactPoints.length / 3, answers: slotsOf(model, limit) };
  });
  room.push(...seats);
  const points = room.reduce((sum, r) => sum + r.points, 0);
  const most = room.reduce((top, r) => Math.max(top, r.points), 0);
  const slots = room.reduce((sum, r) => sum + r.answers, 0);
  const responses = room.reduce((sum, r) => sum + 9 * r.answers * r.answers, 0);
  const bodies = models.map((model, i): TouchBody => {
    const shared = tables.get(cages[i]) ?? allocateTables(a, cages[i]);
    tables.set(cages[i], shared);
    const { contactPoints, grips, answersAnywhere, moving } = model;
    return allocateTouch(
      a,
      contactPoints,
      room[i].answers,
      cages[i],
      shared,
      grips,
      answersAnywhere,
      moving,
    );
  });
  const n = room.length;
  const mostEdges = Math.max(
    ...cages.map(({ edges }) => edges.arcs.length),
    ...seats.map((seat) => EDGES_OF_GUEST * seat.points),
    0,
  );
  const capacity = ROWS_PER_POINT * points;
  return {
    bodies,
    room,
    rows: allocateRows(a, capacity),
    before: allocateRows(a, capacity),
    scratch: allocatePairScratch(a, most),
    edgeScratch: allocateEdgeScratch(a, mostEdges),
    /** Velocity asked for along the normal [m/s], friction coefficients, own compliance [1/kg]. */
    bias: a.f64(capacity),
    friction: a.f64(capacity),
    own: a.f64(capacity),
    /** Body and slot on both sides, shape [rows, 4]. */
    side: a.i32(4 * capacity),
    /** Velocities relative to what is touched [m/s], and what slots do not tell of them. Shape [rows, 3]. */
    relative: a.f64(3 * capacity),
    offset: a.f64(3 * capacity),
    /** Impulses that the last solve was made with; only kept for guests. */
    applied: a.f64(seats.length > 0 ? 3 * capacity : 0),
    /** Impulses that a round began with, and those of the best round. */
    begin: a.f64(3 * capacity),
    /** How the last round changed the impulses. */
    change: a.f64(3 * capacity),
    best: a.f64(3 * capacity),
    /** Along the normal: velocity [m/s] and impulse [kg m/s] that a row began the step with; seconds until it lands and bounces, −1 if it does not. */
    arrive: a.f64(capacity),
    carried: a.f64(capacity),
    landing: a.f64(capacity),
    /** The earliest of those of each body. */
    earliest: a.f64(n),
    /** Rows, island by island: island i is list[first[i] .. first[i+1]), those in play first; and 1 for those. */
    list: a.i32(capacity),
    inPlay: a.u8(capacity),
    /** Scratch of the same shape as `list`. */
    others: a.i32(capacity),
    first: a.i32(n + 1),
    /** [first slot, start in W, slots] of each body. */
    table: a.i32(3 * n),
    /** Velocities and impulses of the slots. */
    velocity: a.f64(3 * slots),
    impulse: a.f64(3 * slots),
    work: a.f64(3 * slots),
    /** Responses of the bodies, one after the other. */
    W: a.f64(responses),
  };
}
export type ContactMemory = ReturnType<typeof allocateContacts>;

/** Copies constants to where the kernels reach them. */
export function fillContacts({ bodies, room, table, W }: ContactMemory): void {
  let slots = 0;
  let responses = 0;
  room.forEach(({ answers }, i) => {
    table[3 * i] = slots;
    table[3 * i + 1] = responses;
    slots += answers;
    responses += 9 * answers * answers;
  });
  bodies.forEach((body, i) => {
    fillTouch(body, W.subarray(table[3 * i + 1], table[3 * i + 1] + 9 * body.active.length ** 2));
  });
}

/** The same for one body, which answers into `response`. */
export function fillTouch(body: TouchBody, response: Float64Array): void {
  body.response = response;
  const { live, home } = body;
  live.nodes.set(live.cage.tree.nodes);
  live.cubes.set(live.cage.cubes);
  live.apart.set(live.cage.apart);
  live.clearance.set(live.cage.clearance);
  home.set(live.cage.home);
}
