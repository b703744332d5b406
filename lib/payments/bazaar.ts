import { z } from "zod"
import type { PaidContract } from "@/lib/api/contract"

/** How to call a paid resource and what it answers, for catalogues that learn it from the 402 itself. */
export type BazaarExtension = {
  readonly info: Readonly<Record<"input" | "output", unknown>>
  /** JSON Schema of `info`. */
  readonly schema: Readonly<Record<string, unknown>>
  /** `/api/signal/:coin` */
  readonly routeTemplate: string
}

const known = new WeakMap<PaidContract, BazaarExtension>()

/**
 * The `bazaar` extension of a challenge. It travels in a header, so the answer is shown by its example and not by its
 * schema, which OpenAPI has and which would not fit.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/extensions/bazaar.md
 */
export function bazaarExtension(contract: PaidContract): BazaarExtension {
  const extension = known.get(contract) ?? describe(contract)
  known.set(contract, extension)
  return extension
}

function describe({ path, pathParams, queryParams, exampleParams, example }: PaidContract): BazaarExtension {
  const examplesOf = (schema: PaidContract["pathParams"]) =>
    Object.fromEntries(Object.entries(exampleParams).filter(([name]) => name in schema.shape))
  return {
    info: {
      input: {
        type: "http",
        method: "GET",
        pathParams: examplesOf(pathParams),
        queryParams: examplesOf(queryParams),
      },
      output: { type: "json", example: brief(example) },
    },
    schema: {
      type: "object",
      properties: {
        input: {
          type: "object",
          properties: {
            type: { const: "http" },
            method: { enum: ["GET"] },
            pathParams: jsonSchema(pathParams),
            queryParams: jsonSchema(queryParams),
          },
          required: ["type", "method"],
        },
        output: { type: "object", properties: { type: { const: "json" }, example: { type: "object" } } },
      },
      required: ["input"],
    },
    routeTemplate: `/api${path.replace(/\{(\w+)\}/g, ":$1")}`,
  }
}

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  return rest
}

/** Clients take some 16 kB of headers; the whole challenge is to stay below 6. */
const LONGEST_EXAMPLE = 800

/** An example that fits: first entries of lists, then only what stands at the top. The whole one is in OpenAPI. */
function brief(example: unknown): unknown {
  const short = JSON.parse(JSON.stringify(example), (_, value: unknown) =>
    Array.isArray(value) ? value.slice(0, 1) : value,
  )
  if (JSON.stringify(short).length <= LONGEST_EXAMPLE) return short
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(short)) {
    if (JSON.stringify({ ...kept, [name]: value }).length <= LONGEST_EXAMPLE) kept[name] = value
  }
  return kept
}
