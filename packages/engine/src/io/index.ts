export { readMsh } from './msh.ts';
export { readObj, writeObj } from './obj.ts';
export { readPly, writePly } from './ply.ts';
export { type MeshFormat, meshFormat, readMesh } from './read-mesh.ts';
export { isTetMesh, meshFiles, readTetMesh } from './read-tet-mesh.ts';
export { readStl, writeStl } from './stl.ts';
export { readTetGen } from './tetgen.ts';
