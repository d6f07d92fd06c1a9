"""Serves over TLS: HTTP/2 where the first argument is h2, else HTTP/1.1. Prints its port.

Every answer says over which connection and stream it came, and that is all it says. The second
argument is a file with the certificate and its key."""

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


def frame(kind, flags, stream_id, payload):
    head = struct.pack(">I", len(payload))[1:] + bytes([kind, flags])
    return head + struct.pack(">I", stream_id) + payload


def serve_h2(stream, number):
    assert exactly(stream, 24) == b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    stream.sendall(frame(4, 0, 0, b""))
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
        elif kind == 1:
            body = f"h2 {number}.{stream_id}".encode()
            # The one byte is an entry of the static table: status 200.
            stream.sendall(frame(1, 4, stream_id, b"\x88") + frame(0, 1, stream_id, body))


def serve_h1(stream, number):
    while True:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += exactly(stream, 1)
        body = f"h1 {number}"
        stream.sendall(f"HTTP/1.1 200 OK\r\ncontent-length: {len(body)}\r\n\r\n{body}".encode())


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
