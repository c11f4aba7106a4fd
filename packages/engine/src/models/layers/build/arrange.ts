import type { Hierarchy, Rows } from '../model.ts';
import type { PointLists, Stressed } from './lists.ts';
import { reorderRows } from './rows.ts';

/** Everything about points that a live body needs, in the order it needs it. */
export interface BuiltPoints {
  readonly X: Float64Array;
  readonly weight: Float64Array;
  readonly alpha: Float64Array;
  readonly rows: readonly Rows[];
  readonly coupledMass: number;
  readonly composed: { X: Float64Array; rows: readonly Rows[]; coupled: number } & StressArrays;
  readonly embedded: {
    ptr: Int32Array;
    at: Int32Array;
    slope: Float64Array;
    coupled: number;
  } & StressArrays;
  /** New number of each mass point that was in the lists. */
  readonly renumbered: Int32Array;
}

interface StressArrays {
  /** Layer whose material each point has. */
  readonly owner: Int32Array;
  readonly volume: Float64Array;
  readonly mu: Float64Array;
  readonly lambda: Float64Array;
  readonly beta: Float64Array;
}

/** Sorts all lists so that points of sparse layers come first. */
export function arrange(
  lists: PointLists,
  { layers }: Hierarchy,
  massRows: readonly Rows[],
  stressRows: readonly Rows[],
  sparse: Uint8Array,
): BuiltPoints {
  const knows = (rows: readonly Rows[], i: number): boolean =>
    rows.some((r, k) => sparse[k] === 1 && r.ptr[i + 1] > r.ptr[i]);
  const masses = lists.weight.length;
  const coupled = Uint8Array.from({ length: masses }, (_, i) => (knows(massRows, i) ? 1 : 0));
  const { ptr, at, slope } = lists.embedded;
  const elements = ptr.length - 1;
  const elementCoupled = Uint8Array.from({ length: elements }, (_, v) => {
    for (let e = ptr[v]; e < ptr[v + 1]; e++) if (coupled[at[e]] === 1) return 1;
    return 0;
  });
  for (let v = 0; v < elements; v++) {
    if (elementCoupled[v] === 1) for (let e = ptr[v]; e < ptr[v + 1]; e++) coupled[at[e]] = 1;
  }
  const mass = frontFirst(coupled);
  const renumbered = new Int32Array(masses);
  mass.order.forEach((old, i) => {
    renumbered[old] = i;
  });
  const points = lists.composed.volume.length;
  const stress = frontFirst(
    Uint8Array.from({ length: points }, (_, i) => (knows(stressRows, i) ? 1 : 0)),
  );
  const element = frontFirst(elementCoupled);
  const newPtr = new Int32Array(elements + 1);
  const newAt: number[] = [];
  const newSlope: number[] = [];
  element.order.forEach((v, i) => {
    for (let e = ptr[v]; e < ptr[v + 1]; e++) {
      newAt.push(renumbered[at[e]]);
      newSlope.push(slope[3 * e], slope[3 * e + 1], slope[3 * e + 2]);
    }
    newPtr[i + 1] = newAt.length;
  });
  return {
    X: pick(lists.mass, mass.order, 3),
    weight: pick(lists.weight, mass.order, 1),
    alpha: pick(lists.alpha, mass.order, 1),
    rows: layers.map((l, k) => reorderRows(massRows[k], l.form, mass.order)),
    coupledMass: mass.front,
    composed: {
      X: pick(lists.composed.X, stress.order, 3),
      rows: layers.map((l, k) => reorderRows(stressRows[k], l.form, stress.order)),
      coupled: stress.front,
      ...pickStress(lists.composed, stress.order),
    },
    embedded: {
      ptr: newPtr,
      at: Int32Array.from(newAt),
      slope: Float64Array.from(newSlope),
      coupled: element.front,
      ...pickStress(lists.embedded, element.order),
    },
    renumbered,
  };
}

function frontFirst(flags: Uint8Array): { order: Int32Array; front: number } {
  const front: number[] = [];
  const back: number[] = [];
  flags.forEach((flag, i) => {
    (flag === 1 ? front : back).push(i);
  });
  return { order: Int32Array.from([...front, ...back]), front: front.length };
}

function pick(from: readonly number[], order: Int32Array, width: number): Float64Array {
  const out = new Float64Array(width * order.length);
  order.forEach((old, i) => {
    for (let c = 0; c < width; c++) out[width * i + c] = from[width * old + c];
  });
  return out;
}

function pickStress(from: Stressed, order: Int32Array): StressArrays {
  return {
    owner: Int32Array.from(order, (i) => from.owner[i]),
    volume: pick(from.volume, order, 1),
    mu: pick(from.mu, order, 1),
    lambda: pick(from.lambda, order, 1),
    beta: pick(from.beta, order, 1),
  };
}
