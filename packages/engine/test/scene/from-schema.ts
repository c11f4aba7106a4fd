import type { Random } from '../../src/core/random.ts';

/** What this reads of a JSON schema. */
export interface Rule {
  $ref?: string;
  $defs?: Record<string, Rule>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  properties?: Record<string, Rule>;
  additionalProperties?: Rule | boolean;
  required?: string[];
  items?: Rule;
  prefixItems?: Rule[];
  not?: Rule;
  oneOf?: Rule[];
  anyOf?: Rule[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
}

export const resolveRule = (root: Rule, rule: Rule): Rule =>
  rule.$ref === undefined
    ? rule
    : rule.$ref === '#'
      ? root
      : root.$defs![rule.$ref.replace('#/$defs/', '')];

/** Odd but legal names: signs that combine, that change the direction of writing, that programs give a meaning. */
const NAMES = ['a', 'b', 'ä', 'ä', '‮tar', '💧', '__proto__', 'constructor', 'a.b', '../x', "'"];
const DEEPEST = 2;

/** How often a number is one of its rule's bounds, or any number of its range. */
export interface Chances {
  readonly bound: number;
  readonly any: number;
  /** How often an optional field is given. */
  readonly given: number;
}

/**
 * A random input that obeys every rule of a JSON schema, field by field; whether the fields go together is for the
 * engine to say. Most numbers are of ordinary size, so that many inputs run.
 */
export function fromSchema(root: Rule, random: Random, chances: Chances): unknown {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];

  const number = (rule: Rule, key: string): number => {
    const low = rule.minimum ?? rule.exclusiveMinimum ?? -1e12;
    const high = rule.maximum ?? 1e12;
    const isWhole = rule.type === 'integer';
    const chance = random.next();
    let value = low;
    if (chance < chances.bound) value = random.below(2) === 0 ? low : high;
    else if (chance < chances.bound + chances.any) value = anyOf(low, high);
    else if (typeof rule.default === 'number' && random.below(2) === 0) value = rule.default;
    else value = ordinary(low, high, key, isWhole);
    return isWhole ? Math.round(value) : value;
  };
  /** A number of a range, of any size: its logarithm is uniform where the range spans decades. */
  const anyOf = (low: number, high: number): number => {
    if (low > 0 || (low === 0 && high > 1e3)) {
      const least = Math.log10(Math.max(low, 1e-12));
      return 10 ** random.range(least, Math.log10(high));
    }
    if (high <= 1e3) return random.range(low, high);
    return (random.below(2) === 0 ? -1 : 1) * 10 ** random.range(-9, Math.log10(high));
  };
  const ordinary = (low: number, high: number, key: string, isWhole: boolean): number => {
    const inside = (x: number): number => Math.min(high, Math.max(low, x));
    if (key === 'young') return inside(10 ** random.range(3, 7));
    if (key === 'density') return inside(10 ** random.range(2, 3.5));
    if (key === 'dt') return inside(pick([1e-5, 1e-3, 1 / 240, 1 / 60, 1 / 30, 0.2]));
    if (key === 'time' || key === 'at') return inside(random.range(0, 0.1));
    if (isWhole) return inside(Math.max(low, 1) + random.below(4));
    return inside(low < 0 ? random.range(-0.5, 0.5) : random.range(0.05, 0.5));
  };

  const text = (rule: Rule, key: string): string => {
    if (key === 'file') return 'x.obj';
    if (rule.pattern?.startsWith('^#')) return '#448866';
    if (rule.pattern?.startsWith('^[A-Za-z')) return 'scene';
    return pick(NAMES);
  };

  const value = (given: Rule, key: string, depth: number): unknown => {
    const rule = resolveRule(root, given);
    if (rule.const !== undefined) return rule.const;
    if (rule.enum) return pick(rule.enum);
    const forms = rule.oneOf ?? rule.anyOf;
    if (forms) return value(pick(shallow(forms, depth)), key, depth);
    if (rule.prefixItems) return rule.prefixItems.map((one) => value(one, key, depth));
    switch (rule.type) {
      case 'object':
        return object(rule, depth);
      case 'array': {
        const least = rule.minItems ?? 0;
        const count = Math.min(rule.maxItems ?? 3, Math.max(least, 1 + random.below(3)));
        return Array.from({ length: count }, () => value(rule.items!, key, depth));
      }
      case 'string':
        return text(rule, key);
      case 'boolean':
        return random.below(2) === 0;
      case 'integer':
      case 'number':
        return number(rule, key);
      default:
        return null;
    }
  };
  /** Every other time, and once it is deep enough, forms that hold no further shapes; files are read elsewhere. */
  const shallow = (forms: readonly Rule[], depth: number): readonly Rule[] => {
    const plain = forms.filter((form) => !holdsShapes(resolveRule(root, form)));
    const isPlain = depth >= DEEPEST || random.below(2) === 0;
    return isPlain && plain.length > 0 ? plain : forms;
  };
  const holdsShapes = ({ properties = {} }: Rule): boolean =>
    ['shape', 'shapes', 'base', 'file', 'regions'].some((key) => key in properties);
  const object = (rule: Rule, depth: number): Record<string, unknown> => {
    const out: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(rule.properties ?? {})) {
      const isNeeded = rule.required?.includes(key) ?? false;
      const chance = key === 'model' ? 0.8 : chances.given;
      if (!isNeeded && random.next() >= chance) continue;
      if (key === 'file' && !isNeeded) continue;
      const isShape = ['shape', 'shapes', 'base', 'cut', 'region', 'regions'].includes(key);
      out[key] = value(field, key, isShape ? depth + 1 : depth);
    }
    if (rule.properties === undefined && typeof rule.additionalProperties === 'object')
      out[pick(['a', 'b', 'ä'])] = value(rule.additionalProperties, 'value', depth);
    return out;
  };
  return value(root, '', 0);
}
