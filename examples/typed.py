#!/usr/bin/env python3
"""Registers an account and scans an ingredient list with the generated client `food_magic` (examples/README.md makes it).

    PYTHONPATH=/tmp/client examples/typed.py [URL]        http://127.0.0.1:8080 by default, as `deploy/run` starts it

Run it with the Python of the virtual environment, which has the packages that the client needs.
"""

import secrets
import sys

from food_magic import AuthenticatedClient, Client
from food_magic.api.account import read_terms, register_account
from food_magic.api.scans import assess_label
from food_magic.models import LabelScan, LabelText, Registered, Terms


def expect(kind, answer):
    """Returns the answer if it is of this type; a problem or an unfinished operation ends the program."""
    if not isinstance(answer, kind):
        sys.exit(f"unexpected answer: {answer}")
    return answer


def main():
    url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    client = Client(base_url=url)
    terms = expect(Terms, read_terms.sync(client=client))
    registered = expect(Registered, register_account.sync(client=client, idempotency_key=secrets.token_hex(16), body={
        "email": f"example-{secrets.token_hex(8)}@example.com",
        "password": secrets.token_urlsafe(16),
        "acceptedTerms": terms.version,
    }))
    client = AuthenticatedClient(base_url=url, token=registered.session.access_token)
    scan = expect(LabelScan, assess_label.sync(
        client=client, prefer="wait=10", idempotency_key=secrets.token_hex(16),
        body=LabelText(text="Ingredients: oats, sugar, skimmed milk powder")))
    print("label   ", scan.verdict.value, [str(finding.allergen) for finding in scan.contains])


if __name__ == "__main__":
    main()
