import type * as skinning from '../reference/skinning.ts';
import type * as affine from '../reference/skinning-affine.ts';
import type * as skinning4 from '../reference/skinning4.ts';
import type { AddressOf, Exports } from './address.ts';

type Skinning = typeof skinning & typeof skinning4 & typeof affine;

export function bindSkinning(call: Exports<Skinning>, at: AddressOf): Skinning {
  return {
    skinPoints: (out, rowPtr, cols, weights, x, n) =>
      void call.skinPoints(at(out), at(rowPtr), at(cols), at(weights), at(x), n),
    skinPointsF32: (out, rowPtr, cols, weights, x, n) =>
      void call.skinPointsF32(at(out), at(rowPtr), at(cols), at(weights), at(x), n),
    skinTranspose: (out, rowPtr, cols, weights, f, n) =>
      void call.skinTranspose(at(out), at(rowPtr), at(cols), at(weights), at(f), n),
    skin4: (out, nodes, weights, x, n) =>
      void call.skin4(at(out), at(nodes), at(weights), at(x), n),
    skin4F32: (out, nodes, weights, x, n) =>
      void call.skin4F32(at(out), at(nodes), at(weights), at(x), n),
    skin4Transpose: (out, nodes, weights, f, n) =>
      void call.skin4Transpose(at(out), at(nodes), at(weights), at(f), n),
    skinAffine: (out, rowPtr, cols, q, frames, n) =>
      void call.skinAffine(at(out), at(rowPtr), at(cols), at(q), at(frames), n),
    skinAffineF32: (out, rowPtr, cols, q, frames, n) =>
      void call.skinAffineF32(at(out), at(rowPtr), at(cols), at(q), at(frames), n),
    skinAffineTranspose: (out, rowPtr, cols, q, f, n) =>
      void call.skinAffineTranspose(at(out), at(rowPtr), at(cols), at(q), at(f), n),
  };
}
