import { buildBvh } from '../../geometry/query/bvh.ts';
import { closestPoints } from '../../geometry/query/bvh-query.ts';
import { vertexNormals } from '../../math/normals.kernel.ts';
import type { Body, PointSet } from '../../models/body.ts';
import type { LayerMotion, SurfaceModel } from '../../models/views.ts';

/**
 * A mesh drawn in place of a body's own surface. Its vertices are embedded in the body; it does not affect the step.
 */
export interface Rider {
  readonly surface: SurfaceModel;
  readonly points: PointSet;
  readonly drawn: Float64Array;
  /** The vertex of the body's own surface nearest to each of its vertices; computed on demand. */
  nearest: Int32Array | null;
}

/** The parts of a live body used here. */
interface Wearer {
  readonly rider?: Rider | null;
  readonly body: Body;
}

export function createRider(surface: SurfaceModel, body: Body): Rider {
  return {
    surface,
    points: body.points.embed(Float64Array.from(surface.positions)),
    drawn: new Float64Array(surface.positions.length),
    nearest: null,
  };
}

/** A user's mesh cannot follow a cut: it is used as long as the body is uncut. */
function riderOf({ rider, body }: Wearer): Rider | null {
  const whole = body.cut === undefined || body.cut.surface === body.model.surface;
  return rider && whole ? rider : null;
}

/** The surface to draw of a body now. */
export function seenSurface(live: Wearer): SurfaceModel {
  return riderOf(live)?.surface ?? live.body.cut?.surface ?? live.body.model.surface;
}

/** Positions and normals of that surface, shape [vertices, 3] each. */
export function drawSeen(live: Wearer, positions: Float32Array, normals: Float32Array): void {
  const rider = riderOf(live);
  if (rider === null) {
    live.body.look.drawSurface(positions, normals);
    return;
  }
  const { points, drawn, surface } = rider;
  live.body.points.positions(points, drawn);
  positions.set(drawn);
  const { triangles } = surface;
  vertexNormals(normals, positions, triangles, positions.length / 3, triangles.length / 3);
}

/** The displacement of that surface by layer `index`, taken from the nearest vertices of the body's own surface. */
export function drawSeenLayer(live: Wearer, index: number, out: LayerMotion): void {
  const { look, model } = live.body;
  const rider = riderOf(live);
  if (rider === null) {
    look.drawLayer?.(index, out);
    return;
  }
  const own = model.surface;
  const n = own.positions.length;
  const motion: LayerMotion = {
    added: new Float32Array(n),
    alone: new Float32Array(n),
    region: new Float32Array(n / 3),
  };
  look.drawLayer?.(index, motion);
  rider.nearest ??= nearestVertices(own, rider.surface.positions);
  rider.nearest.forEach((v, i) => {
    out.region[i] = motion.region[v];
    for (let d = 0; d < 3; d++) {
      out.added[3 * i + d] = motion.added[3 * v + d];
      out.alone[3 * i + d] = motion.alone[3 * v + d];
    }
  });
}

/** A corner of the nearest triangle of each point: close enough for drawing. */
function nearestVertices(own: SurfaceModel, points: Float64Array): Int32Array {
  const n = points.length / 3;
  const triangle = new Int32Array(n);
  closestPoints(buildBvh(own), Float64Array.from(points), n, new Float64Array(n), triangle);
  return triangle.map((t) => own.triangles[3 * t]);
}
