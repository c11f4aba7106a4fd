// Writes docs/scene-reference.md from the JSON Schema of the scene format. With --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromRoot } from './lib/paths.mjs';

const FILE = 'docs/scene-reference.md';
/** Numbers beyond this are guards against slips of units, not limits a reader plans with. */
const GUARD = 1e6;

// What the schema cannot say in a field.

/** @type {Record<string, string>} */
const MEASURES = {
  probe: 'Where a probe is [m]; needs `body` and `probe`.',
  centre: 'Centre of mass [m].',
  speed: 'Largest speed of a point [m/s].',
  kinetic: 'Kinetic energy [J].',
  elastic: 'Elastic energy [J].',
  potential: 'Energy in gravity [J], zero at the origin.',
  energy: 'The three energies together [J].',
  penetration: 'Deepest contact point inside an obstacle, as a part of the body’s longest side.',
  volume: 'Volume now over volume at rest; the largest of several bodies.',
  dofs: 'Scalar unknowns in use.',
  points: 'Integration points in use.',
  switches: 'Changes of resolution in the last step.',
  jump: 'Largest jump of a point that a change of resolution caused, as a part of the body’s longest side.',
  kineticGain: 'Kinetic energy that a change of resolution added [J].',
  linear: 'Momentum [kg m/s].',
  angular: 'Angular momentum about the origin [kg m²/s].',
  contacts: 'Contact points that touch or are about to.',
};

/** @type {Record<string, string>} */
const SHAPES = {
  sphere: 'Centred at the origin.',
  ellipsoid: 'Centred at the origin, axes along x, y, z.',
  capsule: 'All points within a radius of a segment.',
  cone: 'A cone cut flat at both ends. One of the radii may be zero.',
  'round-cone': 'The hull of two spheres: a limb.',
  box: 'Centred at the origin.',
  'rounded-box': 'A box with round edges, centred at the origin.',
  torus: 'A ring about the y axis, centred at the origin.',
  cylinder: 'Along y, centred at the origin.',
  plane: 'A half-space, for obstacles and for cutting: all points x with normal·x ≤ offset.',
  union: 'Everything that is in one of the shapes.',
  intersection: 'What is in all of the shapes.',
  difference: 'What is in `base` and in none of `cut`.',
  transform: 'A shape scaled about its origin, then turned, then moved.',
  repeat: 'Copies on a grid.',
  shell: 'The outer skin of a shape: hollow inside.',
  thing: 'A creature or thing from [the library](#the-library).',
  mesh: 'A solid bounded by a closed triangle mesh. Small faults (holes, flipped faces, doubled vertices) are mended unless `repair` is false.',
};

const FORMS = {
  gravity: 'changes gravity.',
  force: 'pushes a point with a constant force for a while.',
  pull: 'pulls a point towards a place for a while.',
  release: 'lets an attachment or a spring go.',
  remove: 'takes an obstacle away.',
  add: 'puts an obstacle back.',
  gradient: 'changes along a line.',
  regions: 'has a factor per region.',
  attribute: 'is painted on the vertices of a mesh file.',
  solid: 'is the reference: tetrahedra everywhere, no adaptation.',
};

/** A few words that follow a form's tag; empty if there is nothing to add. */
const formWords = (form) => FORMS[form] ?? '';

