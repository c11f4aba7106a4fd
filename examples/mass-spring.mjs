// A model of one's own, written from docs/contract.md: point masses at the corners of tetrahedra, springs along their edges.
// Puts it to the contract's tests, then drops it on a floor. Run it with: node examples/mass-spring.mjs
import {
  compileShape,
  createWorld,
  embedPoints,
  pointMasses,
  registerModel,
  stuffTets,
  tetSurface,
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
  for (let t = 0; t < tets.length; t += 4) {
    const [a, b, c, d] = tets.subarray(t, t + 4);
    const e = [b, c, d].map((p) => [0, 1, 2].map((i) => rest[3 * p + i] - rest[3 * a + i]));
    const volume = Math.abs(
      e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
        e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
        e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]),
    );
    for (const p of [a, b, c, d]) masses[p] += (density * volume) / 24;
    for (const [p, q] of [
      [a, b],
      [a, c],
      [a, d],
      [b, c],
      [b, d],
      [c, d],
    ])
      edges.add(Math.min(p, q) * nodes + Math.max(p, q));
  }
  const springs = [...edges].map((key) => [Math.floor(key / nodes), key % nodes]);
  const surface = tetSurface(mesh);
  const b = sdf.bounds;
  const model = {
    kind: 'springs',
    surface: surface.mesh,
    contactPoints: surface.mesh.positions,
    size: Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]),
    mass: masses.reduce((sum, m) => sum + m, 0),
    capacity: 3 * nodes,
    // Takes memory and nothing else; four vectors more than the state are what a step needs.
    allocate: (a) =>
      Object.fromEntries(['x', 'v', 'rhs', 'impulse', 'f'].map((name) => [name, a.f64(3 * nodes)])),
    create: (a) =>
      createBody(
        { mesh, rest, nodes, masses, springs, stiffness, damping, model },
        model.allocate(a),
      ),
  };
  return model;
}

