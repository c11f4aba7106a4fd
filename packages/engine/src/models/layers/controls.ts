import { check } from '../../core/errors.ts';
import type { LayerTuning, Tuning } from '../tuning.ts';
import type { LayerInfo } from '../views.ts';
import type { Holds } from './hold.ts';
import { type LayerData, perFunction } from './model.ts';
import { FADE } from './numbers.ts';
import type { LayersRuntime } from './runtime.ts';

/** Numbers a layer has among the controls. */
const CONTROL = { mute: 0, solo: 1, weight: 2, stiffness: 3, damping: 4, count: 5 } as const;

/**
 * An artist's controls: mute, solo, weight, paint, order, material. A muted layer is driven to zero within `FADE`
 * seconds and then taken out of the equation; its momentum stays with the others, and it returns from zero. A weight
 * changes how much of a layer the surface shows and touches, over the same time. A new order waits until the layers
 * that change places are muted.
 */
export function createControls(run: LayersRuntime, holds: Holds) {
  const { hierarchy, memory } = run;
  const { layers } = hierarchy;
  const { controls } = memory;
  const info: LayerInfo[] = layers.map((l, k) => ({
    name: l.name,
    kind: l.kind,
    unknowns: l.scripted ? 0 : l.unknowns,
    weight: 1,
    shown: 1,
    muted: false,
    solo: false,
    stiffness: 1,
    damping: 1,
    order: k,
    canHide: k > 0 && l.form !== 'rigid',
    canPaint: k > 0 && l.form === 'scalar',
  }));
  layers.forEach((_, k) => {
    controls[CONTROL.count * k + CONTROL.weight] = 1;
    controls[CONTROL.count * k + CONTROL.stiffness] = 1;
    controls[CONTROL.count * k + CONTROL.damping] = 1;
  });
  let moving = false;
  /** Of the fade of this step: nothing moves any more; something was switched. */
  const now = { still: true, switched: false };
  let active = countActive(run);

  const reordering = (): boolean => {
    for (let p = 0; p < layers.length; p++)
      if (memory.order[p] !== memory.nextOrder[p]) return true;
    return false;
  };
  const changesPlace = (k: number): boolean =>
    memory.order.indexOf(k) !== memory.nextOrder.indexOf(k);
  /** Where a layer's part that shows is going; the coarsest always shows. */
  const goal = (k: number): number => {
    const o = CONTROL.count * k;
    if (k === 0) return 1;
    if (reordering() && changesPlace(k)) return 0;
    if (controls[o + CONTROL.mute] === 1) return 0;
    let anySolo = false;
    for (let j = 0; j < layers.length; j++)
      if (controls[CONTROL.count * j + CONTROL.solo] === 1) anySolo = true;
    if (anySolo && controls[o + CONTROL.solo] === 0) return 0;
    return controls[o + CONTROL.weight];
  };
  /** Factor on all that is elastic, beside those of layers. */
  let stiff = 1;
  const refresh = (): void => {
    layers.forEach((_, k) => {
      const o = CONTROL.count * k;
      info[k].weight = controls[o + CONTROL.weight];
      info[k].muted = controls[o + CONTROL.mute] === 1;
      info[k].solo = controls[o + CONTROL.solo] === 1;
      info[k].stiffness = controls[o + CONTROL.stiffness];
      info[k].damping = controls[o + CONTROL.damping];
      info[k].order = memory.nextOrder.indexOf(k);
    });
    moving = true;
  };
  return {
    info,
    tune({ layer: change }: Tuning): void {
      if (change === undefined) return;
      const k = checkChange(layers, change);
      const o = CONTROL.count * k;
      const { stiffness, damping, order } = change;
      setControls(controls, o, change);
      if (stiffness !== undefined || damping !== undefined) {
        scaleMaterials(run, stiff);
        memory.age.fill(0);
      }
      if (order !== undefined) {
        const next = Array.from(memory.nextOrder).filter((j) => j !== k);
        next.splice(order, 0, k);
        memory.nextOrder.set(next);
      }
      if (change.paint !== undefined) paint(layers[k], run.mask[k], change.paint);
      refresh();
    },
    /** Makes everything so many times as stiff as it was built. */
    stiffen(factor: number): void {
      stiff = factor;
      scaleMaterials(run, stiff);
    },
    /** What shows moves on; what has faded out is switched off. */
    fade(h: number): void {
      if (!moving) return;
      let first = 0;
      now.still = true;
      now.switched = false;
      for (let k = 0; k < layers.length; k++) {
        info[k].shown = fadeLayer(run, k, first, goal(k), h, now);
        first += run.shown[k].length;
      }
      if (reordering() && now.still) {
        memory.order.set(memory.nextOrder);
        memory.age.fill(0);
        now.still = false;
      }
      if (now.switched) {
        holds.invalidate();
        active = countActive(run);
      }
      moving = !now.still;
    },
    activeUnknowns: () => active,
    restored(): void {
      scaleMaterials(run, stiff);
      for (let i = 0; i < run.off.length; i++) run.off[i] = memory.shown[i] === 0 ? 1 : 0;
      active = countActive(run);
      refresh();
      holds.invalidate();
    },
  };
}

/**
 * Number of the layer that a change is about; throws an `InputError` if any of it cannot be done, before anything is
 * changed.
 */
