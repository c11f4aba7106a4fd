import ts from 'typescript';

const FREE = 0;
const OPERATORS = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };
const FUNCTIONS = { 'Math.sqrt': 'sqrt', 'Math.abs': 'abs', 'Math.min': 'min', 'Math.max': 'max' };
/** Loops of at most so many rounds, known beforehand, are written out. */
const UNROLLED = 16;

/**
 * Two statements as one, each in a lane of a vector register: what a kernel asks for with `@pairs` (neighbouring statements of a function) and
 * `// @lanes` (two rounds of a loop). The arithmetic of a lane is that of its statement, so the bits are the same. `printer` is the translator: it prints
 * what stays scalar, and knows arrays and types.
 */
export class Lanes {
  /** Vector variables by the two numbers they hold: "a|b". */
  packs = new Map();

  constructor(printer) {
    this.printer = printer;
  }

  /** Two expressions as one vector: its text, and how many instructions that spares. Nothing if they are not alike. */
  zip(a, envA, b, envB) {
    const { printer } = this;
    a = unwrapped(a);
    b = unwrapped(b);
    const textA = printer.with(envA, a);
    const textB = printer.with(envB, b);
    const pack = this.packs.get(`${this.nameOf(a, envA)}|${this.nameOf(b, envB)}`);
    if (pack) return { text: pack, gain: FREE };
    const loads = this.zipLoads(a, envA, b, envB);
    if (loads) return loads;
    if (textA === textB) return { text: `f64x2.splat(<f64>(${textA}))`, gain: FREE };
    if (ts.isBinaryExpression(a) && ts.isBinaryExpression(b)) {
      const operator = a.operatorToken.getText();
      if (operator === b.operatorToken.getText() && OPERATORS[operator]) {
        const left = this.zip(a.left, envA, b.left, envB);
        const right = this.zip(a.right, envA, b.right, envB);
        return {
          text: `f64x2.${OPERATORS[operator]}(${left.text}, ${right.text})`,
          gain: 1 + left.gain + right.gain,
        };
      }
    }
    if (isMinus(a) && isMinus(b)) {
      const of = this.zip(a.operand, envA, b.operand, envB);
      return { text: `f64x2.neg(${of.text})`, gain: 1 + of.gain };
    }
    if (ts.isCallExpression(a) && ts.isCallExpression(b)) {
      const name = FUNCTIONS[a.expression.getText()];
      if (name && a.expression.getText() === b.expression.getText()) {
        const parts = a.arguments.map((one, i) => this.zip(one, envA, b.arguments[i], envB));
        return {
          text: `f64x2.${name}(${parts.map(({ text }) => text).join(', ')})`,
          gain: parts.reduce((sum, { gain }) => sum + gain, 1),
        };
      }
    }
    return {
      text: `f64x2.replace_lane(f64x2.splat(<f64>(${textA})), 1, <f64>(${textB}))`,
      gain: -1.5,
    };
  }

  zipLoads(a, envA, b, envB) {
    const p = this.printer.place(a, envA);
    const q = this.printer.place(b, envB);
    if (p?.array.memory !== 'f64' || q?.array.memory !== 'f64') return undefined;
    const apart = distance(p, q);
    if (apart === 0) return { text: `v128.load64_splat(${p.address}, ${p.offset})`, gain: FREE };
    if (apart === 8) return { text: `v128.load(${p.address}, ${p.offset})`, gain: 1 };
    return {
      text: `v128.load64_lane(${q.address}, v128.load64_zero(${p.address}, ${p.offset}), 1, ${q.offset})`,
      gain: -0.5,
    };
  }

  /** The name of a variable in its lane. */
  nameOf(node, env) {
    return ts.isIdentifier(node) ? (env.get(node.text)?.name ?? node.text) : '';
  }

  /** Two assignments to places of arrays. */
  zipStores(a, envA, b, envB) {
    const operator = operatorOf(a);
    if (operator === undefined || operatorOf(b) !== operator) return undefined;
    const p = this.printer.place(a.left, envA);
    const q = this.printer.place(b.left, envB);
    if (!p || !q || p.array !== q.array || p.array.value !== 'f64') return undefined;
    const apart = distance(p, q);
    if (apart === 0) return undefined;
    const value = this.assigned(a, envA, b, envB, operator);
    if (p.array.memory === 'f32') {
      const one = `store<f32>(${p.address}, <f32>f64x2.extract_lane(V, 0), ${p.offset});`;
      const two = `store<f32>(${q.address}, <f32>f64x2.extract_lane(V, 1), ${q.offset});`;
      return { text: `{ const V = ${value.text}; ${one} ${two} }`, gain: value.gain - 1 };
    }
    if (apart === 8) {
      return {
        text: `v128.store(${p.address}, ${value.text}, ${p.offset});`,
        gain: value.gain + 1,
      };
    }
    const one = `v128.store64_lane(${p.address}, V, 0, ${p.offset});`;
    const two = `v128.store64_lane(${q.address}, V, 1, ${q.offset});`;
    return { text: `{ const V = ${value.text}; ${one} ${two} }`, gain: value.gain };
  }

