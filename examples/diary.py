#!/usr/bin/python3
"""Registers an account, scans a label, adds a meal and a receipt, and prints the results.

    examples/diary.py [URL]        http://127.0.0.1:8080 by default, as `deploy/run` starts it

Needs Python 3.9 or newer and nothing else. Each call below is one request; the API reference at URL/docs has all others.
"""

import datetime
import json
import pathlib
import secrets
import sys
import urllib.error
import urllib.request

SAMPLES = pathlib.Path(__file__).resolve().parent.parent / "Shared/Testing/SampleLabels"


class Client:
    """Sends requests to one server, with the access token of one account once it has one."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        self.token = None

    def send(self, method, path, body=None, photo=None):
        """Returns the JSON of the answer; a change is waited for. Raises SystemExit with the problem of a refused request."""
        headers = {"Accept": "application/json", "Prefer": "wait=10"}
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        if photo is not None:
            data, headers["Content-Type"] = photo.read_bytes(), "image/jpeg"
        if method == "POST":
            # The same request with the same key, sent again after a lost answer, takes effect once.
            headers["Idempotency-Key"] = secrets.token_hex(16)
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            problem = json.load(refusal)
            sys.exit(f"{method} {path}: {problem['title']} ({self.url}{problem['type']})\n{json.dumps(problem, indent=2)}")

    def finished(self, answer):
        """The result of an answer that may be an operation: a photo can take longer than a request may wait."""
        while answer.get("status") == "pending" and "resource" in answer:
            answer = self.send("GET", f"/v1/operations/{answer['id']}")
        if answer.get("status") in ("rejected", "failed"):
            sys.exit(f"{answer['problem']['title']} ({self.url}{answer['problem']['type']})")
        return answer.get("result", answer)


def register(client):
    terms = client.send("GET", "/v1/terms")["version"]
    registered = client.send("POST", "/v1/accounts", {
        "email": f"example-{secrets.token_hex(8)}@example.com",
        "password": secrets.token_urlsafe(16),
        "acceptedTerms": terms,
    })
    client.token = registered["session"]["accessToken"]
    return registered["account"]["id"]


def main():
    client = Client(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080")
    print("account ", register(client))

    client.send("PUT", "/v1/allergen-profile", {"allergens": ["milk"]})
    scan = client.finished(client.send("POST", "/v1/label-scans", photo=SAMPLES / "Labels/traces-en.jpg"))
    print("label   ", scan["verdict"], [finding.get("allergen") for finding in scan["contains"]])

    meal = client.finished(client.send("POST", "/v1/meals", {"slot": "snack", "items": [{"name": "apple", "grams": 150}]}))
    print("meal    ", [item["food"]["name"] for item in meal["items"] if item.get("food")])
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    print("day     ", client.send("GET", f"/v1/days/{today}")["totals"]["energyKcal"])

    receipt = client.finished(client.send("POST", "/v1/receipts", photo=SAMPLES / "Receipts/market-en.jpg"))
    for item in receipt["items"]:
        print("receipt ", item["name"], item["amount"]["amount"], item["amount"]["currency"])


if __name__ == "__main__":
    main()
