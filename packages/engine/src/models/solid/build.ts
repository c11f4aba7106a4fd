import { check } from '../../core/errors.ts';
import { tick } from '../../core/watch.ts';
import { meshMass } from '../../geometry/mass.ts';
import { vertexAreas } from '../../geometry/mesh/vertex-areas.ts';
import { pickContactPoints } from '../../geometry/surface/contact-points.ts';
import { extractSurface } from '../../geometry/surface/surface.ts';
import { createEmbedder } from '../../geometry/tets/embed.ts';
import {
  shapeGradients,
  type TetSurface,
  tetSurface,
  tetVolumes,
} from '../../geometry/tets/mesh.ts';
import { tenNodeMesh, tenVertices } from '../../geometry/tets/ten-node.ts';
import type { Sdf, TetMesh, TriangleMesh } from '../../geometry/types.ts';
import { checkedModuli } from '../../materials/choose.ts';
import { elementSlots, patternFromElements } from '../../math/sparse/bsr.ts';
import { analyse } from '../../math/sparse/symbolic.ts';
import { integrateElements, outsideOf } from './integrate.ts';
import { longestSide, meshSolid, type SolidMesh } from './mesh.ts';
import type { SolidData, SolidInput } from './model.ts';
import {
  CONTACT_SPACING,
  DETAIL,
  FEWER_CONTACT_POINTS,
  MANY_NODES,
  MOST_CONTACT_POINTS,
  MOST_CONTRAST,
  MOST_FACTORED,
} from './numbers.ts';
import { remarksOn } from './remarks.ts';

/**
 * Shares of a ten-node element's mass: of each corner, of each middle of an edge (in the ratio of ∫N², all positive).
 */
const CORNER_SHARE = 1 / 36;
const MIDDLE_SHARE = 4 / 27;

/** Elements, and what the material does in each. */
type Elements = Pick<
  SolidData,
  'mesh' | 'nodes' | 'tets' | 'elementNodes' | 'quadratic' | 'gradients' | 'volumes' | 'factors'
> & {
  /** Part of each element that the body fills. */
  readonly filled: Float64Array;
};

/** Shape and material to mesh, matrix pattern, elimination order, surface and contact points. */
export function buildSolidData(input: SolidInput): Omit<SolidData, 'embed'> {
  const { material, options } = input;
  const size = longestSide(input.sdf.bounds);
  const meshed = meshSolid(input);
  const { cell } = meshed;
  const elements = meshed.quadratic
    ? quadraticElements(input, meshed)
    : linearElements(input, meshed);
  const { filled, ...kept } = elements;
  const { mesh, nodes, elementNodes, factors } = kept;
  const each = elementNodes.length / kept.tets;

  tick('surface');
  const boundary = tetSurface(mesh);
  const surface = meshed.exact
    ? boundary.mesh
    : (input.surface ?? extractSurface(input.sdf, input.detail ?? DETAIL * cell));
  const embed = createEmbedder(mesh);
  const skin = embed(surface.positions);
  const isLarge = nodes > MANY_NODES || meshed.isSheet;
  const most = isLarge ? FEWER_CONTACT_POINTS : MOST_CONTACT_POINTS;
  const contactPoints = pickContactPoints(surface, CONTACT_SPACING * cell, most);
  tick('the matrix');
  const pattern = patternFromElements(nodes, elementNodes, each);
  const solver = options.solver === 'auto' ? chooseSolver(nodes, factors) : options.solver;
  tick('held regions');
  const regions = input.regions.map((sdf, r) => heldNodes(mesh, sdf, 1e-6 * size, r));
  return {
    ...kept,
    masses: lumpMasses(elements, material.density, surface),
    areas: lumpAreas(boundary, nodes),
    ...checkedModuli(material),
    points: meshed.quadratic ? 4 * kept.tets : kept.tets,
    pointOfNode: pointOfNode(kept),
    pattern,
    slots: elementSlots(pattern, elementNodes, each),
    symbolic: solver === 'cg' ? null : analyse(pattern, 3, { positions: mesh.positions }),
    surface,
    skin,
    contactPoints,
    contacts: embed(contactPoints),
    regions,
    material,
    solver,
    remarks: remarksOn(meshed, nodes, regions, elementNodes, each),
  };
}

