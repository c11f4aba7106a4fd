import { expect, test } from 'vitest';
import { COLUMN } from '../src/truth/column.ts';
import { fitRing } from '../src/truth/fit.ts';
import { restOf } from '../src/truth/reference/bars.ts';
import { beamFrequency, bucklingFactor } from '../src/truth/reference/beam.ts';
import { elasticaTip } from '../src/truth/reference/elastica.ts';
import { freeAxis } from '../src/truth/reference/euler.ts';
import { isotropic, stress } from '../src/truth/reference/law.ts';
import { REFERENCE } from '../src/truth/reference/numbers.ts';
import { RING_CASES, referenceOf } from '../src/truth/ring-cases.ts';
import { keyOf, STATIC_CASES, timoshenkoTip } from '../src/truth/static-cases.ts';

const off = (value: number, truth: number): number => Math.abs(value / truth - 1);
const G = 9.81;

test('every case has a number, and two meshes agree on it within 0.3 %', () => {
  const keys = [
    ...STATIC_CASES.map(keyOf),
    ...RING_CASES.map(referenceOf),
    `buckling/${COLUMN.id}`,
  ];
  for (const key of keys) {
    expect(REFERENCE[key], key).toBeDefined();
    expect(off(REFERENCE[key].coarser, REFERENCE[key].value), key).toBeLessThan(0.003);
  }
});

test('the law’s stress and tangent are derivatives of its energy', () => {
  const law = isotropic(1000, 0.3);
  const F = Float64Array.from([1.1, 0.2, -0.1, 0.05, 0.9, 0.3, -0.2, 0.1, 1.05]);
  const [P, Q] = [new Float64Array(9), new Float64Array(9)];
  const T = new Float64Array(81);
  const energy = stress(P, T, F, law);
  for (let c = 0; c < 9; c++) {
    const moved = Float64Array.from(F);
    moved[c] += 1e-6;
    expect((stress(Q, null, moved, law) - energy) / 1e-6).toBeCloseTo(P[c], 1);
    for (let r = 0; r < 9; r++) expect((Q[r] - P[r]) / 1e-6).toBeCloseTo(T[9 * r + c], 1);
  }
});

test('hexahedra agree with beam theory where it is right: no Poisson effect at the clamp, small deflection', () => {
  const { bar } = STATIC_CASES.find((one) => keyOf(one) === 'beams/10:1, ν 0')!;
  const stiff = { ...bar, young: 100 * bar.young };
  expect(off(-restOf(stiff, 2, 1).u[1], timoshenkoTip(stiff))).toBeLessThan(0.002);
});

test('a clamp that keeps sections from widening stiffens a short beam more than a long one', () => {
  const ratio = (key: string): number => {
    const one = STATIC_CASES.find((c) => keyOf(c) === key)!;
    return REFERENCE[key].value / timoshenkoTip(one.bar);
  };
  expect(ratio('beams/2.5:1, ν 0.49')).toBeLessThan(ratio('beams/5:1, ν 0.49'));
  expect(ratio('beams/5:1, ν 0.49')).toBeLessThan(ratio('beams/20:1, ν 0.49'));
});

test('a slender bar without Poisson effect is the elastica, plus what shear adds', () => {
  const one = STATIC_CASES.find((c) => keyOf(c) === 'beams/20:1, ν 0')!;
  const { young, side, length, density } = one.bar;
  const stiffness = (young * side ** 4) / 12;
  const { drop } = elasticaTip({ length, stiffness, weight: density * G * side ** 2 });
  const shear = (density * G * length ** 2) / (2 * (5 / 6) * (young / 2));
  expect(off(REFERENCE[keyOf(one)].value, drop + shear)).toBeLessThan(0.001);
});

