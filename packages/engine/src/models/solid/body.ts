import { embedPoints } from '../../geometry/tets/embed.ts';
import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { lame } from '../../materials/elasticity.ts';
import type { Body, BodyModel } from '../body.ts';
import { createHistory } from '../shared/history.ts';
import {
  createColumns,
  createTurnedCompliance,
  type KeptColumns,
  useColumns,
} from '../shared/kept-columns.ts';
import { addMomenta, easeMotion, findMomenta, polishMomentum, WHOLE } from '../shared/momentum.ts';
import { movePlaces, turnQuats, turnVectors } from '../shared/move.ts';
import { MEASURE } from '../views.ts';
import { keptCompliance } from './compliance.ts';
import { createElastic } from './laws.ts';
import { measureMotion, volumeRatio } from './measure.ts';
import type { SolidData } from './model.ts';
import { pointSet, pullPoints, pushPoints, type SolidPoints } from './points.ts';
import { freshFactor, incompleteFactor, keptFactor } from './precondition.ts';
import { localLambda } from './quadratic.ts';
import { allocateSolid } from './state.ts';

/**
 * A live tetrahedral solid: implicit Euler, A = M(1+αh) + (h²+βh)K and b = M v + h f, so that
 * A u = b gives the velocity u at the end of the step. α, β are the Rayleigh damping by mass and stiffness.
 */
