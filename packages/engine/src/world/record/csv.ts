import type { World } from '../world.ts';

/**
 * Writes one line per step: time, energies, speed, contacts, iterations, unknowns of each body, and every probe.
 * Columns are those of the initial bodies; pieces count with their body.
 */
export function createCsv(world: World): { readonly header: string; line(): string } {
  const bodies = world.scene.bodies.map(({ name, probes }) => {
    return { name, probes: Object.keys(probes) };
  });
  return { header: headerOf(bodies), line: () => lineOf(world, bodies) };
}

type Columns = readonly { readonly name: string; readonly probes: readonly string[] }[];

function headerOf(bodies: Columns): string {
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
  for (const { name } of bodies) columns.push(`${name}.dofs`);
  for (const { name, probes } of bodies) {
    for (const probe of probes) {
      columns.push(`${name}.${probe}.x`, `${name}.${probe}.y`, `${name}.${probe}.z`);
    }
  }
  return `${columns.map(quoted).join(',')}\n`;
}

/** A cell of a table by RFC 4180: quoted if necessary. */
const quoted = (text: string): string =>
  /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function lineOf(world: World, bodies: Columns): string {
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
  for (const { name } of bodies) {
    const own = world.bodies.filter((b) => world.scene.bodies[b.origin].name === name);
    cells.push(own.reduce((sum, { levels }) => sum + levels.activeDofs, 0));
  }
  for (const { name, probes } of bodies) {
    const body = world.bodies.find((b) => b.name === name);
    for (const probe of probes)
      for (const x of body?.probe(probe) ?? [NaN, NaN, NaN]) cells.push(x);
  }
  return `${cells.join(',')}\n`;
}
