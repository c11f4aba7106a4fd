import { append } from '../core/append.ts';
import type { Allocator } from '../kernels/arena.ts';
import type { Cage } from './detect/cage.ts';
import { allocateEdgeScratch } from './detect/edge-scratch.ts';
import type { LiveCage, LivePoints } from './detect/live.ts';
import { allocateNeighbours, type Neighbours } from './detect/neighbours.ts';
import { allocatePairScratch } from './detect/pair-scratch.ts';
import { allocateRows } from './detect/rows.ts';
import {
  EDGES_OF_GUEST,
  FEWEST_PLACES,
  MOST_COMPLIANCE,
  MOST_PLACES_FACTORED,
  MOST_SITES,
  ROWS_PER_POINT,
} from './numbers.ts';
import type { PointGroup, Sites } from './solve/metric.ts';
import { allocateListed, type Listed } from './solve/sites.ts';

/** The parts of a body's model that determine the memory of its contacts. */
export interface TouchModel {
  readonly contactPoints: Float64Array;
  /** Sites on the sides of slits that others can hold at a time. */
  readonly slitSites?: number;
  /** Number of movable contact points, at the end of the list. */
  readonly moving?: number;
  /** Columns of its factored compliance, if it is always given in that way (`Compliance.factor`). */
  readonly rank?: number;
  /**
   * Numbers of a site and of the state of its sparse compliance, if it is always given in that way
   * (`Compliance.sparse`).
   */
  readonly sparse?: { readonly stride: number; readonly states: number };
}

/** A body as contacts see it. */
export interface TouchBody extends LivePoints {
  /** Contact points, those included that may be put anywhere; `count` are the others. */
  readonly points: number;
  /** Where its contact points are when the implicit part of a second-order step begins [m], in islands of several. */
  readonly at: Float64Array;
  /** Impulses on the contact points [N s]. */
  readonly f: Float64Array;
  readonly live: LiveCage;
  /** Its points that may touch another part of it; null if unknown. */
  readonly neighbours: Neighbours | null;
  /** Contact points and corners of the cage that rows of this step are about. */
  readonly inRows: Listed;
  readonly cornersInRows: Listed;
  /** Contact points, corners of the cage, and the ends of ties: what sites are between. */
  readonly groups: PointGroup[];
  /** The sites that rows of the active set are about, and how many there are. */
  readonly sites: Sites;
  readonly siteCount: Int32Array;
  /** The site that each contact point is, −1 for none. */
  readonly siteOf: Int32Array;
  /** Its compliance: a part of the world's W; the same memory for a dense one, in single precision. */
  W: Float64Array;
  dense: Float32Array;
  /** [1 if it has rows in this step, of either side]. */
  readonly touching: Uint8Array;
  /** [1 if others touch it in this step]. */
  readonly touched: Uint8Array;
  /** Box around the contact points' paths in this step [m]. */
  readonly box: Float64Array;
}

const NONE = new Float64Array(0);

/** Sites a body has room for, of so many at most. */
function sitesOf({ contactPoints, rank }: TouchModel, limit: number): number {
  if (rank !== undefined) return MOST_PLACES_FACTORED;
  // Its own points, as many of others that touch it, and a few ties.
  return Math.min(limit, FEWEST_PLACES + (2 * contactPoints.length) / 3);
}

/** Numbers of a compliance at so many sites. */
function complianceLength(
  sites: number,
  { rank, sparse }: Pick<TouchRoom, 'rank' | 'sparse'>,
): number {
  return sparse !== undefined ? sites * sparse.stride : 3 * sites * (rank ?? 3 * sites);
}

