"""A client of the Python SDK. It makes one call after the other, answers each question as it is
told to, and prints what came of each.

The only argument says what to do, as JSON:
  mode     'legacy', 'auto' or '2026-07-28'
  url      where the gateway is, or command and args to start it
  api      the API on which somebody else decides
  secret   what they present there
  mute     whether the client cannot be asked
  steps    what to call and how to answer: {does, path}
"""

import asyncio
import json
import sys
import urllib.request

from mcp import Client, types
from mcp.client.stdio import StdioServerParameters

order = json.loads(sys.argv[1])
modern = order["mode"] != "legacy"
current = {}


def fetch(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "authorization": "Bearer " + order["secret"]}
    request = urllib.request.Request(order["api"] + path, data, headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


async def until(what, look):
    for _ in range(6000):
        seen = await asyncio.to_thread(look)
        if seen:
            return seen
        await asyncio.sleep(0.02)
    raise RuntimeError("never seen: " + what)


async def waiting():
    pending = await until("a call that waits", lambda: fetch("/approvals")["items"])
    return "/approvals/" + pending[0]["id"]


async def decide(body):
    """Somebody else decides about the call that waits."""
    await asyncio.to_thread(fetch, await waiting() + "/decision", body)


def accept(decision, reason=None):
    content = {"decision": decision} | ({"reason": reason} if reason else {})
    return types.ElicitResult(action="accept", content=content)


async def over(first=None):
    """Waits until the question is taken back, which may be before the first thing is done."""
    try:
        if first is not None:
            await first
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        current["withdrawn"] = True
        raise


async def answer(context, params):
    """What the person at this client does."""
    does = current["does"]
    current["asked"] += 1
    current["question"] = params.model_dump(mode="json", by_alias=True, exclude_none=True)
    if does == "allow":
        return accept("allow once")
    if does == "keep":
        decided = decide({"decision": "approve", "scope": "these-arguments"})
        await (decided if modern else over(decided))
        return accept("allow once")
    if does == "deny":
        return accept("deny", "not today")
    if does in ("decline", "cancel"):
        return types.ElicitResult(action=does)
    if does in ("elsewhere", "refused elsewhere"):
        yes = does == "elsewhere"
        decided = decide({"decision": "approve"} if yes else {"decision": "deny", "reason": "not today"})
        await (decided if modern else over(decided))
        # Too late, and the opposite of what was decided.
        return types.ElicitResult(action="decline") if yes else accept("allow once")
    if does == "page":
        await decide({"decision": "approve"})
        return types.ElicitResult(action="accept")
    if does == "late":
        if not modern:
            await over()
        question = await waiting()
        await until("the end of its time", lambda: fetch(question)["state"] == "expired")
        return accept("allow once")
    raise RuntimeError("asked about " + does)


async def main():
    if "url" in order:
        server = order["url"]
    else:
        server = StdioServerParameters(command=order["command"], args=order["args"])
    said = []
    callback = None if order["mute"] else answer
    async with Client(server, mode=order["mode"], elicitation_callback=callback) as client:
        for step in order["steps"]:
            current.clear()
            current.update(does=step["does"], asked=0, withdrawn=False, progress=0, question=None)
            decided = []

            async def progress(*_):
                current["progress"] += 1
                if step["does"] == "mute" and not decided:
                    decided.append(True)
                    await decide({"decision": "approve"})

            try:
                callback = progress if order["mute"] else None
                result = await client.call_tool("s_wipe", {"path": step["path"]}, progress_callback=callback)
                came = {"error": bool(result.is_error), "text": result.content[0].text}
                # The person's task hears of it a moment after the call does.
                if step["does"].endswith("elsewhere") and not modern:
                    for _ in range(6000):
                        if current["withdrawn"]:
                            break
                        await asyncio.sleep(0.02)
            except Exception as error:
                came = {"error": True, "text": f"thrown: {error}"}
            said.append(current | came)
    print(json.dumps(said))


asyncio.run(main())
