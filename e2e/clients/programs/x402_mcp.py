"""Buys with the MCP client of the official package. It calls `call_tool` with one dictionary, which no session of `mcp` takes."""

import asyncio

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
from mcp_payment import URL, client
from x402.mcp import x402MCPClient


class Adapter:
    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def call_tool(self, params, **_):
        return await self.session.call_tool(params["name"], params["arguments"], meta=params.get("_meta"))


async def main() -> None:
    async with streamablehttp_client(URL) as (read, write, _), ClientSession(read, write) as session:
        await session.initialize()
        try:
            result = await x402MCPClient(session, client).call_tool("signal", {"coin": "BTC"})
            print("without an adapter:", result.content[0].text)
        except ValueError as error:
            print("threw:", " ".join(str(error).split()))
        result = await x402MCPClient(Adapter(session), client).call_tool("signal", {"coin": "BTC"})
        print(result.content[0].text)


asyncio.run(main())
