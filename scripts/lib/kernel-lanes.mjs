import ts from 'typescript';

const FREE = 0;
const OPERATORS = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };
const FUNCTIONS = { 'Math.sqrt': 'sqrt', 'Math.abs': 'abs', 'Math.min': 'min', 'Math.max': 'max' };
/** Loops of at most so many rounds, known beforehand, are written out. */
const UNROLLED = 64;
/** An inner loop is written out up to so many statements. */
const WRITTEN_OUT = 48;
/** So is a loop in lanes, with its pairs of rounds. */
const PAIRS_WRITTEN_OUT = 24;

/**
 * Two statements as one, each in a lane of a vector register: what a kernel asks for with `@pairs` (neighbouring statements of a function) and
 * `// @lanes` (two rounds of a loop). The arithmetic of a lane is that of its statement, so the bits are the same. `printer` is the translator: it prints
 * what stays scalar, and knows arrays and types.
 */
export class Lanes {
  /** Vector variables by the two numbers they hold: "a|b". */
  packs = new Map();
  /** Names given so far. */
  names = 0;
  /** Constants that the rounds of a statement have declared, by what they are. */
  known = new Map();
  /** The first of the whole numbers of a statement that differ by constants, by the rest. */
  firsts = new Map();

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
    const [p, q] = [textA, textB].map((text) =>
      /^f64x2\.extract_lane\((\w+), ([01])\)$/.exec(text),
    );
    if (p && q)
      return {
        text: `v128.shuffle<f64>(${p[1]}, ${q[1]}, ${p[2]}, ${2 + Number(q[2])})`,
        gain: -0.5,
      };
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
    if (p.array.memory === 'any') {
      const one = `${p.target} = f64x2.extract_lane(V, 0);`;
      const two = `${q.target} = f64x2.extract_lane(V, 1);`;
      return { text: `{ const V = ${value.text}; ${one} ${two} }`, gain: value.gain - 1 };
    }
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
      const register = this.zipVariables(a, env, b, env);
      const both = register ?? this.independentStores(a, b, env);
      return register || (both && both.gain > 0) ? both.text : undefined;
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
    return `${wanted(pack, `const ${pack} = ${text};`)} ${scalars}`;
  }

  independentStores(a, b, env) {
    const target = this.printer.place(a.left, env);
    if (!target || readsPlace(b.right, target, (node) => this.printer.place(node, env)))
      return undefined;
    return this.zipStores(a, env, b, env);
  }

  /** A loop whose rounds do not need each other, two at a time; if their number is known, all at once. */
  loop(node, env) {
    const { name, from, to } = roundsOf(node, (text) => this.fail(node, text));
    const known = this.roundsKnown(from, to, env);
    const isEven = known && !this.hasLanes(node.statement) && (known[1] - known[0]) % 2 === 0;
    const pairs = known && (known[1] - known[0]) / 2;
    if (known && !(isEven && pairs * sizeOf(node.statement) > PAIRS_WRITTEN_OUT))
      return this.rounds(node.statement, this.expanded(node, [{ a: env }]));
    const next = withEntry(env, name, `(${name} + 1)`, {
      terms: new Map([[name, 1]]),
      constant: 1,
    });
    const last = this.printer.with(env, to);
    return `{ let ${name} = ${this.printer.with(env, from)};
for (; ${name} + 1 < ${last}; ${name} += 2) ${this.rounds(node.statement, [{ a: env, b: next }])}
${isEven ? '' : `for (; ${name} < ${last}; ${name}++) ${this.printer.with(env, node.statement)}`} }
`;
  }

  /** The rounds of a loop within each of the given ones: pairs, or single ones around a loop in lanes. */
  expanded(node, rounds) {
    const { name, from, to } = roundsOf(node, (text) => this.fail(node, text));
    const step = this.hasLanes(node.statement) ? 1 : 2;
    return rounds.flatMap(({ a, b }) => {
      if (b) this.fail(node, 'lanes within lanes');
      const known = this.roundsKnown(from, to, a);
      if (!known) this.fail(node, 'rounds must be known beforehand');
      const [start, end] = known;
      const out = [];
      for (let c = start; c < end; c += step) {
        const at = (k) => withEntry(a, name, String(k), { terms: new Map(), constant: k });
        out.push(step === 2 && c + 1 < end ? { a: at(c), b: at(c + 1) } : { a: at(c) });
      }
      return out;
    });
  }

  /** First round and the one after the last, if they are known beforehand. */
  roundsKnown(from, to, env) {
    const [start, end] = [from, to].map((node) => this.printer.affine(node, env));
    if ([...start.terms, ...end.terms].some(([, times]) => times !== 0)) return undefined;
    const known = [start.constant, end.constant];
    return known[1] - known[0] <= UNROLLED ? known : undefined;
  }

  hasLanes(node) {
    if (ts.isForStatement(node) && this.printer.tagged(node)) return true;
    return ts.forEachChild(node, (child) => this.hasLanes(child) || undefined) ?? false;
  }

  /** The body of a loop for many rounds, statement by statement. */
  rounds(body, given, end = () => '') {
    return `{\n${this.inside(body, given)}\n${end()}}\n`;
  }

  /** The same without braces: every name is given once. */
  inside(body, given) {
    const outer = this.packs;
    this.packs = new Map(outer);
    const rounds = given.map(({ a, b }) => ({ a: new Map(a), b: b && new Map(b) }));
    const statements = ts.isBlock(body) ? body.statements : [body];
    let out = '';
    // Declarations in a row write nothing: what they read is the same for all of them.
    let row = [];
    const end = () => {
      out += withSharedLoads(row, () => `load_${this.names++}`);
      row = [];
    };
    for (let i = 0; i < statements.length; i++) {
      const both =
        this.printer.inPairs && i + 1 < statements.length
          ? this.together(statements[i], statements[i + 1], rounds)
          : undefined;
      if (!ts.isVariableStatement(statements[i])) end();
      row.push(both ?? this.statement(statements[i], rounds));
      if (!ts.isVariableStatement(statements[i])) {
        if (writesMemory(statements[i])) out += `${row.pop()}\n`;
        else end();
      }
      if (both !== undefined) i++;
    }
    end();
    this.packs = outer;
    return out;
  }

  statement(node, rounds) {
    if (ts.isForStatement(node)) {
      return this.printer.tagged(node)
        ? this.rounds(node.statement, this.expanded(node, rounds))
        : this.innerLoop(node, rounds);
    }
    if (ts.isIfStatement(node)) return this.choice(node, rounds);
    // What several rounds declare with the same words is declared once.
    this.known = new Map();
    this.firsts = new Map();
    const texts = rounds.map((round) => this.round(node, round));
    return texts.join('\n');
  }

  round(node, { a, b }) {
    if (ts.isVariableStatement(node)) return this.declared(node, a, b);
    if (!b) return this.printer.with(a, node);
    const assignment = assignmentOf(node);
    if (!assignment) return this.fail(node, 'no statement for lanes');
    const both =
      this.zipVariables(assignment, a, assignment, b) ??
      this.zipStores(assignment, a, assignment, b);
    return both ? both.text : this.fail(node, 'the same place in both lanes');
  }

  declared(node, a, b) {
    const { printer } = this;
    const [{ name, type, initializer }] = node.declarationList.declarations;
    const isConstant = (node.declarationList.flags & ts.NodeFlags.Const) !== 0;
    const isFloat = printer.isFloat(initializer, type);
    printer.types.set(name.text, isFloat ? 'f64' : 'i32');
    const word = isConstant ? 'const' : 'let';
    const named = (env) => {
      const text = printer.with(env, initializer);
      const known = isConstant ? this.known.get(text) : undefined;
      if (known) return { own: known, text: '' };
      if (isConstant && !isFloat) {
        const near = this.near(printer.affine(initializer, env), `${name.text}_${this.names}`);
        if (near) return near;
      }
      const own = `${name.text}_${this.names++}`;
      if (!isFloat || !b) this.known.set(text, own);
      return { own, text: `${word} ${own}${isFloat ? ': f64' : ''} = ${text};` };
    };
    const one = named(a);
    const two = b ? named(b) : one;
    if (!b || !isFloat) {
      a.set(name.text, { name: one.own, text: one.own, affine: one.affine });
      b?.set(name.text, { name: two.own, text: two.own, affine: two.affine });
      return b ? `${one.text} ${two.text}` : one.text;
    }
    const both = this.zip(initializer, a, initializer, b);
    const shared = isConstant ? this.known.get(both.text) : undefined;
    const pack = shared ?? `${one.own}_lanes`;
    const scalars = isConstant ? wanted(one.own, one.text) + wanted(two.own, two.text) : '';
    this.packs.set(`${one.own}|${two.own}`, pack);
    a.set(name.text, {
      name: one.own,
      text: isConstant ? one.own : `f64x2.extract_lane(${pack}, 0)`,
    });
    b.set(name.text, {
      name: two.own,
      text: isConstant ? two.own : `f64x2.extract_lane(${pack}, 1)`,
    });
    if (shared) return scalars;
    if (isConstant) this.known.set(both.text, pack);
    return `${word} ${pack} = ${both.text}; ${scalars}`;
  }

  /** A whole number that another round has declared, but for a constant: that one and the constant. */
  near({ terms, constant }, own) {
    const key = JSON.stringify([...terms].filter(([, times]) => times !== 0).sort());
    const first = this.firsts.get(key);
    if (!first) {
      this.firsts.set(key, { own, constant });
      return undefined;
    }
    const apart = constant - first.constant;
    const affine = { terms: new Map([[first.own, 1]]), constant: apart };
    return { own: `(${first.own} + ${apart})`, text: '', affine };
  }

  /** A choice that is the same for all rounds. */
  choice(node, rounds) {
    const envs = rounds.flatMap(({ a, b }) => (b ? [a, b] : [a]));
    const conditions = new Set(envs.map((env) => this.printer.with(env, node.expression)));
    if (conditions.size !== 1) return this.fail(node, 'a choice that differs between lanes');
    const other = node.elseStatement ? ` else ${this.rounds(node.elseStatement, rounds)}` : '';
    return `if (${[...conditions][0]}) ${this.rounds(node.thenStatement, rounds)}${other}`;
  }

  /** A loop inside, the same for all rounds. */
  innerLoop(node, rounds) {
    const head = (env) =>
      [node.initializer, node.condition, node.incrementor]
        .map((part) => this.printer.with(env, part))
        .join('; ');
    const heads = new Set(rounds.flatMap(({ a, b }) => (b ? [head(a), head(b)] : [head(a)])));
    if (heads.size !== 1) return this.fail(node, 'a loop that differs between lanes');
    const { name, from, to } = roundsOf(node, () => ({}));
    const known = name && this.roundsKnown(from, to, rounds[0].a);
    if (!known || !this.isWrittenOut(node, (known[1] - known[0]) * rounds.length)) {
      return `for (${[...heads][0]}) ${this.rounds(node.statement, rounds)}`;
    }
    let out = '';
    for (let c = known[0]; c < known[1]; c++) {
      const at = (env) => env && withEntry(env, name, String(c), { terms: new Map(), constant: c });
      out += this.inside(
        node.statement,
        rounds.map(({ a, b }) => ({ a: at(a), b: at(b) })),
      );
    }
    return out;
  }

  /** Whether a loop inside is better written out. */
  isWrittenOut(node, count) {
    return count * sizeOf(node.statement) <= WRITTEN_OUT;
  }

  fail(node, text) {
    const { fileName } = node.getSourceFile();
    throw new Error(`${fileName}: ${node.getText().split('\n')[0]}: ${text}`);
  }
}

