import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { lame } from '../../materials/elasticity.ts';
import { type Body, type BodyModel, MEASURE, type Parts } from '../contract.ts';
import { turnQuats, turnRows } from '../move.ts';
import { WHOLE } from '../polish.ts';
import { wake } from './adapt/activate.ts';
import { adaptFrames } from './adapt/adapt.ts';
import { type Interest, setCamera } from './adapt/attention.ts';
import { addKeptForces, freezeForces } from './adapt/regroup.ts';
import { settleFrames } from './adapt/settle.ts';
import { createFrameCells, drawFrameCells } from './cells.ts';
import {
  anyHeld,
  constrainMatrix,
  constrainRows,
  createConstraints,
  followSolids,
  numberMoving,
  prepareConstraints,
  prescribeRows,
} from './constraints.ts';
import { measureFrames } from './measure.ts';
import { createMetric } from './metric.ts';
import type { FramesData, FrameWeights } from './model.ts';
import { addRigid } from './motion.ts';
import { createFramesHistory, packPast } from './past.ts';
import { copyWeights, type FramePoints, framePoints, pullFrames, pushFrames } from './points.ts';
import {
  type AdaptOptions,
  createRuntime,
  type FramesRuntime,
  pack,
  refreshSets,
  unpack,
} from './runtime.ts';
import { allocateFrames } from './state.ts';
import { resistMass, type SetSizes } from './step/active.ts';
import { expand, gather } from './step/contraction.ts';
import { assembleMatrix, evaluatePoints, fillFineState, pullAll } from './step/dynamics.ts';
import { factorLoaded, loadFactor, solveFactored } from './step/factor.ts';
import { easeFrames, polishFrames } from './step/polish.ts';
import type { FramesMaterial } from './step/samples.ts';
import { isSampled } from './step/samples.ts';
import { expectTurning, tighten } from './step/turning.ts';
import { fillCells, splitModuli } from './step/volume.ts';

export interface FramesBodyInput {
  readonly data: FramesData;
  readonly sizes: SetSizes;
  readonly material: FramesMaterial;
  /** Young's modulus it was built with [Pa]. */
  readonly young: number;
  readonly damping: FramesRuntime['damping'];
  readonly adapt: AdaptOptions;
  readonly interests: readonly Interest[];
  readonly embed: (points: Float64Array) => FrameWeights;
}

/**
 * A live body of affine frames: implicit Euler on the active ones, A = M(1+αh) + (h²+βh)K, b = M v + h f, all as the active
 * nodes feel it; a Cholesky factor in blocks solves it.
 */
