#!/usr/bin/python3
"""Sends an outbox: in order, with acks=all, marked as sent once the broker has confirmed it."""

import logging
import threading

import psycopg
from confluent_kafka import Producer

BATCH = 500
POLL_EVERY = 0.05  # seconds, unless a commit wakes the relay


class Relay(threading.Thread):
    """A thread with its own connection."""

    def __init__(self, database, brokers, table):
        super().__init__(daemon=True)
        self.database, self.table = database, table
        self.producer = Producer({"bootstrap.servers": brokers, "acks": "all", "linger.ms": 1})
        self.committed = threading.Event()

    def run(self):
        with psycopg.connect(self.database, autocommit=True) as connection:
            while True:
                self.committed.wait(POLL_EVERY)
                self.committed.clear()
                while self.send(connection) == BATCH:
                    pass

    def send(self, connection):
        rows = connection.execute(
            f"SELECT id, event_id, topic, key, type, body FROM {self.table} WHERE sent_at IS NULL ORDER BY id LIMIT %s",
            (BATCH,), prepare=True).fetchall()
        confirmed = []
        for row_id, event_id, topic, key, kind, body in rows:
            headers = [("ce_specversion", "1.0"), ("ce_id", str(event_id)), ("ce_type", kind), ("ce_source", "/peer")]
            self.producer.produce(topic, body, key, headers=headers, on_delivery=self.note(row_id, confirmed))
        self.producer.flush()
        if confirmed:
            connection.execute(
                f"UPDATE {self.table} SET sent_at = now() WHERE id = ANY(%s)", (confirmed,), prepare=True)
        return len(rows)

    @staticmethod
    def note(row_id, confirmed):
        def delivered(error, _):
            if error:
                logging.error("row %s was not delivered: %s", row_id, error)
            else:
                confirmed.append(row_id)
        return delivered