function checkChange(layers: readonly LayerData[], change: LayerTuning): number {
  const k = layers.findIndex((l) => l.name === change.layer);
  const names = layers.map((l) => l.name).join(', ');
  check(k >= 0, () => `there is no layer "${change.layer}". There are: ${names}.`, 'layer');
  const { mute, weight, order, paint: painted } = change;
  const isPlain = mute === undefined && weight === undefined && order === undefined;
  check(
    k > 0 || (isPlain && painted === undefined),
    () => `"${change.layer}" is the coarsest layer, which carries the others. Change another one.`,
    'layer',
  );
  check(
    layers[k].form !== 'rigid' || isPlain,
    () => `"${change.layer}" is rigid and can be neither muted nor weighted. Change another one.`,
    'layer',
  );
  check(
    weight === undefined || (weight >= 0 && weight <= 1),
    () => `must be a number from 0 to 1, got ${weight}. Take 0 to mute it.`,
    'weight',
  );
  for (const name of ['stiffness', 'damping'] as const) {
    const value = change[name];
    const least = name === 'stiffness' ? 1e-6 : 0;
    check(
      value === undefined || (value >= least && value <= 1e6),
      () => `must be a factor from ${least} to 1e6, got ${value}. A factor of 1 changes nothing.`,
      name,
    );
  }
  check(
    order === undefined || (Number.isInteger(order) && order > 0 && order < layers.length),
    () =>
      `must be a place from 1 to ${layers.length - 1}, got ${order}. The first layer stays the first.`,
    'order',
  );
  check(
    painted === undefined || layers[k].form === 'scalar',
    () => `a layer of ${layers[k].kind} cannot be painted. Paint elements, modes or a shell.`,
    'paint',
  );
  return k;
}

/** Writes what is given of a change into the controls of a layer, from o on. */
function setControls(controls: Float64Array, o: number, change: LayerTuning): void {
  const { mute, solo, weight, stiffness, damping } = change;
  if (mute !== undefined) controls[o + CONTROL.mute] = mute ? 1 : 0;
  if (solo !== undefined) controls[o + CONTROL.solo] = solo ? 1 : 0;
  if (weight !== undefined) controls[o + CONTROL.weight] = weight;
  if (stiffness !== undefined) controls[o + CONTROL.stiffness] = stiffness;
  if (damping !== undefined) controls[o + CONTROL.damping] = damping;
}

/** Unknowns that are neither prescribed nor switched off. */
function countActive(run: LayersRuntime): number {
  let count = 0;
  let first = 0;
  run.hierarchy.layers.forEach((layer) => {
    const per = perFunction(layer.form);
    if (!layer.scripted) {
      for (let f = 0; f < layer.functions; f++)
        if (layer.pinned[f] === 0 && run.off[first + f] === 0) count += per;
    }
    first += layer.functions;
  });
  return count;
}

/** Stiffness and damping of all points: as built, times the factors of their layers, and `stiff`. */
function scaleMaterials(run: LayersRuntime, stiff: number): void {
  const { system, data } = run;
  const { controls } = run.memory;
  for (const [stress, points] of [
    [system.stress, data.points.composed],
    [system.fine, data.points.embedded],
  ] as const) {
    for (let i = 0; i < stress.mu.length; i++) {
      const o = CONTROL.count * points.owner[i];
      stress.mu[i] = points.mu[i] * controls[o + CONTROL.stiffness] * stiff;
      stress.lambda[i] = points.lambda[i] * controls[o + CONTROL.stiffness] * stiff;
      stress.beta[i] = points.beta[i] * controls[o + CONTROL.damping];
    }
  }
  run.factoredFor = 0;
}

/** Sets the mask of a layer's functions within the brush. */
function paint(
  { places, functions }: LayerData,
  mask: Float64Array,
  { point, radius, value }: NonNullable<LayerTuning['paint']>,
): void {
  for (let f = 0; f < functions; f++) {
    let square = 0;
    for (let c = 0; c < 3; c++) square += (places[3 * f + c] - point[c]) ** 2;
    if (square <= radius * radius) mask[f] = value;
  }
}

/**
 * What layer k shows, its functions being `first` and those after it, moves on towards `wanted`; what has faded out is
 * switched off. Returns the most that a function shows.
 */
function fadeLayer(
  run: LayersRuntime,
  k: number,
  first: number,
  wanted: number,
  h: number,
  now: { still: boolean; switched: boolean },
): number {
  const { memory, hierarchy, state } = run;
  const { fading } = memory;
  const shown = run.shown[k];
  const mask = run.mask[k];
  const per = perFunction(hierarchy.layers[k].form);
  const most = h / FADE;
  let largest = 0;
  for (let f = 0; f < shown.length; f++) {
    const to = wanted * mask[f];
    const i = first + f;
    if (to === 0) {
      if (run.off[i] === 1) continue;
      now.still = false;
      if (fading[i] === 0) {
        fading[i] = FADE;
        now.switched = true;
      } else fading[i] = Math.max(0, fading[i] - h);
      if (fading[i] < 0.5 * h) {
        // Driven to zero by now.
        fading[i] = 0;
        shown[f] = 0;
        run.off[i] = 1;
        now.switched = true;
        for (let c = 0; c < per; c++) state.q[hierarchy.offset[k] + per * f + c] = 0;
      }
    } else {
      if (run.off[i] === 1 || fading[i] > 0) {
        // From nothing it may show at once.
        if (run.off[i] === 1) shown[f] = to;
        run.off[i] = 0;
        fading[i] = 0;
        now.switched = true;
      }
      const left = to - shown[f];
      if (left !== 0) now.still = false;
      shown[f] = Math.abs(left) <= most ? to : shown[f] + (left > 0 ? most : -most);
    }
    largest = Math.max(largest, shown[f]);
  }
  return largest;
}

export type Controls = ReturnType<typeof createControls>;
