import { z } from "zod"
import type { PaidContract } from "@/lib/api/contract"

/** The request and the answer of a paid resource, for catalogues that index 402 responses. */
type BazaarExtension = {
  readonly info: Readonly<Record<"input" | "output", unknown>>
  /** JSON Schema of `info`. */
  readonly schema: Readonly<Record<string, unknown>>
  /** `/api/signal/:coin` */
  readonly routeTemplate: string
}

const known = new WeakMap<PaidContract, BazaarExtension>()

/**
 * The `bazaar` extension of a challenge. It is sent in a header, so it has an example of the answer instead of the schema, which is
 * in OpenAPI and would not fit.
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
  const hasPath = Object.keys(pathParams.shape).length > 0
  const schema = {
    type: "object",
    properties: {
      input: {
        type: "object",
        properties: {
          type: { const: "http" },
          method: { enum: ["GET"] },
          ...(hasPath && { pathParams: jsonSchema(pathParams) }),
          queryParams: jsonSchema(queryParams),
        },
        required: ["type", "method"],
      },
      output: { type: "object", properties: { type: { const: "json" }, example: { type: "object" } } },
    },
    required: ["input"],
  }
  return {
    info: {
      input: {
        type: "http",
        method: "GET",
        ...(hasPath && { pathParams: examplesOf(pathParams) }),
        queryParams: examplesOf(queryParams),
      },
      output: {
        type: "json",
        example: brief(example, Math.max(MIN_EXAMPLE_LENGTH, MAX_LENGTH - JSON.stringify(schema).length)),
      },
    },
    schema,
    routeTemplate: `/api${path.replace(/\{(\w+)\}/g, ":$1")}`,
  }
}

/** Descriptions, patterns, defaults, and the values of long lists of parameters are in OpenAPI only. */
function jsonSchema(schema: z.ZodObject): Record<string, unknown> {
  const isLong = Object.keys(schema.shape).length > MAX_LISTED
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema: node }) => {
      delete node.description
      delete node.pattern
      delete node.default
      if (isLong) delete node.enum
      // The type of listed values is seen on them.
      else if (node.enum) delete node.type
    },
  })
  return rest
}

const MAX_LISTED = 8
/** The characters of schema and example. Clients accept about 16 kB of headers; a 402 with MPP stays below 6 kB. */
const MAX_LENGTH = 580
const MIN_EXAMPLE_LENGTH = 76

/** An example that fits: with shorter lists, or only the top-level fields. OpenAPI has the whole example. */
function brief(example: unknown, room: number): unknown {
  const short = JSON.parse(JSON.stringify(example), (_, value: unknown) =>
    Array.isArray(value) ? value.slice(0, 1) : value,
  )
  if (JSON.stringify(short).length <= room) return short
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(short)) {
    if (JSON.stringify({ ...kept, [name]: value }).length <= room) kept[name] = value
  }
  return kept
}
