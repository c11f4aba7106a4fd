import type { World } from 'pliant';

/** One line a step: time, energies, speed, unknowns, contacts, milliseconds a phase, and every probe. */
export function csvHeader(world: World): string {
  const columns = [
    'step',
    'time',
    'kinetic',
    'elastic',
    'potential',
    'speed',
    'contacts',
    'iterations',
  ];
  for (const body of world.bodies) columns.push(`${body.name}.dofs`);
  for (const { name, probes } of world.scene.bodies) {
    for (const probe of Object.keys(probes)) {
      columns.push(`${name}.${probe}.x`, `${name}.${probe}.y`, `${name}.${probe}.z`);
    }
  }
  return `${columns.join(',')}\n`;
}

export function csvLine(world: World): string {
  const { energy, speed } = world.totals();
  const cells: number[] = [
    world.steps,
    world.time,
    energy.kinetic,
    energy.elastic,
    energy.potential,
    speed,
    world.report.contacts,
    world.report.iterations,
  ];
  for (const body of world.bodies) cells.push(body.levels.activeDofs);
  world.scene.bodies.forEach(({ probes }, b) => {
    for (const probe of Object.keys(probes)) cells.push(...world.bodies[b].probe(probe));
  });
  return `${cells.join(',')}\n`;
}
