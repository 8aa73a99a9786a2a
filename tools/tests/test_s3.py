"""A bucket is listed to its end, read and filled, with signatures that the server checks; SOUK_S3_URL names a real one to try too."""

import hashlib
import io
import os
import threading
import unittest
import uuid
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from souk import s3
from souk.backup.pictures import InBucket
from souk.errors import Refusal
from souk.s3 import Bucket

PAGE = 2


class Server(BaseHTTPRequestHandler):
    """Two names a page; what it keeps, and how often it still fails, stand in the server."""

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        name, query = self._name(), parse_qs(urlsplit(self.path).query, keep_blank_values=True)
        if self._fails():
            return
        if "list-type" in query:
            self._say(200, self._listing(query))
        elif name in self.server.kept:
            self._say(200, self.server.kept[name])
        else:
            self._say(404, b"<Error><Code>NoSuchKey</Code></Error>")

    def do_PUT(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if hashlib.sha256(content).hexdigest() != self.headers["x-amz-content-sha256"]:
            self._say(400, b"<Error><Code>BadDigest</Code></Error>")
        elif not self._fails():
            self.server.kept[self._name()] = content
            self._say(200, b"")

    def _listing(self, query: dict) -> bytes:
        names = sorted(name for name in self.server.kept if name.startswith(query["prefix"][0]))
        start = int(query.get("continuation-token", ["0"])[0])
        found = "".join(f"<Contents><Key>{escape(name)}</Key></Contents>" for name in names[start : start + PAGE])
        more = start + PAGE < len(names)
        after = f"<NextContinuationToken>{start + PAGE}</NextContinuationToken>" if more else ""
        listed = f"{found}<IsTruncated>{str(more).lower()}</IsTruncated>{after}"
        return f'<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">{listed}</ListBucketResult>'.encode()

    def _name(self) -> str:
        return unquote(urlsplit(self.path).path.removeprefix("/souk").lstrip("/"))

    def _fails(self) -> bool:
        if self.server.failures == 0:
            return False
        self.server.failures -= 1
        self._say(503, b"<Error><Code>SlowDown</Code></Error>")
        return True

    def _say(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class BucketTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
        self.server.kept, self.server.failures = {}, 0
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.bucket = self.of("s3://souk/media")
        patched = mock.patch.object(s3, "PAUSE_SECONDS", 0)
        patched.start()
        self.addCleanup(patched.stop)

    def of(self, url: str) -> Bucket:
        endpoint = f"http://127.0.0.1:{self.server.server_port}"
        return Bucket.of(url, {"SOUK_MEDIA_ENDPOINT": endpoint, "SOUK_MEDIA_KEY_ID": "key", "SOUK_MEDIA_SECRET_KEY": "secret"})

    def test_all_pages_of_a_listing_are_read_and_nothing_beside_the_prefix(self) -> None:
        self.server.kept = {f"media/products/{number}.jpg": b"" for number in range(5)} | {"other/1.jpg": b""}
        self.assertEqual(list(self.bucket.names()), [f"products/{number}.jpg" for number in range(5)])
        self.assertEqual(list(self.of("s3://souk").names())[-1], "other/1.jpg")

    def test_what_was_written_is_read_and_what_is_gone_is_none(self) -> None:
        pictures = InBucket(self.bucket)
        pictures.write("shop/a cup-160.jpg", io.BytesIO(b"a cup"))
        self.assertEqual(self.server.kept, {"media/shop/a cup-160.jpg": b"a cup"})
        with pictures.opened("shop/a cup-160.jpg") as found:
            assert found
            self.assertEqual((found[0].read(), found[1]), (b"a cup", 5))
        with pictures.opened("shop/gone.jpg") as found:
            self.assertIsNone(found)

    def test_a_server_that_is_sorry_is_asked_again_but_not_for_ever(self) -> None:
        self.server.failures = s3.TRIES - 1
        self.bucket.write("cup.jpg", b"a cup")
        self.server.failures = s3.TRIES
        with self.assertRaisesRegex(Refusal, "503 SlowDown"):
            self.bucket.read("cup.jpg")

    def test_nobody_there_is_a_refusal_without_the_secret(self) -> None:
        bucket = Bucket("http://127.0.0.1:1", "us-east-1", "souk", "", "key", "the secret")
        with self.assertRaisesRegex(Refusal, "no answer") as raised:
            list(bucket.names())
        self.assertNotIn("the secret", f"{raised.exception}{bucket!r}")

    def test_the_signature_is_that_of_the_documentation(self) -> None:
        """The `GET` of a bucket's objects in AWS's "Signature Calculations for the Authorization Header"."""
        key, secret = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
        bucket = Bucket("https://examplebucket.s3.amazonaws.com", "us-east-1", "", "", key, secret)
        now = datetime(2013, 5, 24, tzinfo=timezone.utc)
        headers = bucket._signed("GET", "examplebucket.s3.amazonaws.com", "/", "max-keys=2&prefix=J", b"", now)
        signature = "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        self.assertTrue(headers["Authorization"].endswith(f"Signature={signature}"), headers)


@unittest.skipUnless(os.environ.get("SOUK_S3_URL"), "SOUK_S3_URL=http://key:secret@host:port/bucket names no server")
class RealServerTest(unittest.TestCase):
    def test_a_bucket_is_filled_listed_and_read(self) -> None:
        url = urlsplit(os.environ["SOUK_S3_URL"])
        variables = {"SOUK_MEDIA_ENDPOINT": f"{url.scheme}://{url.hostname}:{url.port}"}
        variables |= {"SOUK_MEDIA_KEY_ID": url.username or "", "SOUK_MEDIA_SECRET_KEY": url.password or ""}
        bucket = Bucket.of(f"s3:/{url.path}/{uuid.uuid4()}", variables)
        self.assertEqual(list(bucket.names()), [])
        names = [f"products/{number:04}-160.jpg" for number in range(3)]
        for name in names:
            bucket.write(name, name.encode())
        self.assertEqual(list(bucket.names()), names)
        self.assertEqual(bucket.read(names[1]), names[1].encode())
        self.assertIsNone(bucket.read("products/gone.jpg"))
        bucket.key, bucket.secret = "nobody", "nothing"
        with self.assertRaisesRegex(Refusal, "403"):
            bucket.write(names[0], b"not mine")


if __name__ == "__main__":
    unittest.main()
