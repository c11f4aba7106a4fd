import type * as layers from '../reference/layer-transfer.ts';
import type { AddressOf, Exports } from './address.ts';

type Layers = typeof layers;

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
    rowsTimes: (t, A, x, m, n) => void call.rowsTimes(at(t), at(A), at(x), m, n),
    addRows: (x, A, t, scale, m, n) => void call.addRows(at(x), at(A), at(t), scale, m, n),
  };
}
