import { getAt, isObject, type Json, type Path } from '../document/json.ts';

/** A part of a JSON schema, as far as scenes need it. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: boolean | Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
}

/** What is entered at a place: `group` has fields of its own, `list` has items, `record` has named entries. */
export type FieldKind =
  | 'number'
  | 'choice'
  | 'flag'
  | 'text'
  | 'color'
  | 'vector'
  | 'group'
  | 'list'
  | 'record'
  | 'json';

/** A place of a scene that can be filled in. */
export interface Field {
  readonly path: Path;
  readonly label: string;
  readonly about: string;
  readonly kind: FieldKind;
  /** What stands there; undefined if nothing does, and then what holds instead, if that is known. */
  readonly value: Json | undefined;
  readonly fallback: Json | undefined;
  readonly isRequired: boolean;
  readonly least: number;
  readonly most: number;
  /** What can be chosen. */
  readonly options: readonly Json[];
  /** Where one of several forms can be taken: their names, and the one that is. */
  readonly forms: readonly string[];
  readonly form: string | null;
  /** The schema of what is there. */
  readonly schema: Schema;
}

/** The parts that tell the forms of a thing apart. */
const TAGS = ['type', 'kind', 'do'] as const;

/** Reads a scene's schema. */
export interface SchemaReader {
  /** The fields of the object or list at a place. */
  fields(scene: Json, path: Path): Field[];
  /** One place. */
  field(scene: Json, path: Path): Field | null;
  /** Something valid to begin with, for a place or one of its forms, or for a new item of the list there. */
  sample(field: Field, form?: string): Json;
  sampleItem(field: Field): Json | null;
}

export function readSchema(root: Schema): SchemaReader {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.replace('#/$defs/', '');
    if (name === undefined) return schema;
    return { ...resolve(root.$defs?.[name] ?? {}), ...withoutRef(schema) };
  };

  /** The forms of a schema, each resolved; one if it has no choice. */
  function formsOf(schema: Schema): Schema[] {
    const own = resolve(schema);
    const several = own.anyOf ?? own.oneOf;
    return several === undefined ? [own] : several.flatMap(formsOf);
  }

  function chosen(schema: Schema, value: Json | undefined): Schema {
    const forms = formsOf(schema);
    const own = resolve(schema);
    const found = forms.find((form) => fits(form, value)) ?? forms[0];
    return { ...found, description: found.description ?? own.description, default: own.default };
  }

  function childSchema(schema: Schema, key: string | number): Schema | null {
    const { properties, additionalProperties, items, prefixItems } = schema;
    if (properties?.[key] !== undefined) return properties[key];
    if (typeof key === 'number') return prefixItems?.[key] ?? (isSchema(items) ? items : null);
    return isSchema(additionalProperties) ? additionalProperties : null;
  }

  function schemaAt(scene: Json, path: Path): { schema: Schema; isRequired: boolean } | null {
    let schema: Schema = root;
    let isRequired = true;
    for (let k = 0; k < path.length; k++) {
      const own = chosen(schema, getAt(scene, path.slice(0, k)));
      const child = childSchema(own, path[k]);
      if (child === null) return null;
      isRequired = own.required?.includes(String(path[k])) ?? typeof path[k] === 'number';
      schema = child;
    }
    return { schema, isRequired };
  }

  function field(scene: Json, path: Path): Field | null {
    const found = schemaAt(scene, path);
    if (found === null) return null;
    const value = getAt(scene, path);
    const own = resolve(found.schema);
    const fallback = own.default;
    const schema = chosen(found.schema, value ?? fallback);
    const forms = formsOf(found.schema).map(nameOf);
    const hasForms = forms.length > 1;
    return {
      path,
      label: labelOf(path),
      about: own.description ?? schema.description ?? '',
      kind: kindOf(schema),
      value,
      fallback,
      isRequired: found.isRequired,
      least: schema.minimum ?? schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
      most: schema.maximum ?? Number.POSITIVE_INFINITY,
      options: schema.enum ?? [],
      forms: hasForms ? forms : [],
      form: hasForms ? nameOf(schema) : null,
      schema,
    };
  }

  function fields(scene: Json, path: Path): Field[] {
    const own = field(scene, path);
    if (own === null) return [];
    const { schema } = own;
    const value = own.value ?? own.fallback;
    const keys =
      own.kind === 'list'
        ? Array.isArray(value)
          ? [...value.keys()]
          : []
        : own.kind === 'record'
          ? Object.keys(isObject(value) ? value : {})
          : Object.keys(schema.properties ?? {}).filter((key) => !isTag(schema, key));
    return keys.flatMap((key) => field(scene, [...path, key]) ?? []);
  }

  function sampleOf(schema: Schema): Json {
    const own = resolve(schema);
    if (own.default !== undefined) return own.default;
    const [form] = formsOf(own);
    if (form.const !== undefined) return form.const;
    if (form.enum !== undefined) return form.enum[0];
    switch (form.type) {
      case 'number':
      case 'integer':
        return sampleNumber(form);
      case 'boolean':
        return true;
      case 'string':
        return form.pattern?.startsWith('^#') ? '#888888' : 'new';
      case 'array':
        if (form.prefixItems !== undefined) return form.prefixItems.map(sampleOf);
        return Array.from({ length: form.minItems ?? 0 }, () =>
          isSchema(form.items) ? sampleOf(form.items) : 0,
        );
      default:
        return Object.fromEntries(
          (form.required ?? []).map((key) => [key, sampleOf(form.properties?.[key] ?? {})]),
        );
    }
  }

  return {
    fields,
    field,
    sample({ path, schema }, form) {
      const declared = schemaAt({}, path)?.schema ?? schema;
      const wanted = formsOf(declared).find((one) => nameOf(one) === form);
      return sampleOf(wanted ?? schema);
    },
    sampleItem: ({ schema }) => (isSchema(schema.items) ? sampleOf(schema.items) : null),
  };
}

