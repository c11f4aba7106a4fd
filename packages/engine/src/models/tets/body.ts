import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { Body, BodyModel } from '../body.ts';
import { createHistory } from '../shared/history.ts';
import {
  createColumns,
  createTurnedCompliance,
  type KeptColumns,
  useColumns,
} from '../shared/kept-columns.ts';
import { easeMotion } from '../shared/momentum.ts';
import { movePlaces, turnQuats, turnVectors } from '../shared/move.ts';
import { adaptTets, refineTets } from './adapt/adapt.ts';
import { createAdapt } from './adapt/adaptation.ts';
import { addRigid, createMomenta, findMomenta } from './adapt/momenta.ts';
import { findTen, hasSplitChild } from './adapt/switch.ts';
import { embedInTree } from './build/embed.ts';
import { createCells, fillCells } from './cells.ts';
import { levelCompliance } from './compliance.ts';
import { placeAll, spreadFollowers } from './front/spread.ts';
import { measureTets } from './measure.ts';
import { type TetsData, TOLERANCE } from './model.ts';
import { packPast, spreadPast, unpackPast } from './past.ts';
import { createRuntime } from './runtime.ts';
import { allocateTets, SETTING, type Sizes } from './state.ts';
import { createOperators } from './step/operators.ts';
import { pullFree, pushFree, pushPlaces, type TetPoints, tetPoints } from './step/points.ts';
import { polishMomenta } from './step/polish.ts';
import { createPreconditioner } from './step/precondition.ts';

/**
 * A live body of tetrahedra trees: implicit Euler on the free vertices of the front, A = Wᵀ(M(1+αh) + (h²+βh)K)W and
 * b = Wᵀ(M v + h f), where W puts slaves in the middle of their edges.
 */
