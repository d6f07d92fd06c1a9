"""The server that the documents call `server.py`: notes in a database below `--root`."""

import json
import os
import sqlite3
import sys

ROOT = sys.argv[sys.argv.index("--root") + 1] if "--root" in sys.argv else "."
TEXT = {"type": "string"}


def database():
    return sqlite3.connect(os.path.join(ROOT, "notes.db"))


def create_note(arguments):
    with database() as opened:
        opened.execute("INSERT INTO notes (title) VALUES (?)", [arguments["title"]])
    return "created"


def get_note(arguments):
    rows = database().execute("SELECT title FROM notes WHERE id = ?", [arguments["id"]]).fetchall()
    return rows[0][0] if rows else "there is no such note"


def list_notes(_):
    return json.dumps(database().execute("SELECT id, title FROM notes ORDER BY id").fetchall())


def read_query(arguments):
    query = arguments["query"]
    if not query.lower().startswith("select "):
        return "only SELECT is run"
    return json.dumps(database().execute(query).fetchall())


TOOLS = {
    "create_note": (create_note, {"title": TEXT}, {"readOnlyHint": False, "destructiveHint": False}),
    "get_note": (get_note, {"id": {"type": "integer"}}, {"readOnlyHint": True}),
    "list_notes": (list_notes, {}, {"readOnlyHint": True}),
    "read_query": (read_query, {"query": TEXT}, {"readOnlyHint": True}),
}


def described(name):
    _, properties, hints = TOOLS[name]
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"name": name, "description": name.replace("_", " ").capitalize(), "inputSchema": schema, "annotations": hints}


def answer(method, params):
    if method == "initialize":
        version = params.get("protocolVersion", "2025-06-18")
        about = {"name": "notes", "version": "1"}
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": [described(name) for name in TOOLS]}
    if method == "tools/call" and params.get("name") in TOOLS:
        try:
            text, failed = TOOLS[params["name"]][0](params.get("arguments") or {}), False
        except (KeyError, sqlite3.Error) as error:
            text, failed = str(error), True
        return {"content": [{"type": "text", "text": text}], "isError": failed}
    return None


with database() as new:
    new.execute("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, title TEXT)")

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    result = answer(message["method"], message.get("params") or {})
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    reply |= {"result": result} if result is not None else {"error": {"code": -32601, "message": "not here"}}
    print(json.dumps(reply), flush=True)