/** Most sites of any body, so that all compliances fit. */
function placeLimit(models: readonly TouchModel[]): number {
  let limit = MOST_SITES;
  const total = (most: number): number =>
    models.reduce((sum, m) => sum + complianceLength(sitesOf(m, most), m), 0);
  while (limit > FEWEST_PLACES && total(limit) > MOST_COMPLIANCE) limit = Math.floor(limit / 2);
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

/** Memory of one body for contacts, with room for `room` sites in rows. */
export function allocateTouch(
  a: Allocator,
  { contactPoints, slitSites = 0, moving = 0 }: TouchModel,
  room: number,
  cage: Cage,
  tables = allocateTables(a, cage),
): TouchBody {
  const points = contactPoints.length / 3;
  const count = points - moving;
  const corners = cage.corners.length + 3 * slitSites;
  return {
    count,
    points,
    x: a.f64(3 * points),
    v: a.f64(3 * points),
    at: a.f64(3 * points),
    inner: a.f64(3 * count),
    f: a.f64(3 * points),
    neighbours: cage.apart.length > 0 ? allocateNeighbours(a, count) : null,
    inRows: allocateListed(a, points),
    cornersInRows: allocateListed(a, corners / 3),
    home: a.i32(count),
    mean: a.f64(4),
    groups: [],
    sites: { group: a.i32(room), points: a.i32(4 * room), weights: a.f64(4 * room) },
    siteCount: a.i32(1),
    siteOf: a.i32(points),
    W: NONE,
    dense: inSingle(NONE),
    touching: a.u8(1),
    touched: a.u8(1),
    box: a.f64(6),
    live: {
      cage,
      x: a.f64(corners),
      v: a.f64(corners),
      at: a.f64(corners),
      f: a.f64(corners),
      boxes: a.f64(2 * cage.tree.nodes.length),
      fitted: a.f64(corners),
      fit: { count: 0, margin: 0, moved: a.f64(3) },
      ...tables,
    },
  };
}

/** Contact points of a body, sites in rows and columns of its factored compliance. */
export interface TouchRoom {
  readonly points: number;
  readonly sites: number;
  readonly rank?: number;
  readonly sparse?: TouchModel['sparse'];
}

/** Rows of the active set of one island, ready for the kernels; see `contact/solve/contacts.kernel.ts`. */
function allocateProblem(a: Allocator, rows: number, states: number, bodies: number) {
  return {
    /** Rows in use; lengths of `state` and `change` in use. */
    count: 0,
    states: 0,
    changes: 0,
    /** The contact row each is, or −1 − t for tie t. */
    row: a.i32(rows),
    kind: a.u8(rows),
    side: a.i32(4 * rows),
    /** Impulses [N s]: now, at the start of the iteration, the last direction; three a row. */
    p: a.f64(3 * rows),
    begin: a.f64(3 * rows),
    direction: a.f64(3 * rows),
    from: a.f64(3 * rows),
    target: a.f64(3 * rows),
    normal: a.f64(3 * rows),
    bias: a.f64(rows),
    friction: a.f64(rows),
    soft: a.f64(2 * rows),
    block: a.f64(5 * rows),
    /** Five numbers a body. */
    table: a.i32(5 * bodies),
    state: a.f64(states),
    base: a.f64(states),
    work: a.f64(3 + 6 * rows),
    /** State of dense compliances; what sweeps remember (`contact/solve/mixing.ts`). */
    change: a.f32(states + 3 * bodies),
    past: a.f64(39 * rows + 6 * states),
    traces: a.f32(6 * (states + 3 * bodies)),
  };
}
export type ContactProblem = ReturnType<typeof allocateProblem>;

/**
 * All memory of a world's contacts; `seats` of guests come after the bodies, empty. Compliances are from `raw` and what
 * there is for every row is from `table`. These need not be zero: they are written before they are read. Allocates and
 * nothing else.
 */
export function allocateContacts(
  a: Allocator,
  models: readonly TouchModel[],
  cages: readonly Cage[],
  ties: number,
  seats: readonly TouchRoom[] = [],
  raw = a,
  table = a,
) {
  const tables = new Map<Cage, CageTables>();
  const limit = placeLimit(models);
  const room = models.map((model): TouchRoom => {
    const { contactPoints, rank, sparse } = model;
    return { points: contactPoints.length / 3, sites: sitesOf(model, limit), rank, sparse };
  });
  append(room, seats);
  const points = room.reduce((sum, r) => sum + r.points, 0);
  const most = room.reduce((top, r) => Math.max(top, r.points), 0);
  const states = room.reduce((sum, r) => sum + Math.max(3 * r.sites, r.sparse?.states ?? 0), 0);
  const bodies = models.map((model, i): TouchBody => {
    const shared = tables.get(cages[i]) ?? allocateTables(a, cages[i]);
    tables.set(cages[i], shared);
    return allocateTouch(a, model, room[i].sites, cages[i], shared);
  });
  const mostEdges = Math.max(
    ...cages.map(({ edges }) => edges.arcs.length),
    ...seats.map((seat) => EDGES_OF_GUEST * seat.points),
    0,
  );
  const capacity = ROWS_PER_POINT * points;
  const W = raw.f64(room.reduce((sum, r) => sum + complianceLength(r.sites, r), 0));
  return {
    bodies,
    room,
    /** Rows of ties that there is room for. */
    ties,
    rows: allocateRows(a, capacity, table),
    before: allocateRows(a, capacity, table),
    scratch: allocatePairScratch(a, most),
    edgeScratch: allocateEdgeScratch(a, mostEdges),
    /** Velocity asked for along the normal [m/s], friction, part of a depth that may be pushed out a second. */
    bias: table.f64(capacity),
    friction: table.f64(capacity),
    pace: table.f64(capacity),
    /** Rolling resistance, and its lever [m], 0 for none. */
    rolling: table.f64(capacity),
    lever: table.f64(capacity),
    /** Velocities relative to what is touched [m/s], shape [rows, 3]. */
    relative: table.f64(3 * capacity),
    /** Saved impulses, shape [rows, 3]. */
    begin: table.f64(3 * capacity),
    /**
     * Along the normal: velocity [m/s] and impulse [kg m/s] that a row began the step with; seconds until it lands and
     * bounces, −1 if it does not.
     */
    arrive: table.f64(capacity),
    carried: table.f64(capacity),
    landing: table.f64(capacity),
    /** The earliest of those of each body. */
    earliest: a.f64(room.length),
    /** Rows, island by island: island i is list[first[i] .. first[i+1]); and 1 for those in the active set. */
    list: table.i32(capacity),
    active: table.u8(capacity),
    first: a.i32(room.length + 1),
    /**
     * Of each body: torque that impulses at the end of the step have beyond that at its start [N m s], velocity of the
     * centre of mass [m/s]; six numbers.
     */
    levers: a.f64(6 * room.length),
    /** Of rows between bodies: where they are, and what they give each body (`solve/exchange-rows.ts`). */
    places: table.f64(9 * capacity),
    given: a.f64(21 * room.length),
    /** Contact points of one body where the implicit part of the step begins. */
    turned: a.f64(3 * most),
    problem: allocateProblem(table, capacity + ties, states, room.length),
    /** Compliances of the bodies, one after the other. */
    W,
    dense: inSingle(W),
  };
}
export type ContactMemory = ReturnType<typeof allocateContacts>;

/** Copies constants to where the kernels reach them. */
export function fillContacts(memory: ContactMemory): void {
  memory.bodies.forEach((body, i) => {
    fillTouch(body, complianceOf(memory, i));
  });
}

/** The part of the world's W that is body b's. */
export function complianceOf({ room, W }: ContactMemory, b: number): Float64Array {
  let at = 0;
  for (let i = 0; i < b; i++) at += complianceLength(room[i].sites, room[i]);
  return W.subarray(at, at + complianceLength(room[b].sites, room[b]));
}

/** The same memory in single precision. */
function inSingle({ buffer, byteOffset, length }: Float64Array): Float32Array {
  return new Float32Array(buffer, byteOffset, 2 * length);
}

/** The same for one body. */
export function fillTouch(body: TouchBody, W: Float64Array): void {
  body.W = W;
  body.dense = inSingle(W);
  const { live, home } = body;
  live.nodes.set(live.cage.tree.nodes);
  live.cubes.set(live.cage.cubes);
  live.apart.set(live.cage.apart);
  live.clearance.set(live.cage.clearance);
  home.set(live.cage.home);
  body.siteOf.fill(-1);
}
