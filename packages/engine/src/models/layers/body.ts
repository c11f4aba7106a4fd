import type { Allocator } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { Body, BodyModel, PointSet } from '../body.ts';
import { MEASURE } from '../views.ts';
import {
  type AdaptiveFrames,
  followSet,
  rememberForces,
  resetFrames,
  spreadUnknowns,
} from './adaptive/adaptive.ts';
import { createParts, drawFrames } from './adaptive/draw.ts';
import { pullToAll } from './adaptive/follow.ts';
import { adaptFrames, needFrames, sleepAll, wakeNeeded } from './adaptive/switch.ts';
import { startWoken, switchFrames, useFrames } from './adaptive/use.ts';
import type { LayersData } from './build/build.ts';
import { createControls } from './controls.ts';
import { createHolds } from './hold.ts';
import { drawLayerMotion } from './look.ts';
import { measureLayers, volumeRatio } from './measure.ts';
import { addRigidMotion, advance, moveLayers, placeLayers, rigidStart } from './motion.ts';
import { createRide } from './ride.ts';
import {
  createRuntime,
  keepStepBlocks,
  makeRestBlocks,
  makeStepBlocks,
  outerPoints,
} from './runtime.ts';
import { allocateLayers } from './state.ts';
import { compose, fitting, type LayerPoints } from './step/compose.ts';
import { HOLDS, prefactoredHolds } from './step/holds.ts';
import { clearFixed, multiply, multiplyPrefactored, precondition } from './step/solver.ts';
import { addProduct, evaluate, prepareProducts, pullAllForces } from './step/system.ts';
import { pullForces, pushVelocities } from './step/transfer.ts';
import { expectTurning, turnOn } from './step/turning.ts';

interface OuterPoints extends PointSet, LayerPoints {
  /** The state it was composed for. */
  stamp: number;
}

/**
 * A live layered body: H u = p + h f over the unknowns of all layers, H = Jᵀ(M(1+αh) + (h²+βh)K)J and p = Jᵀ M v of the mass points'
 * velocities, solved by eliminating layer by layer (`step/solver.ts`).
 */
