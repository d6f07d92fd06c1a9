"""What servers list, asked directly and through Candor, field by field."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mcp_client
from candor_process import Candor
from mcp_client import LISTS, Failure, HttpClient, StdioClient

# A server has so long to start and to list everything.
SECONDS = 120


def run(candor: Path, servers) -> tuple[str, bool]:
    """The report, and whether nothing differs."""
    direct = answers(servers, ask)
    alive = [server for server in servers if not isinstance(direct[server.name], Failure)]
    together = asked(lambda: ask_together(candor, alive))
    alone = answers(alive, lambda server: ask_transparently(candor, server))
    rows, differences = [], []
    for server in servers:
        own = direct[server.name]
        if isinstance(own, Failure):
            rows.append(f"| {server.name} | {server.package} {server.version} | - | - | - | - | does not start: {own} |")
            continue
        found = []
        found += compared("transparent", own, alone[server.name])
        found += compared("with the others", own, shared(together, server.name, own))
        counts = " | ".join(str(len(own[kind])) for kind, *_ in LISTS)
        verdict = "equal" if not found else f"{len(found)} differences"
        rows.append(f"| {server.name} | {server.package} {server.version} | {counts} | {verdict} |")
        differences += [f"- {server.name}: {one}" for one in found]
        print(f"{server.name}: {verdict}", file=sys.stderr)
    head = "| server | package | tools | prompts | resources | templates | through Candor |\n|---|---|---|---|---|---|---|"
    totals = [sum(len(direct[one.name][kind]) for one in alive) for kind, *_ in LISTS]
    names = [kind for kind, *_ in LISTS]
    sums = ", ".join(f"{count} {kind}" for count, kind in zip(totals, names))
    summary = f"{len(alive)} of {len(servers)} servers start: {sums}. Differences: {len(differences)}."
    text = "\n".join([summary, "", head, *rows, *([""] + differences if differences else [])])
    return text, not differences and bool(alive)


def asked(question):
    """What is answered, or why nothing is."""
    try:
        return question()
    except Failure as failure:
        return failure


def answers(servers, question) -> dict:
    """What each server answers, a few of them at a time."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        asking = {server.name: pool.submit(asked, lambda one=server: question(one)) for server in servers}
        return {name: answer.result() for name, answer in asking.items()}


def ask(server) -> dict:
    client = StdioClient(server.command, server.env, server.folder, SECONDS)
    try:
        return mcp_client.everything(client)
    finally:
        client.close()


def ask_transparently(candor: Path, server) -> dict:
    """The same through a Candor that serves only this server, under its own names."""
    gateway = Candor(candor, [(server.name, server)], ["--transparent", server.name])
    try:
        state = gateway.settle(SECONDS)[server.name]
        if state["state"] != "ready":
            raise Failure(f"it is {state['state']}: {state.get('last_error')}")
        return mcp_client.everything(HttpClient(gateway.url, SECONDS))
    finally:
        gateway.close()


def ask_together(candor: Path, servers) -> dict:
    """Everything that one Candor in front of all of them lists."""
    gateway = Candor(candor, [(server.name, server) for server in servers])
    try:
        gateway.settle(SECONDS * 5)
        return mcp_client.everything(HttpClient(gateway.url, SECONDS))
    finally:
        gateway.close()


def shared(together, name: str, own: dict):
    """What one Candor in front of all servers lists of one of them, under its own names again."""
    if isinstance(together, Failure):
        return together
    part = {"instructions": own["instructions"]}
    said = together["instructions"] or ""
    if own["instructions"] and f"## {name}\n\n{own['instructions']}" not in said:
        part["instructions"] = "not among those that Candor gives"
    for kind, _, _, key in LISTS:
        listed = [one for one in together[kind] if is_of(one, own[kind], name, key)]
        # Names are made plain, and long ones are shortened: the order tells which is which.
        pairs = zip(listed, own[kind]) if key == "name" else by_uri(listed, own[kind], name, key)
        part[kind] = [unnamed(exposed, item, name, key) for exposed, item in pairs]
    return part


def is_of(exposed: dict, own: list[dict], source: str, key: str) -> bool:
    if key == "name":
        return exposed[key].startswith(source + "_")
    return any(exposed[key] in (item[key], marked(item[key], source)) for item in own)


def by_uri(listed: list[dict], own: list[dict], source: str, key: str):
    known = {item[key]: item for item in listed}
    for item in own:
        # Where two sources use the same one, it says whose it is.
        exposed = known.get(marked(item[key], source)) or known.get(item[key])
        if exposed:
            yield exposed, item


def marked(uri: str, source: str) -> str:
    """A URI that two sources use, as clients know that of one of them."""
    scheme, mark, rest = uri.partition("://")
    return f"{scheme}://{source}@{rest}" if mark else uri


def unnamed(exposed: dict, own: dict, source: str, key: str) -> dict:
    """A definition with the source's own name, and its own URIs where Candor had to tell two apart."""
    plain = {**exposed, key: own[key]}
    page = page_of(own)
    if page and page_of(plain) == marked(page, source):
        plain["_meta"] = own["_meta"]
    return plain


def page_of(tool: dict) -> str | None:
    """The page that a tool names."""
    ui = (tool.get("_meta") or {}).get("ui") or {}
    return ui.get("resourceUri")


def compared(how: str, own: dict, found) -> list[str]:
    """Every field that differs."""
    if isinstance(found, Failure):
        return [f"{how}: {found}"]
    differences = []
    if (own["instructions"] or "") != (found["instructions"] or ""):
        differences.append(f"{how}: the instructions differ")
    for kind, _, _, key in LISTS:
        before, after = [item[key] for item in own[kind]], [item[key] for item in found[kind]]
        if before != after:
            missing = [name for name in before if name not in after]
            added = [name for name in after if name not in before]
            differences.append(f"{how}: {kind}: missing {missing}, added {added}, or in another order")
            continue
        for one, other in zip(own[kind], found[kind]):
            other = without_title(one, other)
            for field in sorted(set(one) | set(other)):
                if one.get(field) != other.get(field) or (field in one) != (field in other):
                    pair = f"{short(one.get(field))} became {short(other.get(field))}"
                    differences.append(f"{how}: {kind} `{one[key]}`: `{field}`: {pair}")
    return differences


def without_title(own: dict, found: dict) -> dict:
    """A tool's title has two places, of which clients read one or the other. Candor writes it into both,
    which is no difference where the server wrote it into one."""
    title = own.get("title") or (own.get("annotations") or {}).get("title")
    plain = dict(found)
    if "title" not in own and plain.get("title") == title:
        plain.pop("title", None)
    annotations = dict(plain.get("annotations") or {})
    if "title" not in (own.get("annotations") or {}) and annotations.get("title") == title:
        annotations.pop("title", None)
        plain["annotations"] = annotations
        if not annotations and "annotations" not in own:
            del plain["annotations"]
    return plain


def short(value) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:160] + "…"
