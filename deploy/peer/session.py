#!/usr/bin/python3
"""Access tokens of the peer: account and expiry, signed with HMAC-SHA-256, which costs less than the ES256 of the real
gateway.

    session.py DATABASE COUNT FILE      makes accounts and writes one line for each: token, tab, "-" """

import base64
import hashlib
import hmac
import os
import sys
import time
import uuid

KEY = os.environ["PEER_TOKEN_KEY"].encode()
LIFE = 3_600  # seconds


def make(account):
    claims = f"{account}.{int(time.time()) + LIFE}"
    return f"{claims}.{signature(claims)}"


def account_of(authorization):
    """The account of a valid bearer token, or None."""
    scheme, _, token = (authorization or "").partition(" ")
    claims, _, signed = token.rpartition(".")
    if scheme.lower() != "bearer" or not hmac.compare_digest(signature(claims), signed):
        return None
    account, _, expires = claims.partition(".")
    return uuid.UUID(account) if int(expires) > time.time() else None


def signature(claims):
    return base64.urlsafe_b64encode(hmac.digest(KEY, claims.encode(), hashlib.sha256)).decode()


def main():
    import psycopg

    accounts = [uuid.uuid4() for _ in range(int(sys.argv[2]))]
    with psycopg.connect(sys.argv[1]) as connection:
        connection.cursor().executemany(
            "INSERT INTO accounts (account_id, allergens) VALUES (%s, %s)",
            [(account, ["milk", "nuts", "peanuts"]) for account in accounts])
        # A readable verdict for each account, as deploy/load-clients/accounts --scan creates them.
        scans = [uuid.uuid4() for _ in accounts]
        connection.cursor().executemany(
            "INSERT INTO scans (scan_id, account_id, text, verdict, findings) VALUES (%s, %s, %s, 'contains', %s)",
            [(scan, account, "Ingredients: oat flakes, skimmed milk powder, salt.", '["milk"]')
             for scan, account in zip(scans, accounts)])
    with open(sys.argv[3], "w") as file:
        for account, scan in zip(accounts, scans):
            file.write(f"{make(account)}\t{scan}\n")


if __name__ == "__main__":
    main()
