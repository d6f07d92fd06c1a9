# A stdio server that misbehaves on request: each method is a fault.
import json
import os
import random
import sys
import time

kept = []


def out(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def answer(number, result):
    out(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}))


for line in sys.stdin:
    message = json.loads(line)
    method, number, params = message["method"], message.get("id"), message.get("params")
    if method == "echo":
        answer(number, params)
    elif method == "environment":
        answer(number, sorted(os.environ))
    elif method == "garbage":
        out("Server listening!")
        out("")
        sys.stdout.buffer.write(b'{"jsonrpc":"2.0","method":"\xff\xfe"}\n')
        out('{"jsonrpc":"1.0","id":1,"result":1}')
        out("[]")
        answer(number, "fine")
    elif method == "big, id first":
        out('{"jsonrpc":"2.0","id":%d,"result":"%s"}' % (number, "x" * params["size"]))
    elif method == "big, id last":
        out('{"result":"%s","jsonrpc":"2.0","id":%d}' % ("x" * params["size"], number))
    elif method == "twice":
        answer(number, "first")
        answer(number, "second")
    elif method == "wrong":
        answer(number + 1000, "of nobody")
        answer(str(number), "of a text id")
        answer(number, "right")
    elif method == "progress":
        for token in (number, str(number), number + 1000):
            note = {"progressToken": token, "progress": 1}
            out(json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": note}))
        out(json.dumps({"jsonrpc": "2.0", "id": number, "method": "roots/list"}))
        answer(number, "done")
    elif method == "flood":
        for _ in range(1000):
            os.write(2, b"a line of one hundred bytes or so " * 3 * 100 + b"\n")
        os.write(2, b"one line without an end " * 10000)
        answer(number, "still here")
    elif method == "keep":
        kept.append((number, params))
        if len(kept) == params["of"]:
            random.shuffle(kept)
            for other, its in kept:
                answer(other, its["value"])
    elif method == "exit":
        print("first words\nthe key is", os.environ.get("TOKEN"), file=sys.stderr, flush=True)
        os._exit(3)
    elif method == "die":
        os.kill(os.getpid(), 9)
    elif method == "close output":
        os.close(1)
        time.sleep(1000)
