export { readObj, writeObj } from './obj.ts';
export { readPly, writePly } from './ply.ts';
export { type MeshFormat, meshFormat, readMesh } from './read-mesh.ts';
export { readStl, writeStl } from './stl.ts';