  /** Two assignments to variables that share a register. */
  zipVariables(a, envA, b, envB) {
    const operator = operatorOf(a);
    if (operator === undefined || operatorOf(b) !== operator) return undefined;
    if (!ts.isIdentifier(a.left) || !ts.isIdentifier(b.left)) return undefined;
    const pack = this.packs.get(`${this.nameOf(a.left, envA)}|${this.nameOf(b.left, envB)}`);
    if (!pack) return undefined;
    const { text, gain } = this.assigned(a, envA, b, envB, operator);
    return { text: `${pack} = ${text};`, gain };
  }

  /** What two assignments give their left sides. */
  assigned(a, envA, b, envB, operator) {
    const right = this.zip(a.right, envA, b.right, envB);
    if (operator === '') return right;
    const left = this.zip(a.left, envA, b.left, envB);
    return {
      text: `f64x2.${OPERATORS[operator]}(${left.text}, ${right.text})`,
      gain: 1 + left.gain + right.gain,
    };
  }

  /** Two neighbouring statements as one, where that spares anything. */
  pair(first, second, env) {
    const [a, b] = [assignmentOf(first), assignmentOf(second)];
    if (a && b) {
      const both = this.zipVariables(a, env, b, env) ?? this.independentStores(a, b, env);
      return both && both.gain > 0 ? both.text : undefined;
    }
    const [c, d] = [constantOf(first), constantOf(second)];
    if (!c || !d || !this.printer.isFloat(c.initializer) || !this.printer.isFloat(d.initializer))
      return undefined;
    if (reads(d.initializer, c.name.text)) return undefined;
    const { text, gain } = this.zip(c.initializer, env, d.initializer, env);
    if (gain <= 0) return undefined;
    const pack = `${c.name.text}_${d.name.text}_`;
    const scalars =
      wanted(c.name.text, this.printer.with(env, first)) +
      wanted(d.name.text, this.printer.with(env, second));
    this.packs.set(`${c.name.text}|${d.name.text}`, pack);
    return `const ${pack} = ${text}; ${scalars}`;
  }

  independentStores(a, b, env) {
    const target = this.printer.place(a.left, env);
    if (!target || readsPlace(b.right, target, (node) => this.printer.place(node, env)))
      return undefined;
    return this.zipStores(a, env, b, env);
  }

  /** A loop whose rounds do not need each other, two at a time. */
  loop(node, env) {
    const { name, from, to, inclusive } = roundsOf(node, (text) => this.fail(node, text));
    const start = literal(from);
    const end = literal(to);
    if (start !== undefined && end !== undefined && end - start <= UNROLLED) {
      let out = '';
      for (let c = start; c < end; c += 2) {
        const one = withEntry(env, name, String(c), { terms: new Map(), constant: c });
        const two = withEntry(env, name, String(c + 1), { terms: new Map(), constant: c + 1 });
        out +=
          c + 1 < end
            ? this.rounds(node.statement, one, two)
            : `{ ${this.printer.with(one, node.statement)} }\n`;
      }
      return out;
    }
    const next = withEntry(env, name, `(${name} + 1)`, {
      terms: new Map([[name, 1]]),
      constant: 1,
    });
    const last = this.printer.with(env, to);
    const less = inclusive ? '<=' : '<';
    return `let ${name} = ${this.printer.with(env, from)};
for (; ${name} + 1 ${less} ${last}; ${name} += 2) ${this.rounds(node.statement, env, next)}
for (; ${name} ${less} ${last}; ${name}++) ${this.printer.with(env, node.statement)}
`;
  }

  /** Two rounds of a loop's body. */
  rounds(body, envA, envB) {
    const outer = this.packs;
    this.packs = new Map(outer);
    const a = new Map(envA);
    const b = new Map(envB);
    const statements = ts.isBlock(body) ? body.statements : [body];
    const text = statements.map((one) => this.round(one, a, b)).join('\n');
    this.packs = outer;
    return `{\n${text}\n}\n`;
  }

  round(node, a, b) {
    if (ts.isVariableStatement(node)) return this.declared(node, a, b);
    if (ts.isForStatement(node)) return this.innerLoop(node, a, b);
    const assignment = assignmentOf(node);
    if (!assignment) return this.fail(node, 'no statement for lanes');
    const both =
      this.zipVariables(assignment, a, assignment, b) ??
      this.zipStores(assignment, a, assignment, b);
    return both ? both.text : this.fail(node, 'the same place in both lanes');
  }