function linearElements(input: SolidInput, { mesh }: SolidMesh): Elements {
  const tets = mesh.tets.length / 4;
  return {
    mesh,
    nodes: mesh.positions.length / 3,
    tets,
    elementNodes: mesh.tets,
    quadratic: null,
    gradients: shapeGradients(mesh),
    volumes: tetVolumes(mesh),
    factors: factorsInMiddles(input, mesh),
    filled: new Float64Array(tets).fill(1),
  };
}

function quadraticElements(input: SolidInput, { mesh, exact, element }: SolidMesh): Elements {
  const { fine, table } = tenNodeMesh(mesh);
  const nodes = fine.positions.length / 3;
  let distance: Float64Array | null = null;
  if (!exact) {
    distance = new Float64Array(nodes);
    input.sdf.evaluate(fine.positions, nodes, distance);
  }
  const { points, factors, filled } = integrateElements(
    table,
    fine.positions,
    input.stiffness,
    distance,
    element,
    exact ? null : outsideOf(mesh, input.sdf),
  );
  return {
    mesh: fine,
    nodes,
    tets: mesh.tets.length / 4,
    elementNodes: tenVertices(table),
    quadratic: { table, points },
    gradients: shapeGradients(mesh),
    volumes: tetVolumes(mesh),
    factors,
    filled,
  };
}

function chooseSolver(nodes: number, stiffness: Float64Array): SolidData['solver'] {
  if (nodes > MOST_FACTORED) return 'cg';
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const s of stiffness) {
    least = Math.min(least, s);
    most = Math.max(most, s);
  }
  return most > MOST_CONTRAST * least ? 'direct' : 'kept';
}

/** The stiffness factor in the middle of every tet. */
function factorsInMiddles(input: SolidInput, mesh: TetMesh): Float64Array {
  const tets = mesh.tets.length / 4;
  const centres = new Float64Array(3 * tets);
  for (let i = 0; i < mesh.tets.length; i++) {
    for (let c = 0; c < 3; c++)
      centres[3 * (i >> 2) + c] += 0.25 * mesh.positions[3 * mesh.tets[i] + c];
  }
  const factors = new Float64Array(tets);
  input.stiffness(centres, tets, factors);
  return factors;
}

/** Masses at the nodes [kg]. The body weighs what it looks, also where the mesh is a little larger. */
function lumpMasses(elements: Elements, density: number, surface: TriangleMesh): Float64Array {
  const { tets, volumes, filled, elementNodes, nodes } = elements;
  let meshed = 0;
  for (let e = 0; e < tets; e++) meshed += volumes[e] * filled[e];
  const own = (density * meshMass(surface).volume) / meshed;
  const each = elementNodes.length / tets;
  const masses = new Float64Array(nodes);
  for (let e = 0; e < tets; e++) {
    const mass = own * volumes[e] * filled[e];
    for (let a = 0; a < each; a++) {
      const share = each === 4 ? 0.25 : a < 4 ? CORNER_SHARE : MIDDLE_SHARE;
      masses[elementNodes[each * e + a]] += share * mass;
    }
  }
  return masses;
}

function lumpAreas({ mesh, vertices }: TetSurface, nodes: number): Float64Array {
  const areas = new Float64Array(nodes);
  vertexAreas(mesh).forEach((area, i) => {
    areas[vertices[i]] += area;
  });
  return areas;
}

/** The first element of a node; of its four points the one near the corner, or near either end of the edge. */
function pointOfNode({
  nodes,
  tets,
  elementNodes,
  quadratic,
}: Omit<Elements, 'filled'>): Int32Array {
  const point = new Int32Array(nodes);
  if (quadratic === null) {
    for (let i = elementNodes.length - 1; i >= 0; i--) point[elementNodes[i]] = i >> 2;
    return point;
  }
  for (let e = tets - 1; e >= 0; e--)
    for (let k = 3; k >= 0; k--)
      for (let i = k; i < 4; i++) point[quadratic.table[16 * e + 4 * k + i]] = 4 * e + k;
  return point;
}

function heldNodes(mesh: TetMesh, region: Sdf, slack: number, r: number): Int32Array {
  const n = mesh.positions.length / 3;
  const distance = new Float64Array(n);
  region.evaluate(mesh.positions, n, distance);
  const inside: number[] = [];
  for (let i = 0; i < n; i++) if (distance[i] <= slack) inside.push(i);
  check(
    inside.length > 0,
    () =>
      'must hold a node of the body, got none. Make it larger, or move it onto the body (its own coordinates).',
    `attachments[${r}].region`,
  );
  return Int32Array.from(inside);
}
