import type * as compose from '../reference/layer-compose.ts';
import type * as layers from '../reference/layer-transfer.ts';
import type { AddressOf, Exports } from './address.ts';

type Layers = typeof layers & typeof compose;

export function bindLayers(call: Exports<Layers>, at: AddressOf): Layers {
  const transfer =
    (run: Exports<Layers>['layerVelocities']): Layers['layerVelocities'] =>
    (out, ptr, fn, table, frame, x, scale, modes, offset, first, last) =>
      void run(
        at(out),
        at(ptr),
        at(fn),
        at(table),
        at(frame),
        at(x),
        scale,
        modes,
        offset,
        first,
        last,
      );
  return {
    layerVelocities: transfer(call.layerVelocities),
    layerForces: transfer(call.layerForces),
    layerRates: transfer(call.layerRates),
    layerStresses: transfer(call.layerStresses),
    composeScalar: (
      value,
      slope,
      frame,
      w,
      S,
      ptr,
      fn,
      rowValue,
      rowSlope,
      shown,
      base,
      baseSlope,
      q,
      offset,
      n,
      slopes,
      finest,
    ) =>
      void call.composeScalar(
        at(value),
        at(slope),
        at(frame),
        at(w),
        at(S),
        at(ptr),
        at(fn),
        at(rowValue),
        at(rowSlope),
        at(shown),
        at(base),
        at(baseSlope),
        at(q),
        offset,
        n,
        slopes,
        at(finest),
      ),
    composeModes: (
      value,
      slope,
      frame,
      w,
      S,
      ptr,
      fn,
      rowValue,
      rowSlope,
      shown,
      q,
      offset,
      n,
      slopes,
      finest,
    ) =>
      void call.composeModes(
        at(value),
        at(slope),
        at(frame),
        at(w),
        at(S),
        at(ptr),
        at(fn),
        at(rowValue),
        at(rowSlope),
        at(shown),
        at(q),
        offset,
        n,
        slopes,
        at(finest),
      ),
    chainFrames: (phi, frame, n) => void call.chainFrames(at(phi), at(frame), n),
    corotatedRates: (d, R, volume, mu, lambda, beta, step, elastic, first, last) =>
      void call.corotatedRates(
        at(d),
        at(R),
        at(volume),
        at(mu),
        at(lambda),
        at(beta),
        step,
        elastic,
        first,
        last,
      ),
    addColumnProducts: (matrix, size, rows, values, times, count, width) =>
      void call.addColumnProducts(at(matrix), size, at(rows), at(values), at(times), count, width),
    corotatedColumns: (d, R, i, mu, lambda, count) =>
      void call.corotatedColumns(at(d), at(R), i, mu, lambda, count),
    rowsTimes: (t, A, x, m, n) => void call.rowsTimes(at(t), at(A), at(x), m, n),
    addRows: (x, A, t, scale, m, n) => void call.addRows(at(x), at(A), at(t), scale, m, n),
  };
}
