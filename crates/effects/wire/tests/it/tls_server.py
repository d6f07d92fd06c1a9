"""An MCP server over TLS: HTTP/2 where the first argument is h2, else HTTP/1.1. Prints its port.

Every answer says over which connection and stream it came, and over HTTP/1.1 which host was asked
for. The second argument is a file with the certificate and its key."""

import json
import socket
import ssl
import struct
import sys
import threading


def exactly(stream, size):
    data = b""
    while len(data) < size:
        piece = stream.recv(size - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


def answer(body, result):
    return json.dumps({"jsonrpc": "2.0", "id": json.loads(body)["id"], "result": result}).encode()


def frame(kind, flags, stream_id, payload):
    head = struct.pack(">I", len(payload))[1:] + bytes([kind, flags])
    return head + struct.pack(">I", stream_id) + payload


def serve_h2(stream, number):
    assert exactly(stream, 24) == b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    stream.sendall(frame(4, 0, 0, b""))
    bodies = {}
    while True:
        head = exactly(stream, 9)
        size = struct.unpack(">I", b"\0" + head[:3])[0]
        kind, flags = head[3], head[4]
        stream_id = struct.unpack(">I", head[5:])[0]
        payload = exactly(stream, size)
        if kind == 4 and not flags & 1:
            stream.sendall(frame(4, 1, 0, b""))
        elif kind == 6 and not flags & 1:
            stream.sendall(frame(6, 1, 0, payload))
        elif kind == 0:
            bodies[stream_id] = bodies.get(stream_id, b"") + payload
            if not flags & 1:
                continue
            body = bodies.pop(stream_id)
            data = answer(body, f"h2 {number}.{stream_id}")
            # The one byte is an entry of the static table: status 200.
            stream.sendall(frame(1, 4, stream_id, b"\x88") + frame(0, 1, stream_id, data))
            if b"goodbye" in body:
                stream.sendall(frame(7, 0, 0, struct.pack(">II", stream_id, 0)))
                return


def serve_h1(stream, number):
    while True:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += exactly(stream, 1)
        lines = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:-2])
        body = exactly(stream, int(lines["content-length"]))
        data = answer(body, f"h1 {number} {lines['host']}")
        stream.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(data) + data)


def serve(context, plain, number):
    try:
        with context.wrap_socket(plain, server_side=True) as stream:
            spoken = stream.selected_alpn_protocol()
            (serve_h2 if spoken == "h2" else serve_h1)(stream, number)
    except (EOFError, OSError):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[2])
context.set_alpn_protocols(["h2", "http/1.1"] if sys.argv[1] == "h2" else ["http/1.1"])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
number = 0
while True:
    plain, _ = listener.accept()
    number += 1
    threading.Thread(target=serve, args=(context, plain, number), daemon=True).start()
