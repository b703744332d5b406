/* Buys with the MCP client of Vercel's AI SDK. Its tools have no place for `_meta`, so its `fetch` pays. */
import { createMCPClient } from "@ai-sdk/mcp"
import { payingFetch } from "./paying-fetch.mjs"
import { client } from "./wallet.mjs"

for (const fetch of [globalThis.fetch, payingFetch(client)]) {
  const mcp = await createMCPClient({ transport: { type: "http", url: `${process.env.ORIGIN}/mcp`, fetch } })
  const { signal } = await mcp.tools()
  const { content } = await signal.execute({ coin: "BTC" }, { toolCallId: "1", messages: [] })
  console.log(content[0].text)
  await mcp.close()
}
