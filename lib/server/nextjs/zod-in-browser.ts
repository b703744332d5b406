/*
 * `zod` for the browser: the functions of `zod/mini` with the methods of `zod`, and no JSON Schema, documents or formats that
 * nobody uses. The same core checks the data. `browser-loader.mjs` lets the modules of a page import this file, bundled into
 * one module.
 */
import * as z from "zod/mini"
import { _default as withDefault } from "zod/mini"
import en from "zod/v4/locales/en.js"

export {
  array,
  boolean,
  custom,
  discriminatedUnion,
  enum,
  int,
  literal,
  looseObject,
  NEVER,
  null,
  number,
  object,
  record,
  strictObject,
  string,
  templateLiteral,
  tuple,
  union,
  unknown,
} from "zod/mini"

export const iso = { date: z.iso.date, datetime: z.iso.datetime }
export const coerce = { number: () => z.pipe(z.transform(Number), z.number()) }

/** `zod/mini` has none. The schema behind the change decides whether a key may be absent, and none of ours may. */
export function preprocess(change: (value: unknown) => unknown, schema: z.ZodMiniType): z.ZodMiniType {
  return z.pipe(z.transform(change), schema)
}

type Schema = z.ZodMiniType & { readonly def: { readonly type: string } }
type Make = (...args: never[]) => unknown

/** A change of `zod` reports a fault by `addIssue`; one of `zod/mini` by the list. */
function withAddIssue(change: (value: unknown, context: object) => unknown) {
  return (input: unknown, context: z.core.ParsePayload) => {
    const addIssue = (fault: string | object) => {
      context.issues.push({ code: "custom", input, ...(typeof fault === "string" ? { message: fault } : fault) })
    }
    return change(input, Object.assign(context, { addIssue }))
  }
}

const measuresLength = ({ def: { type } }: Schema) => type === "string" || type === "array"

/** Each makes a schema of the one that it is called on. */
const wrappers = {
  array: z.array,
  catch: (schema: Schema, value: unknown) =>
    new z.ZodMiniCatch({ type: "catch", innerType: schema, catchValue: () => value }),
  default: withDefault,
  describe: (schema: Schema) => schema,
  exclude: ({ options }: z.ZodMiniEnum<Record<string, string>>, left: readonly string[]) =>
    z.enum(options.filter((option) => !left.includes(option))),
  extend: z.extend,
  max: (schema: Schema, most: number, fault?: string) =>
    schema.check((measuresLength(schema) ? z.maxLength : z.lte)(most, fault)),
  meta: (schema: Schema) => schema,
  min: (schema: Schema, least: number, fault?: string) =>
    schema.check((measuresLength(schema) ? z.minLength : z.gte)(least, fault)),
  nullable: z.nullable,
  nullish: z.nullish,
  optional: z.optional,
  pipe: z.pipe,
  readonly: z.readonly,
  transform: (schema: Schema, change: (value: unknown, context: object) => unknown) =>
    z.pipe(schema, z.transform(withAddIssue(change))),
} satisfies Readonly<Record<string, Make>>

/** Each adds a check to the schema that it is called on. */
const checks = {
  gt: z.gt,
  int: z.int,
  length: z.length,
  lt: z.lt,
  nonnegative: z.nonnegative,
  nonpositive: z.nonpositive,
  positive: z.positive,
  refine: z.refine,
  regex: z.regex,
  superRefine: z.superRefine,
  trim: z.trim,
} satisfies Readonly<Record<string, Make>>

// Every schema takes the enumerable methods of this prototype.
function addMethod(name: string, value: (this: Schema, ...args: unknown[]) => unknown): void {
  Object.defineProperty(z.ZodMiniType.prototype, name, { value, enumerable: true, writable: true })
}
for (const [name, make] of Object.entries(wrappers)) {
  addMethod(name, function (...args) {
    return (make as (...args: unknown[]) => unknown)(this, ...args)
  })
}
for (const [name, check] of Object.entries(checks)) {
  addMethod(name, function (...args) {
    return this.check((check as (...args: unknown[]) => never)(...args))
  })
}
z.config(en())
