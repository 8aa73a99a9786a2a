"""As much of HTTP/2 (RFC 9113) as it takes to be a client that no library would be, and a gRPC service without a library."""

import socket
import struct
import threading
from collections.abc import Iterator

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, PING = 0x0, 0x1, 0x4, 0x6
ACK = END_STREAM = 0x1
END_HEADERS = 0x4
INITIAL_WINDOW = 0x4


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def head(fields: dict[str, str]) -> bytes:
    """The fields as HPACK literals that nobody needs to remember."""
    block = b""
    for name, value in fields.items():
        for text in (name.encode(), value.encode()):
            assert len(text) < 127, "a longer text has a longer length"
        block += b"\x00" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()
    return block


def frames(connection: socket.socket) -> Iterator[tuple[int, int, int, bytes]]:
    """Kind, flags, stream and payload of each frame until the other side ends."""
    reader = connection.makefile("rb")
    while len(prefix := reader.read(9)) == 9:
        kind, flags, stream = struct.unpack(">BBI", prefix[3:])
        yield kind, flags, stream & 0x7FFFFFFF, reader.read(int.from_bytes(prefix[:3], "big"))


class Client:
    """A connection on which answers are only counted."""

    def __init__(self, port: int, source: str, window: int = 65_535) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))
        self._next = 1
        settings = struct.pack(">HI", INITIAL_WINDOW, window)
        self._socket.sendall(PREFACE + frame(SETTINGS, 0, 0, settings))

    def ask(self, path: str) -> None:
        fields = {":method": "GET", ":scheme": "http", ":authority": "shop", ":path": path}
        self._send(frame(HEADERS, END_HEADERS | END_STREAM, self._next, head(fields)))

    def call(self, path: str, message: bytes) -> None:
        """Asks a gRPC method and waits until it has answered, whatever it says."""
        fields = {":method": "POST", ":scheme": "http", ":authority": "shop", ":path": path}
        fields |= {"content-type": "application/grpc", "te": "trailers"}
        own, body = self._next, b"\x00" + struct.pack(">I", len(message)) + message
        self._send(frame(HEADERS, END_HEADERS, own, head(fields)) + frame(DATA, END_STREAM, own, body))
        for _, flags, stream, _ in frames(self._socket):
            if stream == own and flags & END_STREAM:
                return

    def close(self) -> None:
        self._socket.close()

    def _send(self, request: bytes) -> None:
        self._next += 2
        self._socket.sendall(request)


class GrpcDouble:
    """A service that is well, as the health check asks with an empty message, and answers everything else with one status."""

    def __init__(self, port: int, status: int) -> None:
        self.calls = 0
        self._status = status
        self._listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.recv(len(PREFACE), socket.MSG_WAITALL)
            connection.sendall(frame(SETTINGS, 0, 0))
            for kind, flags, stream, payload in frames(connection):
                if kind in (SETTINGS, PING) and not flags & ACK:
                    connection.sendall(frame(kind, ACK, 0, payload if kind == PING else b""))
                elif kind == DATA and flags & END_STREAM:
                    connection.sendall(self._answer(stream, payload))

    def _answer(self, stream: int, request: bytes) -> bytes:
        fields = {":status": "200", "content-type": "application/grpc"}
        if len(request) > 5:
            self.calls += 1
            return frame(HEADERS, END_HEADERS | END_STREAM, stream, head({**fields, "grpc-status": str(self._status)}))
        serving = b"\x00\x00\x00\x00\x02\x08\x01"
        ended = frame(HEADERS, END_HEADERS | END_STREAM, stream, head({"grpc-status": "0"}))
        return frame(HEADERS, END_HEADERS, stream, head(fields)) + frame(DATA, 0, stream, serving) + ended
