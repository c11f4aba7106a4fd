import type { Kernels } from '../../../kernels/kernels.ts';
import type { Hierarchy } from '../model.ts';
import { compose, type LayerPoints, type LayerState } from './compose.ts';
import { type EmbeddedRows, pullEmbedded, pushEmbedded } from './embedded.ts';
import { evaluateShell, multiplyShell, type ShellState } from './shell.ts';
import { differential, evaluateStress, evaluateTangents, type Stress } from './stress.ts';
import { pullForces, pullStresses, pushGradients, pushVelocities } from './transfer.ts';

/**
 * The mechanics of a layered body: H = Jᵀ (M(1+αh) + (h²+βh) K) J over the unknowns of all layers, never built. Mass
 * points carry mass and the embedded energies (plain elements, shells); composed points carry stress at the product of
 * the layers' gradients. Points that know a sparse layer, and elements of such points, come first: only they couple the
 * two groups of unknowns.
 */
export interface LayerSystem {
  readonly hierarchy: Hierarchy;
  readonly mass: LayerPoints;
  /** Mass [kg] and damping by mass [1/s] of the mass points. */
  readonly weight: Float64Array;
  readonly alpha: Float64Array;
  readonly composed: LayerPoints;
  readonly stress: Stress;
  readonly embedded: EmbeddedRows;
  readonly fine: Stress;
  readonly shells: readonly ShellState[];
  /** Mass points, composed points and elements that know a sparse layer. */
  readonly coupledMass: number;
  readonly coupledPoints: number;
  readonly coupledElements: number;
  /** Velocities and forces of mass points. */
  readonly v: Float64Array;
  readonly f: Float64Array;
  /** Gauge rows Γ: H gains ΓᵀΓ; each over the unknowns of one layer. */
  readonly gauges: Gauge[];
  /** All layers, for products that leave none out; all that can strain, which a rigid root cannot. */
  readonly all: Uint8Array;
  readonly straining: Uint8Array;
  /** Layers of a product that strain; velocities and forces of what strains, if that is not all. */
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly strainV: Float64Array;
  readonly strainF: Float64Array;
  readonly kernels: Kernels;
  h: number;
}

/**
 * Directions of a layer that carry motion of coarser layers: they are held still. Rows are dense, shape [rows, size].
 */
export interface Gauge {
  readonly layer: number;
  readonly from: number;
  readonly size: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/** Brings points, gradients and stresses to a state; returns the elastic energy [J]. */
export function evaluate(
  s: LayerSystem,
  state: LayerState,
  kernels: Kernels,
  rotations: { composed: Float64Array; embedded: Float64Array },
): number {
  compose(s.mass, s.hierarchy, state);
  compose(s.composed, s.hierarchy, state);
  s.stress.F.set(s.composed.F);
  let energy = evaluateStress(s.stress, kernels, rotations.composed);
  pushEmbedded(s.fine.F, s.embedded, s.mass.x);
  energy += evaluateStress(s.fine, kernels, rotations.embedded);
  s.f.fill(0);
  for (const shell of s.shells) energy += evaluateShell(shell, s.mass.x, s.f);
  pullEmbedded(s.f, s.embedded, s.fine.P, -1);
  return energy;
}

/** out += h (elastic forces) after `evaluate`; gravity and the momentum of velocities v come with the mass points. */
export function pullAllForces(
  out: Float64Array,
  s: LayerSystem,
  h: number,
  gravity: Float64Array,
  v: Float64Array,
): void {
  const { f, weight } = s;
  for (let i = 0; i < s.mass.count; i++) {
    for (let c = 0; c < 3; c++) {
      const o = 3 * i + c;
      f[o] = h * f[o] + weight[i] * (v[o] + h * gravity[c]);
    }
  }
  pullForces(out, s.mass, s.hierarchy, f, s.all);
  pullStresses(out, s.composed, s.hierarchy, s.stress.P, -h, s.straining);
}

/** After `evaluate`: tangents for products. */
export function prepareProducts(s: LayerSystem): void {
  evaluateTangents(s.stress);
  evaluateTangents(s.fine);
}

/**
 * y += H x, from the layers `to` push to the layers `of` pull. Products between the dense and the sparse layers need
 * the coupled points only. `elastic` leaves out mass and damping: y += h² K x. Malgat et al. 2015, eq. 24.
 */
export function addProduct(
  y: Float64Array,
  s: LayerSystem,
  x: Float64Array,
  from: Uint8Array,
  to: Uint8Array,
  coupled = false,
  elastic = false,
): void {
  const { h, mass, composed, hierarchy, v, f, weight, alpha } = s;
  const masses = coupled ? s.coupledMass : mass.count;
  const points = coupled ? s.coupledPoints : composed.count;
  const elements = coupled ? s.coupledElements : s.embedded.ptr.length - 1;
  let turns = false;
  for (let k = 0; k < s.all.length; k++) {
    s.from[k] = from[k] & s.straining[k];
    s.to[k] = to[k] & s.straining[k];
    if (s.straining[k] === 0) turns = true;
  }
  pushVelocities(v, mass, hierarchy, x, from, 0, masses);
  for (let i = 0; i < masses; i++) {
    const m = elastic ? 0 : weight[i] * (1 + alpha[i] * h);
    f[3 * i] = m * v[3 * i];
    f[3 * i + 1] = m * v[3 * i + 1];
    f[3 * i + 2] = m * v[3 * i + 2];
  }
  if (elements > 0 || s.shells.length > 0) {
    // Turning with a rigid root strains nothing, whatever a linearised stiffness says.
    const sv = turns ? s.strainV : v;
    const sf = turns ? s.strainF : f;
    if (turns) {
      pushVelocities(sv, mass, hierarchy, x, s.from, 0, masses);
      sf.fill(0, 0, 3 * masses);
    }
    pushEmbedded(s.fine.d, s.embedded, sv, elements);
    differential(s.fine, h, elastic, s.kernels, 0, elements);
    pullEmbedded(sf, s.embedded, s.fine.d, 1, elements);
    for (let k = 0; k < s.shells.length; k++) {
      const shell = s.shells[k];
      multiplyShell(shell, sv, elastic ? h * h : h * h + shell.data.beta * h, sf);
    }
    if (turns) pullForces(y, mass, hierarchy, sf, s.to, 0, masses);
  }
  pullForces(y, mass, hierarchy, f, to, 0, masses);
  pushGradients(s.stress.d, composed, hierarchy, x, s.from, 0, points);
  differential(s.stress, h, elastic, s.kernels, 0, points);
  pullStresses(y, composed, hierarchy, s.stress.d, 1, s.to, 0, points);
  if (elastic) return;
  for (let g = 0; g < s.gauges.length; g++) addGauge(y, s.gauges[g], x, from, to);
}

/** y += ΓᵀΓ x */
function addGauge(
  y: Float64Array,
  gauge: Gauge,
  x: Float64Array,
  from: Uint8Array,
  to: Uint8Array,
): void {
  if (from[gauge.layer] === 0 || to[gauge.layer] === 0) return;
  const { values, rows, size, from: o } = gauge;
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += values[r * size + j] * x[o + j];
    for (let j = 0; j < size; j++) y[o + j] += sum * values[r * size + j];
  }
}
