#!/usr/bin/python3
"""The peer's gateway: accepts an ingredient list durably (operation, idempotency key and outbox row in one commit), and
serves verdicts. Run it with: uvicorn gateway:app --no-access-log"""

import contextlib
import json
import os
import uuid

import psycopg
from fastapi import FastAPI, Header, HTTPException, Response
from psycopg_pool import AsyncConnectionPool
from pydantic import BaseModel, Field

import session
from outbox import Relay

DATABASE, BROKERS = os.environ["PEER_DATABASE_URL"], os.environ["PEER_BROKERS"]
CONNECTIONS = 8  # as many as the real gateway


class LabelText(BaseModel):
    text: str = Field(min_length=1, max_length=20_000)
    language: str | None = None


@contextlib.asynccontextmanager
async def life(app):
    app.state.relay = Relay(DATABASE, BROKERS, "gateway_outbox")
    app.state.relay.start()
    async with AsyncConnectionPool(DATABASE, min_size=CONNECTIONS, max_size=CONNECTIONS) as pool:
        app.state.pool = pool
        yield


app = FastAPI(lifespan=life)


def account_of(authorization):
    account = session.account_of(authorization)
    if account is None:
        raise HTTPException(401)
    return account


@app.get("/health/live")
async def live():
    return {"status": "ok"}


@app.post("/v1/label-scans", status_code=202)
async def assess(
    order: LabelText, response: Response, authorization: str = Header(), idempotency_key: str | None = Header(None)
):
    account, operation, scan = account_of(authorization), uuid.uuid4(), uuid.uuid4()
    body = {"accountID": str(account), "scanID": str(scan), "text": order.text, "language": order.language}
    try:
        async with app.state.pool.connection() as connection, connection.pipeline():
            if idempotency_key:
                await connection.execute(
                    "INSERT INTO idempotency_keys (account_id, key, operation_id) VALUES (%s, %s, %s)",
                    (account, idempotency_key, operation))
            await connection.execute(
                "INSERT INTO operations (operation_id, account_id, scan_id) VALUES (%s, %s, %s)",
                (operation, account, scan))
            await connection.execute(
                "INSERT INTO gateway_outbox (event_id, topic, key, type, body) VALUES (%s, %s, %s, %s, %s)",
                (uuid.uuid4(), "peer.commands", str(account), "peer.assess-label-text.v1", json.dumps(body).encode()))
    except psycopg.errors.UniqueViolation:
        raise HTTPException(409) from None
    app.state.relay.committed.set()
    response.headers["Location"] = f"/v1/operations/{operation}"
    return {"id": operation, "status": "pending", "resource": f"/v1/label-scans/{scan}"}


@app.get("/v1/label-scans/{scan}")
async def read(scan: uuid.UUID, authorization: str = Header()):
    account = account_of(authorization)
    async with app.state.pool.connection() as connection:
        found = await connection.execute(
            "SELECT text, verdict, findings, created_at FROM scans WHERE scan_id = %s AND account_id = %s",
            (scan, account))
        row = await found.fetchone()
    if row is None:
        raise HTTPException(404)
    return {"id": scan, "text": row[0], "verdict": row[1], "findings": row[2], "createdAt": row[3]}