  declared(node, a, b) {
    const [{ name, initializer }] = node.declarationList.declarations;
    const isConstant = (node.declarationList.flags & ts.NodeFlags.Const) !== 0;
    const { text } = name;
    const other = `${text}_1`;
    if (!this.printer.isFloat(initializer, node.declarationList.declarations[0].type)) {
      const whole = `const ${text} = ${this.printer.with(a, initializer)}; const ${other} = ${this.printer.with(b, initializer)};`;
      b.set(text, { name: other, text: other });
      return whole;
    }
    const pack = `${text}_lanes`;
    const both = this.zip(initializer, a, initializer, b);
    const scalars =
      wanted(text, `const ${text} = ${this.printer.with(a, initializer)};`) +
      wanted(other, `const ${other} = ${this.printer.with(b, initializer)};`);
    this.packs.set(`${text}|${other}`, pack);
    a.set(text, { name: text, text: isConstant ? text : `f64x2.extract_lane(${pack}, 0)` });
    b.set(text, { name: other, text: isConstant ? other : `f64x2.extract_lane(${pack}, 1)` });
    this.printer.types.set(text, 'f64');
    return isConstant ? `const ${pack} = ${both.text}; ${scalars}` : `let ${pack} = ${both.text};`;
  }

  /** A loop inside, the same for both lanes. */
  innerLoop(node, a, b) {
    const { printer } = this;
    const start = literal(node.initializer.declarations[0].initializer);
    const head = (env) =>
      [node.initializer, node.condition, node.incrementor]
        .map((part) => printer.with(env, part))
        .join('; ');
    if (head(a) !== head(b)) return this.fail(node, 'a loop that differs between lanes');
    const { name, to } = roundsOf(node, (text) => this.fail(node, text));
    const end = literal(to);
    if (start !== undefined && end !== undefined && end - start <= UNROLLED) {
      let out = '';
      for (let c = start; c < end; c++) {
        const value = { terms: new Map(), constant: c };
        out += this.rounds(
          node.statement,
          withEntry(a, name, String(c), value),
          withEntry(b, name, String(c), value),
        );
      }
      return out;
    }
    return `for (${head(a)}) ${this.rounds(node.statement, a, b)}`;
  }

  fail(node, text) {
    const { fileName } = node.getSourceFile();
    throw new Error(`${fileName}: ${node.getText().split('\n')[0]}: ${text}`);
  }
}

/** A declaration that stays only if something asks for its name: see `withoutUnwanted`. */
function wanted(name, text) {
  return `«${name}»${text}«»`;
}

/** A function's text without numbers that are only used as part of a vector. */
export function withoutUnwanted(text) {
  const pattern = /«(\w+)»([^«]*)«»/g;
  for (;;) {
    const next = text.replace(pattern, (all, name, _declaration, at) => {
      const rest = text.slice(0, at) + text.slice(at + all.length);
      return new RegExp(`(?<!«)\\b${name}\\b`).test(rest) ? all : '';
    });
    if (next === text) return text.replace(pattern, '$2');
    text = next;
  }
}

function unwrapped(node) {
  return ts.isParenthesizedExpression(node) ? unwrapped(node.expression) : node;
}

function isMinus(node) {
  return (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.MinusToken &&
    !ts.isNumericLiteral(node.operand)
  );
}

/** Bytes from place p to place q, if that is known. */
function distance(p, q) {
  return p.address === q.address ? q.offset - p.offset : undefined;
}

function literal(node) {
  return node && ts.isNumericLiteral(node) ? Number(node.text) : undefined;
}

function withEntry(env, name, text, affine) {
  return new Map(env).set(name, { name: text, text, affine });
}

/** `x = y` is '', `x += y` is '+'; undefined for what is no assignment. */
export function operatorOf(node) {
  const text = node.operatorToken.getText();
  return /^[-+*/]?=$/.test(text) ? text.slice(0, -1) : undefined;
}

export function assignmentOf(node) {
  if (!ts.isExpressionStatement(node) || !ts.isBinaryExpression(node.expression)) return undefined;
  return operatorOf(node.expression) === undefined ? undefined : node.expression;
}

/** The declaration of `const name = …`. */
function constantOf(node) {
  if (!ts.isVariableStatement(node) || node.declarationList.declarations.length !== 1)
    return undefined;
  const isConstant = (node.declarationList.flags & ts.NodeFlags.Const) !== 0;
  return isConstant ? node.declarationList.declarations[0] : undefined;
}

function reads(node, name) {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.forEachChild(node, (child) => reads(child, name) || undefined) ?? false;
}

/** Whether an expression reads a place, or one with the same index in another array, which may be the same. */
function readsPlace(node, target, placeOf) {
  const place = ts.isElementAccessExpression(node) ? placeOf(node) : undefined;
  if (place && place.index === target.index && place.offset === target.offset) return true;
  return ts.forEachChild(node, (child) => readsPlace(child, target, placeOf) || undefined) ?? false;
}

/** `for (let c = from; c < to; c++)`. */
function roundsOf(node, fail) {
  const declaration = node.initializer?.declarations?.[0];
  const { condition, incrementor } = node;
  const name = declaration?.name.text;
  const counts = incrementor?.getText() === `${name}++`;
  const operator = condition?.operatorToken?.getText();
  if (!counts || !/^<=?$/.test(operator ?? '') || condition.left.getText() !== name) {
    return fail('lanes want for (let c = from; c < to; c++)');
  }
  return { name, from: declaration.initializer, to: condition.right, inclusive: operator === '<=' };
}
