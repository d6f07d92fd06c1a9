"""How many servers come up behind one Candor, how long that takes, and what Candor itself needs."""

import os
import sys
import time
from pathlib import Path

import mcp_client
from candor_process import Candor
from mcp_client import Failure, StdioClient

# One server has so long to start by itself, and all of them together behind Candor.
ALONE_SECONDS = 120
TOGETHER_SECONDS = 1200
# What Candor itself may take, in MB.
RESIDENT_MAX = 200


def run(candor: Path, servers, count: int) -> tuple[str, bool]:
    """The report, and whether all came up within what was aimed at."""
    alone = {server.name: start_seconds(server) for server in servers}
    able = [server for server in servers if alone[server.name] is not None]
    if not able:
        return "no server starts", False
    chosen = [(f"{able[at % len(able)].name}-{at // len(able) + 1}", able[at % len(able)]) for at in range(count)]
    single = sum(alone[server.name] for _, server in chosen)
    cores = os.cpu_count() or 1
    print(f"one after the other: {single:.0f} s; starting {count} behind Candor", file=sys.stderr)
    gateway = Candor(candor, chosen)
    try:
        states = gateway.settle(TOGETHER_SECONDS)
        together = time.monotonic() - gateway.begun
        begun = time.monotonic()
        listed = mcp_client.everything(mcp_client.HttpClient(gateway.url, ALONE_SECONDS))
        listing = time.monotonic() - begun - mcp_client.AFTER_GREETING
        resident, peak = gateway.resident_mb(), gateway.resident_mb("VmHWM")
    finally:
        gateway.close()
    ready = [name for name, state in states.items() if state["state"] == "ready"]
    late = [f"- {name}: {state.get('last_error', state['state'])}" for name, state in states.items() if name not in ready]
    rows = [
        ("servers", f"{count} ({len(able)} packages)"),
        ("ready", str(len(ready))),
        ("time until all were ready", f"{together:.0f} s"),
        (f"single starts, one after the other, divided by {cores} cores", f"{single / cores:.0f} s"),
        ("resident memory of Candor", f"{resident:.0f} MB (peak {peak:.0f} MB)"),
        ("tools listed", f"{len(listed['tools'])}, in {listing:.2f} s"),
    ]
    table = "\n".join(["| what | measured |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows)])
    dead = [f"- {server.name} does not start by itself" for server in servers if alone[server.name] is None]
    fine = len(ready) == count and resident <= RESIDENT_MAX
    return "\n".join([table, "", *late, *dead]).rstrip(), fine


def start_seconds(server) -> float | None:
    """How long one server takes to start by itself and to list its tools; none if it does not."""
    begun = time.monotonic()
    client = StdioClient(server.command, server.env, server.folder, ALONE_SECONDS)
    try:
        mcp_client.everything(client)
        return time.monotonic() - begun - mcp_client.AFTER_GREETING
    except Failure as failure:
        print(f"{server.name}: {failure}", file=sys.stderr)
        return None
    finally:
        client.close()
