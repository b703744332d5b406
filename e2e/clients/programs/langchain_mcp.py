"""Buys with LangChain's tools over MCP. An interceptor pays, because their calls have no place for `_meta`."""

import asyncio

from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
from mcp_payment import URL, call_paid


async def main() -> None:
    async with streamablehttp_client(URL) as (read, write, _), ClientSession(read, write) as session:
        await session.initialize()

        async def pay(request, handler):
            return await call_paid(session, request.name, request.args)

        for interceptors in ([], [pay]):
            tools = await load_mcp_tools(session, tool_interceptors=interceptors)
            signal = next(tool for tool in tools if tool.name == "signal")
            print((await signal.ainvoke({"coin": "BTC"}))[0]["text"])


asyncio.run(main())
