import type * as layers from '../reference/layer-dense.ts';
import type { AddressOf, Exports } from './address.ts';

export function bindLayerDense(call: Exports<typeof layers>, at: AddressOf): typeof layers {
  return {
    strainRows: (X, stride, row, ptr, fn, slope, frame, R, root, list, modes, first, last) =>
      void call.strainRows(
        at(X),
        stride,
        at(row),
        at(ptr),
        at(fn),
        at(slope),
        at(frame),
        at(R),
        at(root),
        at(list),
        modes,
        first,
        last,
      ),
    velocityRows: (X, stride, row, ptr, fn, value, frame, root, list, modes, first, last) =>
      void call.velocityRows(
        at(X),
        stride,
        at(row),
        at(ptr),
        at(fn),
        at(value),
        at(frame),
        at(root),
        at(list),
        modes,
        first,
        last,
      ),
    addRowProducts: (W, X, count, n) => void call.addRowProducts(at(W), at(X), count, n),
  };
}