const code = (text) => `\`${text}\``;
const slug = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');
const link = (title) => `[${title}](#${slug(title)})`;
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Rows of cells as a Markdown table, padded as the formatter of this repository does it; the first row is the head. */
function tableText([head, ...rows]) {
  const widths = head.map((_, c) => Math.max(3, ...[head, ...rows].map((row) => row[c].length)));
  const line = (row) => `| ${row.map((text, c) => text.padEnd(widths[c])).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `${[line(head), rule, ...rows.map(line)].join('\n')}\n`;
}

/** The constant that tells the forms of a union apart: `["type", "sphere"]`. */
function tagOf(schema) {
  const found = Object.entries(schema.properties ?? {}).find(([, field]) => 'const' in field);
  return found ? [found[0], found[1].const] : null;
}

const isShape = (schema) => schema.oneOf?.some((form) => tagOf(form)?.[1] === 'sphere') === true;

/** Follows a reference into the schema's definitions. */
function resolve(root, schema) {
  if (!schema.$ref) return schema;
  return schema.$ref
    .split('/')
    .slice(1)
    .reduce((at, part) => at[part], root);
}

function numberText(schema) {
  const kind = schema.type === 'integer' ? 'whole number' : 'number';
  const low = schema.minimum ?? -Infinity;
  const high = schema.maximum ?? Infinity;
  if (schema.exclusiveMinimum === 0) return high < GUARD ? `${kind} > 0, ≤ ${high}` : `${kind} > 0`;
  const isLow = low > -GUARD;
  const isHigh = high < GUARD;
  if (isLow && isHigh) return `${kind}, ${low} to ${high}`;
  return isLow ? `${kind} ≥ ${low}` : kind;
}

/** A type in a reader's words; `title` names the section that shows an object's own fields. */
function typeText(root, given, title) {
  const schema = resolve(root, given);
  if (isShape(schema)) return link('Shapes').replace('Shapes', 'shape');
  if ('const' in schema) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(value)).join(', ');
  if (schema.anyOf) return schema.anyOf.map((one) => typeText(root, one, title)).join(', or ');
  if (schema.oneOf) return link(title);
  switch (schema.type) {
    case 'number':
    case 'integer':
      return numberText(schema);
    case 'boolean':
      return 'true or false';
    case 'string':
      return schema.pattern?.startsWith('^#') ? 'colour' : schema.pattern ? 'name' : 'text';
    case 'array':
      return arrayText(root, schema, title);
    default:
      return schema.additionalProperties
        ? `names, each with ${typeText(root, schema.additionalProperties, title)}`
        : link(title);
  }
}

function arrayText(root, schema, title) {
  if (schema.prefixItems) {
    const inner = numberText(schema.prefixItems[0]);
    if (schema.prefixItems[0].type === 'array')
      return `pairs of ${typeText(root, schema.prefixItems[0], title)}`;
    const names =
      { 3: code('[x, y, z]'), 4: code('[x, y, z, w]') }[schema.prefixItems.length] ?? 'two numbers';
    return inner === 'number' ? names : `${names}, each a ${inner}`;
  }
  const item = resolve(root, schema.items);
  if (item.type === 'number' || item.type === 'integer')
    return schema.minItems === schema.maxItems ? `${schema.maxItems} numbers` : 'list of numbers';
  return `list of ${typeText(root, schema.items, title)}`;
}

function defaultText(schema, isRequired) {
  if (isRequired) return '**required**';
  if (!('default' in schema)) return '';
  const value = schema.default;
  if (typeof value === 'number' && Math.abs(value * 60 - 1) < 1e-12) return code('1/60');
  return code(JSON.stringify(value).replaceAll(',', ', '));
}

/** One table; `skip` leaves out what is said elsewhere. */
function table(root, schema, path, skip = []) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties)
    .filter(([name]) => !skip.includes(name))
    .map(([name, field]) => {
      const below = titleOf(path, name, field);
      const meaning = field.description ?? resolve(root, field).description ?? '';
      const type = typeText(root, field, below);
      return [code(name), type, meaning, defaultText(field, required.has(name))].map(cell);
    });
  if (rows.length === 0) return 'No fields of its own.\n';
  return tableText([['field', 'type', 'meaning', 'default'], ...rows]);
}

/** `bodies[]` below the scene, `bodies[].material` below that; keyframes mean the same everywhere. */
function titleOf(path, name, field) {
  if (name === 'keyframes') return 'keyframes[]';
  // The ends of a spring have the same fields, those of a joint have not.
  if ((name === 'a' || name === 'b') && path !== 'joints[]') return `${path}.a and b`;
  const own = field.type === 'array' && !field.prefixItems ? `${name}[]` : name;
  return path === '' ? own : `${path}.${own}`;
}

/** Sections for an object and all objects below it, each once. */
function sections(root, given, path, done, out) {
  const schema = resolve(root, given);
  if (isShape(schema)) return;
  if (schema.type === 'array') {
    if (schema.items) sections(root, schema.items, path, done, out);
    return;
  }
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms) {
    const tagged = forms.filter((form) => tagOf(form));
    if (tagged.length > 0 && !done.has(path)) {
      done.add(path);
      out.push(`### ${path}\n`);
      for (const form of tagged) {
        const [name, value] = tagOf(form);
        out.push(`**${code(`"${name}": "${value}"`)}** ${formWords(value)}\n`.replace(' \n', '\n'));
        out.push(table(root, form, path, [name]));
      }
    }
    for (const form of forms) {
      if (!tagOf(form)) sections(root, form, path, done, out);
      else below(root, form, path, done, out);
    }
    return;
  }
  if (!schema.properties || done.has(path)) return;
  done.add(path);
  out.push(path === '' ? '## The scene\n' : `### ${path}\n`);
  out.push(table(root, schema, path));
  below(root, schema, path, done, out);
}

