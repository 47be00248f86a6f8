#!/usr/bin/python3
"""The peer's consumers: each batch of up to 100 events is one transaction of inbox, effect and outbox.

    consumer.py allergen|notification|gateway METRICS_PORT"""

import http.server
import json
import os
import re
import sys
import threading
import uuid

import psycopg
from confluent_kafka import Consumer

from outbox import Relay

DATABASE, BROKERS = os.environ["PEER_DATABASE_URL"], os.environ["PEER_BROKERS"]
BATCH = 100
# Far fewer words than the real lexicon, and without languages, negations and sections.
TERMS = {
    "milk": "milk|whey|casein|caseinate|butter|cream|cheese|lactose",
    "gluten": "wheat|rye|barley|oats?|spelt|farro",
    "nuts": "almonds?|hazelnuts?|walnuts?|cashews?|pistachios?",
    "peanuts": "peanuts?", "soy": "soya?|tofu", "eggs": "eggs?|albumen", "fish": "fish|anchov(?:y|ies)",
    "crustaceans": "shrimps?|prawns?|crabs?", "sesame": "sesame|tahini", "mustard": "mustard", "celery": "celery",
    "lupin": "lupins?", "molluscs": "mussels?|oysters?", "sulphites": "sulphites?|sulfites?",
}
WORDS = re.compile("|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in TERMS.items()), re.IGNORECASE)


def event_id(cause, name):
    return uuid.uuid5(cause, name)


class Allergen:
    """Verdicts of ingredient lists."""

    topics, outbox = ["peer.commands"], "allergen_outbox"

    def effects(self, events, cursor):
        accounts = list({body["accountID"] for _, body in events})
        cursor.execute("SELECT account_id, allergens FROM accounts WHERE account_id = ANY(%s::uuid[])", (accounts,))
        profiles = {str(account): set(allergens) for account, allergens in cursor.fetchall()}
        scans, rows = [], []
        for cause, body in events:
            found = [{"allergen": match.lastgroup, "text": match.group(), "start": match.start()}
                     for match in WORDS.finditer(body["text"])]
            avoided = profiles.get(body["accountID"], set())
            verdict = "contains" if any(finding["allergen"] in avoided for finding in found) else "notDetected"
            findings = json.dumps(found)
            scans.append((body["scanID"], body["accountID"], body["text"], verdict, findings))
            told = {**body, "verdict": verdict, "findings": found}
            rows.append((event_id(cause, "scan-assessed"), "peer.scans", body["accountID"], "peer.scan-assessed.v1",
                         json.dumps(told).encode()))
        cursor.executemany(
            "INSERT INTO scans (scan_id, account_id, text, verdict, findings) VALUES (%s, %s, %s, %s, %s)", scans)
        return rows


class Notification:
    """A notice for each verdict."""

    topics, outbox = ["peer.scans"], "notification_outbox"

    def effects(self, events, cursor):
        notices, rows = [], []
        for cause, body in events:
            notice, title = str(event_id(cause, "notice")), f"Your label: {body['verdict']}"
            notices.append((notice, body["accountID"], body["scanID"], title))
            told = {"noticeID": notice, "accountID": body["accountID"], "scanID": body["scanID"], "title": title}
            rows.append((event_id(cause, "notice-created"), "peer.notices", body["accountID"],
                         "peer.notice-created.v1", json.dumps(told).encode()))
        cursor.executemany(
            "INSERT INTO notices (notice_id, account_id, scan_id, title) VALUES (%s, %s, %s, %s)", notices)
        return rows


class Gateway:
    """The gateway's projection: verdicts and notices as published, and the end of each operation."""

    topics, outbox = ["peer.scans", "peer.notices"], "gateway_outbox"

    def effects(self, events, cursor):
        documents, ended = [], []
        for _, body in events:
            if "verdict" in body:
                documents.append(("scan", body["scanID"], body["accountID"], json.dumps(body)))
                ended.append(body["scanID"])
            else:
                documents.append(("notice", body["noticeID"], body["accountID"], json.dumps(body)))
        cursor.executemany(
            """INSERT INTO documents (kind, id, account_id, body) VALUES (%s, %s, %s, %s)
            ON CONFLICT (kind, id) DO UPDATE SET body = EXCLUDED.body""", documents)
        cursor.execute("UPDATE operations SET status = 'succeeded' WHERE scan_id = ANY (%s::uuid[])", (ended,))
        return []


class Metrics(threading.Thread):
    """Serves the number of applied events."""

    def __init__(self, name, port):
        super().__init__(daemon=True)
        self.applied = 0
        metrics = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                text = f"peer_inbox_applied_total {metrics.applied}\n".encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)

    def run(self):
        self.server.serve_forever()


def take_in(name, handler, records, connection):
    """Commits inbox, effect and outbox together; returns the number of new events."""
    events = {}
    for record in records:
        headers = dict(record.headers())
        events[uuid.UUID(headers["ce_id"].decode())] = json.loads(record.value())
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {name}_inbox (event_id) SELECT unnest(%s::uuid[]) ON CONFLICT DO NOTHING RETURNING event_id",
            (list(events),))
        new = {row[0] for row in cursor.fetchall()}
        rows = handler.effects([(cause, body) for cause, body in events.items() if cause in new], cursor)
        if rows:
            cursor.executemany(
                f"INSERT INTO {handler.outbox} (event_id, topic, key, type, body) VALUES (%s, %s, %s, %s, %s)", rows)
    return len(new)


def main():
    handlers = {"allergen": Allergen, "notification": Notification, "gateway": Gateway}
    if len(sys.argv) != 3 or sys.argv[1] not in handlers:
        sys.exit(__doc__)
    name = sys.argv[1]
    handler = handlers[name]()
    metrics = Metrics(name, int(sys.argv[2]))
    metrics.start()
    relay = Relay(DATABASE, BROKERS, handler.outbox)
    # The gateway's own process sends the commands that it accepts.
    if name != "gateway":
        relay.start()
    consumer = Consumer({
        "bootstrap.servers": BROKERS, "group.id": f"peer-{name}", "enable.auto.commit": False,
        "auto.offset.reset": "earliest",
    })
    consumer.subscribe(handler.topics)
    with psycopg.connect(DATABASE, autocommit=True) as connection:
        while True:
            records = [record for record in consumer.consume(BATCH, 0.05) if not record.error()]
            if not records:
                continue
            metrics.applied += take_in(name, handler, records, connection)
            relay.committed.set()
            consumer.commit(asynchronous=True)


if __name__ == "__main__":
    main()
