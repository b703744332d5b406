"""Buys with LlamaIndex's tools over MCP. A subclass of their client pays, because their calls have no place for `_meta`."""

import asyncio

from llama_index.tools.mcp import BasicMCPClient, McpToolSpec
from mcp_payment import URL, call_paid


class PayingClient(BasicMCPClient):
    async def call_tool(self, tool_name, arguments=None, progress_callback=None):
        async with self._run_session() as session:
            return await call_paid(session, tool_name, arguments or {})


async def main() -> None:
    for client in (BasicMCPClient(URL), PayingClient(URL)):
        tools = await McpToolSpec(client=client, allowed_tools=["signal"]).to_tool_list_async()
        result = await tools[0].acall(coin="BTC")
        print(result.raw_output.content[0].text)


asyncio.run(main())
