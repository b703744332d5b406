import type { x402Client } from "@x402/fetch"
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http"
import type { PaymentRequired } from "@x402/core/types"
import { z } from "zod"
import { connectMcp } from "@/tools/testing/catalogue/mcp-client"
import { type Candidate, choose, type Parameter } from "./choose"

/** All that an agent knows. */
export type Assignment = {
  readonly address: string
  readonly wallet: x402Client
  readonly need: string
  /** US dollars. */
  readonly budget: number
}

export type Outcome = {
  /** Where it was found: a path or the name of a tool. */
  readonly found: string
  readonly price: number
  /** `null`: it costs more than the budget, and nothing was signed. */
  readonly answer: Readonly<Record<string, unknown>> | null
  readonly steps: readonly string[]
}

const Meta = z.looseObject({ "agents-x402/priceUSD": z.number().optional() })
const Json = z.record(z.string(), z.unknown())
const Card = z.object({ remotes: z.array(z.object({ type: z.literal("streamable-http"), url: z.url() })).min(1) })
const Wellknown = z.object({ resources: z.array(z.url()), instructions: z.string() })
const Property = z.looseObject({
  type: z.string().default("string"),
  enum: z.array(z.union([z.string(), z.number()])).default([]),
  description: z.string().default(""),
})
const Operation = z.looseObject({
  summary: z.string().default(""),
  description: z.string().default(""),
  parameters: z
    .array(
      z.looseObject({
        name: z.string().optional(),
        required: z.boolean().default(false),
        in: z.string().optional(),
        description: z.string().default(""),
        schema: Property.optional(),
      }),
    )
    .default([]),
  "x-payment-info": z
    .object({ price: z.looseObject({ amount: z.coerce.number().optional(), max: z.coerce.number().optional() }) })
    .optional(),
  responses: Json,
})
const OpenApi = z.object({
  servers: z.array(z.object({ url: z.url() })).min(1),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({ required: z.array(z.string()).default([]) })) }),
})

/** Buys over HTTP: the address names the OpenAPI document, which names everything else. */
export async function httpAgent({ address, wallet, need, budget }: Assignment): Promise<Outcome> {
  const steps: string[] = []
  const { instructions } = Wellknown.parse(await json(`${address}/.well-known/x402`, steps))
  const documentUrl = /https?:\/\/\S+openapi\S*?(?=[.,]?(?:\s|$))/.exec(instructions)?.[0]
  if (documentUrl === undefined) throw new Error("/.well-known/x402 names no document of the interface.")
  const document = OpenApi.parse(await json(documentUrl, steps))
  const choice = choose(need, httpCandidates(document))
  const { path, operation } = choice.source
  steps.push(`chose GET ${path} for $${choice.price}`)
  const inPath = new Set(operation.parameters.filter((one) => one.in === "path").map(({ name = "" }) => name))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(choice.args[name])))
  const query = Object.entries(choice.args).filter(([name]) => !inPath.has(name))
  const url = new URL(filled, document.servers[0]?.url)
  for (const [name, value] of query) url.searchParams.set(name, String(value))
  if (choice.price > budget) return { found: path, price: choice.price, answer: null, steps }

  let response = await fetch(url)
  steps.push(`GET ${url.pathname}${url.search}: ${response.status}`)
  if (response.status === 402) {
    const required = decodePaymentRequiredHeader(response.headers.get("PAYMENT-REQUIRED") ?? "")
    requireBudget(required, budget)
    const payload = await wallet.createPaymentPayload(required)
    response = await fetch(url, { headers: { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) } })
    steps.push(`paid: ${response.status}`)
  }
  if (response.status !== 200) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`)
  const answer = Json.parse(await response.json())
  const missing = requiredFields(document, operation).filter((field) => !(field in answer))
  if (missing.length > 0) throw new Error(`The answer lacks ${missing.join(", ")}, which the document requires.`)
  return { found: path, price: choice.price, answer, steps }
}

/** Buys over MCP: the address has a server card, and the list of tools says the rest. */
export async function mcpAgent({ address, wallet, need, budget }: Assignment): Promise<Outcome> {
  const steps: string[] = []
  const { remotes } = Card.parse(await json(`${address}/.well-known/mcp/server-card.json`, steps))
  const { client, tools, call } = await connectMcp(remotes[0]?.url ?? "")
  try {
    steps.push(`tools/list: ${tools.length} tools`)
    const choice = choose(
      need,
      tools.map(({ name, description = "", inputSchema: { properties = {}, required = [] }, _meta: meta = {} }) => ({
        text: `${name.replaceAll("_", " ")} ${description}`,
        price: Meta.parse(meta)["agents-x402/priceUSD"] ?? 0,
        parameters: Object.entries(properties).map(([argument, schema]) =>
          parameterOf(argument, required.includes(argument), Property.parse(schema)),
        ),
        source: name,
      })),
    )
    const { source: name, price, args } = choice
    steps.push(`chose ${name} for $${price}`)
    if (price > budget) return { found: name, price, answer: null, steps }
    let result = await call(name, args)
    if (result.isError === true && "accepts" in result.structuredContent) {
      const required = result.structuredContent as unknown as PaymentRequired
      requireBudget(required, budget)
      result = await call(name, args, await wallet.createPaymentPayload(required))
      steps.push("paid")
    }
    if (result.isError === true) throw new Error(`${name}: ${result.content[0].text}`)
    return { found: name, price, answer: result.structuredContent, steps }
  } finally {
    await client.close()
  }
}

type Found = { readonly path: string; readonly operation: z.output<typeof Operation> }

function httpCandidates({ paths }: z.output<typeof OpenApi>): readonly Candidate<Found>[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined) return []
    const operation = Operation.parse(get)
    const price = operation["x-payment-info"]?.price
    return [
      {
        text: `${path.replaceAll(/[/{}]/g, " ")} ${operation.summary} ${operation.description}`,
        price: price?.amount ?? price?.max ?? 0,
        parameters: operation.parameters.flatMap(({ name, required, schema, description }) =>
          name === undefined || schema === undefined ? [] : [parameterOf(name, required, { ...schema, description })],
        ),
        source: { path, operation },
      },
    ]
  })
}

function parameterOf(
  name: string,
  required: boolean,
  { type, enum: choices, description }: z.output<typeof Property>,
): Parameter {
  return { name, required, type, choices: choices.map(String), description }
}

/** The top-level fields that the document requires of an answer. */
function requiredFields(
  { components }: z.output<typeof OpenApi>,
  { responses }: z.output<typeof Operation>,
): readonly string[] {
  const name = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(responses["200"]))?.[1]
  const schema = components.schemas[name ?? ""]
  if (schema === undefined) throw new Error("The document does not describe the answer.")
  return schema.required
}

/** The terms decide, not what a document has said of them. */
function requireBudget({ accepts }: PaymentRequired, budget: number): void {
  const [first] = accepts
  if (first === undefined || Number(first.amount) / 1e6 > budget) throw new Error(`The terms ask for ${first?.amount}.`)
}

async function json(url: string, steps: string[]): Promise<unknown> {
  const response = await fetch(url)
  steps.push(`GET ${new URL(url).pathname}: ${response.status}`)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}
