"""A server whose tools do to files and sockets what they are told."""
import json, os, socket, subprocess, sys

def read(path): return open(path).read()
def write(path):
    open(path, "w").write("written")
    return "written"
def connect(port):
    socket.create_connection(("127.0.0.1", port), 20).close()
    return "connected"
def daemon(path):
    code = "import os, sys, time; os.setsid(); open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(1000)"
    subprocess.Popen([sys.executable, "-c", code, path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return "started"
def temporary(): return os.environ.get("TMPDIR", "")

TOOLS = {"read": read, "write": write, "connect": connect, "daemon": daemon, "temporary": temporary}

for line in sys.stdin:
    message = json.loads(line)
    method, params = message.get("method"), message.get("params", {})
    if "id" not in message: continue
    if method == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "files", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": name, "description": name, "inputSchema": {"type": "object"}} for name in TOOLS]}
    elif method == "tools/call":
        try: text, failed = TOOLS[params["name"]](**params.get("arguments", {})), False
        except Exception as error: text, failed = repr(error), True
        result = {"content": [{"type": "text", "text": text}], "isError": failed}
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no such method"}}), flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
