"""A server that offers the tools in a JSON file, and answers each call with its arguments. Its instructions are those in
`instructions.txt`."""

import json
import os
import sys


def answer(method, params):
    if method == "initialize":
        version = params.get("protocolVersion", "2025-06-18")
        about = {"name": "replay", "version": "1"}
        with open(os.path.join(os.path.dirname(__file__), "instructions.txt")) as text:
            instructions = text.read()
        return {
            "protocolVersion": version,
            "capabilities": {"tools": {}},
            "serverInfo": about,
            "instructions": instructions,
        }
    if method == "tools/list":
        with open(sys.argv[1]) as tools:
            return {"tools": json.load(tools)}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": json.dumps(params.get("arguments"))}]}
    return {} if method == "ping" else None


print("the tools are those of", sys.argv[1], file=sys.stderr, flush=True)

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    result = answer(message["method"], message.get("params") or {})
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    reply |= {"result": result} if result is not None else {"error": {"code": -32601, "message": "not here"}}
    print(json.dumps(reply), flush=True)