export function createFrames(
  input: FramesBodyInput,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
): Body {
  const { data } = input;
  // What a running body is made of is its own.
  const material = { ...input.material };
  const damping = { ...input.damping };
  const memory = allocateFrames(allocator, data, input.sizes, material);
  const { D, V, offsets, active, q, velocity, rhs, impulse, matrix, factor } = memory;
  copyWeights(memory.skin, data.skin);
  copyWeights(memory.contacts, data.contacts);
  memory.triangles.set(data.surface.triangles);
  const run = createRuntime(
    data,
    memory,
    kernels,
    material,
    damping,
    input.adapt,
    input.interests,
    model.size,
  );
  const { set, groups } = run;
  const { pattern } = set;
  const contacts = framePoints(memory.contacts, true);
  const fixed = createConstraints(data);
  const { held } = fixed;
  const { near } = run;
  const { settings } = memory;
  settings[0] = input.adapt.adaptive ? 1 : 0;
  settings[1] = input.adapt.tolerance;
  const parts: Parts = {
    count: data.nodes,
    poses: new Float32Array(12 * data.nodes),
    status: new Uint8Array(data.nodes),
    level: Uint8Array.from(data.level),
  };
  const cells = createFrameCells(data.blocks);
  const whole = new Float64Array(WHOLE.length);
  let scale = 0;

  // A body at rest needs its coarsest frames only: the motion will say when that is too little.
  for (let k = 0; k < data.nodes; k++) {
    active[k] = input.adapt.adaptive && data.parentPtr[k + 1] > data.parentPtr[k] ? 0 : 1;
  }
  for (let i = 0; i < 12 * data.nodes; i++) {
    D[i] = i % 12 === 0 || i % 12 === 5 || i % 12 === 10 ? 1 : 0;
    offsets[i] = D[i];
  }
  refreshSets(run);
  freezeForces(run);

  const setChanged = (): void => {
    refreshSets(run);
    freezeForces(run);
    pack(velocity, V, set);
    packPast(run);
  };
  const history = createFramesHistory(run, () => !anyHeld(fixed, data));
  const constrain = (r: Float64Array): void => constrainRows(fixed, data, set, r, 0);
  /** memory.nodes = the unknowns' u, spread to all nodes. */
  const spread = (u: Float64Array): void => {
    unpack(memory.nodes, u, set);
    expand(memory.nodes, memory.nodes, set.contraction, data.nodes, kernels);
  };

  /** out = the mass of the members, or what is made like it, times the unknowns x. */
  const weigh = (out: Float64Array, mass: Float64Array, x: Float64Array): void =>
    kernels.frameMomentum(out, mass, x, pattern.size, pattern.ptr, pattern.cols);

  const metric = createMetric(run, fixed, (z, r) => {
    for (let i = 0; i < 12 * set.count; i++) z[i] = r[i];
    solveFactored(factor, z, kernels);
    constrain(z);
  });

  const body: Body = {
    model,
    velocity,
    rhs,
    impulse,
    contacts,
    topology: 0,
    history,
    parts,
    drawParts() {
      for (let i = 0; i < 12 * data.nodes; i++) parts.poses[i] = D[i];
      for (let k = 0; k < data.nodes; k++) {
        const d = 12 * k;
        const x = data.positions;
        for (let r = 0; r < 3; r++) {
          parts.poses[d + 4 * r + 3] =
            D[d + 4 * r] * x[3 * k] +
            D[d + 4 * r + 1] * x[3 * k + 1] +
            D[d + 4 * r + 2] * x[3 * k + 2] +
            D[d + 4 * r + 3];
        }
        parts.status[k] = held[k] === 1 ? 2 : active[k];
      }
    },
    cells,
    drawCells() {
      drawFrameCells(cells, data, D, groups);
    },
    tune(tuning) {
      if (tuning.adaptive !== undefined) settings[0] = tuning.adaptive ? 1 : 0;
      if (tuning.tolerance !== undefined) settings[1] = tuning.tolerance;
      if (tuning.camera !== undefined) setCamera(settings, tuning.camera);
      if (settings[0] === 1 || set.count === data.nodes) return;
      active.fill(1);
      setChanged();
    },
    levels: {
      totalDofs: 12 * data.nodes,
      activeDofs: 12 * set.count,
      totalPoints: data.points.count,
      activePoints: data.points.count,
      switches: 0,
      jump: 0,
      kineticGain: 0,
    },
    state: {
      D,
      V,
      mean: memory.pastOf[0],
      change: memory.pastOf[1],
      past: memory.past.whole,
      offsets,
      active,
      wait: memory.wait,
      touched: run.touched,
      q,
      settings,
      leader: groups.leader,
      kept: memory.kept,
      keptTurn: memory.keptTurn,
      volumeOffset: run.points.volume.groups.offset,
    },
    unknowns: () => 12 * set.count,

    hold(index, pose) {
      held[data.regionNodes[index]] = 1;
      for (let c = 0; c < 12; c++) fixed.poses[12 * index + c] = pose[c];
    },
    release(index) {
      held[data.regionNodes[index]] = 0;
    },
    touch(h, points, count, speeds) {
      run.stepLength = h;
      let nodes = 0;
      let begins = false;
      const { touching: now, touched } = run;
      now.fill(0);
      const slow = settings[1] * model.size;
      for (let i = 0; i < count; i++) {
        now[points[i]] = 1;
        if (touched[points[i]] === 1) continue;
        if (speeds[points[i]] < slow) continue;
        begins = true;
        for (let e = contacts.ptr[points[i]]; e < contacts.ptr[points[i] + 1]; e++) {
          if (nodes < near.length) near[nodes++] = contacts.cols[e];
        }
        nodes = addSolid(near, nodes, data, contacts.cols[contacts.ptr[points[i] + 1] - 1]);
      }
      touched.set(now);
      if (begins && settings[0] === 1 && wake(run, near, nodes) > 0) setChanged();
    },

    assemble(h, gravity, iterate) {
      scale = h * h + damping.stiffness * h;
      run.stepLength = h;
      run.gravity.set(gravity);
      if (iterate === null) prepareConstraints(fixed, run, h);
      const expected = iterate ?? (history.predicted ? velocity : null);
      const at = run.fresh;
      for (let i = 0; i < 12 * data.nodes; i++) at[i] = D[i];
      if (expected !== null) {
        spread(expected);
        for (let i = 0; i < 12 * data.nodes; i++) at[i] += h * memory.nodes[i];
      }
      evaluateGroups(at, q);
      tighten(run, h * h);
      run.forces.fill(0);
      if (groups.count === data.points.count) {
        pullAll(run.forces, run.points.P, set, groups.count, material.order, kernels);
      } else {
        // Forces on the wide set, with what the groups' points do beyond them; then as the active nodes feel them.
        const { nodes } = memory;
        nodes.fill(0);
        pullAll(nodes, run.points.P, run.wide, groups.count, material.order, kernels);
        addKeptForces(nodes, 1, run);
        gather(run.forces, nodes, set.contraction, data.nodes, kernels);
      }
      pack(rhs, run.forces, set);
      const momentum = memory.work;
      weigh(momentum, set.mass, velocity);
      for (let i = 0; i < set.count; i++) {
        for (let r = 0; r < 3; r++) {
          for (let p = 0; p < 4; p++) {
            const o = 12 * i + 4 * r + p;
            rhs[o] = momentum[o] + h * (rhs[o] + gravity[r] * set.massVector[4 * i + p]);
          }
        }
      }
      const massScale = resistMass(set, damping.mass * h, damping.air * h);
      run.matrixScales[0] = massScale;
      run.matrixScales[1] = scale;
      numberMoving(memory.moving, fixed, data, set, D, model.size);
      assembleMatrix(
        matrix,
        memory,
        set,
        memory.moving,
        groups.count,
        material,
        massScale,
        scale,
        kernels,
      );
      // Newton's iterations end where the forces at the end of the step say, turned as they are there.
      if (expected === null) expectTurning(rhs, run, scale);
      else run.points.turning.fill(0);
      if (expected !== null) {
        // The linear model is taken where the step is expected to end, so h²K u moves to the right side; K from A and M.
        const n = 12 * set.count;
        body.multiply(memory.nodes, expected);
        weigh(momentum, set.resisted ?? set.mass, expected);
        for (let i = 0; i < n; i++) {
          rhs[i] += ((h * h) / scale) * (memory.nodes[i] - massScale * momentum[i]);
        }
      }
      loadFactor(factor, matrix, kernels);
      constrainMatrix(fixed, data, set, factor);
      factorLoaded(factor, kernels);
    },
    multiply: (y, x) =>
      kernels.blockMultiply(y, matrix, x, pattern.size, pattern.ptr, pattern.cols),
    metric,
    prescribe: (u) => prescribeRows(fixed, data, set, u, D, run.stepLength),
    constrain,
    polish(u, b) {
      // The air takes momentum by places, which the sum of all rows does not know.
      if (anyHeld(fixed, data) || set.drag !== null) return;
      polishFrames(run, u, b, damping.mass, whole);
    },
    ease(u, part) {
      if (!anyHeld(fixed, data)) easeFrames(run, u, part);
    },
    merit(h, gravity, u) {
      // ½(u−v)M(u−v) + E(D + h u) − h g·m u, and what damping by mass and air takes; damping by stiffness needs the old K and is small.
      const n = 12 * set.count;
      const { work, nodes, trial } = memory;
      for (let i = 0; i < n; i++) trial[i] = u[i] - velocity[i];
      weigh(work, set.mass, trial);
      let value = 0.5 * kernels.dot(work, trial, n);
      weigh(work, set.mass, u);
      value += 0.5 * damping.mass * h * kernels.dot(work, u, n);
      if (set.drag !== null) {
        weigh(work, set.drag, u);
        value += 0.5 * damping.air * h * kernels.dot(work, u, n);
      }
      for (let i = 0; i < set.count; i++) {
        for (let c = 0; c < 12; c++) {
          value -= h * gravity[c >> 2] * set.massVector[4 * i + (c & 3)] * u[12 * i + c];
        }
      }
      spread(u);
      for (let i = 0; i < 12 * data.nodes; i++) nodes[i] = D[i] + h * nodes[i];
      memory.lookQ.set(q);
      return value + evaluateGroups(nodes, memory.lookQ);
    },

    embed: (points) => framePoints(input.embed(points)),
    pushPositions: (points, out) => pushFrames(kernels, points as FramePoints, D, out),
    pushVelocities(points, u, out, few) {
      spread(u);
      pushFrames(kernels, points as FramePoints, memory.nodes, out, few);
    },
    pullForces(points, f, out, few) {
      memory.nodes.fill(0);
      pullFrames(kernels, points as FramePoints, f, memory.nodes, few);
      if (out === impulse) {
        const { nodes, nodeImpulse, pushImpulse } = memory;
        for (let i = 0; i < 12 * data.nodes; i++) nodeImpulse[i] += nodes[i];
        if (points !== contacts)
          for (let i = 0; i < 12 * data.nodes; i++) pushImpulse[i] += nodes[i];
      }
      run.forces.fill(0);
      gather(run.forces, memory.nodes, set.contraction, data.nodes, kernels);
      for (let i = 0; i < set.count; i++) {
        for (let c = 0; c < 12; c++) out[12 * i + c] += run.forces[12 * set.list[i] + c];
      }
    },
    drawSurface(positions, normals) {
      const { skin, drawn, drawnNormals, triangles } = memory;
      kernels.skinAffineF32(drawn, skin.ptr, skin.cols, skin.q, D, skin.ptr.length - 1);
      kernels.vertexNormals(drawnNormals, drawn, triangles, drawn.length / 3, triangles.length / 3);
      positions.set(drawn);
      normals.set(drawnNormals);
    },

    adapt(h, u) {
      // All nodes to the end of the step: their velocities in run.fresh, their places in D.
      unpack(run.fresh, u, set);
      expand(run.fresh, run.fresh, set.contraction, data.nodes, kernels);
      for (let i = 0; i < set.count; i++) {
        const k = 12 * set.list[i];
        for (let c = 0; c < 12; c++) D[k + c] += h * u[12 * i + c];
      }
      expand(D, D, set.contraction, data.nodes, kernels);
      // Solids are compared with what they do together now, not before this step's gravity.
      if (fixed.idle) followSolids(fixed, run, run.fresh);
      const g = run.gravity;
      const strength = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      settings[2] = Math.max(settings[2], strength);
      adaptFrames(run, h, body.levels);
      memory.nodeImpulse.fill(0);
      memory.pushImpulse.fill(0);
    },
    finish() {
      for (let i = 0; i < 12 * data.nodes; i++) V[i] = run.fresh[i];
      pack(velocity, V, set);
      packPast(run);
      body.levels.activeDofs = 12 * set.count;
      body.levels.activePoints = groups.count;
    },
    settle() {
      run.fresh.set(V);
      settleFrames(run, body.levels);
      body.finish(run.stepLength, velocity);
    },
    measure(gravity, out) {
      // All points, not the groups: what is measured does not depend on what is merged.
      const { wide, points } = run;
      memory.lookQ.fill(0);
      const elastic = evaluatePoints(
        points,
        memory,
        wide.fine,
        data.points.count,
        points.fineMu,
        points.fineLambda,
        material.order,
        D,
        memory.lookQ,
        kernels,
        points.volume.fine,
      );
      measureFrames(out, run, gravity);
      out[MEASURE.elastic] = elastic;
    },
    place(pose) {
      for (let i = 0; i < 12 * data.nodes; i++) D[i] = pose[i % 12];
      q.fill(0);
      history.forget();
    },
    move(pose, keep) {
      turnRows(D, data.nodes, 4, pose, 1);
      for (let k = 0; k < data.nodes; k++)
        for (let r = 0; r < 3; r++) D[12 * k + 4 * r + 3] += pose[4 * r + 3];
      turnRows(V, data.nodes, 4, pose, keep);
      turnRows(memory.kept, memory.kept.length / 12, 4, pose, 1);
      turnRows(memory.keptTurn, memory.keptTurn.length / 9, 3, pose, 1);
      turnQuats(q, q.length / 4, pose);
      pack(velocity, V, set);
      history.forget();
    },
    addVelocity(linear, spin) {
      addRigid(run, linear, spin);
      pack(velocity, V, set);
      history.forget();
    },
    adjust(matter, restored) {
      Object.assign(damping, matter.damping);
      const factor = matter.young / input.young;
      const { mu, lambda, bulk = 0 } = input.material;
      const next = isSampled(material)
        ? { mu: factor * mu, lambda: factor * lambda, bulk: factor * bulk }
        : splitModuli(lame(matter.young, matter.poisson), data.lock);
      if (next.mu === material.mu && next.lambda === material.lambda) return;
      Object.assign(material, next);
      fillCells(run.points.volume.fine, data, next.bulk);
      fillFineState(run.points.fineMu, run.points.fineLambda, data, material);
      if (restored) {
        refreshSets(run, true);
        return;
      }
      // What groups of points keep was that of another material: all are looked at again.
      if (settings[0] === 1) active.fill(1);
      setChanged();
    },
    restored() {
      // Sets follow from the state; who leads the groups and the forces that were kept are part of it.
      refreshSets(run, true);
      pack(velocity, V, set);
      packPast(run);
    },
  };

  /** Gradients, rotations and stresses of the groups of points in use; gives their energy. */
  function evaluateGroups(at: Float64Array, rotations: Float64Array): number {
    const { points } = run;
    const { volumeMu, volumeLambda } = points;
    const n = groups.count;
    const { order } = material;
    return evaluatePoints(
      points,
      memory,
      set.points,
      n,
      volumeMu,
      volumeLambda,
      order,
      at,
      rotations,
      kernels,
      points.volume.groups,
    );
  }
  return body;
}

/** Adds the first nodes of the solid that node k belongs to, if the body has several: the others wake only under them. */
function addSolid(near: Int32Array, count: number, data: FramesData, k: number): number {
  if (data.root < 0 || data.solid[k] < 0) return count;
  let n = count;
  for (let j = 0; j < data.nodes && n < near.length; j++) {
    if (data.level[j] === 1 && data.solid[j] === data.solid[k]) near[n++] = j;
  }
  return n;
}
