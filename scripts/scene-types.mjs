// Writes packages/engine/src/scene/generated/scene-input.ts from the JSON Schema of the scene format: interfaces whose fields carry the schema's words, so
// that editors show them. With --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromRoot } from './lib/paths.mjs';

const FILE = 'packages/engine/src/scene/generated/scene-input.ts';
const WIDTH = 100;
const HEAD = `// Made by scripts/scene-types.mjs from the schema of scenes: change that, and run it again.

/** Three coordinates, or another triple. */
export type Vec3 = readonly [number, number, number];
/** A quaternion, or another list of four. */
export type Vec4 = readonly [number, number, number, number];
/** A list of numbers. */
export type Numbers =
  | readonly number[]
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Uint16Array
  | Uint8Array;
`;
/** What things are called that have no good name of their own. */
const CALLED = { Bodies: 'Body', A: 'End', B: 'End' };

const pascal = (text) =>
  text.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, _gap, letter) => letter.toUpperCase());
const singular = (name) => CALLED[name] ?? name.replace(/s$/, '');

/** @param {any} schema the JSON Schema of scenes @returns {string} a TypeScript file */
export function sceneTypes(schema) {
  /** Interfaces and unions by name, in the order they were met. */
  const written = new Map();
  /** Names by content: what is said twice is written once. */
  const names = new Map();

  /** A name for what has this content, `wanted` if it is free. */
  const nameFor = (content, wanted, within) => {
    const key = JSON.stringify(content);
    const known = names.get(key);
    if (known !== undefined) return { name: known, isNew: false };
    let name = `${wanted}Input`;
    if (written.has(name)) name = `${within}${name}`;
    for (let k = 2; written.has(name); k++) name = `${within}${wanted}${k}Input`;
    names.set(key, name);
    written.set(name, '');
    return { name, isNew: true };
  };

  const objectType = (one, wanted, within) => {
    const { description: _words, default: _default, ...content } = one;
    const { name, isNew } = nameFor(content, wanted, within);
    if (!isNew) return name;
    const base = name.replace(/Input$/, '');
    const fields = Object.entries(one.properties).map(([key, field]) => {
      const mark = one.required?.includes(key) ? '' : '?';
      return `${words(field, '  ')}  ${key}${mark}: ${type(field, CALLED[pascal(key)] ?? pascal(key), base)};`;
    });
    written.set(name, `${words(one, '')}export interface ${name} {\n${fields.join('\n')}\n}\n`);
    return name;
  };

  const unionType = (one, wanted, within) => {
    const forms = one.oneOf ?? one.anyOf;
    const isTagged = one.oneOf !== undefined && forms.every((form) => tagOf(form) !== undefined);
    const inner = (form) => {
      const tag = tagOf(form);
      return type(form, tag === undefined ? wanted : `${pascal(tag)}${wanted}`, within);
    };
    if (!isTagged) return [...new Set(forms.map(inner))].join(' | ');
    const { name, isNew } = nameFor(forms, wanted, within);
    if (!isNew) return name;
    const list = forms.map((form) => `  | ${inner(form)}`);
    written.set(name, `${words(one, '')}export type ${name} =\n${list.join('\n')};\n`);
    return name;
  };

  /** The type of what a schema describes; `wanted` is its name if it needs one, `within` that of what it is part of. */
  function type(one, wanted, within) {
    if (one.$ref !== undefined) return 'ShapeInput';
    if (one.const !== undefined) return literal(one.const);
    if (one.enum !== undefined) return one.enum.map(literal).join(' | ');
    if (one.oneOf ?? one.anyOf) return unionType(one, wanted, within);
    if (one.prefixItems !== undefined) return tuple(one.prefixItems);
    if (one.type === 'array') return listOf(type(one.items, singular(wanted), within));
    if (one.properties !== undefined) return objectType(one, wanted, within);
    if (one.type === 'object')
      return `Record<string, ${type(one.additionalProperties, wanted, within)}>`;
    return one.type === 'integer' ? 'number' : one.type;
  }

  names.set(JSON.stringify(schema.$defs.__schema0.oneOf), 'ShapeInput');
  written.set('ShapeInput', '');
  const shapes = schema.$defs.__schema0.oneOf.map(
    (form) => `  | ${objectType(form, `${pascal(tagOf(form))}Shape`, 'Shape')}`,
  );
  written.set(
    'ShapeInput',
    `/** A solid shape. SI units. */\nexport type ShapeInput =\n${shapes.join('\n')};\n`,
  );
  objectType(schema, 'Scene', '');
  return `${HEAD}\n${[...written.values()].join('\n')}`;
}

const tagOf = ({ properties: of }) => of?.type?.const ?? of?.do?.const ?? of?.kind?.const;
const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
const listOf = (item) => {
  if (item === 'number') return 'Numbers';
  if (item === 'ShapeInput') return 'readonly ShapeInput[]';
  return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
};

function tuple(items) {
  if (items.every((item) => item.type === 'number' || item.type === 'integer')) {
    if (items.length === 3) return 'Vec3';
    if (items.length === 4) return 'Vec4';
  }
  return `readonly [${items.map((item) => (item.prefixItems ? tuple(item.prefixItems) : 'number')).join(', ')}]`;
}

/** A comment of what a field means and what it is if missing; nothing if there is nothing to say. */
function words({ description, default: usual }, indent) {
  const said = [];
  if (description !== undefined) said.push(description);
  const isPlain = ['number', 'string', 'boolean'].includes(typeof usual) && usual !== '';
  if (isPlain || (Array.isArray(usual) && usual.length > 0))
    said.push(`Default: \`${JSON.stringify(usual)}\`.`);
  if (said.length === 0) return '';
  const text = said.join(' ').replaceAll('*/', '* /');
  if (indent.length + text.length + 7 <= WIDTH) return `${indent}/** ${text} */\n`;
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines[lines.length - 1];
    if (`${indent} *${line} ${word}`.length > WIDTH) lines.push(` ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return `${indent}/**\n${lines.map((line) => `${indent} *${line}\n`).join('')}${indent} */\n`;
}

async function main() {
  const { sceneJsonSchema } = await import('pliant');
  const text = sceneTypes(sceneJsonSchema());
  const file = fromRoot(FILE);
  const isSame = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (isSame) console.log(`${FILE} is up to date`);
  else if (process.argv.includes('--check')) {
    console.log(`${FILE} is old: run node scripts/scene-types.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`${FILE} written`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
