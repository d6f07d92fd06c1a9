"""A client that reads everything a server lists, over stdio or HTTP, and changes nothing of it."""

import http.client
import json
import os
import queue
import subprocess
import threading
import time
import urllib.parse
from pathlib import Path

REVISION = "2025-11-25"
# What Candor says to servers that it can do: some offer more to clients that can be asked.
CAPABILITIES = {
    "roots": {"listChanged": True},
    "sampling": {},
    "elicitation": {"form": {}, "url": {}},
    "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}},
}
# Some servers add what depends on that a moment after the greeting.
AFTER_GREETING = 1.0
LISTS = [
    ("tools", "tools/list", "tools", "name"),
    ("prompts", "prompts/list", "prompts", "name"),
    ("resources", "resources/list", "resources", "uri"),
    ("templates", "resources/templates/list", "resourceTemplates", "uriTemplate"),
]


class Failure(Exception):
    """The server did not do what was asked."""


class StdioClient:
    """A server as a child process."""

    def __init__(self, command: list[str], env: dict[str, str], cwd: Path, seconds: float):
        self.end = time.monotonic() + seconds
        self.lines: queue.Queue = queue.Queue()
        self.next_id = 0
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=cwd, env={**os.environ, **env}, start_new_session=True,
        )
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, message: dict) -> None:
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Failure(f"it has ended: {error}") from error

    def request(self, method: str, params: dict) -> dict:
        self.next_id += 1
        self.send({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params})
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, self.end - time.monotonic()))
            except queue.Empty:
                raise Failure(f"no answer to {method}") from None
            if line is None:
                raise Failure(f"it ended before it answered {method}")
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if not isinstance(message, dict):
                continue
            if "method" in message:
                self.answer(message)
            elif message.get("id") == self.next_id:
                return outcome(method, message)

    def answer(self, message: dict) -> None:
        """A server that asks the client something is told that it cannot be asked."""
        if "id" not in message:
            return
        reply = {"result": {}} if message["method"] == "ping" else {"error": {"code": -32601, "message": "not here"}}
        self.send({"jsonrpc": "2.0", "id": message["id"], **reply})

    def notify(self, method: str) -> None:
        self.send({"jsonrpc": "2.0", "method": method})

    def close(self) -> None:
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()


class HttpClient:
    """A gateway at a URL."""

    def __init__(self, url: str, seconds: float):
        self.url = urllib.parse.urlsplit(url)
        self.end = time.monotonic() + seconds
        self.next_id = 0
        self.session = None

    def post(self, message: dict) -> bytes:
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        if self.session:
            headers |= {"mcp-session-id": self.session, "mcp-protocol-version": REVISION}
        link = http.client.HTTPConnection(self.url.netloc, timeout=max(1, self.end - time.monotonic()))
        link.request("POST", self.url.path, json.dumps(message), headers)
        answer = link.getresponse()
        self.session = answer.headers.get("mcp-session-id") or self.session
        body = answer.read()
        link.close()
        return body

    def request(self, method: str, params: dict) -> dict:
        self.next_id += 1
        body = self.post({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params})
        lines = [line[5:] for line in body.splitlines() if line.startswith(b"data:")] or [body]
        for line in lines:
            message = json.loads(line) if line.strip() else {}
            if message.get("id") == self.next_id:
                return outcome(method, message)
        raise Failure(f"no answer to {method}: {body[:200]!r}")

    def notify(self, method: str) -> None:
        self.post({"jsonrpc": "2.0", "method": method})

    def close(self) -> None:
        """There is nothing to end."""


def outcome(method: str, message: dict) -> dict:
    if "error" in message:
        raise Failure(f"{method}: {message['error'].get('message')}")
    return message["result"]


def greet(client) -> dict:
    hello = {"protocolVersion": REVISION, "capabilities": CAPABILITIES, "clientInfo": {"name": "compare", "version": "1"}}
    welcome = client.request("initialize", hello)
    client.notify("notifications/initialized")
    return welcome


def everything(client) -> dict:
    """What a server says of itself, and all of its lists."""
    welcome = greet(client)
    time.sleep(AFTER_GREETING)
    offered = welcome.get("capabilities", {})
    found = {"instructions": welcome.get("instructions")}
    for kind, method, member, _ in LISTS:
        capability = "resources" if kind == "templates" else kind
        found[kind] = pages(client, method, member) if capability in offered else []
    return found


def pages(client, method: str, member: str) -> list[dict]:
    items, cursor, seen = [], None, set()
    while True:
        params = {"cursor": cursor} if cursor else {}
        try:
            page = client.request(method, params)
        except Failure as failure:
            # Servers that announce resources often have no templates.
            if method == "resources/templates/list" and "not" in str(failure).lower():
                return items
            raise
        items += page.get(member, [])
        cursor = page.get("nextCursor")
        if not cursor or cursor in seen:
            return items
        seen.add(cursor)
