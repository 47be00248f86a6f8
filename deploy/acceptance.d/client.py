"""HTTP for the acceptance checks: one connection, responses that can be quoted as evidence, and a record of all
requests."""

import functools
import http.client
import json
import time
import urllib.parse

TIMEOUT = 60  # seconds
WAIT = "wait=12"
SIGNATURES = {b"\xff\xd8": "image/jpeg", b"\x89P": "image/png", b"RI": "image/webp"}
BOUNDARY = "acceptance-form-field"


class Answer:
    """One response with its request and its duration in seconds."""

    def __init__(self, request, status, headers, body, seconds):
        self.request, self.status, self.headers, self.body, self.seconds = request, status, headers, body, seconds

    @functools.cached_property
    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return {}

    @property
    def ms(self):
        return self.seconds * 1000

    @property
    def ok(self):
        return 200 <= self.status < 300

    def ready(self):
        """Returns this response if it is a success; otherwise ends the check."""
        if not self.ok:
            raise Unanswered(f"{self}: {self.text[:300]}")
        return self

    @property
    def slug(self):
        """The last part of a problem's type."""
        return str(self.json.get("type", "")).rsplit("/", 1)[-1] if isinstance(self.json, dict) else ""

    @property
    def text(self):
        return self.body.decode(errors="replace")

    def __str__(self):
        return f"{self.request}: {self.status}"

    def __getitem__(self, name):
        """A member of the JSON response; a missing one ends the check with the response as its reason."""
        if not isinstance(self.json, dict) or name not in self.json:
            raise Unanswered(f"{self} has no {name}: {self.text[:200]}")
        return self.json[name]


class Unanswered(Exception):
    """A response that a check cannot continue with."""


class Client:
    """Sends requests to one address over one connection, which is reopened when it was closed."""

    def __init__(self, address):
        self.address = address
        self.connection = None
        self.count = 0
        self.server_errors = []

    def send(self, method, path, body=None, headers=None, token=None):
        headers = {"Accept": "*/*", **(headers or {})}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if method not in ("GET", "HEAD", "OPTIONS"):
            headers.setdefault("Prefer", WAIT)
        content, kind = encoded(body)
        if kind:
            headers.setdefault("Content-Type", kind)
        path = urllib.parse.quote(path, safe="/?&=%:+,;@!*'()~$")
        started = time.monotonic()
        status, received, content = self.exchange(method, path, content, headers)
        answer = Answer(f"{method} {path.split('?')[0]}", status, received, content, time.monotonic() - started)
        self.count += 1
        if status >= 500:
            self.server_errors.append(f"{method} {path}: {status} {answer.text[:200]}")
        return answer

    def exchange(self, method, path, content, headers):
        for attempt in (1, 2):
            if not self.connection:
                self.connection = http.client.HTTPConnection(self.address, timeout=TIMEOUT)
            try:
                self.connection.request(method, path, content, headers)
                answer = self.connection.getresponse()
                return answer.status, answer.headers, answer.read()
            except (http.client.HTTPException, ConnectionError):
                self.connection.close()
                self.connection = None
                if attempt == 2:
                    raise
        raise AssertionError


def encoded(body):
    """The bytes and the media type of a body: JSON, a photo, CSV or form fields."""
    if body is None:
        return None, None
    if isinstance(body, bytes):
        return body, SIGNATURES.get(body[:2], "application/octet-stream")
    if isinstance(body, Form):
        return body.content(), f"multipart/form-data; boundary={BOUNDARY}"
    if isinstance(body, str):
        return body.encode(), "text/csv"
    return json.dumps(body).encode(), "application/json"


class Form(dict):
    """Fields of a multipart form; bytes are files."""

    def content(self):
        parts = []
        for name, value in self.items():
            file = '; filename="file"' if isinstance(value, bytes) else ""
            kind = SIGNATURES.get(value[:2], "application/octet-stream") if isinstance(value, bytes) else "text/plain"
            if isinstance(value, dict):
                kind, value = "application/json", json.dumps(value)
            data = value if isinstance(value, bytes) else value.encode()
            head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{file}\r\nContent-Type: {kind}\r\n\r\n'
            parts.append(head.encode() + data + b"\r\n")
        return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
