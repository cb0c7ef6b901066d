"""The client of fastmcp as a caller: `call_all.py TARGET CALLS`, as call_all.mjs takes them; needs fastmcp."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

TARGET, CALLS = json.loads(sys.argv[1]), json.loads(sys.argv[2])


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def main():
    transport = TARGET if isinstance(TARGET, str) else StdioTransport(TARGET[0], TARGET[1:])
    async with Client(transport) as client:
        answers = []
        for name, arguments in CALLS:
            try:
                answers.append(plain(await client.call_tool_mcp(name, arguments)))
            except Exception as error:  # noqa: BLE001  # what a caller would see
                answers.append({"error": f"{type(error).__name__}: {error}"})
        tools = [plain(tool) for tool in await client.list_tools()]
    sys.stdout.write(json.dumps({"tools": tools, "answers": answers}))


asyncio.run(main())