export function createSolid(
  data: SolidData,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  shared: KeptColumns,
): Body {
  const memory = allocateSolid(allocator, data);
  const { x, v, q, at, f, diagonal, rhs, drive, impulse, held, heldVelocity, masses } = memory;
  const { nodes } = data;
  const damping = { ...data.material.damping };
  const { past } = memory;
  copyConstants(data, memory);

  const elastic = createElastic(data, memory, kernels);
  const contacts = pointSet(memory.contacts, true);
  const skin = pointSet(memory.skin, true);
  const regionHeld = new Uint8Array(data.regions.length);
  const regionPose = new Float64Array(12 * data.regions.length);
  /** Factor of K in A, and the step it is for. */
  let scale = 0;
  let stepLength = 0;
  let anyHeld = false;
  const whole = new Float64Array(WHOLE.length);
  const history = createHistory(
    {
      unknowns: () => 3 * nodes,
      velocity: v,
      free: () => !anyHeld,
      fall(out, gravity, h) {
        for (let k = 0; k < 3 * nodes; k++) out[k] = h * gravity[k % 3];
      },
      move(h, w) {
        for (let k = 0; k < 3 * nodes; k++) x[k] += h * w[k];
      },
      momenta: (out, u) => findMomenta(out, u, x, masses, nodes, whole),
      addRigid: (u, momenta) => addMomenta(u, momenta, x, masses, nodes, whole),
    },
    past,
  );
  const { factor } = memory;
  const inverse =
    factor === null
      ? incompleteFactor(data, memory)
      : data.solver === 'direct'
        ? freshFactor(data, memory, kernels, factor)
        : keptFactor(data, memory, kernels, elastic, factor);
  // What is held answers otherwise than its equals.
  let own = data.regions.length > 0 ? createColumns(nodes) : shared;
  /** Made of something else than its equals. */
  let adjusted = false;
  const columnsNow = (): KeptColumns => {
    const columns = anyHeld || adjusted ? own : shared;
    useColumns(columns, scale, 1);
    return columns;
  };
  const compliance =
    factor !== null && data.solver === 'kept'
      ? keptCompliance(
          memory,
          createTurnedCompliance(memory.gathering, nodes, kernels, factor, memory.work),
          columnsNow,
        )
      : undefined;

  const markHeld = (): void => {
    held.fill(0);
    anyHeld = false;
    for (let r = 0; r < data.regions.length; r++) {
      if (regionHeld[r] === 0) continue;
      anyHeld = true;
      for (const i of data.regions[r]) held[i] = 1;
    }
    inverse.invalidate();
    own.scale = 0;
  };
  const zeroHeld = (r: Float64Array): void => {
    if (!anyHeld) return;
    for (let i = 0; i < nodes; i++) {
      if (held[i] === 0) continue;
      r[3 * i] = 0;
      r[3 * i + 1] = 0;
      r[3 * i + 2] = 0;
    }
  };
  /** Where held nodes must be at the end of the step decides how fast they move during it. */
  const findHeldVelocities = (h: number): void => {
    const X = data.mesh.positions;
    for (let r = 0; r < data.regions.length; r++) {
      if (regionHeld[r] === 0) continue;
      const region = data.regions[r];
      for (let k = 0; k < region.length; k++) {
        const i = 3 * region[k];
        for (let c = 0; c < 3; c++) {
          const p = 12 * r + 4 * c;
          const turned =
            regionPose[p] * X[i] + regionPose[p + 1] * X[i + 1] + regionPose[p + 2] * X[i + 2];
          heldVelocity[i + c] = (turned + regionPose[p + 3] - x[i + c]) / h;
        }
      }
    }
  };

  const body: Body = {
    model,
    levels: {
      totalDofs: 3 * nodes,
      activeDofs: 3 * nodes,
      totalPoints: data.points,
      activePoints: data.points,
      switches: 0,
      jump: 0,
      kineticGain: 0,
    },
    equation: {
      velocity: v,
      rhs,
      impulse,
      unknowns: () => 3 * nodes,

      hold(index, pose) {
        for (let k = 0; k < 12; k++) regionPose[12 * index + k] = pose[k];
        if (regionHeld[index] === 1) return;
        regionHeld[index] = 1;
        markHeld();
      },
      release(index) {
        if (regionHeld[index] === 0) return;
        regionHeld[index] = 0;
        markHeld();
      },

      assemble(h, gravity, iterate) {
        scale = h * h + damping.stiffness * h;
        if (h !== stepLength) inverse.invalidate();
        stepLength = h;
        findHeldVelocities(h);
        for (let i = 0; i < nodes; i++) {
          diagonal[i] = masses[i] * (1 + damping.mass * h) + damping.air * h * data.areas[i];
        }
        inverse.before(scale);
        const expected = iterate ?? (history.predicted ? v : null);
        for (let i = 0; i < 3 * nodes; i++)
          at[i] = expected === null ? x[i] : x[i] + h * expected[i];
        f.fill(0);
        elastic.forces(at, q, f);
        elastic.stiffness();
        if (expected !== null) {
          // The linear model is taken where the step is expected to end, so h²K u moves to the right side.
          elastic.multiply(rhs, expected, h * h, memory.zeros);
        }
        for (let i = 0; i < nodes; i++) {
          for (let c = 0; c < 3; c++) {
            const k = 3 * i + c;
            drive[k] = masses[i] * (v[k] + h * gravity[c]);
            const b = drive[k] + h * f[k];
            rhs[k] = expected === null ? b : rhs[k] + b;
          }
        }
        inverse.after(scale);
      },
      multiply(y, u) {
        elastic.multiply(y, u, scale, diagonal);
      },
      exact: data.solver === 'direct',
      precondition(z, r) {
        inverse.apply(z, r);
        zeroHeld(z);
      },
      prescribe(u) {
        if (!anyHeld) return;
        for (let i = 0; i < nodes; i++) {
          if (held[i] === 0) continue;
          for (let c = 0; c < 3; c++) u[3 * i + c] = heldVelocity[3 * i + c];
        }
      },
      constrain: zeroHeld,
      correctMomentum(u, b) {
        if (anyHeld) return;
        // Elastic forces change no momentum: taken at the end of the step, they may look as if they did at its start.
        for (let k = 0; k < 3 * nodes; k++) f[k] = drive[k] + (b[k] - rhs[k]);
        polishMomentum(u, x, diagonal, f, nodes, whole);
      },
      limit(u, part) {
        if (!anyHeld) easeMotion(u, masses, nodes, part);
      },
      potential(h, gravity, u) {
        let value = 0;
        for (let i = 0; i < nodes; i++) {
          for (let c = 0; c < 3; c++) {
            const k = 3 * i + c;
            const d = u[k] - v[k];
            at[k] = x[k] + h * u[k];
            value += masses[i] * (0.5 * d * d - h * gravity[c] * u[k]);
            value += 0.5 * (diagonal[i] - masses[i]) * u[k] * u[k];
          }
        }
        elastic.multiply(f, u, damping.stiffness * h, memory.zeros);
        value += 0.5 * kernels.dot(f, u, 3 * nodes);
        memory.lookQ.set(q);
        return value + elastic.forces(at, memory.lookQ, f);
      },
      adjust(matter) {
        adjusted = true;
        own = createColumns(nodes);
        Object.assign(damping, matter.damping);
        const { mu, lambda } = lame(matter.young, matter.poisson);
        fillModuli(data, memory, mu, lambda);
        elastic.remake?.(mu, lambda, matter.young / data.material.young);
        inverse.invalidate();
      },
    },
    points: {
      contacts,
      compliance: compliance && { dense: compliance },
      embed: (points) => pointSet(embedPoints(data.mesh, points), false),
      positions: (set, out) => pushPoints(kernels, set as SolidPoints, x, out),
      velocities: (set, u, out, few) => pushPoints(kernels, set as SolidPoints, u, out, few),
      forces: (set, force, out, few) => pullPoints(kernels, set as SolidPoints, force, out, few),
      record: (set, force, few) => pullPoints(kernels, set as SolidPoints, force, impulse, few),
    },
    motion: {
      history,
      advance(h, u) {
        for (let k = 0; k < 3 * nodes; k++) {
          v[k] = u[k];
          x[k] += h * u[k];
        }
      },
      measure(gravity, out) {
        measureMotion(out, data, x, v, gravity);
        memory.lookQ.set(q);
        out[MEASURE.elastic] = elastic.forces(x, memory.lookQ, f);
        out[MEASURE.volume] = volumeRatio(data.mesh, x);
      },
      place(pose) {
        for (let i = 0; i < 3 * nodes; i += 3) {
          const [X, Y, Z] = [
            data.mesh.positions[i],
            data.mesh.positions[i + 1],
            data.mesh.positions[i + 2],
          ];
          for (let c = 0; c < 3; c++) {
            x[i + c] =
              pose[4 * c] * X + pose[4 * c + 1] * Y + pose[4 * c + 2] * Z + pose[4 * c + 3];
          }
        }
        q.fill(0);
        history.forget();
      },
      move(pose, keep) {
        movePlaces(x, nodes, pose);
        turnVectors(v, nodes, pose, keep);
        turnQuats(q, data.points, pose);
        history.forget();
      },
      addVelocity(linear, spin) {
        history.forget();
        const centre = [0, 0, 0];
        for (let i = 0; i < nodes; i++) {
          for (let c = 0; c < 3; c++) centre[c] += (masses[i] * x[3 * i + c]) / model.mass;
        }
        for (let i = 0; i < 3 * nodes; i += 3) {
          const [dx, dy, dz] = [x[i] - centre[0], x[i + 1] - centre[1], x[i + 2] - centre[2]];
          v[i] += linear[0] + spin[1] * dz - spin[2] * dy;
          v[i + 1] += linear[1] + spin[2] * dx - spin[0] * dz;
          v[i + 2] += linear[2] + spin[0] * dy - spin[1] * dx;
        }
      },
    },
    look: {
      drawSurface(positions, normals) {
        kernels.skin4F32(memory.drawn, memory.skin.indices, memory.skin.weights, x, skin.count);
        kernels.vertexNormals(
          memory.drawnNormals,
          memory.drawn,
          memory.triangles,
          skin.count,
          memory.triangles.length / 3,
        );
        positions.set(memory.drawn);
        normals.set(memory.drawnNormals);
      },
      remarks: () => data.remarks,
    },
    state: {
      arrays: { x, v, q, mean: past.mean, change: past.change, past: past.whole },
      restored() {},
    },
  };
  return body;
}

