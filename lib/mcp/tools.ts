import { catalogue, type EndpointId } from "@/lib/api/catalogue"
import { type Contract, isPaid } from "@/lib/api/contract"
import { termsOf } from "@/lib/api/discovery"
import { parametersOf } from "@/lib/api/openapi"

/** Left to HTTP: programs check or draw them, and one answer is larger than what a model can read. */
const FOR_PROGRAMS = ["record", "record-calls", "record-inputs"] as const satisfies readonly EndpointId[]

export type ToolId = Exclude<EndpointId, (typeof FOR_PROGRAMS)[number]>

export type ToolContract = Contract & { readonly id: ToolId }

const byName: ReadonlyMap<string, ToolContract> = new Map(
  catalogue.filter(isTool).map((contract): [string, ToolContract] => [contract.id, contract]),
)

/** The contract behind a tool's name; `undefined`: there is none. */
export function toolNamed(name: string): ToolContract | undefined {
  return byName.get(name)
}

/**
 * What `tools/list` answers.
 *
 * Without output schemas: clients hold errors against them as well, and so throw where x402 wants its requirements in
 * `structuredContent`. They would also be twenty times as long as all the rest; OpenAPI has them.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools
 */
export const tools = [...byName.values()].map(describeTool)

function describeTool(contract: ToolContract) {
  return {
    name: contract.id,
    title: contract.title,
    description: `${contract.description} ${termsOf(contract)}`,
    inputSchema: inputSchemaOf(contract),
    annotations: annotationsOf(contract),
  }
}

function inputSchemaOf(contract: Contract) {
  const parameters = [
    ...parametersOf(contract, contract.pathParams, "path"),
    ...parametersOf(contract, contract.queryParams, "query"),
  ]
  const properties = parameters.map(({ name, description, schema }) => [name, { ...schema, description }])
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** A paid tool spends its caller's money, so that no client takes it for harmless; twice with one payment is once. */
function annotationsOf(contract: Contract) {
  return isPaid(contract)
    ? { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true }
    : { readOnlyHint: true, openWorldHint: false }
}

function isTool(contract: (typeof catalogue)[number]): contract is Extract<typeof contract, { id: ToolId }> {
  return !FOR_PROGRAMS.some((id) => id === contract.id)
}
