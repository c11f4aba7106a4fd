import { posix } from 'node:path';
import ts from 'typescript';

/** What an array of the prelude holds: the number in memory, its bytes, and what it is outside. */
const ARRAYS = {
  F64s: { memory: 'f64', bytes: 8, value: 'f64' },
  F32s: { memory: 'f32', bytes: 4, value: 'f64' },
  I32s: { memory: 'i32', bytes: 4, value: 'i32' },
  U8s: { memory: 'u8', bytes: 1, value: 'i32' },
};
/** Types and conversions that AssemblyScript has by itself. */
const BUILT_IN = new Set(['i32', 'f64', 'scratch']);

/**
 * A kernel's source as AssemblyScript. Nearly all of it is that already; what changes: imports, `@inline` of doc comments, and arrays, which are
 * read and written with constant offsets as part of the instruction. `fileOf` says which file of the module stands for an imported one.
 */
export function translate(text, path, fileOf) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return new Translator(file, fileOf).print(file);
}

class Translator {
  /** Name of each array in sight, and its type. */
  arrays = new Map();

  constructor(file, fileOf) {
    this.file = file;
    this.fileOf = fileOf;
  }

  /** The node's text, with what is below it translated. */
  print(node) {
    return this.special(node) ?? this.children(node);
  }

  children(node) {
    const text = this.file.text;
    let out = '';
    let at = node.getStart(this.file);
    if (node === this.file) at = 0;
    ts.forEachChild(node, (child) => {
      const start = child.getStart(this.file);
      out += text.slice(at, start) + this.print(child);
      at = child.end;
    });
    return out + text.slice(at, node.end);
  }

  special(node) {
    if (ts.isImportDeclaration(node)) return this.import(node);
    if (ts.isFunctionDeclaration(node)) return this.function(node);
    if (ts.isTypeParameterDeclaration(node)) return node.name.text;
    if (ts.isVariableDeclaration(node)) return this.variable(node);
    if (ts.isElementAccessExpression(node)) return this.read(node);
    if (ts.isExpressionStatement(node)) return this.write(node);
    return undefined;
  }

  import(node) {
    const folder = posix.dirname(this.file.fileName);
    const path = this.fileOf(posix.join(folder, node.moduleSpecifier.text)).slice(0, -3);
    const from = posix.relative(folder, path);
    const names = node.importClause.namedBindings.elements
      .map((element) => element.getText(this.file).replace(/^type /, ''))
      .filter((name) => !BUILT_IN.has(name));
    return names.length > 0
      ? `import { ${names.join(', ')} } from '${from.startsWith('.') ? from : `./${from}`}';`
      : '';
  }

  function(node) {
    const outer = this.arrays;
    this.arrays = new Map(outer);
    for (const { name, type } of node.parameters)
      this.arrays.set(name.text, type?.getText(this.file));
    const inline = ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'inline');
    const text = `${inline ? '@inline ' : ''}${this.children(node)}`;
    this.arrays = outer;
    return text;
  }

  /** Notes second names of arrays, and makes scratch of a file a place in the module's own memory. */
  variable({ name, initializer }) {
    if (!initializer) return undefined;
    const known = ts.isIdentifier(initializer) && this.arrays.get(initializer.text);
    if (known) this.arrays.set(name.text, known);
    const size = /^scratch\((\d+)\)$/.exec(initializer.getText(this.file))?.[1];
    if (!size) return undefined;
    this.arrays.set(name.text, 'F64s');
    return `${name.text} = changetype<F64s>(memory.data(${8 * Number(size)}, 16))`;
  }

  /** The place array[index], or nothing if the array's type is not known here. */
  place(node) {
    if (!ts.isElementAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
    const array = ARRAYS[this.arrays.get(node.expression.text)];
    if (!array) return undefined;
    const index = node.argumentExpression;
    const folds =
      ts.isBinaryExpression(index) &&
      index.operatorToken.kind === ts.SyntaxKind.PlusToken &&
      ts.isNumericLiteral(index.right);
    const base = this.print(folds ? index.left : index);
    return {
      array,
      address: `${node.expression.text}.of(${base})`,
      offset: folds ? array.bytes * Number(index.right.text) : 0,
    };
  }

  read(node) {
    const at = this.place(node);
    if (!at) return undefined;
    const { memory, value } = at.array;
    const loaded = `load<${memory}>(${at.address}, ${at.offset})`;
    return memory === value ? loaded : `<${value}>${loaded}`;
  }

  /** Assignments to an array's place: only as statements, which is all that kernels need. */
  write(node) {
    const { expression } = node;
    if (!ts.isBinaryExpression(expression)) return undefined;
    const { left, operatorToken, right } = expression;
    const operator = /^(.*)=$/.exec(operatorToken.getText(this.file))?.[1];
    const at = operator === undefined ? undefined : this.place(left);
    if (!at) return undefined;
    if (operator !== '' && /\+\+|--/.test(left.getText(this.file))) {
      throw new Error(
        `${this.file.fileName}: ${left.getText(this.file)} is counted once only, and read and written`,
      );
    }
    const { memory, value } = at.array;
    const given = this.print(right);
    const result = operator === '' ? given : `${this.read(left)} ${operator} (${given})`;
    const stored = memory === value ? result : `<${memory}>(${result})`;
    return `store<${memory}>(${at.address}, ${stored}, ${at.offset});`;
  }
}
