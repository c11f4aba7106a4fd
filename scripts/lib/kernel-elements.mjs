import ts from 'typescript';
import {
  assignmentOf,
  declarationOf,
  Lanes,
  operatorOf,
  reads,
  roundsOf,
  unwrapped,
  withEntry,
} from './kernel-lanes.mjs';

const COMPARISONS = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '===': 'eq',
  '!==': 'ne',
};

/**
 * Loops over elements (`// @elements`): two rounds at a time, one in each lane. Numbers are gathered lane by lane; what a round adds at places that it
 * has looked up is added at its end, first all of one round, then all of the next; a choice between numbers is made with a mask. An odd last element goes
 * through both lanes and adds once.
 */
export class Elements extends Lanes {
  /** The loop over elements that is being written, if any. */
  element = undefined;

  elements(node, env) {
    const { name, from, to } = roundsOf(node, (text) => this.fail(node, text));
    const { printer } = this;
    const [next, more] = [`${name}_next`, `${name}_more`];
    this.element = { name, more, later: [], sums: new Map(), looked: new Set() };
    const second = withEntry(env, name, next, { terms: new Map([[next, 1]]), constant: 0 });
    const body = this.rounds(node.statement, [{ a: env, b: second }], () => this.scattered());
    const sums = [...this.element.sums];
    this.element = undefined;
    const before = sums.map(
      ([pack, [x, y]]) => `let ${pack} = f64x2.replace_lane(f64x2.splat(${x}), 1, ${y});`,
    );
    const after = sums.map(
      ([pack, [x, y]]) =>
        `${x} = f64x2.extract_lane(${pack}, 0); ${y} = f64x2.extract_lane(${pack}, 1);`,
    );
    const last = printer.with(env, to);
    return `{ ${before.join(' ')}
for (let ${name}: i32 = ${printer.with(env, from)}; ${name} < ${last}; ${name} += 2) {
const ${more} = ${name} + 1 < ${last};
const ${next} = ${more} ? ${name} + 1 : ${name};
${body}}
${after.join(' ')} }
`;
  }