test('the elastica found by shooting: small drops are linear, and hexahedra agree on the large one', () => {
  const { bar } = STATIC_CASES.find((one) => one.family === 'elastica')!;
  const stiffness = (bar.young * bar.side ** 4) / 12;
  const weight = bar.density * G * bar.side ** 2;
  const small = elasticaTip({ length: bar.length, stiffness: 1e4 * stiffness, weight });
  expect(off(small.drop, (weight * bar.length ** 4) / (8e4 * stiffness))).toBeLessThan(1e-4);
  const large = elasticaTip({ length: bar.length, stiffness, weight });
  expect(
    off(
      large.drop,
      REFERENCE[`elastica/${STATIC_CASES.find((o) => o.family === 'elastica')!.id}`].value,
    ),
  ).toBeLessThan(0.01);
});

test('torsion of a square bar has the energy of Saint-Venant, and a little more for its held ends', () => {
  const one = STATIC_CASES.find((c) => keyOf(c) === 'torsion/5:1, ν 0.3, 10°')!;
  const { young, poisson, side, length } = one.bar;
  const shear = young / (2 * (1 + poisson));
  const plain = (0.1406 * shear * side ** 4 * (Math.PI / 18) ** 2) / (2 * length);
  const ratio = REFERENCE[keyOf(one)].value / plain;
  expect(ratio).toBeGreaterThan(1);
  expect(ratio).toBeLessThan(1.1);
});

test('a hanging bar stretches by ρgL²/2E, but for its clamp', () => {
  const one = STATIC_CASES.find((c) => keyOf(c) === 'hanging/10:1, ν 0.3')!;
  const { density, length, young } = one.bar;
  expect(off(REFERENCE[keyOf(one)].value, (density * G * length ** 2) / (2 * young))).toBeLessThan(
    0.01,
  );
});

test('Hermite beams: frequency of a cantilever, its buckling weight, a chain', () => {
  const beam = { length: 1, side: 0.01, young: 1e9, density: 1000, along: 0 };
  const [area, inertia] = [1e-4, 1e-8 / 12];
  const omega = 3.5160153 * Math.sqrt((1e9 * inertia) / (1000 * area));
  expect(off(beamFrequency(beam), omega / (2 * Math.PI))).toBeLessThan(1e-5);
  const critical = (7.83735 * 1e9 * inertia) / (1000 * area);
  expect(off(bucklingFactor({ ...beam, along: -1 }), critical)).toBeLessThan(1e-4);
  const chain = { ...beam, young: 1, along: G };
  expect(
    off(beamFrequency(chain, 400), ((2.404826 / 2) * Math.sqrt(G)) / (2 * Math.PI)),
  ).toBeLessThan(1e-3);
});

test('hexahedra and Hermite beams agree on frequency and buckling within what shear and the clamp do', () => {
  const { bar } = RING_CASES[0];
  expect(off(REFERENCE['ringing/2 Hz'].value, beamFrequency({ ...bar, along: 0 }))).toBeLessThan(
    0.03,
  );
  const column = { length: 1, side: 0.1, young: 3e6, density: 1000, along: -1 };
  expect(off(REFERENCE[`buckling/${COLUMN.id}`].value, bucklingFactor(column))).toBeLessThan(0.02);
});

test('a free top: symmetric boxes precess at the rate theory says', () => {
  // Square plate: I3 = 2 I1 of a thin one; the axis circles about L at L/I1.
  const size: [number, number, number] = [0.2, 0.2, 0.1];
  const [i1, i3] = [0.05, 0.08];
  const spin: [number, number, number] = [1, 0, 5];
  const L = Math.hypot(i1, 5 * i3);
  const period = (2 * Math.PI * i1) / L;
  const axis = freeAxis(size, spin, period);
  expect(Math.hypot(axis[0], axis[1], axis[2] - 1)).toBeLessThan(1e-6);
  expect(freeAxis(size, spin, period / 2)[0]).toBeGreaterThan(0.1);
});

test('a swing that dies away is found again', () => {
  const times = Array.from({ length: 120 }, (_, i) => i / 60);
  const values = times.map((t) => 0.3 + Math.exp(-0.4 * t) * Math.cos(2 * Math.PI * 2.1 * t + 0.3));
  const ring = fitRing(times, values, 2);
  expect(off(ring.frequency, 2.1)).toBeLessThan(1e-5);
  expect(off(ring.kept, Math.exp(-0.4 / 2.1))).toBeLessThan(1e-5);
});