export function createTets(
  data: TetsData,
  sizes: Sizes,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  shared: KeptColumns,
): Body {
  const memory = allocateTets(allocator, data, sizes);
  const { x, v, f, velocity, rhs, impulse, held, heldVelocity, vertexOf, rowMass } = memory;
  const { tree } = data;
  const damping = { ...data.material.damping };
  const run = createRuntime(data, memory, sizes, kernels);
  const { front } = run;
  const inverse = createPreconditioner(data, memory, front, kernels, run.matter);
  copyConstants(data, memory);
  const contacts = tetPoints(tree, memory.contacts);
  const operators = createOperators(run);
  const { evaluate, product } = operators;
  const cells = createCells(run, data.options.shade);
  const regionHeld = new Uint8Array(data.regions.length);
  const regionPose = new Float64Array(12 * data.regions.length);
  let scale = 0;
  let massFactor = 1;
  let anyHeld = false;
  /** Nothing of the coming step has been counted yet. */
  let fresh = true;
  const polished = createMomenta();

  const { settings, split } = memory;
  settings[SETTING.adaptive] = data.options.adaptive ? 1 : 0;
  settings[SETTING.tolerance] = data.options.tolerance ?? data.size / TOLERANCE;
  settings[SETTING.speed] = data.options.speed;
  x.set(tree.positions);
  const adaptation = createAdapt(run, operators, kernels);
  const { step } = adaptation;
  split.fill(1);
  if (data.options.adaptive && data.options.start === 'coarse') {
    // Ten-node elements where there can be some: bare linear ones would hardly bend, and the start would be late.
    split.set(adaptation.rough);
    for (let t = 0; t < tree.roots; t++) if (data.smooth[t] === 1) split[t] = 1;
  }
  findTen(run);
  run.rebuild(false);

  // What is held answers otherwise than its equals.
  let own = data.regions.length > 0 ? createColumns(data.coarse.pattern.rows) : shared;
  /** Made of something else than its equals. */
  let adjusted = false;
  const columnsNow = (): KeptColumns => {
    const columns = anyHeld || adjusted ? own : shared;
    useColumns(columns, scale, massFactor);
    return columns;
  };
  const compliance = levelCompliance(
    data,
    memory,
    front,
    inverse,
    createTurnedCompliance(
      memory.gathering,
      data.coarse.pattern.rows,
      kernels,
      memory.factor,
      memory.coarse,
    ),
    columnsNow,
  );

  /** Brings hidden vertices up to date: a front is about to change by hand. */
  const uncover = (): void => {
    run.follow();
    spreadFollowers(v, data, front, memory);
    spreadPast(run);
  };
  const packVelocity = (): void => {
    for (let i = 0; i < front.free; i++)
      for (let c = 0; c < 3; c++) velocity[3 * i + c] = v[3 * vertexOf[i] + c];
    packPast(run);
  };
  const { past } = memory;
  const turned = createMomenta();
  const history = createHistory(
    {
      unknowns: () => 3 * front.free,
      velocity,
      free: () => !anyHeld,
      fall(out, gravity, h) {
        for (let k = 0; k < 3 * front.free; k++) out[k] = h * gravity[k % 3];
      },
      move(h, w) {
        for (let i = 0; i < front.free; i++)
          for (let c = 0; c < 3; c++) x[3 * vertexOf[i] + c] += h * w[3 * i + c];
        run.followVisible();
      },
      momenta(out, u) {
        findMomenta(run, turned, u, memory.work, true);
        for (let c = 0; c < 3; c++) {
          out[c] = turned.linear[c];
          out[3 + c] = turned.angular[c];
        }
      },
      addRigid(u, momenta) {
        findMomenta(run, turned, u, memory.work, true);
        for (let c = 0; c < 3; c++) {
          turned.linear[c] = momenta[c];
          turned.angular[c] = momenta[3 + c];
        }
        const { ownMass, edgeMass } = memory;
        addRigid(run, u, turned.linear, turned.angular, turned.centre, ownMass, edgeMass);
      },
      moved() {
        unpackPast(run);
        for (let i = 0; i < front.free; i++)
          for (let c = 0; c < 3; c++) v[3 * vertexOf[i] + c] = velocity[3 * i + c];
      },
    },
    past,
  );
  const frontChanged = (): void => {
    body.levels.activeDofs = 3 * front.free;
    body.levels.activePoints = front.elements;
  };
  const countAnew = (): void => {
    fresh = false;
    body.levels.switches = 0;
    body.levels.jump = 0;
    body.levels.kineticGain = 0;
  };
  const markHeld = (): void => {
    held.fill(0);
    anyHeld = false;
    let changed = false;
    for (let r = 0; r < data.regions.length; r++) {
      if (regionHeld[r] === 0) continue;
      anyHeld = true;
      for (const i of data.regions[r].vertices) held[i] = 1;
      for (const t of data.regions[r].pinned) {
        if (split[t] === 1) continue;
        if (!changed) uncover();
        split[t] = 1;
        memory.frozen[t] = 0;
        memory.ten[t] = data.smooth[t];
        changed = true;
      }
    }
    adaptation.pin(regionHeld);
    inverse.invalidate();
    own.scale = 0;
    if (!changed) return;
    for (let t = 0; t < data.parents; t++) if (hasSplitChild(run, t)) memory.ten[t] = 0;
    run.rebuild(false);
    packVelocity();
    frontChanged();
  };
  const zeroHeld = (r: Float64Array): void => {
    if (!anyHeld) return;
    for (let i = 0; i < front.free; i++) {
      if (held[vertexOf[i]] === 0) continue;
      r[3 * i] = 0;
      r[3 * i + 1] = 0;
      r[3 * i + 2] = 0;
    }
  };
  const findHeldVelocities = (h: number): void => {
    const rest = tree.positions;
    for (let r = 0; r < data.regions.length; r++) {
      if (regionHeld[r] === 0) continue;
      const { vertices } = data.regions[r];
      for (let k = 0; k < vertices.length; k++) {
        const i = 3 * vertices[k];
        for (let c = 0; c < 3; c++) {
          const p = 12 * r + 4 * c;
          const turned =
            regionPose[p] * rest[i] +
            regionPose[p + 1] * rest[i + 1] +
            regionPose[p + 2] * rest[i + 2];
          heldVelocity[i + c] = (turned + regionPose[p + 3] - x[i + c]) / h;
        }
      }
    }
  };
  const body: Body = {
    model,
    levels: {
      totalDofs: 3 * data.vertices,
      activeDofs: 3 * front.free,
      totalPoints: tree.tetStart[tree.levels + 1] - tree.tetStart[tree.levels],
      activePoints: front.elements,
      switches: 0,
      jump: 0,
      kineticGain: 0,
    },
    equation: {
      velocity,
      rhs,
      impulse,
      unknowns: () => 3 * front.free,

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
        massFactor = 1 + damping.mass * h;
        if (fresh) countAnew();
        step.h = h;
        step.scale = scale;
        step.massFactor = massFactor;
        step.air = damping.air;
        step.predicted = history.predicted;
        for (let c = 0; c < 3; c++) step.gravity[c] = gravity[c];
        findHeldVelocities(h);
        inverse.prepare(scale, massFactor);
        const expected = iterate ?? (history.predicted ? velocity : null);
        evaluate(h, expected, 'q');
        const n = front.free + front.slaves;
        operators.stiffen();
        for (let i = 0; i < n; i++) memory.ownA[i] = massFactor * memory.ownMass[i];
        if (damping.air > 0)
          for (let i = 0; i < front.free; i++)
            memory.ownA[i] += damping.air * h * memory.rowArea[i];
        for (let k = 0; k < front.edges; k++) memory.edgeA[k] = massFactor * memory.edgeMass[k];
        run.massProduct(rhs, velocity);
        for (let i = 0; i < front.free; i++) {
          for (let c = 0; c < 3; c++) {
            const k = 3 * i + c;
            memory.drive[k] = rhs[k] + h * rowMass[i] * gravity[c];
            rhs[k] = memory.drive[k] + h * f[k];
          }
        }
        if (expected === null) return;
        // The linear model is taken where the step is expected to end, so h²K u moves to the right side.
        product(memory.work, expected, memory.none, memory.none, h * h);
        for (let i = 0; i < 3 * front.free; i++) rhs[i] += memory.work[i];
      },
      multiply(y, u) {
        product(y, u, memory.ownA, memory.edgeA, scale);
      },
      precondition: (z, r) => inverse.apply(z, r, true),
      prescribe(u) {
        if (!anyHeld) return;
        for (let i = 0; i < front.free; i++) {
          const k = vertexOf[i];
          if (held[k] === 0) continue;
          for (let c = 0; c < 3; c++) u[3 * i + c] = heldVelocity[3 * k + c];
        }
      },
      constrain: zeroHeld,
      correctMomentum(u, b) {
        if (anyHeld) return;
        polishMomenta(run, u, b, polished);
      },
      limit(u, part) {
        if (!anyHeld) easeMotion(u, rowMass, front.free, part);
      },
      potential(h, gravity, u) {
        const { work } = memory;
        const n = 3 * front.free;
        // ½(u−v)M(u−v) + damping ½ u(A−M−h²K)u − h g·M u + elastic energy.
        const d = memory.all;
        for (let i = 0; i < n; i++) d[i] = u[i] - velocity[i];
        run.massProduct(work, d);
        let value = 0;
        for (let i = 0; i < n; i++) value += 0.5 * work[i] * d[i];
        for (let i = 0; i < front.free; i++)
          for (let c = 0; c < 3; c++) value -= h * rowMass[i] * gravity[c] * u[3 * i + c];
        product(work, u, memory.ownA, memory.edgeA, damping.stiffness * h);
        for (let i = 0; i < n; i++) value += 0.5 * work[i] * u[i];
        run.massProduct(work, u);
        for (let i = 0; i < n; i++) value -= 0.5 * work[i] * u[i];
        run.copyRotations();
        return value + evaluate(h, u, 'lookQ');
      },
      adjust(matter) {
        adjusted = true;
        own = createColumns(data.coarse.pattern.rows);
        Object.assign(damping, matter.damping);
        run.matter.stiffness = matter.young / data.material.young;
        settings[SETTING.wait] = 1;
        inverse.invalidate();
      },
    },
    points: {
      contacts,
      compliance: { dense: compliance },
      embed: (points) => tetPoints(tree, embedInTree(tree, data.gradients, points)),
      positions: (set, out) => pushPlaces(set as TetPoints, data, front, memory, out),
      velocities: (set, u, out) => pushFree(set as TetPoints, data, front, memory, u, out),
      forces: (set, force, out) =>
        pullFree(set as TetPoints, data, front, memory, force, out, null),
      // `adapt` asks where on the leaves impulses act, besides.
      record: (set, force) =>
        pullFree(set as TetPoints, data, front, memory, force, impulse, memory.leafImpulse),
    },
    motion: {
      history,
      advance(h, u) {
        fresh = true;
        for (let i = 0; i < front.free; i++) {
          const k = 3 * vertexOf[i];
          for (let c = 0; c < 3; c++) {
            velocity[3 * i + c] = u[3 * i + c];
            v[k + c] = u[3 * i + c];
            x[k + c] += h * u[3 * i + c];
          }
        }
        run.followVisible();
      },
      measure(gravity, out) {
        run.copyRotations();
        const elasticEnergy = evaluate(0, null, 'lookQ');
        measureTets(run, gravity, elasticEnergy, out);
      },
      place(pose) {
        const rest = tree.positions;
        for (let i = 0; i < 3 * data.vertices; i += 3) {
          for (let c = 0; c < 3; c++) {
            x[i + c] =
              pose[4 * c] * rest[i] +
              pose[4 * c + 1] * rest[i + 1] +
              pose[4 * c + 2] * rest[i + 2] +
              pose[4 * c + 3];
          }
        }
        memory.q.fill(0);
        memory.allQ.fill(0);
        memory.frozen.fill(0);
        memory.mass.set(data.parentMass);
        memory.ownerTet.fill(-1);
        run.rebuild(false);
        history.forget();
      },
      move(pose, keep) {
        movePlaces(x, data.vertices, pose);
        turnVectors(v, data.vertices, pose, keep);
        turnVectors(memory.offset, data.vertices, pose, 1);
        turnQuats(memory.q, memory.q.length / 4, pose);
        turnQuats(memory.allQ, memory.allQ.length / 4, pose);
        history.forget();
        body.state.restored();
      },
      addVelocity(linear, spin) {
        history.forget();
        const centre = [0, 0, 0];
        for (let i = 0; i < front.free; i++)
          for (let c = 0; c < 3; c++)
            centre[c] += (rowMass[i] * x[3 * vertexOf[i] + c]) / model.mass;
        for (let i = 0; i < 3 * data.vertices; i += 3) {
          const [dx, dy, dz] = [x[i] - centre[0], x[i + 1] - centre[1], x[i + 2] - centre[2]];
          v[i] += linear[0] + spin[1] * dz - spin[2] * dy;
          v[i + 1] += linear[1] + spin[2] * dx - spin[0] * dz;
          v[i + 2] += linear[2] + spin[0] * dy - spin[1] * dx;
        }
        packVelocity();
      },
    },
    adapt: {
      tune(tuning) {
        if (tuning.adaptive !== undefined) settings[SETTING.adaptive] = tuning.adaptive ? 1 : 0;
        const { criterion } = data.options;
        if (tuning.tolerance !== undefined)
          settings[criterion === 'energy' ? SETTING.speed : SETTING.tolerance] = tuning.tolerance;
        settings[SETTING.wait] = 1;
        if (settings[SETTING.adaptive] === 1) return;
        uncover();
        split.fill(1);
        memory.frozen.fill(0);
        findTen(run);
        run.rebuild(false);
        packVelocity();
        frontChanged();
      },
      refineStep(_h, u) {
        const refined = refineTets(run, adaptation, u, body.levels);
        if (refined) {
          packPast(run);
          frontChanged();
          memory.leafImpulse.fill(0);
        }
        return refined;
      },
      before(h, u) {
        if (adaptTets(run, adaptation, h, u, body.levels)) {
          packPast(run);
          frontChanged();
        }
        memory.leafImpulse.fill(0);
      },
    },
    look: {
      cells,
      drawCells() {
        if (cells !== null) fillCells(run, cells);
      },
      drawSurface(positions, normals) {
        const count = memory.skin.indices.length / 4;
        const hidden = front.followerCount > front.slaves;
        if (hidden) placeAll(memory.all, data, front, memory);
        kernels.skin4F32(
          memory.drawn,
          memory.skin.indices,
          memory.skin.weights,
          hidden ? memory.all : x,
          count,
        );
        kernels.vertexNormals(
          memory.drawnNormals,
          memory.drawn,
          memory.triangles,
          count,
          memory.triangles.length / 3,
        );
        positions.set(memory.drawn);
        normals.set(memory.drawnNormals);
      },
    },
    state: {
      arrays: {
        x,
        v,
        mean: memory.pastOf[0],
        change: memory.pastOf[1],
        past: past.whole,
        split,
        calm: memory.calm,
        leans: memory.leans,
        lean: memory.lean,
        ownerTet: memory.ownerTet,
        offset: memory.offset,
        mass: memory.mass,
        stress0: memory.stress0,
        energy0: memory.energy0,
        frozen: memory.frozen,
        ten: memory.ten,
        settings,
        q: memory.q,
        allQ: memory.allQ,
      },
      restored() {
        run.rebuild(true);
        packVelocity();
        frontChanged();
      },
    },
  };
  return body;
}

function copyConstants(data: TetsData, memory: ReturnType<typeof allocateTets>): void {
  memory.skin.indices.set(data.skin.indices);
  memory.skin.weights.set(data.skin.weights);
  memory.contacts.indices.set(data.contacts.indices);
  memory.contacts.weights.set(data.contacts.weights);
  memory.triangles.set(data.surface.triangles);
}