function below(root, schema, path, done, out) {
  for (const [name, field] of Object.entries(schema.properties))
    sections(root, field, titleOf(path, name, field), done, out);
}

function measuresSection(root) {
  const known = root.properties.checks.items.properties.measure.enum;
  const rows = known.map((name) => [code(name), wordsFor(MEASURES, name)]);
  return `### Measures\n\n${tableText([['measure', 'value'], ...rows])}`;
}

function shapesSection(root) {
  const shapes = resolve(root, root.properties.bodies.items.properties.shape).oneOf;
  const out = [
    '## Shapes\n',
    'A shape is a solid. Bodies, obstacles, attachments and stiffness regions use the same ones. Every shape may have a `position` [m] ' +
      'and a `rotation` (turns about the fixed x, then y, then z axis [degrees], before the move).\n',
  ];
  for (const shape of shapes) {
    const [, type] = tagOf(shape);
    out.push(`### ${type}\n`, `${wordsFor(SHAPES, type)}\n`);
    out.push(table(root, shape, '', ['type', 'position', 'rotation']));
  }
  return out.join('\n');
}

function librarySection(library) {
  const rows = Object.entries(library).map(([name, { description, size, parts }]) => {
    const names = Object.keys(parts ?? {}).map(code);
    return [code(name), description, size.join(' × '), names.join(', ')];
  });
  const table = tableText([['name', 'what it is', 'size [m]', 'parts'], ...rows]);
  return `### The library\n\nWhat \`"type": "thing"\` can name. Facing +z, y up.\n\n${table}`;
}

/** A schema value without words is an oversight: say so rather than print an empty cell. */
function wordsFor(words, name) {
  if (!Object.hasOwn(words, name))
    throw new Error(`scripts/scene-reference.mjs says nothing about "${name}"`);
  return words[name];
}

/**
 * The text of docs/scene-reference.md.
 * @param {object} schema what `sceneJsonSchema()` gives
 * @param {object} library the engine's `LIBRARY`
 */
export function sceneReference(schema, library) {
  const out = [
    '# Scene reference\n',
    '<!-- Made by scripts/scene-reference.mjs from the JSON Schema; edit the descriptions in packages/engine/src/scene. -->\n',
    'A scene is one JSON object. SI units, y up. “Own coordinates” of a body are those of its shape, before the body is placed. ' +
      'Unknown fields are refused. `pliant schema` prints the same rules as JSON Schema, for editors.\n',
  ];
  sections(schema, schema, '', new Set(), out);
  out.push(measuresSection(schema), shapesSection(schema), librarySection(library));
  return out.join('\n');
}

async function main() {
  const { LIBRARY, sceneJsonSchema } = await import('pliant');
  const text = sceneReference(sceneJsonSchema(), LIBRARY);
  const file = fromRoot(FILE);
  if (process.argv.includes('--check')) {
    const isSame = existsSync(file) && readFileSync(file, 'utf8') === text;
    console.log(
      isSame ? `${FILE} is up to date` : `${FILE} is old: run node scripts/scene-reference.mjs`,
    );
    process.exitCode = isSame ? 0 : 1;
    return;
  }
  writeFileSync(file, text);
  console.log(`${FILE} written`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