function copyConstants(data: SolidData, memory: ReturnType<typeof allocateSolid>): void {
  if (data.quadratic === null) memory.tets.set(data.mesh.tets);
  else {
    memory.table.set(data.quadratic.table);
    memory.points.set(data.quadratic.points);
  }
  memory.gradients.set(data.gradients);
  memory.masses.set(data.masses);
  memory.rowPtr.set(data.pattern.rowPtr);
  memory.cols.set(data.pattern.cols);
  memory.slots.set(data.slots);
  memory.skin.indices.set(data.skin.indices);
  memory.skin.weights.set(data.skin.weights);
  memory.contacts.indices.set(data.contacts.indices);
  memory.contacts.weights.set(data.contacts.weights);
  memory.triangles.set(data.surface.triangles);
  fillModuli(data, memory, data.mu, data.lambda);
}

function fillModuli(
  data: SolidData,
  memory: ReturnType<typeof allocateSolid>,
  mu: number,
  lambda: number,
): void {
  for (let e = 0; e < data.tets; e++) {
    const volume = data.volumes[e] * data.factors[e];
    if (data.quadratic === null) {
      memory.volumeMu[e] = volume * mu;
      memory.volumeLambda[e] = volume * lambda;
      continue;
    }
    const local = localLambda(mu, lambda);
    memory.volumeMu[e] = 0.25 * volume * mu;
    memory.volumeLambda[e] = 0.25 * volume * local;
    memory.volumeKappa[e] = volume * (lambda - local);
  }
}