/** Statements that only read memory, with what they read more than once read once. */
function withSharedLoads(texts, nameOf) {
  const counts = new Map();
  for (const load of texts.flatMap((text) => [...loadsOf(text)]))
    counts.set(load, (counts.get(load) ?? 0) + 1);
  const names = new Map();
  let out = '';
  for (let text of texts) {
    for (const load of loadsOf(text)) {
      if (counts.get(load) < 2) continue;
      if (!names.has(load)) {
        names.set(load, nameOf());
        out += `const ${names.get(load)} = ${load};\n`;
      }
      text = text.replaceAll(load, names.get(load));
    }
    out += `${text}\n`;
  }
  return out;
}

function* loadsOf(text) {
  for (const { index } of text.matchAll(/v128\.load(64_splat|64_lane)?\(/g)) {
    let depth = 0;
    let end = text.indexOf('(', index);
    do {
      if (text[end] === '(') depth++;
      if (text[end] === ')') depth--;
      end++;
    } while (depth > 0);
    yield text.slice(index, end);
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

export function unwrapped(node) {
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

export function withEntry(env, name, text, affine) {
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

/** Whether a statement may change memory, or is more than one. */
function writesMemory(node) {
  const left = assignmentOf(node)?.left;
  return left === undefined || !ts.isIdentifier(left);
}

/** The declaration of `let name = …` or `const name = …`. */
export function declarationOf(node) {
  if (!ts.isVariableStatement(node) || node.declarationList.declarations.length !== 1)
    return undefined;
  return node.declarationList.declarations[0];
}

function constantOf(node) {
  const declaration = declarationOf(node);
  return declaration && (node.declarationList.flags & ts.NodeFlags.Const) !== 0
    ? declaration
    : undefined;
}

/** Statements in a piece of source, those of loops with known rounds as often as they run. */
function sizeOf(node) {
  let size = 0;
  const visit = (child) => {
    if (ts.isVariableStatement(child) || ts.isExpressionStatement(child)) size++;
    ts.forEachChild(child, visit);
  };
  visit(node);
  return size;
}

export function reads(node, name) {
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
export function roundsOf(node, fail) {
  const declaration = node.initializer?.declarations?.[0];
  const { condition, incrementor } = node;
  const name = declaration?.name.text;
  const counts = incrementor?.getText() === `${name}++`;
  if (!counts || condition?.operatorToken?.getText() !== '<' || condition.left.getText() !== name) {
    return fail('lanes want for (let c = from; c < to; c++)');
  }
  return { name, from: declaration.initializer, to: condition.right };
}
