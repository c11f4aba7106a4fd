import { check } from '../../core/errors.ts';
import { boxGrid } from '../../geometry/box-grid.ts';
import { pickContactPoints } from '../../geometry/contact-points.ts';
import { embedPoints } from '../../geometry/embed.ts';
import { meshMass } from '../../geometry/mass.ts';
import { stuffTets } from '../../geometry/stuff.ts';
import { extractSurface } from '../../geometry/surface.ts';
import {
  shapeGradients,
  type TetSurface,
  tetSurface,
  tetVolumes,
  typicalEdge,
} from '../../geometry/tet-mesh.ts';
import type { Bounds, TetMesh, TriangleMesh } from '../../geometry/types.ts';
import { vertexAreas } from '../../geometry/vertex-areas.ts';
import { checkedModuli } from '../../materials/choose.ts';
import { elementSlots, patternFromElements } from '../../math/sparse/bsr.ts';
import { analyse } from '../../math/sparse/symbolic.ts';
import { CELLS_ALONG, type SolidData, type SolidInput } from './model.ts';

/** More elements than this are refused: the factor would not fit, and a step would take seconds. */
const MOST_TETS = 400_000;
/** Nodes beyond which a factor takes more memory and time than it saves. */
const MOST_FACTORED = 40_000;
/** Stiffest over softest part, beyond which the kept factor (in single precision) guides the solver too badly. */
const MOST_CONTRAST = 2e4;
/** Part of a cell by which the mesh is larger than the shape, so that the visible surface lies inside. */
const GROW = 0.1;
/** Distance of contact points in cells: what lies between them may dip into an obstacle a little. */
const CONTACT_SPACING = 0.4;
const MOST_CONTACT_POINTS = 1000;
/** Size of a visible triangle, in cells, if none is asked for. */
const DETAIL = 0.6;

/** Shape and material to mesh, matrix pattern, elimination order, surface and contact points. */
export function buildSolidData(input: SolidInput): SolidData {
  const { material, options } = input;
  const size = longestSide(input.sdf.bounds);
  const given = input.given ?? null;
  const cell = options.cell ?? (given ? typicalEdge(given) : size / CELLS_ALONG);
  if (given === null) refuseTooMany(input.sdf.bounds, cell);

  const grid = (options.mesh ?? (input.box === null ? 'stuffed' : 'grid')) === 'grid';
  check(
    !grid || input.box !== null,
    () => 'must be "stuffed", since "grid" cuts boxes only.',
    'model.mesh',
  );
  const mesh =
    given ?? (grid ? gridMesh(input, cell) : stuffTets(input.sdf, cell, { grow: GROW * cell }));
  const nodes = mesh.positions.length / 3;
  const tets = mesh.tets.length / 4;
  check(
    tets > 0 && tets <= MOST_TETS,
    () => `gives ${tets} elements; at most ${MOST_TETS} are possible. Make it larger.`,
    'model.cell',
  );

  const gradients = shapeGradients(mesh);
  const volumes = tetVolumes(mesh);
  const boundary = tetSurface(mesh);
  const surface =
    grid || given !== null
      ? boundary.mesh
      : (input.surface ?? extractSurface(input.sdf, input.detail ?? DETAIL * cell));
  const skin = embedPoints(mesh, surface.positions);
  const contactPoints = pickContactPoints(surface, CONTACT_SPACING * cell, MOST_CONTACT_POINTS);
  const pattern = patternFromElements(nodes, mesh.tets, 4);
  const moduli = moduliOf(input, mesh);
  const solver = options.solver === 'auto' ? chooseSolver(nodes, moduli.factors) : options.solver;
  return {
    mesh,
    nodes,
    tets,
    gradients,
    volumes,
    masses: lumpMasses(mesh, volumes, material.density * ownVolume(surface, volumes)),
    areas: lumpAreas(boundary, nodes),
    ...moduli,
    tetOfNode: tetOfNode(mesh, nodes),
    pattern,
    slots: elementSlots(pattern, mesh.tets, 4),
    symbolic: solver === 'cg' ? null : analyse(pattern, 3, { positions: mesh.positions }),
    surface,
    skin,
    contactPoints,
    contacts: embedPoints(mesh, contactPoints),
    regions: input.regions.map((sdf, r) => {
      const inside = nodesInside(mesh, (x, n, out) => sdf.evaluate(x, n, out), 1e-6 * size);
      check(
        inside.length > 0,
        () =>
          'holds no node of the body. Make it larger, or move it onto the body (its own coordinates).',
        `attachments[${r}].region`,
      );
      return inside;
    }),
    material,
    solver,
  };
}

