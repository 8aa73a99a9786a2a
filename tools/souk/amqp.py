"""Just enough of AMQP 0-9-1 to know that a broker is up and takes our login."""

from __future__ import annotations

import socket
import ssl
import struct
from typing import Optional
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

CONNECTION = 10
START, START_OK, TUNE = 10, 11, 30
METHOD_FRAME = 1
FRAME_END = b"\xce"


def logs_in(url: str, seconds: float = 3.0) -> bool:
    """Whether the broker at the URL answers and accepts the URL's user and password."""
    parts = urlsplit(url)
    try:
        with _connect(parts, seconds) as connection:
            connection.sendall(b"AMQP\x00\x00\x09\x01")
            if _method(connection) != (CONNECTION, START):
                return False
            connection.sendall(_start_ok(unquote(parts.username or "guest"), unquote(parts.password or "guest")))
            return _method(connection) == (CONNECTION, TUNE)
    except OSError:
        return False


def _connect(parts: SplitResult, seconds: float) -> socket.socket:
    """Encrypted for `amqps`, to a server whose name the system's authorities vouch for, or those of `cacertfile`."""
    if parts.scheme != "amqps":
        return socket.create_connection((parts.hostname, parts.port or 5672), timeout=seconds)
    context = ssl.create_default_context()
    for path in parse_qs(parts.query).get("cacertfile", []):
        context.load_verify_locations(path)
    plain = socket.create_connection((parts.hostname, parts.port or 5671), timeout=seconds)
    return context.wrap_socket(plain, server_hostname=parts.hostname)


def _start_ok(user: str, password: str) -> bytes:
    response = f"\0{user}\0{password}".encode()
    arguments = struct.pack(">I", 0) + b"\x05PLAIN" + struct.pack(">I", len(response)) + response + b"\x05en_US"
    payload = struct.pack(">HH", CONNECTION, START_OK) + arguments
    return struct.pack(">BHI", METHOD_FRAME, 0, len(payload)) + payload + FRAME_END


def _method(connection: socket.socket) -> Optional[tuple[int, int]]:
    """Class and method of the next frame; None when the broker hung up."""
    head = _exactly(connection, 7)
    if head is None:
        return None
    _, _, size = struct.unpack(">BHI", head)
    payload = _exactly(connection, size + 1)
    return struct.unpack(">HH", payload[:4]) if payload else None


def _exactly(connection: socket.socket, size: int) -> Optional[bytes]:
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            return None
        data += more
    return data