  round(node, { a, b }) {
    if (!b || !this.element) return super.round(node, { a, b });
    const { printer } = this;
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      return `${printer.with(a, node)} if (${this.element.more}) { ${printer.with(b, node)} }`;
    }
    return this.scatter(node, a, b) ?? super.round(node, { a, b });
  }

  /** An addition at a place that was looked up: two elements may mean the same place, so it waits. */
  scatter(node, a, b) {
    const assignment = assignmentOf(node);
    const operator = assignment && operatorOf(assignment);
    if (operator !== '+' && operator !== '-') return undefined;
    const [p, q] = [a, b].map((env) => this.printer.place(assignment.left, env));
    if (p?.array.memory !== 'f64' || !this.looksUp(p.address)) return undefined;
    const value = `given_${this.names++}`;
    this.element.later.push({ places: [p, q], operator, value });
    return `const ${value} = ${this.zip(assignment.right, a, assignment.right, b).text};`;
  }

  /** Whether an address depends on numbers from memory. */
  looksUp(text) {
    return (
      text.includes('load<') ||
      [...text.matchAll(/\w+/g)].some(([word]) => this.element.looked.has(word))
    );
  }

  /** What waited: the first lane's additions in order, then the second's; neighbours together. */
  scattered() {
    const { later, more } = this.element;
    const lane = (k) => {
      let out = '';
      for (let i = 0; i < later.length; i++) {
        const [one, two] = [later[i], later[i + 1]];
        const [p, q] = [one.places[k], two?.places[k]];
        const add = one.operator === '+' ? 'add' : 'sub';
        if (
          q &&
          two.operator === one.operator &&
          q.address === p.address &&
          q.offset === p.offset + 8
        ) {
          const both = `v128.shuffle<f64>(${one.value}, ${two.value}, ${k}, ${k + 2})`;
          out += `v128.store(${p.address}, f64x2.${add}(v128.load(${p.address}, ${p.offset}), ${both}), ${p.offset});\n`;
          i++;
        } else {
          const sum = `load<f64>(${p.address}, ${p.offset}) ${one.operator} f64x2.extract_lane(${one.value}, ${k})`;
          out += `store<f64>(${p.address}, ${sum}, ${p.offset});\n`;
        }
      }
      return out;
    };
    return later.length > 0 ? `${lane(0)}if (${more}) {\n${lane(1)}}\n` : '';
  }

  /** What waits for the end of a round cannot stand in a loop. */
  isWrittenOut(node, count) {
    return (this.element && addsToArray(node.statement)) || super.isWrittenOut(node, count);
  }

  choice(node, rounds) {
    return this.alternating(node, rounds) ?? super.choice(node, rounds);
  }

  /** `if (e % 2 === 0) even += x; else odd += x;` */
  alternating(node, rounds) {
    if (!this.element || node.expression.getText() !== `${this.element.name} % 2 === 0`)
      return undefined;
    const [x, y] = [node.thenStatement, node.elseStatement].map((one) => one && assignmentOf(one));
    if (!x || !y || x.right.getText() !== y.right.getText()) return undefined;
    const [even, odd] = [x.left.getText(), y.left.getText()];
    const pack = `${even}_${odd}_sums`;
    this.element.sums.set(pack, [even, odd]);
    const { a, b } = rounds[0];
    const value = `given_${this.names++}`;
    return `const ${value} = ${this.zip(x.right, a, x.right, b).text};
${pack} = f64x2.add(${pack}, ${this.element.more} ? ${value} : f64x2.replace_lane(${value}, 1, 0));`;
  }

  declared(node, a, b) {
    const [{ name, initializer }] = node.declarationList.declarations;
    if (b && this.element && this.isTruth(initializer, a)) {
      const mask = `${name.text}_${this.names++}_mask`;
      const text = `const ${mask} = ${this.mask(initializer, a, initializer, b)};`;
      for (const env of [a, b]) env.set(name.text, { name: mask, text: mask, mask });
      return text;
    }
    const text = super.declared(node, a, b);
    if (b && this.element && this.printer.types.get(name.text) === 'i32' && this.looksUp(text)) {
      for (const env of [a, b]) this.element.looked.add(env.get(name.text).name);
    }
    return text;
  }

  /** Whether an expression says yes or no about numbers. */
  isTruth(node, env) {
    node = unwrapped(node);
    if (ts.isIdentifier(node)) return env.get(node.text)?.mask !== undefined;
    if (ts.isPrefixUnaryExpression(node)) {
      return node.operator === ts.SyntaxKind.ExclamationToken && this.isTruth(node.operand, env);
    }
    if (!ts.isBinaryExpression(node)) return false;
    const operator = node.operatorToken.getText();
    if (operator === '&&' || operator === '||')
      return this.isTruth(node.left, env) && this.isTruth(node.right, env);
    const { printer } = this;
    return operator in COMPARISONS && (printer.isFloat(node.left) || printer.isFloat(node.right));
  }

  /** A truth of each lane: all bits, or none. */
  mask(a, envA, b, envB) {
    a = unwrapped(a);
    b = unwrapped(b);
    if (ts.isIdentifier(a)) return envA.get(a.text).mask;
    if (ts.isPrefixUnaryExpression(a))
      return `v128.not(${this.mask(a.operand, envA, b.operand, envB)})`;
    const operator = a.operatorToken.getText();
    const name = COMPARISONS[operator];
    if (name) {
      const left = this.zip(a.left, envA, b.left, envB).text;
      return `f64x2.${name}(${left}, ${this.zip(a.right, envA, b.right, envB).text})`;
    }
    const left = this.mask(a.left, envA, b.left, envB);
    return `v128.${operator === '&&' ? 'and' : 'or'}(${left}, ${this.mask(a.right, envA, b.right, envB)})`;
  }

  zip(a, envA, b, envB) {
    [a, b] = [this.chosen(a, envA), this.chosen(b, envB)];
    const isChoice = ts.isConditionalExpression(a) && ts.isConditionalExpression(b);
    if (isChoice && this.isTruth(a.condition, envA)) {
      const yes = this.zip(a.whenTrue, envA, b.whenTrue, envB);
      const no = this.zip(a.whenFalse, envA, b.whenFalse, envB);
      const mask = this.mask(a.condition, envA, b.condition, envB);
      const text = `v128.bitselect(${yes.text}, ${no.text}, ${mask})`;
      return { text, gain: 1 + yes.gain + no.gain };
    }
    return this.sumOfPairs(a, envA, b, envB) ?? super.zip(a, envA, b, envB);
  }

  /** An expression, or the branch of it where i === j is known. */
  chosen(node, env) {
    node = unwrapped(node);
    if (!ts.isConditionalExpression(node) || !ts.isBinaryExpression(node.condition)) return node;
    const { left, operatorToken, right } = node.condition;
    if (operatorToken.getText() !== '===') return node;
    const known = this.roundsKnown(left, right, env);
    if (!known) return node;
    return this.chosen(known[0] === known[1] ? node.whenTrue : node.whenFalse, env);
  }

  /** even + odd, where each lane has both in a register of its own. */
  sumOfPairs(a, envA, b, envB) {
    if (!ts.isBinaryExpression(a) || !ts.isBinaryExpression(b)) return undefined;
    if (a.operatorToken.getText() !== '+' || b.operatorToken.getText() !== '+') return undefined;
    const packOf = ({ left, right }, env) =>
      this.packs.get(`${this.nameOf(unwrapped(left), env)}|${this.nameOf(unwrapped(right), env)}`);
    const [p, q] = [packOf(a, envA), packOf(b, envB)];
    if (!p || !q || p === q) return undefined;
    const halves = ['0, 2', '1, 3'].map((lanes) => `v128.shuffle<f64>(${p}, ${q}, ${lanes})`);
    return { text: `f64x2.add(${halves.join(', ')})`, gain: 2 };
  }

  /** Two neighbouring statements of every round as one each, if that is better than the same statement of two rounds. */
  together(first, second, rounds) {
    const [c, d] = [declarationOf(first), declarationOf(second)];
    const [x, y] = [assignmentOf(first), assignmentOf(second)];
    if (c && d) return this.declaredTogether(c, d, first, rounds);
    if (!x || !y) return undefined;
    const envs = envsOf(rounds);
    const variables = envs.map((env) => this.zipVariables(x, env, y, env));
    if (variables.every(Boolean)) return variables.map(({ text }) => text).join('\n');
    if (ts.isIdentifier(x.left)) return undefined;
    const within = envs.map((env) => this.independentStores(x, y, env));
    if (!within.every(Boolean)) return undefined;
    const across = rounds.flatMap(({ a, b }) =>
      b ? [this.zipStores(x, a, x, b), this.zipStores(y, a, y, b)] : [],
    );
    return gainOf(within) > gainOf(across) ? within.map(({ text }) => text).join('\n') : undefined;
  }

  declaredTogether(c, d, first, rounds) {
    const { printer } = this;
    const isConstant = (first.declarationList.flags & ts.NodeFlags.Const) !== 0;
    if (!printer.isFloat(c.initializer, c.type) || !printer.isFloat(d.initializer, d.type))
      return undefined;
    if (reads(d.initializer, c.name.text)) return undefined;
    const zip = (one, a, two, b) => this.zip(one.initializer, a, two.initializer, b);
    const envs = envsOf(rounds);
    if (isConstant) {
      const within = envs.map((env) => zip(c, env, d, env));
      const across = rounds.flatMap(({ a, b }) => (b ? [zip(c, a, c, b), zip(d, a, d, b)] : []));
      if (gainOf(within) <= gainOf(across)) return undefined;
    } else {
      const register = printer.registers.get(c.name.text);
      if (!register || register !== printer.registers.get(d.name.text)) return undefined;
    }
    return envs
      .map((env) => {
        const { text } = zip(c, env, d, env);
        const names = [c, d].map(({ name }) => `${name.text}_${this.names++}`);
        const pack = `${names.join('_')}_`;
        this.packs.set(names.join('|'), pack);
        [c, d].forEach(({ name }, lane) => {
          printer.types.set(name.text, 'f64');
          env.set(name.text, { name: names[lane], text: `f64x2.extract_lane(${pack}, ${lane})` });
        });
        return `${isConstant ? 'const' : 'let'} ${pack} = ${text};`;
      })
      .join('\n');
  }
}

function addsToArray(node) {
  const assignment = assignmentOf(node);
  if (assignment) return operatorOf(assignment) !== '' && !ts.isIdentifier(assignment.left);
  return ts.forEachChild(node, (child) => addsToArray(child) || undefined) ?? false;
}

const envsOf = (rounds) => rounds.flatMap(({ a, b }) => (b ? [a, b] : [a]));
const gainOf = (all) => all.reduce((sum, one) => sum + (one?.gain ?? -9), 0);