function createBody(data, { x, v, rhs, impulse, f }) {
  const { mesh, rest, nodes, masses, springs, stiffness, damping, model } = data;
  const lengths = springs.map(([a, b]) =>
    Math.hypot(...[0, 1, 2].map((c) => rest[3 * b + c] - rest[3 * a + c])),
  );
  const unit = new Float64Array(3 * springs.length);
  const diagonal = new Float64Array(nodes);
  const whole = new Float64Array(pointMasses.WHOLE.length);
  let scale = 0;
  x.set(rest);

  /** Directions and forces of all springs where the body is; returns their energy. */
  const pull = () => {
    let energy = 0;
    f.fill(0);
    for (let s = 0; s < springs.length; s++) {
      const [a, b] = springs[s];
      let now = 0;
      for (let c = 0; c < 3; c++) now += (x[3 * b + c] - x[3 * a + c]) ** 2;
      now = Math.sqrt(now);
      energy += 0.5 * stiffness * (now - lengths[s]) ** 2;
      for (let c = 0; c < 3; c++) {
        unit[3 * s + c] = (x[3 * b + c] - x[3 * a + c]) / now;
        const force = stiffness * (now - lengths[s]) * unit[3 * s + c];
        f[3 * a + c] += force;
        f[3 * b + c] -= force;
      }
    }
    return energy;
  };
  const equation = {
    velocity: v,
    rhs,
    impulse,
    unknowns: () => 3 * nodes,
    hold() {},
    release() {},
    // A = M + (h² + βh) K with K = Σ k n nᵀ along the springs: symmetric, positive, and it turns nothing.
    assemble(h, gravity) {
      scale = (h * h + damping * h) * stiffness;
      pull();
      diagonal.set(masses);
      for (const pair of springs) for (const p of pair) diagonal[p] += scale;
      for (let i = 0; i < 3 * nodes; i++)
        rhs[i] = masses[Math.floor(i / 3)] * (v[i] + h * gravity[i % 3]) + h * f[i];
    },
    multiply(y, u) {
      for (let i = 0; i < 3 * nodes; i++) y[i] = masses[Math.floor(i / 3)] * u[i];
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
      for (let i = 0; i < 3 * nodes; i++) z[i] = r[i] / diagonal[Math.floor(i / 3)];
    },
    prescribe() {},
    constrain() {},
    correctMomentum: (u, b) => pointMasses.correctMomentum(u, x, masses, b, nodes, whole),
    potential(h, gravity, u) {
      let value = 0;
      for (let i = 0; i < 3 * nodes; i++)
        value += masses[Math.floor(i / 3)] * (0.5 * (u[i] - v[i]) ** 2 - h * gravity[i % 3] * u[i]);
      const before = x.slice();
      for (let i = 0; i < 3 * nodes; i++) x[i] += h * u[i];
      value += pull();
      x.set(before);
      return value;
    },
  };

  /** A point is a weighted mean of the four corners around it; positions and velocities alike. */
  const blend = ({ indices, weights, count }, from, out) => {
    for (let k = 0; k < 3 * count; k++) out[k] = 0;
    for (let e = 0; e < 4 * count; e++)
      for (let c = 0; c < 3; c++)
        out[3 * Math.floor(e / 4) + c] += weights[e] * from[3 * indices[e] + c];
  };
  const forces = ({ indices, weights, count }, push, out) => {
    for (let e = 0; e < 4 * count; e++)
      for (let c = 0; c < 3; c++)
        out[3 * indices[e] + c] += weights[e] * push[3 * Math.floor(e / 4) + c];
  };
  const embed = (points) => ({ ...embedPoints(mesh, points), count: points.length / 3 });
  const contacts = embed(model.contactPoints);
  const corners = new Float64Array(nodes);
  /** Weights of a place on the corners, added to `corners` times `sign`. */
  const spread = (groups, { group, points, weights }, s, sign) => {
    for (let k = 4 * s; k < 4 * s + 4; k++) {
      const set = groups[group[s]].points;
      for (let e = 4 * points[k]; e < 4 * points[k] + 4; e++)
        corners[set.indices[e]] += sign * weights[k] * set.weights[e];
    }
  };
  /** Through the diagonal that `precondition` divides by: places answer each other where they share corners. */
  const dense = (groups, places, n, W) => {
    W.fill(0, 0, 9 * n * n);
    for (let i = 0; i < n; i++) {
      spread(groups, places, i, 1);
      const row = corners.slice();
      spread(groups, places, i, -1);
      for (let j = 0; j < n; j++) {
        spread(groups, places, j, 1);
        let sum = 0;
        for (let p = 0; p < nodes; p++) sum += (row[p] * corners[p]) / diagonal[p];
        spread(groups, places, j, -1);
        for (let c = 0; c < 3; c++) W[(3 * i + c) * 3 * n + 3 * j + c] = sum;
      }
    }
    return true;
  };
  const drawn = new Float64Array(3 * contacts.count);
  return {
    model,
    levels: {
      totalDofs: 3 * nodes,
      activeDofs: 3 * nodes,
      totalPoints: springs.length,
      activePoints: springs.length,
      switches: 0,
      jump: 0,
      kineticGain: 0,
    },
    equation,
    points: {
      contacts,
      embed,
      positions: (set, out) => blend(set, x, out),
      velocities: (set, u, out) => blend(set, u, out),
      forces,
      record: (set, push) => forces(set, push, impulse),
      compliance: { dense },
    },
    motion: {
      advance(h, u) {
        for (let i = 0; i < 3 * nodes; i++) {
          v[i] = u[i];
          x[i] += h * u[i];
        }
      },
      place: (pose) => pointMasses.placePoints(x, rest, nodes, pose),
      move(pose, keep) {
        pointMasses.movePlaces(x, nodes, pose);
        pointMasses.turnVectors(v, nodes, pose, keep);
      },
      addVelocity: (linear, spin) =>
        pointMasses.addRigidVelocity(
          v,
          x,
          nodes,
          pointMasses.centreOfMass(x, masses, nodes),
          linear,
          spin,
        ),
      measure(gravity, out) {
        pointMasses.measurePoints(out, x, v, masses, nodes, gravity);
        out[2] = pull();
        out[14] = 1;
      },
    },
    look: {
      drawSurface(positions) {
        blend(contacts, x, drawn);
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
