import type { SliceSettings, ViewName } from './view/view-settings.ts';

/** A scene looked at as a figure of a paper shows it. */
export interface Figure {
  /** As the paper counts. */
  readonly number: string;
  readonly title: string;
  readonly scene: string;
  readonly view: ViewName;
  /** What colours show, by its name in the legend; the usual if missing. */
  readonly coloring?: string;
  readonly slice?: SliceSettings;
  /** The registration panel with a pair of meshes, whatever the scene. */
  readonly register?: boolean;
  /** Beside the same at full resolution. */
  readonly compare?: boolean;
}

export interface Paper {
  readonly title: string;
  readonly authors: string;
  readonly figures: readonly Figure[];
}

const figure = (
  number: string,
  title: string,
  scene: string,
  view: ViewName,
  more: Partial<Figure> = {},
): Figure => ({ number, title, scene, view, ...more });
const across = (axis: number, at = 0.5) => ({ slice: { axis, at } });

export const PAPERS: readonly Paper[] = [
  {
    title: 'Velocity-based adaptivity',
    authors: 'Tournier, Nesme, Faure, Gilles 2014',
    figures: [
      figure('1', 'Christmas tree: frames for ornaments', 'christmas-tree', 'structure'),
      figure('4', 'Refinement of a bar', 'bar-1d', 'structure'),
      figure('5', 'Hierarchy: whom frames follow', 'poke', 'structure'),
      figure('7', 'Integration points merge', 'beam-flexion', 'structure', {
        coloring: 'integration region',
      }),
      figure('8', 'Four beams, one shape', 'beam-flexion', 'surface'),
      figure('9', 'Energy against all frames', 'rabbit', 'structure', { compare: true }),
      figure('10', 'Flesh over a skeleton', 'seal', 'structure'),
      figure('11', 'A falling ball', 'bouncing-ball', 'structure'),
      figure('12a', 'Mushrooms under a shoe', 'mushroom-field', 'structure'),
      figure('12b', 'Armadillo salad', 'armadillo-salad', 'structure'),
      figure('13', 'Eight balls in a glass', 'ball-stack', 'structure'),
      figure('14', 'Registration, frames freed on the way', 'rabbit', 'structure', {
        register: true,
      }),
    ],
  },
  {
    title: 'Octree shape matching',
    authors: 'Steinemann, Otaduy, Gross 2008',
    figures: [
      figure('1', 'Thin fingers, adaptive sampling', 'fingers', 'structure'),
      figure('1d', 'Inside the hand', 'fingers', 'slice'),
      figure('2', 'A region and its sums: point at a cell', 'hand-stiffness', 'structure'),
      figure('3', 'A hanging liver is cut', 'liver-cut', 'structure'),
      figure('4', 'Soft pinky, hard thumb', 'hand-stiffness', 'heat'),
      figure('5', 'A block that keeps its dents', 'plastic-block', 'heat'),
      figure('6', 'Forty flowers, one touched', 'flowers', 'structure'),
    ],
  },
  {
    title: 'Inhomogeneous tetrahedra',
    authors: 'Imai, Yue, Chen, Nishita',
    figures: [
      figure('2', 'The front of the tetrahedra tree', 'rabbit-jelly', 'structure', {
        coloring: 'level',
      }),
      figure('6', 'A box on a wall', 'box-on-wall', 'structure', { coloring: 'level' }),
      figure('7', 'Against the finest level', 'rabbit-jelly', 'structure', {
        coloring: 'level',
        compare: true,
      }),
      figure('9', 'A smooth mesh rides on tetrahedra', 'rabbit-jelly', 'ghost'),
      figure('10', 'Jelly, stiff feet and soft ears', 'rabbit-jelly', 'heat', {
        coloring: 'stiffness',
      }),
      figure('11', 'Stiffness from side to side', 'pulled-figure', 'heat', {
        coloring: 'stiffness',
      }),
      figure('12', 'Stress, pulled at both hands', 'pulled-figure', 'structure', {
        coloring: 'stress',
      }),
      figure('13', 'Vessels in a liver, cut open', 'liver-vessels', 'slice', {
        coloring: 'stiffness',
        ...across(2),
      }),
    ],
  },
  {
    title: 'Hierarchies of models',
    authors: 'Malgat, Gilles, Levin, Nesme, Faure 2015',
    figures: [
      figure('1', 'An octopus on a hook', 'octopus-hook', 'structure'),
      figure('6', 'Flexion against elements', 'bending-3pt', 'heat'),
      figure('7', 'Rigid frame and elements, apart', 'rigid-fem', 'structure'),
      figure('8', 'Bottle with a soft teat', 'bottle', 'structure'),
      figure('9', 'A string round a cylinder', 'tourniquet', 'structure'),
      figure('10', 'Frames, modes, elements', 'walrus', 'structure'),
      figure('11', 'Global and local modes', 'walrus-modes', 'structure'),
      figure('12', 'A shell in one hexahedron', 'shell-in-hex', 'heat'),
      figure('13', 'Pinched skin', 'skin-fold', 'heat'),
      figure('14', 'A full body', 'character', 'structure'),
    ],
  },
];
