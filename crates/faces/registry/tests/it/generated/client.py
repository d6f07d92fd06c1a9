"""Reads a registry with the client that was generated from its official OpenAPI document."""

import json
import sys

from client import Client
from client.api.servers import get_v0_1_servers as servers
from client.api.servers import get_v_0_1_servers_server_name_versions as versions
from client.api.servers import get_v_0_1_servers_server_name_versions_version as version
from client.types import UNSET
from ruamel.yaml import YAML

path, url, name = sys.argv[1:]
# An answer that the document does not have is an error.
registry = Client(base_url=url, raise_on_unexpected_status=True)
answers = []


def note(what, answer):
    """Keeps an answer as it came, and as the generated types have read it."""
    answers.append({
        "what": what,
        "status": int(answer.status_code),
        "raw": json.loads(answer.content),
        "parsed": answer.parsed.to_dict(),
    })
    return answer.parsed


cursor = UNSET
while True:
    page = note("page", servers.sync_detailed(client=registry, limit=2, cursor=cursor, version="latest"))
    cursor = page.metadata.next_cursor
    if not cursor:
        break
note("found", servers.sync_detailed(client=registry, search="gamma", include_deleted=True))
known = note("versions", versions.sync_detailed(name, client=registry))
newest = known.servers[0].server.version
note("version", version.sync_detailed(name, newest, client=registry))
note("no server", versions.sync_detailed("com.example/none", client=registry))
note("no version", version.sync_detailed(name, "9.9.9", client=registry))
with open(path, encoding="utf-8") as file:
    document = YAML(typ="safe", pure=True).load(file)
print(json.dumps({"document": document, "answers": answers}, default=str))
