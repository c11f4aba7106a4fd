// The WebAssembly kernels. Arrays come as addresses into the imported memory. Each file follows the one of the same name in
// src/kernels/reference, which says what its kernels compute; the order of operations is the same, so the bits are too.
export * from './vectors';
export * from './bsr3';
export * from './supernodal';
export * from './supernodal-solve';
export * from './supernodal-many';
export * from './rotations';
export * from './tetrahedra';
export * from './stiffness';
export * from './skinning';
export * from './skinning4';
export * from './skinning-affine';
export * from './sums';
export * from './dense-cholesky';
export * from './block-cholesky';
export * from './dense-symmetric';
export * from './frame-points';
export * from './frame-samples';
export * from './frame-stress';
export * from './frame-stiffness';
export * from './frame-mass';
export * from './frame-contraction';
export * from './frame-spread';
export * from './normals';
export * from './principal';
export * from './contacts';
export * from './cage';
