"""A bucket of a server that speaks S3: what a backup needs of it, signed with AWS's version 4. Buckets are in the path."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Optional
from urllib.parse import quote, urlencode, urlsplit

from souk.errors import Refusal

SECONDS = 30
# Of what the server may be sorry for later: 5xx, and a connection that broke.
TRIES = 4
PAUSE_SECONDS = 0.5
SIGNED = "host;x-amz-content-sha256;x-amz-date"
# A page of a listing names a thousand.
MOST_OF_A_LISTING = 16 * 1024 * 1024


@dataclass
class Bucket:
    """`prefix` is empty or ends with a slash; names are without it."""

    endpoint: str
    region: str
    bucket: str
    prefix: str
    key: str
    secret: str = field(repr=False)

    @staticmethod
    def of(url: str, variables: Mapping[str, str]) -> Bucket:
        """Of `s3://bucket/prefix` and the variables that catalog reads beside it."""
        place = urlsplit(url)
        if missing := [name for name in ("SOUK_MEDIA_KEY_ID", "SOUK_MEDIA_SECRET_KEY") if not variables.get(name)]:
            raise Refusal(f"{url} needs {' and '.join(missing)}")
        if not place.netloc:
            raise Refusal(f"{url} names no bucket: s3://bucket/prefix")
        region = variables.get("SOUK_MEDIA_REGION") or "us-east-1"
        endpoint = variables.get("SOUK_MEDIA_ENDPOINT") or f"https://s3.{region}.amazonaws.com"
        prefix = place.path.strip("/")
        key, secret = variables["SOUK_MEDIA_KEY_ID"], variables["SOUK_MEDIA_SECRET_KEY"]
        return Bucket(endpoint.rstrip("/"), region, place.netloc, f"{prefix}/" if prefix else "", key, secret)

    def __str__(self) -> str:
        return f"s3://{self.bucket}/{self.prefix}"

    def names(self) -> Iterator[str]:
        """All that is there, in the order of their names."""
        after = ""
        while True:
            query = {"list-type": "2", "prefix": self.prefix} | ({"continuation-token": after} if after else {})
            page = ElementTree.fromstring(self._ask("GET", "", query) or b"<none/>")
            for found in page.iterfind("{*}Contents/{*}Key"):
                yield (found.text or "").removeprefix(self.prefix)
            after = page.findtext("{*}NextContinuationToken") or ""
            if page.findtext("{*}IsTruncated") != "true" or not after:
                return

    def read(self, name: str) -> Optional[bytes]:
        """None where there is none under this name."""
        return self._ask("GET", self.prefix + name, {})

    def write(self, name: str, content: bytes) -> None:
        if self._ask("PUT", self.prefix + name, {}, content) is None:
            raise Refusal(f"There is no bucket {self.bucket} at {self.endpoint}")

    def _ask(self, method: str, name: str, query: Mapping[str, str], content: bytes = b"") -> Optional[bytes]:
        for left in reversed(range(TRIES)):
            try:
                status, answer = self._once(method, name, query, content)
            except (OSError, http.client.HTTPException) as error:
                status, answer = 0, str(error).encode()
            if status in (200, 204):
                return answer
            if status == 404 and name:
                return None
            if 400 <= status < 500 or not left:
                break
            time.sleep(PAUSE_SECONDS)
        raise Refusal(f"{self.endpoint} refused {method} {self.bucket}/{name}: {status or 'no answer'} {_code(answer)}")

    def _once(self, method: str, name: str, query: Mapping[str, str], content: bytes) -> tuple[int, bytes]:
        url = urlsplit(self.endpoint)
        kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        connection = kind(url.netloc, timeout=SECONDS)
        path = quote(f"{url.path}/{self.bucket}/{name}" if name else f"{url.path}/{self.bucket}", safe="/~")
        asked = urlencode(sorted(query.items()), quote_via=quote, safe="~")
        try:
            headers = self._signed(method, url.netloc, path, asked, content, datetime.now(timezone.utc))
            connection.request(method, f"{path}?{asked}" if asked else path, body=content or None, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read() if name else answer.read(MOST_OF_A_LISTING)
        finally:
            connection.close()

    def _signed(self, method: str, host: str, path: str, query: str, content: bytes, now: datetime) -> dict[str, str]:
        moment, day = now.strftime("%Y%m%dT%H%M%SZ"), now.strftime("%Y%m%d")
        digest = hashlib.sha256(content).hexdigest()
        headers = f"host:{host}\nx-amz-content-sha256:{digest}\nx-amz-date:{moment}\n"
        request = hashlib.sha256("\n".join((method, path, query, headers, SIGNED, digest)).encode()).hexdigest()
        scope = f"{day}/{self.region}/s3/aws4_request"
        key = f"AWS4{self.secret}".encode()
        for part in (day, self.region, "s3", "aws4_request"):
            key = hmac.digest(key, part.encode(), "sha256")
        signature = hmac.digest(key, f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{request}".encode(), "sha256").hex()
        words = f"AWS4-HMAC-SHA256 Credential={self.key}/{scope}, SignedHeaders={SIGNED}, Signature={signature}"
        return {"Host": host, "x-amz-content-sha256": digest, "x-amz-date": moment, "Authorization": words}


def _code(answer: bytes) -> str:
    """What the server says, in short."""
    try:
        return ElementTree.fromstring(answer).findtext("{*}Code") or ""
    except ElementTree.ParseError:
        return answer[:200].decode(errors="replace")
