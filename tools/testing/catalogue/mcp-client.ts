import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { z } from "zod"

const Text = z.object({ type: z.literal("text"), text: z.string() })

/** The part of a tool's result that an agent reads. */
export const ToolAnswer = z
  .object({
    isError: z.boolean().optional(),
    content: z.tuple([Text]).rest(Text),
    structuredContent: z.record(z.string(), z.unknown()),
    _meta: z.record(z.string(), z.unknown()).default({}),
  })
  .transform(({ _meta: meta, ...result }) => ({ ...result, meta }))
export type ToolAnswer = z.output<typeof ToolAnswer>

/** Calls a tool. A payment is sent as x402's MCP transport defines it. */
export type CallTool = (name: string, args?: Record<string, unknown>, payment?: unknown) => Promise<ToolAnswer>

/** The official client, connected and with the tools read, so that it holds answers against their schemas. */
export async function connectMcp(url: string, fetch: typeof globalThis.fetch = globalThis.fetch) {
  const client = new Client({ name: "signal402-test", version: "1.0.0" })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch }))
  const { tools } = await client.listTools()
  const call: CallTool = async (name, args = {}, payment) => {
    const meta = payment === undefined ? {} : { _meta: { "x402/payment": payment } }
    return ToolAnswer.parse(await client.callTool({ name, arguments: args, ...meta }))
  }
  return { client, tools, call }
}

/** The official client of revision 2026-07-28, which sends no `initialize`. */
export async function connectModernMcp(url: string, fetch: typeof globalThis.fetch = globalThis.fetch) {
  const info = { name: "signal402-test", version: "1.0.0" }
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
  await client.connect(new ModernTransport(new URL(url), { fetch }))
  const { tools } = await client.listTools()
  const call: CallTool = async (name, args = {}, payment) => {
    const meta = payment === undefined ? {} : { _meta: { "x402/payment": payment } }
    return ToolAnswer.parse(await client.callTool({ name, arguments: args, ...meta }))
  }
  return { client, tools, call }
}
