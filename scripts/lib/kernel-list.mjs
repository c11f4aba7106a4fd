import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/** One exported function of a kernel's file, as the formatter writes it. */
const KERNEL = /^export function (\w+)\(([^)]*)\): (void|i32|f64) \{/gm;
const ARRAY = /^(F64s|F32s|I32s|U8s)$/;
const NUMBER = /^(i32|f64)$/;

/** Groups of kernels, each a module of its own: those of every body, and those that only some models call. */
export const GROUPS = ['base', 'elements', 'frames', 'octree', 'tets', 'layers'];
/** Files that lie in a room of all models and are called by few. */
const CALLED_BY = {
  'math/principal': 'frames',
  'math/skinning-affine': 'frames',
  'math/row-products': 'layers',
  'math/sums': 'octree',
  'models/shared/quadratic': 'elements',
  'models/shared/stiffness': 'elements',
  'models/shared/tetrahedra': 'elements',
};

/** The group of a kernel's file: that of its model, `base` if every body may call it. */
export function groupOf(file) {
  const name = file.replace(/\.kernel\.ts$/, '');
  const model = /^models\/(\w+)\//.exec(name)?.[1];
  return CALLED_BY[name] ?? (GROUPS.includes(model) ? model : 'base');
}

/**
 * Every kernel there is, read from the signatures of the files *.kernel.ts below a source folder: such a file exports kernels and nothing else. `twin` is the
 * file beside it that holds the same in AssemblyScript, where there is one.
 * @returns {{ file: string, twin?: string, name: string, returns: string, parameters: { name: string, isArray: boolean }[] }[]}
 */
export function listKernels(src) {
  const files = readdirSync(src, { recursive: true })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.kernel.ts'))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    const exported = text.match(/^export function /gm)?.length ?? 0;
    const beside = file.replace(/\.kernel\.ts$/, '.as.ts');
    const twin = existsSync(join(src, beside)) ? beside : undefined;
    const kernels = [...text.matchAll(KERNEL)].map(([, name, list, returns]) => ({
      file,
      twin,
      name,
      returns,
      parameters: parametersOf(list, `${file}: ${name}`),
    }));
    if (kernels.length !== exported) {
      throw new Error(`${file}: a kernel takes arrays and numbers and returns a number or nothing`);
    }
    return kernels;
  });
}

function parametersOf(list, where) {
  const parts = list.split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [name, type] = part.split(':').map((word) => word.trim());
      if (!NUMBER.test(type) && !ARRAY.test(type)) {
        throw new Error(`${where}: ${part} is no kernel's parameter`);
      }
      return { name, isArray: ARRAY.test(type) };
    });
}

/** Names of the kernels of each file. */
function byFile(kernels, fileOf) {
  const files = new Map();
  for (const one of kernels) {
    files.set(fileOf(one), [...(files.get(fileOf(one)) ?? []), one.name]);
  }
  return files;
}

/** All kernels, for their types. `folder` is where the text will lie, below the sources. */
export function functionsText(kernels, folder) {
  const lines = [...byFile(kernels, ({ file }) => file)].map(
    ([file, names]) => `export { ${names.join(', ')} } from '${posix.relative(folder, file)}';`,
  );
  return `${lines.join('\n')}\n`;
}

/** One group of kernels: the TypeScript ones, the same names over the module's exports with addresses in place of arrays, and the module. */
export function groupText(group, kernels, folder, module) {
  const imports = [...byFile(kernels, ({ file }) => file)].map(
    ([file, names]) => `import { ${names.join(', ')} } from '${posix.relative(folder, file)}';`,
  );
  const lines = kernels.map(({ name, parameters, returns }) => {
    const names = parameters.map((one) => one.name).join(', ');
    const values = parameters.map((one) => (one.isArray ? `at(${one.name})` : one.name)).join(', ');
    return `    ${name}: (${names}) => ${returns === 'void' ? 'void ' : ''}call.${name}(${values}),`;
  });
  return `${imports.join('\n')}
import type { KernelGroup } from '../kernels.ts';

export const ${group}Kernels: KernelGroup = {
  functions: { ${kernels.map(({ name }) => name).join(', ')} },
  bind: (call, at) => ({
${lines.join('\n')}
  }),
  module:
    '${Buffer.from(module).toString('hex')}',
};
`;
}

/** Entry of the module: the kernels of every file, or of its twin, and nothing else. */
export function entryText(kernels) {
  const lines = [...byFile(kernels, ({ file, twin }) => twin ?? file)].map(
    ([file, names]) => `export { ${names.join(', ')} } from './${file.slice(0, -3)}';`,
  );
  return `${lines.join('\n')}\n`;
}

/** The files of the module, [path, text]: those of the kernels, and what they import, from the prelude or beside. */
export function moduleSources(src, kernels) {
  const sources = new Map();
  const take = (path) => {
    if (sources.has(path)) return;
    const text = readFileSync(join(src, path), 'utf8');
    sources.set(path, text);
    for (const [, from] of text.matchAll(/from '(\.[^']*)'/g)) {
      take(moduleFile(src, posix.join(posix.dirname(path), from)));
    }
  };
  for (const { file, twin } of kernels) take(twin ?? file);
  return [...sources].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The AssemblyScript of a file where it has one of its own, else the file. */
export function moduleFile(src, path) {
  const file = path.endsWith('.ts') ? path : `${path}.ts`;
  const own = file.replace(/(\.kernel)?\.ts$/, '.as.ts');
  return !file.endsWith('.as.ts') && existsSync(join(src, own)) ? own : file;
}
