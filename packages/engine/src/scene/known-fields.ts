import type { z } from 'zod/mini';

type Schema = z.core.$ZodType;
/** The parts of a schema's internals that this file reads. */
interface Make {
  readonly type: string;
  readonly innerType?: Schema;
  readonly getter?: () => Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly Schema[];
  readonly discriminator?: string;
  readonly values?: readonly unknown[];
}

const makeOf = (schema: Schema): Make => schema._zod.def as unknown as Make;

/** Returns the fields that the object at `path` of an input may have; empty if there is no object. */
export function knownFields(
  schema: Schema,
  input: unknown,
  path: readonly PropertyKey[],
): readonly string[] {
  let at: Schema | undefined = chosen(schema, input);
  let data = input;
  for (const part of path) {
    if (at === undefined) return [];
    const { shape, element, items, valueType } = makeOf(at);
    const next = shape?.[String(part)] ?? items?.[Number(part)] ?? element ?? valueType;
    data = (data as Record<PropertyKey, unknown> | null)?.[part];
    at = next && chosen(next, data);
  }
  return Object.keys((at && makeOf(at).shape) ?? {});
}

/** Returns a schema without its wrappers; of a union, the form that the data selects. */
function chosen(schema: Schema, data: unknown): Schema | undefined {
  const { innerType, getter, options, discriminator } = makeOf(schema);
  if (innerType !== undefined) return chosen(innerType, data);
  if (getter !== undefined) return chosen(getter(), data);
  if (options === undefined) return schema;
  const forms = options.map((option) => chosen(option, data));
  if (discriminator === undefined) return forms.find((form) => form && makeOf(form).shape);
  const name = (data as Record<string, unknown> | null)?.[discriminator];
  return forms.find((form) => {
    const tag = form && makeOf(form).shape?.[discriminator];
    return tag !== undefined && makeOf(tag).values?.includes(name);
  });
}
