/* Buys with LangChain's tools over MCP. They have no place for `_meta`, so the `fetch` of their connection pays. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { loadMcpTools } from "@langchain/mcp-adapters"
import { payingFetch } from "./paying-fetch.mjs"
import { client } from "./wallet.mjs"

for (const fetch of [globalThis.fetch, payingFetch(client)]) {
  const mcp = new Client({ name: "langchain", version: "1.0.0" })
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${process.env.ORIGIN}/mcp`), { fetch }))
  const signal = (await loadMcpTools("signal402", mcp)).find(({ name }) => name === "signal")
  const result = await signal.invoke({ coin: "BTC" }).catch((error) => error.message)
  console.log(typeof result === "string" ? result : JSON.stringify(result))
  await mcp.close()
}
