import { z } from "zod"
import { type Contract, fillPath, type ParamsSchema, underApi } from "@/lib/api/contract"

/** One request: the path segments as Next hands them over, the query, and the parameter that it is about. */
export type CatalogueRequest = {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly about: string | null
}

const NumberField = z.object({ type: z.enum(["number", "integer"]), minimum: z.number(), maximum: z.number() })
const EnumField = z.object({ enum: z.array(z.string()) })

/** The example call, and every value (each bound, for a number) of every parameter on its own. */
export function validRequests(contract: Contract): readonly CatalogueRequest[] {
  const example = exampleOf(contract)
  return [
    example,
    ...varyEachField(contract, (field) => valuesOf(field)),
    { ...example, query: { ...example.query, cachebuster: "1" }, about: null },
  ]
}

/** Invalid values of each parameter, and pairs of bounds in the wrong order: requests that must not be charged. */
export function invalidRequests(contract: Contract): readonly CatalogueRequest[] {
  return [...varyEachField(contract, badValuesOf), ...withCrossedBounds(contract)]
}

/** The example call: path segments and query apart. */
export function exampleOf({ pathParams, queryParams, exampleParams }: Contract): CatalogueRequest {
  const only = (schema: ParamsSchema) =>
    Object.fromEntries(Object.entries(exampleParams).filter(([name]) => name in schema.shape))
  return { path: only(pathParams), query: only(queryParams), about: null }
}

/** `/api/signal/BTC?risk=low`. */
export function urlOf({ path }: Contract, question: CatalogueRequest): string {
  const query = new URLSearchParams(question.query).toString()
  return `${underApi(fillPath(path, question.path))}${query === "" ? "" : `?${query}`}`
}

function varyEachField(contract: Contract, values: (field: z.ZodType) => readonly string[]): CatalogueRequest[] {
  const example = exampleOf(contract)
  const asked = (part: "path" | "query", schema: ParamsSchema) =>
    Object.entries(schema.shape).flatMap(([name, field]) =>
      values(field).map((value) => ({ ...example, [part]: { ...example[part], [name]: value }, about: name })),
    )
  return [...asked("path", contract.pathParams), ...asked("query", contract.queryParams)]
}

/** `min_apy=1000&max_apy=0.01`: between them is nothing. */
function withCrossedBounds(contract: Contract): CatalogueRequest[] {
  const example = exampleOf(contract)
  const { shape } = contract.queryParams
  return Object.keys(shape).flatMap((max) => {
    const min = max.replace(/^max_/, "min_")
    const [least, most] = [shape[min], shape[max]].map((field) => field && NumberField.safeParse(describe(field)).data)
    if (min === max || !least || !most) return []
    const query = { ...example.query, [min]: String(least.maximum), [max]: String(most.minimum) }
    return [{ ...example, query, about: max }]
  })
}

function valuesOf(field: z.ZodType): readonly string[] {
  const schema = describe(field)
  const [numeric, named] = [NumberField.safeParse(schema), EnumField.safeParse(schema)]
  if (named.success) return named.data.enum
  return numeric.success ? [numeric.data.minimum, numeric.data.maximum].map(String) : []
}

function badValuesOf(field: z.ZodType): readonly string[] {
  const schema = describe(field)
  if (EnumField.safeParse(schema).success) return ["", "nope", "btc!", "__proto__"]
  const numeric = NumberField.safeParse(schema)
  if (!numeric.success) return []
  const { minimum, maximum } = numeric.data
  return ["", "many", "NaN", "1e3", "0x10", String(minimum - 1), String(maximum + 1)]
}

function describe(field: z.ZodType): unknown {
  return z.toJSONSchema(field, { io: "output", unrepresentable: "any" })
}
