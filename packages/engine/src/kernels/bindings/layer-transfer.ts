import type * as compose from '../reference/layer-compose.ts';
import type * as layers from '../reference/layer-transfer.ts';
import type { AddressOf, Exports } from './address.ts';

type Layers = typeof layers & typeof compose;

export function bindLayers(call: Exports<Layers>, at: AddressOf): Layers {
  return {
    layerVelocities: (out, ptr, fn, value, frame, u, offset, first, last) =>
      void call.layerVelocities(
        at(out),
        at(ptr),
        at(fn),
        at(value),
        at(frame),
        at(u),
        offset,
        first,
        last,
      ),
    layerForces: (out, ptr, fn, value, frame, u, offset, first, last) =>
      void call.layerForces(
        at(out),
        at(ptr),
        at(fn),
        at(value),
        at(frame),
        at(u),
        offset,
        first,
        last,
      ),
    layerRates: (out, ptr, fn, value, frame, u, offset, first, last) =>
      void call.layerRates(
        at(out),
        at(ptr),
        at(fn),
        at(value),
        at(frame),
        at(u),
        offset,
        first,
        last,
      ),
    modeVelocities: (out, ptr, fn, value, frame, u, offset, first, last) =>
      void call.modeVelocities(
        at(out),
        at(ptr),
        at(fn),
        at(value),
        at(frame),
        at(u),
        offset,
        first,
        last,
      ),
    modeForces: (out, ptr, fn, value, frame, u, offset, first, last) =>
      void call.modeForces(
        at(out),
        at(ptr),
        at(fn),
        at(value),
        at(frame),
        at(u),
        offset,
        first,
        last,
      ),
    modeRates: (out, ptr, fn, value, frame, u, offset, first, last) =>
      void call.modeRates(
        at(out),
        at(ptr),
        at(fn),
        at(value),
        at(frame),
        at(u),
        offset,
        first,
        last,
      ),
    layerStresses: (out, ptr, fn, slope, frame, stress, scale, offset, first, last) =>
      void call.layerStresses(
        at(out),
        at(ptr),
        at(fn),
        at(slope),
        at(frame),
        at(stress),
        scale,
        offset,
        first,
        last,
      ),
    modeStresses: (out, ptr, fn, slope, frame, stress, scale, offset, first, last) =>
      void call.modeStresses(
        at(out),
        at(ptr),
        at(fn),
        at(slope),
        at(frame),
        at(stress),
        scale,
        offset,
        first,
        last,
      ),
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
      ),
    composeModes: (value, slope, frame, w, S, ptr, fn, rowValue, rowSlope, shown, q, offset, n) =>
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
