import { type LayerData, NO_ROWS } from '../model.ts';
import { type FramesBasis, framesRows, scriptRows } from './affine.ts';
import { type HexPatch, hexRows } from './hex.ts';
import { type ModesBasis, modesRows } from './modes.ts';
import { type ShellBasis, shellRows } from './shell.ts';
import { type SkeletonBasis, skeletonRows } from './skeleton.ts';
import { type TetBasis, tetRows } from './tet.ts';

/** What the functions of a layer are made from: plain data, which can be stored and posted. */
type Basis =
  | { readonly kind: 'rigid' | 'script' }
  | { readonly kind: 'hex'; readonly patch: HexPatch }
  | FramesBasis
  | ModesBasis
  | ShellBasis
  | SkeletonBasis
  | TetBasis;

/** The functions of a layer at points [m], shape [n, 3]. */
export function rowsOf(layer: Pick<LayerData, 'basis'>): LayerData['rows'] {
  const basis = layer.basis as Basis;
  switch (basis.kind) {
    case 'rigid':
      return (points) => NO_ROWS(points.length / 3);
    case 'script':
      return scriptRows;
    case 'hex':
      return (points) => hexRows(basis.patch, points);
    case 'affine':
      return framesRows(basis);
    case 'modes':
      return (points) => modesRows(basis, points);
    case 'shell':
      return shellRows(basis);
    case 'skeleton':
      return (points) => skeletonRows(basis, points);
    case 'tet':
      return tetRows(basis);
  }
}
