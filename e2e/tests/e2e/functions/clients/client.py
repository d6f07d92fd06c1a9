# A client of the Python SDK: it lists, calls, and prints what it was told.
#
# The arguments are the era ('legacy', 'auto' or a revision) and an address, or a program and its
# arguments.

import asyncio
import json
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters

era, first, *rest = sys.argv[1:]


async def main():
    server = StdioServerParameters(command=first, args=rest) if rest else first
    steps = []

    async def step(progress, total, message):
        steps.append(progress)

    async with Client(server, mode=era) as client:
        def plain(model):
            return model.model_dump(mode="json", by_alias=True, exclude_none=True)

        async def call(name, given, **more):
            return plain(await client.call_tool(name, given, **more))

        tools = (await client.list_tools()).tools
        said = {
            "tools": [plain(tool) for tool in tools],
            "function": await call("f_forecast", {"city": "Graz", "days": 3}, progress_callback=step),
            "pack": await call("gs1_validate_gtin", {"gtin": "9506000134352"}),
            "picture": await call("gs1_generate_qr_url", {"gtin": "9506000134352", "lot": "A1"}),
            "refused": await call("f_forecast", {"city": "Graz", "days": 9}),
            "steps": steps,
        }
    print(json.dumps(said))


asyncio.run(main())