function longestSide(b: Bounds): number {
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  check(
    Number.isFinite(size) && size > 0,
    () => 'must be a bounded solid. A plane goes on for ever: intersect it with a box.',
    'shape',
  );
  return size;
}

function refuseTooMany(b: Bounds, cell: number): void {
  const cells =
    ((b[3] - b[0]) / cell + 1) * ((b[4] - b[1]) / cell + 1) * ((b[5] - b[2]) / cell + 1);
  // A twelfth of a bounding box may be solid and still be fine; twelve tets a cell is what stuffing gives.
  check(
    cells <= MOST_TETS,
    () =>
      `${cell} m would cut the body's box into ${Math.round(cells)} cells; at most ${MOST_TETS} are possible. Make it larger.`,
    'model.cell',
  );
}

function gridMesh(input: SolidInput, cell: number): TetMesh {
  const { size, position } = input.box!;
  const count = size.map((s) => Math.max(1, Math.round(s / cell)));
  return boxGrid([size[0], size[1], size[2]], [count[0], count[1], count[2]], {
    centre: position ? [position[0], position[1], position[2]] : [0, 0, 0],
  });
}

/** Lamé's constants and the stiffness factor in the middle of every tet. */
function chooseSolver(nodes: number, stiffness: Float64Array): SolidData['solver'] {
  if (nodes > MOST_FACTORED) return 'cg';
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const s of stiffness) {
    least = Math.min(least, s);
    most = Math.max(most, s);
  }
  return most > MOST_CONTRAST * least ? 'direct' : 'kept';
}

function moduliOf(input: SolidInput, mesh: TetMesh): Pick<SolidData, 'mu' | 'lambda' | 'factors'> {
  const tets = mesh.tets.length / 4;
  const centres = new Float64Array(3 * tets);
  for (let i = 0; i < mesh.tets.length; i++) {
    for (let c = 0; c < 3; c++)
      centres[3 * (i >> 2) + c] += 0.25 * mesh.positions[3 * mesh.tets[i] + c];
  }
  const factors = new Float64Array(tets);
  input.stiffness(centres, tets, factors);
  return { ...checkedModuli(input.material), factors };
}

/** Volume of the visible surface over that of the mesh, which is a little larger: the body must weigh what it looks. */
function ownVolume(surface: TriangleMesh, volumes: Float64Array): number {
  const meshed = volumes.reduce((sum, v) => sum + v, 0);
  return meshMass(surface).volume / meshed;
}

function lumpMasses(mesh: TetMesh, volumes: Float64Array, density: number): Float64Array {
  const masses = new Float64Array(mesh.positions.length / 3);
  for (let i = 0; i < mesh.tets.length; i++)
    masses[mesh.tets[i]] += 0.25 * density * volumes[i >> 2];
  return masses;
}

function lumpAreas({ mesh, vertices }: TetSurface, nodes: number): Float64Array {
  const areas = new Float64Array(nodes);
  vertexAreas(mesh).forEach((area, i) => {
    areas[vertices[i]] += area;
  });
  return areas;
}

function tetOfNode(mesh: TetMesh, nodes: number): Int32Array {
  const tet = new Int32Array(nodes);
  for (let i = mesh.tets.length - 1; i >= 0; i--) tet[mesh.tets[i]] = i >> 2;
  return tet;
}

function nodesInside(
  mesh: TetMesh,
  evaluate: (xyz: Float64Array, n: number, out: Float64Array) => void,
  slack: number,
): Int32Array {
  const n = mesh.positions.length / 3;
  const distance = new Float64Array(n);
  evaluate(mesh.positions, n, distance);
  const inside: number[] = [];
  for (let i = 0; i < n; i++) if (distance[i] <= slack) inside.push(i);
  return Int32Array.from(inside);
}
