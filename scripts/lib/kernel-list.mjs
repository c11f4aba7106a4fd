import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One exported function of a reference file, as the formatter writes it. */
const KERNEL = /^export function (\w+)\(([^)]*)\): (void|number) \{/gm;
const ARRAY = /^(Float64|Float32|Int32|Uint8)Array$/;

/**
 * Every kernel there is, read from the signatures of src/kernels/reference: a file there exports kernels and nothing else.
 * @returns {{ file: string, name: string, returns: string, parameters: { name: string, isArray: boolean }[] }[]}
 */
export function listKernels(engine) {
  const folder = join(engine, 'src', 'kernels', 'reference');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const exported = text.match(/^export function /gm)?.length ?? 0;
    const kernels = [...text.matchAll(KERNEL)].map(([, name, list, returns]) => ({
      file,
      name,
      returns,
      parameters: parametersOf(list, `${file}: ${name}`),
    }));
    if (kernels.length !== exported) {
      throw new Error(
        `${file}: a kernel takes typed arrays and numbers and gives a number or nothing`,
      );
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
      if (type !== 'number' && !ARRAY.test(type))
        throw new Error(`${where}: ${part} is no kernel's parameter`);
      return { name, isArray: type !== 'number' };
    });
}

/** The type of all kernels, and the TypeScript ones themselves. */
export function functionsText(kernels) {
  const files = [...new Set(kernels.map(({ file }) => file))];
  const lines = files.map((file) => {
    const names = kernels.filter((one) => one.file === file).map(({ name }) => name);
    return `export { ${names.join(', ')} } from './reference/${file}';`;
  });
  return `${lines.join('\n')}\n`;
}

/** The same names over the module's exports: addresses in place of arrays. */
export function bindingsText(kernels) {
  const lines = kernels.map(({ name, parameters, returns }) => {
    const names = parameters.map((one) => one.name).join(', ');
    const values = parameters.map((one) => (one.isArray ? `at(${one.name})` : one.name)).join(', ');
    return `    ${name}: (${names}) => ${returns === 'void' ? 'void ' : ''}call.${name}(${values}),`;
  });
  return `import type { AddressOf, Exports } from './address.ts';
import type * as functions from './functions.generated.ts';

export function bindAll(call: Exports<typeof functions>, at: AddressOf): typeof functions {
  return {
${lines.join('\n')}
  };
}
`;
}

/** Entry of the module: what the assembly files export under a kernel's name, and nothing else of theirs. */
export function entryText(kernels, sources) {
  const names = new Set(kernels.map(({ name }) => name));
  const lines = sources.flatMap(([file, text]) => {
    const own = [...text.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
    const ours = own.filter((name) => names.delete(name));
    return ours.length > 0 ? [`export { ${ours.join(', ')} } from './${file.slice(0, -3)}';`] : [];
  });
  if (names.size > 0) throw new Error(`no WebAssembly for ${[...names].join(', ')}`);
  return `${lines.join('\n')}\n`;
}
