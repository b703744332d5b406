import { z } from "zod"
import type { Contract, ParamsSchema } from "@/lib/api/contract"

/** A parameter as plain data, for a table and a form. */
export type ParamInfo = {
  readonly name: string
  readonly where: "path" | "query"
  readonly about: string
  /** Allowed values. Empty: any text that the service accepts. */
  readonly options: readonly string[]
  /** The default value. `null`: no default, or the parameter is required. */
  readonly fallback: string | null
  readonly example: string | null
  /** `numbers`: several prices in one text. */
  readonly kind: "text" | "number" | "numbers"
}

/** Path parameters first, with the descriptions from their schemas. */
export function paramsOf({ pathParams, queryParams, exampleParams, lists = [] }: Contract): readonly ParamInfo[] {
  const facts = (schema: ParamsSchema, where: ParamInfo["where"]) =>
    Object.entries(schema.shape).map(([name, field]) => ({
      name,
      where,
      about: field.description ?? "",
      options: optionsOf(field),
      fallback: fallbackOf(field),
      example: exampleParams[name] ?? null,
      kind: kindOf(field, lists.includes(name) ? exampleParams[name] : undefined),
    }))
  return [...facts(pathParams, "path"), ...facts(queryParams, "query")]
}

const Options = z.object({ enum: z.array(z.string()) })

function optionsOf(field: z.ZodType): readonly string[] {
  const schema = z.toJSONSchema(field, { io: "input", unrepresentable: "any" })
  return Options.safeParse(schema).data?.enum ?? []
}

const NumberSchema = z.object({ type: z.enum(["number", "integer"]) })

/** `listExample`: of a parameter with several values. */
function kindOf(field: z.ZodType, listExample: string | undefined): ParamInfo["kind"] {
  if (listExample !== undefined && /^[\d.,]+$/.test(listExample)) return "numbers"
  const schema = z.toJSONSchema(field, { io: "output", unrepresentable: "any" })
  return NumberSchema.safeParse(schema).success ? "number" : "text"
}

const Fallback = z.union([z.string(), z.number(), z.boolean()])

function fallbackOf(field: z.ZodType): string | null {
  const { data } = Fallback.safeParse(field.safeParse(undefined).data)
  return data === undefined ? null : String(data)
}
