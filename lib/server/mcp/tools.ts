import { z } from "zod"
import { catalogue, type EndpointId } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid, type PaidContract } from "@/lib/api/contract"
import { priceText } from "@/lib/server/documents/discovery"
import { parametersOf } from "@/lib/server/documents/openapi"
import { formatUsdc } from "@/lib/domain/usdc"

export type ToolContract = Contract & { readonly id: EndpointId }

const contracts: readonly ToolContract[] = catalogue

const byName: ReadonlyMap<string, ToolContract> = new Map(
  contracts.filter(({ isTool }) => isTool !== false).map((contract) => [contract.id, contract]),
)

/** The contract of a tool; `undefined`: there is no tool with this name. */
export function toolNamed(name: string): ToolContract | undefined {
  return byName.get(name)
}

/** Why no payment for the endpoint is taken now; `null`: it is taken. */
export type PauseOf = (contract: PaidContract) => { readonly why: string } | null

/**
 * The tools that `tools/list` answers with. A model reads all of it before each conversation, so it has what is needed to choose and
 * to call: OpenAPI has the limits of arguments, the freshness and the schemas of answers.
 *
 * Tools have no output schemas also because clients validate errors against them and would throw on the x402 requirements in
 * `structuredContent`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools
 */
export function toolsWithPrices(pauseOf: PauseOf = () => null) {
  return [...byName.values()].map((contract) => describeTool(contract, pauseOf))
}

function describeTool(contract: ToolContract, pauseOf: PauseOf) {
  return {
    name: contract.id,
    description: `${contract.description} ${priceText(contract)}`,
    inputSchema: inputSchemaOf(contract),
    annotations: annotationsOf(contract),
    ...(isPaid(contract) && { _meta: priceMeta(contract, pauseOf(contract)) }),
  }
}

/**
 * The price under the keys that paying clients read.
 *
 * @see https://github.com/cloudflare/agents (`agents-x402/…`)
 */
function priceMeta({ price, priceRange }: PaidContract, pause: ReturnType<PauseOf>) {
  return {
    ...(pause !== null && { "signal402/paused": pause.why }),
    ...(priceRange && {
      "signal402/price": { currency: "USD", min: formatUsdc(priceRange.min), max: formatUsdc(priceRange.max) },
    }),
    "agents-x402/priceUSD": Number(formatUsdc(priceRange?.max ?? price)),
  }
}

function inputSchemaOf(contract: Contract) {
  const parameters = [
    ...parametersOf(contract, contract.pathParams, "path"),
    ...parametersOf(contract, contract.queryParams, "query"),
  ]
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return {
    type: "object" as const,
    ...(parameters.length > 0 && {
      properties: Object.fromEntries(parameters.map(({ name, ...rest }) => [name, argumentOf(name, rest)])),
    }),
    ...(required.length > 0 && { required }),
  }
}

type Parameter = Pick<ReturnType<typeof parametersOf>[number], "description" | "schema">

/** Type, choices and meaning. An argument outside the limits is refused by name, without a charge. */
function argumentOf(name: string, { description, schema }: Parameter) {
  const { type, enum: choices, anyOf } = Schema.parse(schema)
  const numbers = anyOf?.map(({ minimum }) => minimum)
  return {
    type: type ?? "number",
    ...(choices && { enum: choices }),
    ...(numbers && { enum: numbers }),
    // Otherwise the name or the choices say it.
    ...(choices === undefined && !SELF_EXPLAINING.test(name) && { description: firstSentence(description) }),
  }
}

/** Sizes of pages, and bounds with their unit. */
const SELF_EXPLAINING = /^(?:limit|cursor|(?:min|max)_\w*(?:_usd|_h))$/

/** The first sentence says what a thing is. OpenAPI has all of them. */
function firstSentence(description: string): string {
  return description.split(/(?<=\.) /)[0] ?? description
}

const Schema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  anyOf: z.array(z.object({ minimum: z.number() })).optional(),
})

/**
 * Paid tools and tools that change something are not read-only, which is the default, so clients ask the user first. A repeated call
 * costs again. The end of a watch is final.
 */
function annotationsOf(contract: Contract) {
  if (contract.effect === "changes") return { destructiveHint: true }
  return isPaid(contract) || contract.effect !== undefined ? { destructiveHint: false } : { readOnlyHint: true }
}
