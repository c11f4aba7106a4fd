import type { Motion } from '../body.ts';
import { carryPast } from '../shared/move.ts';
import { MEASURE } from '../views.ts';
import { resetFrames } from './adaptive/adaptive.ts';
import { useFrames } from './adaptive/use.ts';
import { type LayersHistory, layersHistory } from './history.ts';
import { addRigidMotion, advance, moveLayers, placeLayers, rigidStart } from './kinematics.ts';
import {
  composeAsMade,
  composeMass,
  countActive,
  type LayersLive,
  turnedFreely,
  turnsFreely,
} from './live.ts';
import { measureLayers, volumeRatio } from './measure.ts';
import { ROLE } from './model.ts';
import { compose } from './step/compose.ts';
import { evaluate } from './step/system.ts';
import { pushVelocities } from './step/transfer.ts';
import { turnOn } from './step/turning.ts';

/** Layers move by their own unknowns; momentum is that of the mass points, which they carry. */
export function layersMotion(run: LayersLive): Motion {
  const { memory, adaptive } = run;
  const history = layersHistory(run);
  return {
    get history() {
      if (!tumblesLoose(run)) return history;
      history.forget();
      return undefined;
    },
    advance: (h, u) => advanceLayers(run, history, h, u),
    place(pose) {
      history.forget();
      placeLayers(run, pose);
      if (adaptive !== null) {
        resetFrames(adaptive);
        useFrames(run, adaptive);
      }
      composeMass(run);
    },
    move(pose, keep) {
      moveLayers(run, pose, keep);
      carryPast(history, pose, keep);
      composeMass(run);
    },
    addVelocity(linear, spin) {
      history.hasten(linear, () => {
        addRigidMotion(run, memory.v, linear, spin);
        rigidStart(run, linear, spin);
      });
      composeMass(run);
    },
    stop: () => void memory.v.fill(0),
    measure: (gravity, out) => measure(run, gravity, out),
  };
}

/**
 * True for a free body of elements without a parent. Second-order steps do not continue its rotation as the first guess
 * of a solve, so that a tumbling box has up to 10 % more energy in single steps (first order 0.3 %).
 */
function tumblesLoose({ hierarchy, holds }: LayersLive): boolean {
  const { form, role } = hierarchy.layers[0];
  return form !== 'rigid' && role[0] >= ROLE.translation && holds.free();
}

/** A second-order step in terms of its implicit part. */
const IMPLICIT = 1.5;

function advanceLayers(run: LayersLive, history: LayersHistory, h: number, u: Float64Array): void {
  const { memory, hierarchy, system, state, momentum, holds } = run;
  const { v, velocity } = memory;
  // J that the equation was made with.
  composeAsMade(run);
  run.massStamp = 0;
  pushVelocities(v, system.mass, hierarchy, u, system.all);
  const kept = turnsFreely(run) || holds.free();
  if (kept) momentum.remember(v);
  for (let i = 0; i < hierarchy.unknowns; i++) velocity[i] = u[i];
  advance(hierarchy, state, h, u);
  if (kept) {
    compose(system.mass, hierarchy, state);
    if (run.ahead) momentum.keepAhead(v, run.begun, h, run.data.totalMass);
    else momentum.keep(v, v);
    if (hierarchy.layers[0].form !== 'rigid' && !run.ahead) turnOn(velocity, system, v);
  }
  if (holds.riding()) run.ride.turn();
  run.controls.fade(run.ahead ? IMPLICIT * h : h);
  if (run.ahead) history.finish();
  countActive(run);
  run.stamp++;
}

function measure(run: LayersLive, gravity: Float64Array, out: Float64Array): void {
  const { memory, kernels, hierarchy, system, state, startV, momentum } = run;
  compose(system.mass, hierarchy, state);
  // What a rigid root carries is half a step old: the motion of now is that of the layers, with the momentum that is
  // carried.
  if (turnedFreely(run)) {
    pushVelocities(startV, system.mass, hierarchy, memory.velocity, system.all);
    momentum.remember(memory.v);
    momentum.keep(startV, startV);
  } else startV.set(memory.v);
  measureLayers(out, system, startV, gravity);
  run.look.composed.fill(0);
  run.look.embedded.fill(0);
  out[MEASURE.elastic] = evaluate(system, state, kernels, run.look);
  out[MEASURE.volume] = volumeRatio(system);
}
