import type * as contraction from '../reference/frame-contraction.ts';
import type * as groups from '../reference/frame-groups.ts';
import type * as mass from '../reference/frame-mass.ts';
import type * as points from '../reference/frame-points.ts';
import type * as spread from '../reference/frame-spread.ts';
import type * as stiffness from '../reference/frame-stiffness.ts';
import type * as stress from '../reference/frame-stress.ts';
import type { AddressOf, Exports } from './address.ts';

type Frames = typeof points &
  typeof groups &
  typeof stress &
  typeof stiffness &
  typeof mass &
  typeof spread &
  typeof contraction;

export function bindFrames(call: Exports<Frames>, at: AddressOf): Frames {
  return {
    elastonGradients: (F, ptr, node, H, X, n, order) =>
      void call.elastonGradients(at(F), at(ptr), at(node), at(H), at(X), n, order),
    elastonMeans: (means, F, n) => void call.elastonMeans(at(means), at(F), n),
    elastonForces: (f, ptr, node, H, P, n, order) =>
      void call.elastonForces(at(f), at(ptr), at(node), at(H), at(P), n, order),
    elastonForcesOn: (f, own, ptr, node, H, P, n, order) =>
      void call.elastonForcesOn(at(f), at(own), at(ptr), at(node), at(H), at(P), n, order),
    elastonStress: (P, F, R, volumeMu, volumeLambda, n, order) =>
      call.elastonStress(at(P), at(F), at(R), at(volumeMu), at(volumeLambda), n, order),
    elastonRates: (P, G, R, volumeMu, volumeLambda, n, order, keep, scale) =>
      void call.elastonRates(
        at(P),
        at(G),
        at(R),
        at(volumeMu),
        at(volumeLambda),
        n,
        order,
        keep,
        scale,
      ),
    elastonProducts: (
      blocks,
      where,
      size,
      index,
      ptr,
      node,
      H,
      R,
      volumeMu,
      n,
      order,
      scale,
      turned,
      own,
    ) =>
      void call.elastonProducts(
        at(blocks),
        at(where),
        size,
        at(index),
        at(ptr),
        at(node),
        at(H),
        at(R),
        at(volumeMu),
        n,
        order,
        scale,
        at(turned),
        at(own),
      ),
    frameMatrix: (matrix, blocks, M, count, massScale, ratio) =>
      void call.frameMatrix(at(matrix), at(blocks), at(M), count, massScale, ratio),
    frameMomentum: (out, M, x, size, ptr, cols) =>
      void call.frameMomentum(at(out), at(M), at(x), size, at(ptr), at(cols)),
    frameMassProduct: (out, ptr, cols, M, x, n) =>
      void call.frameMassProduct(at(out), at(ptr), at(cols), at(M), at(x), n),
    spreadFrames: (all, ptr, cols, W, set, n) =>
      void call.spreadFrames(at(all), at(ptr), at(cols), at(W), at(set), n),
    gatherFrames: (set, ptr, cols, W, all, n) =>
      void call.gatherFrames(at(set), at(ptr), at(cols), at(W), at(all), n),
    contractPoints: (outPtr, outNode, outH, ptr, node, H, list, count, cPtr, cols, W, place) =>
      void call.contractPoints(
        at(outPtr),
        at(outNode),
        at(outH),
        at(ptr),
        at(node),
        at(H),
        at(list),
        count,
        at(cPtr),
        at(cols),
        at(W),
        at(place),
      ),
    contractMass: (
      out,
      count,
      where,
      size,
      index,
      ptr,
      massCols,
      M,
      n,
      cPtr,
      cols,
      W,
      half,
      list,
      place,
    ) =>
      void call.contractMass(
        at(out),
        count,
        at(where),
        size,
        at(index),
        at(ptr),
        at(massCols),
        at(M),
        n,
        at(cPtr),
        at(cols),
        at(W),
        at(half),
        at(list),
        at(place),
      ),
    contractOwnMass: (out, count, own, ptr, massCols, M, n, cPtr, cols, W, half, place) =>
      void call.contractOwnMass(
        at(out),
        count,
        at(own),
        at(ptr),
        at(massCols),
        at(M),
        n,
        at(cPtr),
        at(cols),
        at(W),
        at(half),
        at(place),
      ),
    pointMoments: (moments, ptr, H, list, count, weight, centre, axes) =>
      void call.pointMoments(
        at(moments),
        at(ptr),
        at(H),
        at(list),
        count,
        at(weight),
        at(centre),
        at(axes),
      ),
    sumMoments: (sums, ptr, node, moments, list, count, place) =>
      void call.sumMoments(at(sums), at(ptr), at(node), at(moments), at(list), count, at(place)),
    turnForces: (f, ptr, node, kept, T, R, list, count, scale) =>
      void call.turnForces(
        at(f),
        at(ptr),
        at(node),
        at(kept),
        at(T),
        at(R),
        at(list),
        count,
        scale,
      ),
  };
}