export function createLayers(
  data: LayersData,
  model: BodyModel,
  allocator: Allocator,
  kernels: Kernels,
  young: number,
): Body {
  const memory = allocateLayers(allocator, data);
  memory.triangles.set(data.surface.triangles);
  const run = createRuntime(data, memory, kernels);
  const { hierarchy, system, solver, state, trial, start, startV, adaptive, momentum } = run;
  const { velocity, rhs, impulse, v } = memory;
  const n = hierarchy.unknowns;
  let stamp = 1;
  /** The state that the mass points were last brought to, if it was one of the body and not of an iterate. */
  let massStamp = 0;
  const outer = (
    X: Float64Array,
    rows: LayerPoints['rows'],
    room: typeof memory.contacts | null = null,
  ): OuterPoints => Object.assign(outerPoints(run, X, rows, room), { stamp: 0 });
  const contacts = outer(data.contactPoints, data.contacts, memory.contacts);
  const skin = outer(data.surface.positions, data.skin);
  const fresh = (set: PointSet): OuterPoints => {
    const points = set as OuterPoints;
    if (points.stamp !== stamp) {
      if (adaptive !== null) followSet(adaptive, points);
      compose(points, hierarchy, state);
      points.stamp = stamp;
    }
    return points;
  };
  const holds = createHolds(run);
  const ride = createRide(run);
  const controls = createControls(run, holds);
  const rootRigid = hierarchy.layers[0].form === 'rigid';
  const parts = adaptive && createParts(adaptive);
  const activeUnknowns = (): number =>
    controls.activeUnknowns() - (adaptive ? 12 * (adaptive.tree.nodes - adaptive.awake) : 0);
  if (adaptive !== null) useFrames(run, adaptive);
  /** Where kernels reach them, one set of embedded points is as fast as those of the body's own. */
  let freeRoom = memory.inner;
  let step = 0;
  let restoredBlocks = false;
  /** This step takes details as prefactored. */
  let linear = false;

  /** What cannot be solved for: pinned, held, scripted and switched off. */
  const refix = (): void => {
    if (!holds.mark()) return;
    run.factoredFor = 0;
  };
  /** Everything at the present state, so that momentum can be read off. */
  const settle = (): void => {
    compose(system.mass, hierarchy, state);
    stamp++;
  };
  /** After frames woke or fell asleep. */
  const switched = (a: AdaptiveFrames): void => {
    body.levels.jump = switchFrames(run, a);
    startWoken(velocity, a, a.before);
    stamp++;
  };
  /** Places and velocities of all frames, between steps. */
  const findFrames = (a: AdaptiveFrames): void => {
    spreadUnknowns(a.D, a, state.q, true);
    spreadUnknowns(a.V, a, velocity, false);
    a.before.set(a.active);
  };
  /** A rigid root that nothing holds turns as a rigid body does. */
  const turnsFreely = (): boolean => rootRigid && solver.fixed[0] === 0;
  /** Where the equation is made: here, or half-way through the turn of a rigid root; and velocities with the same momentum there. */
  const findStart = (h: number): void => {
    start.rigid.set(state.rigid);
    startV.set(v);
    if (!turnsFreely()) return;
    compose(system.mass, hierarchy, state);
    momentum.remember(v);
    momentum.halfway(start.rigid, h);
  };

  /**
   * With an approximate Ĥ the change of velocity is solved for, Ĥ (u − v) = b − H v: what is wrong with Ĥ then fades out. Where Ĥ does not
   * hold the step is solved in full.
   */
  const changeOfVelocity = (): void => {
    const { product, probe, change, shift } = run;
    multiply(product, velocity, system);
    for (let i = 0; i < n; i++) change[i] = rhs[i] - product[i];
    let holding = prefactoredHolds(change, probe, product, solver, system, kernels);
    if (holding !== HOLDS.well && makeStepBlocks(run, true))
      holding = prefactoredHolds(change, probe, product, solver, system, kernels);
    linear = holding !== HOLDS.badly;
    if (!linear) return;
    multiplyPrefactored(product, velocity, solver, system, kernels);
    for (let i = 0; i < n; i++) {
      shift[i] = change[i] + product[i] - rhs[i];
      rhs[i] += shift[i];
    }
  };

  const body: Body = {
    model,
    levels: {
      totalDofs: n,
      activeDofs: activeUnknowns(),
      totalPoints: system.composed.count + system.fine.data.count,
      activePoints: system.composed.count + system.fine.data.count,
      switches: 0,
      jump: 0,
      kineticGain: 0,
    },
    equation: {
      velocity,
      rhs,
      impulse,
      unknowns: () => n,
      hold: (index, pose) => holds.hold(index, pose),
      release: (index) => holds.release(index),

      assemble(h, gravity, iterate) {
        step = h;
        refix();
        if (iterate === null) holds.findVelocities(h);
        if (restoredBlocks) keepStepBlocks(run, h);
        else makeRestBlocks(run, h);
        restoredBlocks = false;
        system.h = h;
        if (iterate === null) findStart(h);
        trial.q.set(state.q);
        trial.rigid.set(state.rigid);
        if (iterate !== null) advance(hierarchy, trial, h, iterate);
        // What a rigid root does strains nothing: mass and stiffness are both taken where it is half-way.
        if (turnsFreely()) for (let c = 0; c < 7; c++) trial.rigid[c] = start.rigid[c];
        evaluate(system, trial, kernels, run.rotations);
        massStamp = iterate === null ? stamp : 0;
        if (massStamp !== 0 && turnsFreely()) momentum.keep(startV, v);
        if (massStamp !== 0 && holds.riding()) ride.look();
        prepareProducts(system);
        rhs.fill(0);
        pullAllForces(rhs, system, h, gravity, startV);
        if (adaptive !== null) rememberForces(adaptive, system.f, gravity);
        if (iterate === null && !rootRigid) expectTurning(rhs, system, v);
        // Newton: the linear model is taken at the iterate, so h²K u moves to the right side.
        if (iterate !== null) addProduct(rhs, system, iterate, system.all, system.all, false, true);
        makeStepBlocks(run, false);
        if (data.solve === 'prefactored') changeOfVelocity();
      },
      multiply(y, x) {
        if (linear) multiplyPrefactored(y, x, solver, system, kernels);
        else multiply(y, x, system);
      },
      precondition(z, r) {
        if (!linear) memory.age[1]++;
        precondition(z, r, solver, system, kernels);
      },
      prescribe: (u) => holds.prescribe(u),
      constrain: (r) => clearFixed(r, solver.fixed, n),
      correctMomentum(u, b) {
        const { shift, probe } = run;
        for (let i = 0; i < n; i++) probe[i] = linear ? b[i] - shift[i] : b[i];
        holds.polish(u, probe, b, step);
      },
      limit: (u, part) => holds.ease(u, part),
      potential(h, gravity, u) {
        trial.q.set(state.q);
        trial.rigid.set(state.rigid);
        pushVelocities(system.v, system.mass, hierarchy, u, system.all);
        let value = 0;
        for (let i = 0; i < system.mass.count; i++) {
          for (let c = 0; c < 3; c++) {
            const a = system.v[3 * i + c];
            const d = a - startV[3 * i + c];
            const drag = system.alpha[i] * h;
            value += system.weight[i] * (0.5 * d * d - h * gravity[c] * a + 0.5 * drag * a * a);
          }
        }
        advance(hierarchy, trial, h, u);
        if (turnsFreely()) for (let c = 0; c < 7; c++) trial.rigid[c] = start.rigid[c];
        massStamp = 0;
        run.look.composed.set(run.rotations.composed);
        run.look.embedded.set(run.rotations.embedded);
        return value + evaluate(system, trial, kernels, run.look);
      },
      adjust(matter, restored) {
        controls.stiffen(matter.young / young);
        if (!restored) memory.age.fill(0);
      },
    },
    points: {
      contacts,

      embed(points) {
        const X = points.slice();
        const rows = hierarchy.layers.map((l) => l.rows(X));
        const room = fitting(freeRoom, points.length / 3, rows);
        if (room !== null) freeRoom = null;
        return outer(X, rows, room);
      },
      positions(set, out) {
        const points = fresh(set);
        for (let i = 0; i < 3 * points.count; i++) out[i] = points.x[i];
      },
      velocities: (set, u, out) => pushVelocities(out, fresh(set), hierarchy, u, system.all),
      forces(set, f, out) {
        const points = fresh(set);
        pullForces(out, points, hierarchy, f, system.all);
      },
      record(set, f) {
        const points = fresh(set);
        pullForces(impulse, points, hierarchy, f, system.all);
        if (adaptive !== null) pullToAll(adaptive.impulse, points.following!, f, points.count);
      },
    },
    motion: {
      advance(h, u) {
        // J that the equation was made with.
        if (massStamp !== stamp) compose(system.mass, hierarchy, start);
        massStamp = 0;
        pushVelocities(v, system.mass, hierarchy, u, system.all);
        const kept = turnsFreely() || holds.free();
        if (kept) momentum.remember(v);
        for (let i = 0; i < n; i++) velocity[i] = u[i];
        advance(hierarchy, state, h, u);
        if (kept) {
          compose(system.mass, hierarchy, state);
          momentum.keep(v, v);
          if (!rootRigid) turnOn(velocity, system, v);
        }
        if (holds.riding()) ride.turn();
        controls.fade(h);
        body.levels.activeDofs = activeUnknowns();
        stamp++;
      },
      measure(gravity, out) {
        compose(system.mass, hierarchy, state);
        // What a rigid root carries is half a step old: the motion of now is that of the layers, with the momentum that is carried.
        if (turnsFreely()) {
          pushVelocities(startV, system.mass, hierarchy, velocity, system.all);
          momentum.remember(v);
          momentum.keep(startV, startV);
        } else startV.set(v);
        measureLayers(out, system, startV, gravity);
        run.look.composed.fill(0);
        run.look.embedded.fill(0);
        out[MEASURE.elastic] = evaluate(system, state, kernels, run.look);
        out[MEASURE.volume] = volumeRatio(system);
      },
      place(pose) {
        placeLayers(run, pose);
        if (adaptive !== null) {
          resetFrames(adaptive);
          useFrames(run, adaptive);
        }
        settle();
      },
      move(pose, keep) {
        moveLayers(run, pose, keep);
        run.stepFactor = 0;
        settle();
      },
      addVelocity(linear, spin) {
        addRigidMotion(run, v, linear, spin);
        rigidStart(run, linear, spin);
        settle();
      },
    },
    adapt: {
      tune(tuning) {
        controls.tune(tuning);
        if (adaptive === null) return;
        if (tuning.tolerance !== undefined) adaptive.settings[1] = tuning.tolerance;
        if (tuning.adaptive === undefined) return;
        adaptive.settings[0] = tuning.adaptive ? 1 : 0;
        if (tuning.adaptive || adaptive.awake === adaptive.tree.nodes) return;
        findFrames(adaptive);
        adaptive.active.fill(1);
        switched(adaptive);
      },
      touch(h, points, count, speeds) {
        if (adaptive === null) return;
        if (!needFrames(adaptive, contacts, points, count, speeds)) return;
        findFrames(adaptive);
        if (wakeNeeded(adaptive, h) > 0) switched(adaptive);
      },

      before(_h, u) {
        if (adaptive === null) return;
        adaptFrames(adaptive, system, solver.dense, state.q, velocity, u, body.levels);
        adaptive.impulse.fill(0);
      },
      after() {
        if (adaptive === null || !adaptive.changed) return;
        adaptive.changed = false;
        spreadUnknowns(adaptive.D, adaptive, state.q, true);
        switched(adaptive);
        body.levels.activeDofs = activeUnknowns();
      },
      sleep() {
        if (adaptive === null || adaptive.settings[0] === 0) return;
        findFrames(adaptive);
        body.levels.switches = sleepAll(adaptive);
        if (body.levels.switches > 0) switched(adaptive);
        body.levels.activeDofs = activeUnknowns();
      },
    },
    look: {
      parts,
      drawParts() {
        if (adaptive !== null && parts !== null) drawFrames(parts, adaptive, state.q, solver.fixed);
      },
      layers: controls.info,
      remarks: () => data.remarks,
      drawSurface(positions, normals) {
        const { drawn, drawnNormals, triangles } = memory;
        const { x, count } = fresh(skin);
        for (let i = 0; i < 3 * count; i++) drawn[i] = x[i];
        kernels.vertexNormals(drawnNormals, drawn, triangles, count, triangles.length / 3);
        positions.set(drawn);
        normals.set(drawnNormals);
      },

      drawLayer(index, out) {
        drawLayerMotion(out, fresh(skin), hierarchy, state, run.mask[index], index);
      },
    },
    state: {
      arrays: {
        q: memory.q,
        rigid: memory.rigid,
        velocity,
        v,
        shown: memory.shown,
        mask: memory.mask,
        fading: memory.fading,
        controls: memory.controls,
        order: memory.order,
        nextOrder: memory.nextOrder,
        rotations: memory.stress.q,
        fineRotations: memory.fine.q,
        age: memory.age,
        matrix: memory.dense.matrix,
        factor: memory.dense.factor,
        ...(adaptive && {
          active: adaptive.active,
          wait: adaptive.wait,
          offsets: adaptive.offsets,
          settings: adaptive.settings,
          touched: adaptive.touched,
        }),
      },
      restored() {
        if (adaptive !== null) useFrames(run, adaptive);
        run.factoredFor = 0;
        restoredBlocks = true;
        controls.restored();
        stamp++;
      },
    },
  };
  return body;
}
