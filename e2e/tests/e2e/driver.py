"""A client of the conformance suite whose every word goes through Candor.

The suite starts this with the address of its server as the last argument. The script starts a
gateway in front of that server and does with it what the scenario wants of a client.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

VERSION = "2026-07-28"
CAPABILITIES = {"elicitation": {"form": {}}, "sampling": {}, "roots": {}}
SAMPLES = {"number": 5, "integer": 5, "boolean": True, "array": [], "object": {}}


class Client:
    """Speaks to the gateway as clients of the newest revision do."""

    def __init__(self, url):
        self.url = url
        self.next_id = 1
        self.schemas = {}

    def request(self, method, params):
        meta = {
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientCapabilities": CAPABILITIES,
            "io.modelcontextprotocol/clientInfo": {"name": "driver", "version": "1"},
        }
        body = {"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": {**params, "_meta": meta}}
        self.next_id += 1
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "MCP-Protocol-Version": VERSION,
            "Mcp-Method": method,
        }
        if "name" in params:
            headers["Mcp-Name"] = params["name"]
        for name, value in header_params(self.schemas.get(params.get("name"), {}), params):
            headers[name] = value
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer).get("result")
        except urllib.error.HTTPError as refusal:
            # Some of the suite's servers have tools that are only there to be listed.
            print(refusal.read().decode(), file=sys.stderr)
            return None

    def call(self, name, arguments):
        """Calls a tool, and again with answers to whatever its server wants to know first."""
        params = {"name": name, "arguments": arguments}
        for _ in range(5):
            result = self.request("tools/call", params) or {}
            if result.get("resultType") != "input_required":
                return result
            asked = result.get("inputRequests", {})
            params = {"name": name, "arguments": arguments}
            params["inputResponses"] = {key: answer(asked[key]) for key in asked}
            if "requestState" in result:
                params["requestState"] = result["requestState"]
        return {}


def header_params(schema, params):
    """What the client must say in headers, too."""
    for key, about in schema.get("properties", {}).items():
        value = params.get("arguments", {}).get(key)
        if "x-mcp-header" in about and value is not None:
            text = json.dumps(value) if isinstance(value, (bool, int, float)) else value
            if not text.isascii() or not text.isprintable() or text != text.strip() or text.startswith("=?"):
                text = "=?base64?" + base64.b64encode(text.encode()).decode() + "?="
            yield "Mcp-Param-" + about["x-mcp-header"], text


def answer(asked):
    if asked["method"] == "elicitation/create":
        wanted = asked["params"].get("requestedSchema", {}).get("properties", {})
        content = {key: SAMPLES.get(about.get("type"), "x") for key, about in wanted.items()}
        return {"action": "accept", "content": content}
    if asked["method"] == "roots/list":
        return {"roots": []}
    return {"role": "assistant", "model": "m", "content": {"type": "text", "text": "x"}}


def sample(schema):
    return {key: SAMPLES.get(about.get("type"), "x") for key, about in schema.get("properties", {}).items()}


def main():
    scenario = os.environ.get("MCP_CONFORMANCE_SCENARIO", "")
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/candor.toml", "w") as file:
            # The suite sends arguments that do not fit, to see what becomes of them.
            file.write(f'[sources.s]\nurl = "{sys.argv[-1]}"\nvalidate_arguments = false\nunset = "allow"\n')
        gateway = subprocess.Popen(
            [os.environ["CANDOR_BIN"], "serve", "--listen", "127.0.0.1:0", "--data", "data", "--transparent", "s"],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            act(Client(gateway.stdout.readline().split()[-1]), scenario, context)
        finally:
            gateway.terminate()
            gateway.wait()


def act(client, scenario, context):
    tools = client.request("tools/list", {})["tools"]
    client.schemas = {tool["name"]: tool["inputSchema"] for tool in tools}
    if "toolCalls" in context:
        for call in context["toolCalls"]:
            client.call(call["name"], call.get("arguments", {}))
    elif scenario == "json-schema-2020-12-preservation":
        client.call("json_schema_echo", {"schema": client.schemas["json_schema_2020_12_tool"]})
    else:
        for name, schema in client.schemas.items():
            client.call(name, sample(schema))


main()
