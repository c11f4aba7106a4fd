// A model of one's own, written from docs/contract.md: point masses at the corners of tetrahedra, springs along their edges.
// Puts it to the contract's tests, then drops it on a floor. Run it with: node examples/mass-spring.mjs
import {
  compileShape,
  createWorld,
  embedPoints,
  MEASURE,
  pointMasses,
  registerModel,
  stuffTets,
  tetSurface,
  tetVolumes,
} from 'pliant';
import { brokenPromises } from 'pliant/conformance';

/** Slow and pure: a mesh, its edges as springs of `stiffness` [N/m], masses by volume [kg/m³]; damping [s], cell [m]. */
export function buildSprings(shape, { cell, density, stiffness, damping }) {
  const sdf = compileShape(shape);
  const mesh = stuffTets(sdf, cell);
  const { positions: rest, tets } = mesh;
  const nodes = rest.length / 3;
  const masses = new Float64Array(nodes);
  const edges = new Set();
  const volumes = tetVolumes(mesh);
  for (let t = 0; t < volumes.length; t++) {
    const corners = tets.subarray(4 * t, 4 * t + 4);
    for (const p of corners) {
      masses[p] += (density * volumes[t]) / 4;
      for (const q of corners) if (p < q) edges.add(p * nodes + q);
    }
  }
  const springs = [...edges].map((key) => [Math.floor(key / nodes), key % nodes]);
  const surface = tetSurface(mesh);
  const b = sdf.bounds;
  const data = { mesh, masses, springs, stiffness, damping };
  // Takes memory and nothing else; three vectors more than the state are what a step needs.
  const allocate = (a) =>
    Object.fromEntries(['x', 'v', 'rhs', 'impulse', 'f'].map((name) => [name, a.f64(3 * nodes)]));
  const model = {
    kind: 'springs',
    surface: surface.mesh,
    contactPoints: surface.mesh.positions,
    size: Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]),
    mass: masses.reduce((sum, m) => sum + m, 0),
    capacity: 3 * nodes,
    allocate,
    create: (a, kernels) => createBody({ ...data, model }, allocate(a), kernels),
  };
  return model;
}

function createBody(data, { x, v, rhs, impulse, f }, kernels) {
  const { mesh, masses, springs, stiffness, damping, model } = data;
  const rest = mesh.positions;
  const n = rest.length;
  const lengths = springs.map(([a, b]) =>
    Math.hypot(...[0, 1, 2].map((c) => rest[3 * b + c] - rest[3 * a + c])),
  );
  const unit = new Float64Array(3 * springs.length);
  const diagonal = new Float64Array(masses.length);
  const whole = new Float64Array(pointMasses.WHOLE.length);
  let scale = 0;
  x.set(rest);

  /** Directions and forces of all springs where the body is; returns their energy. */
  const pull = () => {
    let energy = 0;
    f.fill(0);
    for (let s = 0; s < springs.length; s++) {
      const [a, b] = springs[s];
      const along = [0, 1, 2].map((c) => x[3 * b + c] - x[3 * a + c]);
      const length = Math.hypot(...along);
      const stretch = length - lengths[s];
      energy += 0.5 * stiffness * stretch * stretch;
      for (let c = 0; c < 3; c++) {
        unit[3 * s + c] = along[c] / length;
        f[3 * a + c] += stiffness * stretch * unit[3 * s + c];
        f[3 * b + c] -= stiffness * stretch * unit[3 * s + c];
      }
    }
    return energy;
  };

  const equation = {
    velocity: v,
    rhs,
    impulse,
    unknowns: () => n,
    hold() {},
    release() {},
    prescribe() {},
    constrain() {},
    // A = M + (h² + βh) K with K = Σ k d dᵀ along the springs: symmetric, positive, and it turns nothing.
    assemble(h, gravity) {
      scale = (h * h + damping * h) * stiffness;
      pull();
      diagonal.set(masses);
      for (const pair of springs) for (const p of pair) diagonal[p] += scale;
      for (let i = 0; i < n; i++)
        rhs[i] = masses[Math.floor(i / 3)] * (v[i] + h * gravity[i % 3]) + h * f[i];
    },
    multiply(y, u) {
      for (let i = 0; i < n; i++) y[i] = masses[Math.floor(i / 3)] * u[i];
      for (let s = 0; s < springs.length; s++) {
        const [a, b] = springs[s];
        let along = 0;
        for (let c = 0; c < 3; c++) along += unit[3 * s + c] * (u[3 * b + c] - u[3 * a + c]);
        for (let c = 0; c < 3; c++) {
          y[3 * a + c] -= scale * along * unit[3 * s + c];
          y[3 * b + c] += scale * along * unit[3 * s + c];
        }
      }
    },
    precondition(z, r) {
      for (let i = 0; i < n; i++) z[i] = r[i] / diagonal[Math.floor(i / 3)];
    },
    correctMomentum: (u, b) => pointMasses.correctMomentum(u, x, masses, b, masses.length, whole),
    potential(h, gravity, u) {
      let value = 0;
      for (let i = 0; i < n; i++)
        value += masses[Math.floor(i / 3)] * (0.5 * (u[i] - v[i]) ** 2 - h * gravity[i % 3] * u[i]);
      const before = x.slice();
      for (let i = 0; i < n; i++) x[i] += h * u[i];
      value += pull();
      x.set(before);
      return value;
    },
  };

  // The compliance of contacts is left to the world: it asks `precondition`, column by column.
  const embed = (places) => embedPoints(mesh, places);
  const points = pointMasses.weightedPoints(kernels, embed(model.contactPoints), embed, x, impulse);
  const motion = pointMasses.pointMotion({ x, v, rest, masses });
  const drawn = new Float64Array(model.contactPoints.length);
  return {
    model,
    levels: pointMasses.levelCounts(n, springs.length),
    equation,
    points,
    motion: {
      ...motion,
      measure(gravity, out) {
        motion.measure(gravity, out);
        out[MEASURE.elastic] = pull();
        out[MEASURE.volume] = 1;
      },
    },
    look: {
      drawSurface(positions) {
        points.positions(points.contacts, drawn);
        positions.set(drawn);
      },
    },
    state: { arrays: { x, v }, restored() {} },
  };
}

const shape = { type: 'box', size: [0.3, 0.2, 0.2] };
const options = { cell: 0.1, stiffness: 2000, damping: 0.002 };
export const model = buildSprings(shape, { ...options, density: 1000 });

/** How scenes get it: `model: { type: "springs", options: { … } }`. */
const springs = {
  rules: 'springs',
  build: (asked, { body }) =>
    buildSprings(body.shape, { ...asked.options, density: body.material.density }),
};

/** A world with a body of springs. */
function dropped() {
  registerModel(springs);
  return createWorld({
    format: 'pliant/1',
    name: 'springs',
    bodies: [
      {
        name: 'jelly',
        shape,
        position: [0, 0.4, 0],
        material: { young: 1e5, density: 1000 },
        model: { type: 'springs', options },
      },
    ],
    obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
  });
}

if (process.argv[1]?.endsWith('mass-spring.mjs')) {
  const broken = brokenPromises(model);
  console.log(broken.length === 0 ? 'keeps all promises of the contract' : broken);
  const world = dropped();
  world.step(180);
  const { kinetic } = world.totals().energy;
  console.log(
    `after ${world.time.toFixed(1)} s it rests on ${world.report.contacts} points, kinetic energy ${kinetic.toExponential(1)} J`,
  );
  if (broken.length > 0 || !(world.report.contacts > 3 && kinetic < 1e-2)) process.exitCode = 1;
}
