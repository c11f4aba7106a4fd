import { posix } from 'node:path';
import ts from 'typescript';
import { Elements } from './kernel-elements.mjs';
import { assignmentOf, operatorOf, withoutUnwanted } from './kernel-lanes.mjs';

/** What an array of the prelude holds: the number in memory, its bytes, and what it is outside. */
const ARRAYS = {
  F64s: { memory: 'f64', bytes: 8, value: 'f64' },
  F32s: { memory: 'f32', bytes: 4, value: 'f64' },
  I32s: { memory: 'i32', bytes: 4, value: 'i32' },
  U8s: { memory: 'u8', bytes: 1, value: 'i32' },
  /** The parameter of a generic function: F64s or F32s. */
  T: { memory: 'any', bytes: 0, value: 'f64' },
};
/** Types and functions of the prelude that AssemblyScript has by itself. */
const BUILT_IN = new Set(['i32', 'f64', 'scratch']);
const NONE = new Map();

/**
 * A kernel's source as AssemblyScript. Nearly all of it is that already; what changes: imports, `@inline` of doc comments, arrays, which are read and
 * written with constant offsets as part of the instruction, and what is asked for in lanes. `fileOf` says which file of the module stands for an imported one.
 */
export function translate(text, path, fileOf) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return new Translator(file, fileOf).print(file);
}

class Translator {
  /** Name of each variable in sight, and its type. */
  types = new Map();
  /** What stands for a name, where that is not the name itself. */
  env = NONE;
  lanes = new Elements(this);
  /** Registers of variables that neighbouring statements change in the same way. */
  registers = NONE;
  inPairs = false;

  constructor(file, fileOf) {
    this.file = file;
    this.fileOf = fileOf;
  }

  /** The node's text with other meanings of names. */
  with(env, node) {
    const outer = this.env;
    this.env = env;
    const text = this.print(node);
    this.env = outer;
    return text;
  }

  /** The node's text, with what is below it translated. */
  print(node) {
    return this.special(node) ?? this.children(node);
  }

