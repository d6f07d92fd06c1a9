"""How many servers come up behind one Candor, how long that takes, and what Candor itself needs."""

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import mcp_client
import process_time
from candor_process import Candor
from mcp_client import Failure, StdioClient

# One server has so long to start by itself, and all of them together behind Candor.
ALONE_SECONDS = 120
TOGETHER_SECONDS = 1200
# What Candor itself may take, in MB.
RESIDENT_MAX = 200


@dataclass
class SingleStart:
    """One server, started while no other is."""

    seconds: float
    # It can be more than the time that passed: most runtimes use several threads.
    cpu_seconds: float


def run(candor: Path, servers, count: int) -> tuple[str, bool]:
    """The report, and whether all came up within what was aimed at."""
    alone = {server.name: single_start(server) for server in servers}
    able = [server for server in servers if alone[server.name] is not None]
    if not able:
        return "no server starts", False
    chosen = [(f"{able[at % len(able)].name}-{at // len(able) + 1}", able[at % len(able)]) for at in range(count)]
    single = sum(alone[server.name].seconds for _, server in chosen)
    single_cpu = sum(alone[server.name].cpu_seconds for _, server in chosen)
    cores = os.cpu_count() or 1
    print(f"one after the other: {single:.0f} s; starting {count} behind Candor", file=sys.stderr)
    gateway = Candor(candor, chosen)
    try:
        states = gateway.settle(TOGETHER_SECONDS)
        together = time.monotonic() - gateway.begun
        own_cpu = process_time.own_seconds(gateway.process.pid)
        all_cpu = process_time.tree_seconds(gateway.process.pid)
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
        ("time until all were ready", f"{together:.1f} s"),
        (f"single starts, one after the other, divided by {cores} cores", f"{single / cores:.1f} s"),
        (f"processor time of the single starts, divided by {cores} cores", f"{single_cpu / cores:.1f} s"),
        (f"processor time of the servers behind Candor, divided by {cores} cores", f"{(all_cpu - own_cpu) / cores:.1f} s"),
        ("processor time of Candor itself", f"{own_cpu:.1f} s"),
        ("resident memory of Candor", f"{resident:.0f} MB (peak {peak:.0f} MB)"),
        ("tools listed", f"{len(listed['tools'])}, in {listing:.2f} s"),
    ]
    table = "\n".join(["| what | measured |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows)])
    dead = [f"- {server.name} does not start by itself" for server in servers if alone[server.name] is None]
    fine = len(ready) == count and resident <= RESIDENT_MAX
    return "\n".join([table, "", *late, *dead]).rstrip(), fine


def single_start(server) -> SingleStart | None:
    """What it takes one server to start by itself and to list its tools; none if it does not."""
    begun = time.monotonic()
    client = StdioClient(server.command, server.env, server.folder, ALONE_SECONDS)
    try:
        mcp_client.everything(client)
        seconds = time.monotonic() - begun - mcp_client.AFTER_GREETING
        return SingleStart(seconds, process_time.tree_seconds(client.process.pid))
    except Failure as failure:
        print(f"{server.name}: {failure}", file=sys.stderr)
        return None
    finally:
        client.close()