function withoutRef({ $ref: _, ...rest }: Schema): Schema {
  return rest;
}

function isSchema(value: boolean | Schema | undefined): value is Schema {
  return typeof value === 'object';
}

function tagOf(schema: Schema): string | undefined {
  return TAGS.find((tag) => schema.properties?.[tag]?.const !== undefined);
}

const isTag = (schema: Schema, key: string): boolean => tagOf(schema) === key;

/** What a form is called where there is a choice. */
function nameOf(schema: Schema): string {
  const tag = tagOf(schema);
  if (tag !== undefined) return String(schema.properties?.[tag].const);
  if (schema.const !== undefined) return String(schema.const);
  if (schema.prefixItems !== undefined) return `${schema.prefixItems.length} numbers`;
  return (
    { array: 'a list', integer: 'a number', number: 'a number', object: 'an object' }[
      schema.type ?? ''
    ] ??
    schema.type ??
    'anything'
  );
}

function fits(schema: Schema, value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (schema.const !== undefined) return schema.const === value;
  if (Array.isArray(value))
    return (
      schema.type === 'array' &&
      (schema.prefixItems === undefined || schema.prefixItems.length === value.length)
    );
  if (isObject(value)) {
    const tag = tagOf(schema);
    if (schema.type !== 'object') return false;
    if (tag !== undefined) return schema.properties?.[tag].const === value[tag];
    return (schema.required ?? []).every((key) => key in value);
  }
  const kind = typeof value === 'number' ? ['number', 'integer'] : [typeof value];
  return kind.includes(schema.type ?? '') || (schema.enum?.includes(value) ?? false);
}

function kindOf(schema: Schema): FieldKind {
  if (schema.enum !== undefined || schema.const !== undefined) return 'choice';
  switch (schema.type) {
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'string':
      return schema.pattern?.startsWith('^#') ? 'color' : 'text';
    case 'array': {
      const isPlain = (one: Schema): boolean => ['number', 'integer'].includes(one.type ?? '');
      if (schema.prefixItems !== undefined)
        return schema.prefixItems.every(isPlain) ? 'vector' : 'json';
      return isSchema(schema.items) && !isPlain(schema.items) ? 'list' : 'json';
    }
    case 'object':
      if (schema.properties !== undefined) return 'group';
      return isSchema(schema.additionalProperties) ? 'record' : 'json';
    default:
      return 'json';
  }
}

function labelOf(path: Path): string {
  const last = path[path.length - 1];
  if (typeof last === 'number') return String(last + 1);
  return String(last ?? '').replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}

/** A number to begin with: a hand's breadth, jelly, or one. */
function sampleNumber({
  minimum = 0,
  exclusiveMinimum,
  maximum = 1e12,
  description = '',
}: Schema): number {
  const least = Math.max(minimum, exclusiveMinimum ?? minimum);
  const about = /\[m\]|edges|radi/i.test(description) ? 0.1 : /\[Pa\]/.test(description) ? 3e4 : 1;
  return Math.min(maximum, Math.max(least, least < 0 ? 0 : about));
}
