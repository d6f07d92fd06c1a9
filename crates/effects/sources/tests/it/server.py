"""A legacy stdio server with the habits that real ones have. Options are JSON in argv[1]."""

import json
import os
import sys
import threading
import time

options = json.loads(sys.argv[1])
seen = []
waiting = {}
extra = False
asked = 0
output = threading.Lock()


def send(message):
    message["jsonrpc"] = "2.0"
    with output:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def answer(id, result):
    send({"id": id, "result": result})


def text(id, value):
    answer(id, {"content": [{"type": "text", "text": json.dumps(value)}]})


def ask(method, params, then=None):
    global asked
    asked += 1
    waiting["ask-%d" % asked] = then
    send({"id": "ask-%d" % asked, "method": method, "params": params})


def ask_times(id, arguments):
    """Asks several times at once, and answers with all replies."""
    replies = []

    def then(message):
        replies.append(message)
        if len(replies) == arguments["times"]:
            text(id, replies)

    for _ in range(arguments["times"]):
        ask(arguments["method"], {}, then)


def until(id, arguments):
    """Waits for a file, and ends then in the way that is asked for."""
    while not os.path.exists(arguments["file"]):
        time.sleep(0.01)
    end = arguments["end"]
    if end == "answer":
        text(id, "there it is")
    elif end == "error":
        send({"id": id, "error": {"code": -32000, "message": "there it is"}})
    elif end == "withdraw":
        send({"method": "notifications/cancelled", "params": {"requestId": "ask-1"}})
        text(id, "withdrawn")
    elif end == "ask":
        ask("elicitation/create", {"message": "?"}, lambda m: text(id, m))
    elif end == "exit":
        os._exit(7)


def tools():
    names = ["echo", "crash", "ask", "hang", "seen", "change", "log", "progress", "mute",
             "until", "ask_times"]
    if extra:
        names.append("extra")
    return [{"name": n, "inputSchema": {"type": "object"}} for n in names]


def call(id, params):
    global extra
    name, arguments = params["name"], params.get("arguments", {})
    if name == "echo":
        text(id, params)
    elif name == "crash":
        sys.stderr.write("the sky is falling\n")
        sys.stderr.flush()
        os._exit(7)
    elif name == "ask":
        ask(arguments["method"], arguments.get("params", {}), lambda m: text(id, m))
    elif name == "ask_times":
        ask_times(id, arguments)
    elif name == "until":
        threading.Thread(target=until, args=(id, arguments), daemon=True).start()
    elif name == "hang":
        pass
    elif name == "mute":
        text(id, "not another word")
        for _ in sys.stdin:
            pass
        os._exit(0)
    elif name == "seen":
        text(id, {"pid": os.getpid(), "seen": seen})
    elif name == "change":
        extra = arguments.get("extra", not extra)
        for _ in range(arguments.get("times", 1)):
            send({"method": "notifications/tools/list_changed"})
        text(id, "changed")
    elif name == "log":
        send({"method": "notifications/message", "params": {"level": "info", "data": "hello"}})
        text(id, "logged")
    elif name == "progress":
        token = params["_meta"]["progressToken"]
        for step in (1, 2):
            progress = {"progressToken": token, "progress": step, "x": "kept"}
            send({"method": "notifications/progress", "params": progress})
        text(id, "done")


def initialize(id):
    answer(id, {
        "protocolVersion": options.get("revision", "2025-06-18"),
        "capabilities": {
            "tools": {"listChanged": True},
            "logging": {},
            "resources": {"subscribe": True},
        },
        "serverInfo": {"name": "odd", "version": "1"},
        "instructions": "be kind",
    })


if "pid_file" in options:
    with open(options["pid_file"] + ".new", "w") as file:
        file.write(str(os.getpid()))
    os.rename(options["pid_file"] + ".new", options["pid_file"])
if options.get("deaf"):
    for line in sys.stdin:
        pass
    sys.exit(0)

if "starts" in options:
    with open(options["starts"], "a") as file:
        file.write("started\n")
if "slow" in options:
    time.sleep(options["slow"])


def modern(message):
    """What a server of the newer revision answers, which knows no handshake."""
    method, id = message["method"], message.get("id")
    if method == "server/discover":
        answer(id, {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
                    "resultType": "complete"})
    elif method == "tools/list":
        answer(id, {"tools": tools(), "resultType": "complete"})
    elif id is not None:
        send({"id": id, "error": {"code": -32601, "message": "no such method"}})


first = True
for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    if options.get("modern"):
        modern(message)
        continue
    if first and method != "initialize":
        first = False
        if options.get("dies"):
            sys.exit(3)
        if options.get("silent"):
            continue
    first = False
    seen.append(message)
    if method is None:
        then = waiting.pop(id, None)
        if then:
            then(message)
    elif id is None:
        if method == "notifications/initialized" and options.get("asks_roots"):
            ask("roots/list", {})
        if method == "notifications/roots/list_changed" and options.get("asks_roots"):
            ask("sampling/createMessage", {})
    elif method == "initialize":
        initialize(id)
    elif method == "tools/list":
        answer(id, {"tools": tools()})
    elif method == "resources/list":
        answer(id, {"resources": [{"uri": "odd:1", "name": "one"}]})
    elif method == "tools/call":
        call(id, message["params"])
    elif method in ("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"):
        answer(id, {})
    else:
        send({"id": id, "error": {"code": -32601, "message": "no such method"}})
