/** How bodies are computed, in a few words: all that a panel needs to know of a model. */
export interface ModelAbout {
  readonly type: string;
  readonly title: string;
  readonly about: string;
}

export const MODELS: readonly ModelAbout[] = [
  { type: 'solid', title: 'Solid', about: 'finite elements, all of them at once' },
  { type: 'frames', title: 'Frames', about: 'wake where it bends, sleep in any pose' },
  { type: 'octree', title: 'Octree', about: 'cells to be cut and divided' },
  { type: 'tets', title: 'Tetrahedra', about: 'coarse elements that know their inside' },
  { type: 'layers', title: 'Layers', about: 'coarse motion with detail on top' },
  { type: 'lattice', title: 'Lattice', about: 'equal cells, simple and robust' },
  { type: 'rigid', title: 'Rigid', about: 'does not deform' },
];
