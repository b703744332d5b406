import { z } from "zod"
import { readBounded } from "@/lib/domain/read-bounded"
import { paramsSchemaOf, toBlockNumber } from "./rpc-methods"

const MAX_BATCH = 20
const MAX_REQUEST_CHARS = 200_000
const MAX_RESPONSE_BYTES = 4_000_000
const MAX_LOG_BLOCKS = 10_000n

const HEAD_TAGS = [undefined, null, "latest", "pending", "safe", "finalized"] as const

const Id = z.union([z.string().max(100), z.number(), z.null()])

const Request = z.object({
  jsonrpc: z.literal("2.0"),
  id: Id,
  method: z.string().max(100),
  params: z.unknown().optional(),
})

const Answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
  z.object({ result: z.unknown() }),
])

const LogFilter = z.looseObject({
  fromBlock: z.unknown().optional(),
  toBlock: z.unknown().optional(),
  blockHash: z.string().optional(),
})

type Id = z.infer<typeof Id>
type Answer = z.infer<typeof Answer>

export type JsonRpcReply = { readonly jsonrpc: "2.0"; readonly id: Id } & Answer

/** One reply for one request, a list for a batch. */
export type JsonRpcResponse = JsonRpcReply | readonly JsonRpcReply[]

export type PassthroughOptions = {
  readonly rpcUrl: string
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

type Upstream = (method: string, params: readonly unknown[]) => Promise<Answer>

/**
 * Connects wallets to the sandbox chain by JSON-RPC 2.0: reads and signed transactions, batches of up to 20.
 *
 * Takes a parsed body and never throws: a refused call and a chain error are JSON-RPC errors.
 *
 * @see https://www.jsonrpc.org/specification
 */
export function createRpcPassthrough(options: PassthroughOptions): (body: unknown) => Promise<JsonRpcResponse> {
  const upstream = createUpstream(options)
  return async (body) => {
    if ((JSON.stringify(body) ?? "").length > MAX_REQUEST_CHARS)
      return reply(null, fault(-32_600, "The request is too large."))
    if (!Array.isArray(body)) return answerOne(body, upstream)
    if (body.length === 0 || body.length > MAX_BATCH) {
      return reply(null, fault(-32_600, `A batch has 1 to ${MAX_BATCH} requests.`))
    }
    return Promise.all(body.map((request) => answerOne(request, upstream)))
  }
}

async function answerOne(body: unknown, upstream: Upstream): Promise<JsonRpcReply> {
  const request = Request.safeParse(body)
  if (!request.success) return reply(null, fault(-32_600, "This is not a JSON-RPC 2.0 request with an id."))
  const { id, method } = request.data
  const schema = paramsSchemaOf(method)
  if (schema === undefined) return reply(id, fault(-32_601, `"${method}" is not available in the sandbox.`))
  const params = schema.safeParse(request.data.params)
  if (!params.success) return reply(id, fault(-32_602, params.error.issues[0]?.message ?? "The params are not valid."))
  if (method === "eth_getLogs") return reply(id, await getLogs(params.data, upstream))
  return reply(id, await upstream(method, params.data))
}

async function getLogs(params: readonly unknown[], upstream: Upstream): Promise<Answer> {
  const filter = LogFilter.safeParse(params[0] ?? {})
  if (!filter.success) return fault(-32_602, "eth_getLogs takes a filter object.")
  if (filter.data.blockHash !== undefined) return upstream("eth_getLogs", [filter.data])
  const head = await upstream("eth_blockNumber", [])
  if ("error" in head) return head
  const headBlock = toBlockNumber(head.result) ?? 0n
  const from = resolveBlock(filter.data.fromBlock, headBlock)
  const to = resolveBlock(filter.data.toBlock, headBlock)
  if (from === null || to === null) return fault(-32_602, "fromBlock and toBlock are block numbers or tags.")
  if (to - from > MAX_LOG_BLOCKS) return fault(-32_602, `eth_getLogs covers at most ${MAX_LOG_BLOCKS} blocks here.`)
  return upstream("eth_getLogs", [filter.data])
}

function resolveBlock(block: unknown, headBlock: bigint): bigint | null {
  if (block === "earliest") return 0n
  const isHead = HEAD_TAGS.some((tag) => tag === block)
  return isHead ? headBlock : toBlockNumber(block)
}

function createUpstream({ rpcUrl, timeoutMs = 5_000, fetch: send = fetch }: PassthroughOptions): Upstream {
  return async (method, params) => {
    try {
      const response = await send(rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const bytes = await readBounded(response.body, MAX_RESPONSE_BYTES)
      if (bytes === null) return fault(-32_603, "The sandbox chain's answer is too large.")
      return Answer.parse(JSON.parse(bytes.toString("utf8")))
    } catch {
      return fault(-32_603, "The sandbox chain did not answer.")
    }
  }
}

function reply(id: Id, answer: Answer): JsonRpcReply {
  return { jsonrpc: "2.0", id, ...answer }
}

function fault(code: number, message: string): Answer {
  return { error: { code, message } }
}