  children(node) {
    const { text } = this.file;
    let out = '';
    let at = node === this.file ? 0 : node.getStart(this.file);
    ts.forEachChild(node, (child) => {
      out += text.slice(at, child.getStart(this.file)) + this.print(child);
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
    if (ts.isForStatement(node) && this.tagged(node, '@elements'))
      return this.lanes.elements(node, this.env);
    if (ts.isForStatement(node) && this.tagged(node)) return this.lanes.loop(node, this.env);
    if (ts.isBlock(node) && this.inPairs) return this.pairs(node);
    if (ts.isIdentifier(node)) return this.env.get(node.text)?.text;
    return undefined;
  }

  tagged(node, tag = '@lanes') {
    return this.file.text.slice(node.pos, node.getStart(this.file)).includes(`// ${tag}`);
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
    const outer = this.types;
    this.types = new Map(outer);
    for (const { name, type } of node.parameters)
      this.types.set(name.text, type?.getText(this.file));
    const tags = ts.getJSDocTags(node).map(({ tagName }) => tagName.text);
    this.inPairs = tags.includes('pairs');
    this.lanes.packs = new Map();
    if (this.inPairs) this.findRegisters(node.body);
    const text = `${tags.includes('inline') ? '@inline ' : ''}${withoutUnwanted(this.children(node))}`;
    this.inPairs = false;
    this.env = NONE;
    this.registers = NONE;
    this.types = outer;
    return text;
  }

  /** Notes types, and makes scratch of a file a place in the module's own memory. */
  variable({ name, type, initializer }) {
    if (!initializer || !ts.isIdentifier(name)) return undefined;
    const known = ts.isIdentifier(initializer) ? this.types.get(initializer.text) : undefined;
    const declared = type?.getText(this.file) ?? known;
    this.types.set(name.text, declared ?? (this.isFloat(initializer) ? 'f64' : 'i32'));
    const size = /^scratch\((\d+)\)$/.exec(initializer.getText(this.file))?.[1];
    if (!size) return undefined;
    this.types.set(name.text, 'F64s');
    return `${name.text} = changetype<F64s>(memory.data(${8 * Number(size)}, 16))`;
  }

  /** Whether an expression is a number in double precision. */
  isFloat(node, type) {
    if (type) return type.getText(this.file) === 'f64';
    if (ts.isNumericLiteral(node)) return /[.e]/i.test(node.getText(this.file));
    if (ts.isIdentifier(node)) {
      return node.text === 'Infinity' || node.text === 'NaN' || this.types.get(node.text) === 'f64';
    }
    if (ts.isElementAccessExpression(node)) {
      return ARRAYS[this.types.get(node.expression.getText(this.file))]?.value === 'f64';
    }
    if (ts.isParenthesizedExpression(node)) return this.isFloat(node.expression);
    if (ts.isPrefixUnaryExpression(node)) return this.isFloat(node.operand);
    if (ts.isConditionalExpression(node))
      return this.isFloat(node.whenTrue) || this.isFloat(node.whenFalse);
    if (ts.isCallExpression(node))
      return /^(Math\.(sqrt|abs|min|max|floor|ceil)|f64)$/.test(node.expression.getText(this.file));
    if (ts.isBinaryExpression(node) && /^[-+*/%]$/.test(node.operatorToken.getText(this.file))) {
      return this.isFloat(node.left) || this.isFloat(node.right);
    }
    return false;
  }

  /** The place array[index]; nothing if the array's type is not known here. */
  place(node, env = this.env) {
    if (!ts.isElementAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
    const array = ARRAYS[this.types.get(node.expression.text)];
    if (!array) return undefined;
    const { terms, constant } = this.affine(node.argumentExpression, env);
    const sum = [...terms]
      .filter(([, times]) => times !== 0)
      .map(([text, times]) => (times === 1 ? text : `${times} * ${text}`));
    // An offset of an instruction cannot be negative.
    if (constant < 0) sum.push(`(${constant})`);
    const index = sum.length > 0 ? sum.join(' + ') : '0';
    // The last term is what counts in the innermost loop: what comes before it stays out of that loop.
    const last = sum.length > 1 ? sum.pop() : '';
    const start = `${node.expression.text}.of(${sum.length > 0 ? sum.join(' + ') : '0'})`;
    return {
      array,
      index,
      target: `${node.expression.text}[${this.with(env, node.argumentExpression)}]`,
      address: last ? `${start} + (<usize>(${last}) << ${Math.log2(array.bytes || 1)})` : start,
      offset: constant > 0 ? array.bytes * constant : 0,
    };
  }

  /** An index as a sum: whole multiples of what is no sum itself, and a constant. */
  affine(node, env) {
    if (ts.isParenthesizedExpression(node)) return this.affine(node.expression, env);
    if (ts.isNumericLiteral(node)) return { terms: new Map(), constant: Number(node.text) };
    const known = ts.isIdentifier(node) ? env.get(node.text)?.affine : undefined;
    if (known) return known;
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(this.file);
      if (operator === '+' || operator === '-' || operator === '*') {
        const left = this.affine(node.left, env);
        const right = this.affine(node.right, env);
        if (operator !== '*') return combined(left, right, operator === '+' ? 1 : -1);
        if (left.terms.size === 0)
          return combined({ terms: new Map(), constant: 0 }, right, left.constant);
        if (right.terms.size === 0)
          return combined({ terms: new Map(), constant: 0 }, left, right.constant);
      }
    }
    const text = this.with(env, node);
    return { terms: new Map([[ts.isIdentifier(node) ? text : `(${text})`, 1]]), constant: 0 };
  }

  read(node) {
    const at = this.place(node);
    if (!at || at.array.memory === 'any') return undefined;
    const { memory, value } = at.array;
    const loaded = `load<${memory}>(${at.address}, ${at.offset})`;
    return memory === value ? loaded : `<${value}>${loaded}`;
  }

  /** Assignments: only as statements, which is all that kernels need. */
  write(node) {
    const assignment = assignmentOf(node);
    if (!assignment) return undefined;
    const { left, right } = assignment;
    const operator = operatorOf(assignment);
    const register = ts.isIdentifier(left) ? this.env.get(left.text)?.register : undefined;
    const given = this.print(right);
    if (register) {
      const result = operator === '' ? given : `${this.print(left)} ${operator} (${given})`;
      return `${register.pack} = f64x2.replace_lane(${register.pack}, ${register.lane}, ${result});`;
    }
    const at = this.place(left);
    if (!at || at.array.memory === 'any') return undefined;
    if (operator !== '' && /\+\+|--/.test(left.getText(this.file))) {
      throw new Error(
        `${this.file.fileName}: ${left.getText(this.file)} is read and written, but counted once`,
      );
    }
    const { memory, value } = at.array;
    const result = operator === '' ? given : `${this.read(left)} ${operator} (${given})`;
    const stored = memory === value ? result : `<${memory}>(${result})`;
    return `store<${memory}>(${at.address}, ${stored}, ${at.offset});`;
  }

  /** Variables that neighbouring statements change in the same way share a register. */
  findRegisters(body) {
    const taken = new Set();
    const env = new Map();
    const visit = (node) => {
      const statements = ts.isBlock(node) ? node.statements : [];
      for (let i = 0; i + 1 < statements.length; i++) {
        const [a, b] = [assignmentOf(statements[i]), assignmentOf(statements[i + 1])];
        if (!a || !b || operatorOf(a) !== operatorOf(b)) continue;
        if (!ts.isIdentifier(a.left) || !ts.isIdentifier(b.left) || a.left.text === b.left.text)
          continue;
        const [one, two] = [a.left.text, b.left.text];
        const pack = `${one}_${two}_`;
        if (env.get(one)?.register.pack === pack) {
          i++;
          continue;
        }
        if (taken.has(one) || taken.has(two) || shapeOf(a.right) !== shapeOf(b.right)) continue;
        taken.add(one).add(two);
        this.lanes.packs.set(`${one}|${two}`, pack);
        env.set(one, {
          name: one,
          text: `f64x2.extract_lane(${pack}, 0)`,
          register: { pack, lane: 0 },
        });
        env.set(two, {
          name: two,
          text: `f64x2.extract_lane(${pack}, 1)`,
          register: { pack, lane: 1 },
        });
        i++;
      }
      ts.forEachChild(node, visit);
    };
    visit(body);
    this.env = env;
    this.registers = new Map([...env].map(([name, { register }]) => [name, register.pack]));
  }

  /** A block, with neighbouring statements that are alike taken together. */
  pairs({ statements }) {
    const outer = this.lanes.packs;
    this.lanes.packs = new Map(outer);
    const waiting = new Map();
    let out = '{\n';
    for (let i = 0; i < statements.length; i++) {
      const declared = this.register(statements[i], waiting);
      if (declared !== undefined) {
        out += declared;
        continue;
      }
      const both =
        i + 1 < statements.length && this.lanes.pair(statements[i], statements[i + 1], this.env);
      out += `${both || this.print(statements[i])}\n`;
      if (both) i++;
    }
    this.lanes.packs = outer;
    return `${out}}`;
  }

  /** The declaration of a register, with the second of the two variables it holds. */
  register(statement, waiting) {
    if (!ts.isVariableStatement(statement)) return undefined;
    const [{ name, initializer }] = statement.declarationList.declarations;
    const register = this.env.get(name.text)?.register;
    if (!register || !initializer) return undefined;
    this.types.set(name.text, 'f64');
    const first = waiting.get(register.pack);
    if (!first) {
      waiting.set(register.pack, initializer);
      return '';
    }
    return `let ${register.pack} = ${this.lanes.zip(first, this.env, initializer, this.env).text};\n`;
  }
}

function combined(left, right, times) {
  const terms = new Map(left.terms);
  for (const [text, count] of right.terms) terms.set(text, (terms.get(text) ?? 0) + times * count);
  return { terms, constant: left.constant + times * right.constant };
}

/** An expression's operators, without what they work on. */
function shapeOf(node) {
  if (ts.isParenthesizedExpression(node)) return shapeOf(node.expression);
  if (!ts.isBinaryExpression(node))
    return ts.isCallExpression(node) ? node.expression.getText() : '.';
  return `(${shapeOf(node.left)}${node.operatorToken.getText()}${shapeOf(node.right)})`;
}
