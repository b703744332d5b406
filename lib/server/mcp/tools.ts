import { catalogue, type EndpointId } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid, type PaidContract } from "@/lib/api/contract"
import { termsOf } from "@/lib/server/documents/discovery"
import { parametersOf } from "@/lib/server/documents/openapi"
import { formatUsdc } from "@/lib/domain/usdc"
import type { requirementsV2 } from "@/lib/x402/wire/requirements"

export type ToolContract = Contract & { readonly id: EndpointId }

const contracts: readonly ToolContract[] = catalogue

const byName: ReadonlyMap<string, ToolContract> = new Map(
  contracts.filter(({ isTool }) => isTool !== false).map((contract) => [contract.id, contract]),
)

/** The contract of a tool; `undefined`: there is no tool with this name. */
export function toolNamed(name: string): ToolContract | undefined {
  return byName.get(name)
}

/** The first x402 requirements (version 2) in the 402 of a paid endpoint. */
export type RequirementsOf = (contract: PaidContract) => ReturnType<typeof requirementsV2>

/** Why no payment for the endpoint is taken now; `null`: it is taken. */
export type PauseOf = (contract: PaidContract) => { readonly why: string } | null

/**
 * The tools that `tools/list` answers with.
 *
 * They have no output schemas, because clients also validate errors against them and would throw on the x402 requirements in
 * `structuredContent`. The schemas would also make the list twenty times longer. OpenAPI contains them.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools
 */
export function toolsWithPrices(requirementsOf: RequirementsOf, pauseOf: PauseOf = () => null) {
  return [...byName.values()].map((contract) => describeTool(contract, requirementsOf, pauseOf))
}

function describeTool(contract: ToolContract, requirementsOf: RequirementsOf, pauseOf: PauseOf) {
  return {
    name: contract.id,
    title: contract.title,
    description: `${contract.description} ${termsOf(contract)}`,
    inputSchema: inputSchemaOf(contract),
    annotations: annotationsOf(contract),
    ...(isPaid(contract) && { _meta: priceMeta(contract, requirementsOf, pauseOf(contract)) }),
  }
}

/**
 * The price under the keys that paying clients read.
 *
 * @see https://github.com/apify/mcpc (`x402`) and https://github.com/cloudflare/agents (`agents-x402/…`)
 */
function priceMeta(contract: PaidContract, requirementsOf: RequirementsOf, pause: ReturnType<PauseOf>) {
  const { price, priceRange } = contract
  return {
    // Clients sign these requirements before the call. When the price depends on the arguments, only the 402 states them.
    ...(!priceRange && pause === null && { x402: { paymentRequired: true, ...requirementsOf(contract) } }),
    ...(pause !== null && { "signal402/paused": pause.why }),
    ...(priceRange && {
      "signal402/price": { currency: "USD", min: formatUsdc(priceRange.min), max: formatUsdc(priceRange.max) },
    }),
    "agents-x402/paymentRequired": true,
    "agents-x402/priceUSD": Number(formatUsdc(priceRange?.max ?? price)),
  }
}

function inputSchemaOf(contract: Contract) {
  const parameters = [
    ...parametersOf(contract, contract.pathParams, "path"),
    ...parametersOf(contract, contract.queryParams, "query"),
  ]
  const properties = parameters.map(({ name, description, schema }) => [name, { ...schema, description }])
  return {
    type: "object" as const,
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** Paid tools and tools that change something are not read-only, so clients ask the user first. A repeated call is safe. */
function annotationsOf(contract: Contract) {
  return isPaid(contract) || contract.effect !== undefined
    ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true }
    : { readOnlyHint: true, openWorldHint: false }
}
