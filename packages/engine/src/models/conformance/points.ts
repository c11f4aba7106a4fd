import {
  disturb,
  dot,
  jacobian,
  largest,
  type ModelPromise,
  STEP,
  type Subject,
  WEIGHTLESS,
} from './subject.ts';

const ROUNDING = 1e-10;

function randomForces({ body, inside, random }: Subject, within: boolean): Float64Array {
  const { count } = within ? inside : body.points.contacts;
  return Float64Array.from({ length: 3 * count }, () => random.range(-1, 1));
}

export const transposePromise: ModelPromise = {
  name: 'transpose',
  says: 'forces at points reach the unknowns by the transpose of how points follow them',
  broken(make) {
    const s = make();
    disturb(s);
    const { equation, points } = s.body;
    equation.assemble(STEP, WEIGHTLESS, null);
    const n = equation.unknowns();
    for (const inside of [false, true]) {
      const set = inside ? s.inside : points.contacts;
      const f = randomForces(s, inside);
      const v = new Float64Array(f.length);
      for (let i = 0; i < n; i++) s.u[i] = s.random.range(-1, 1);
      points.velocities(set, s.u, v);
      s.b.fill(0);
      points.forces(set, f, s.b);
      const error = Math.abs(dot(f, v, f.length) - dot(s.u, s.b, n));
      const scale = Math.sqrt(dot(f, f, f.length) * dot(v, v, v.length));
      if (!(error < ROUNDING * scale)) return `f·(J u) and u·(Jᵀ f) differ by ${error / scale}`;
      const subset = { list: Int32Array.of(0, 2), count: 2 };
      const some = new Float64Array(f.length);
      points.velocities(set, s.u, some, subset);
      for (const i of [0, 1, 2, 6, 7, 8])
        if (Math.abs(some[i] - v[i]) > ROUNDING * largest(v))
          return 'velocities of a subset points are others than those of all';
    }
    return null;
  },
};

export const recordPromise: ModelPromise = {
  name: 'record',
  says: 'recorded impulses add up in the impulse of the unknowns',
  broken(make) {
    const s = make();
    disturb(s);
    const { equation, points } = s.body;
    equation.assemble(STEP, WEIGHTLESS, null);
    const n = equation.unknowns();
    equation.impulse.fill(0, 0, n);
    const expected = new Float64Array(n);
    for (const inside of [false, true]) {
      const set = inside ? s.inside : points.contacts;
      const f = randomForces(s, inside);
      const J = jacobian(s, set);
      for (let i = 0; i < f.length; i++)
        for (let j = 0; j < n; j++) expected[j] += J[i * n + j] * f[i];
      points.record(set, f);
    }
    let error = 0;
    for (let j = 0; j < n; j++)
      error = Math.max(error, Math.abs(equation.impulse[j] - expected[j]));
    const scale = largest(expected);
    return error < ROUNDING * scale ? null : `the impulse is off by ${error / scale} of it`;
  },
};
