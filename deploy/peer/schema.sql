-- The peer's data. One schema for all three processes, since their separation is not measured.
CREATE TABLE accounts (account_id uuid PRIMARY KEY, allergens text[] NOT NULL);

CREATE TABLE operations (
    operation_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    scan_id uuid NOT NULL,
    status text NOT NULL DEFAULT 'pending',
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE idempotency_keys (
    account_id uuid NOT NULL,
    key text NOT NULL,
    operation_id uuid NOT NULL,
    PRIMARY KEY (account_id, key)
);

-- One outbox and one inbox for each process, as if each had its own schema.
CREATE TABLE gateway_outbox (
    id bigserial PRIMARY KEY, event_id uuid NOT NULL, topic text NOT NULL, key text NOT NULL, type text NOT NULL,
    body bytea NOT NULL, sent_at timestamptz
);
CREATE INDEX ON gateway_outbox (id) WHERE sent_at IS NULL;
CREATE TABLE allergen_outbox (LIKE gateway_outbox INCLUDING ALL);
CREATE TABLE notification_outbox (LIKE gateway_outbox INCLUDING ALL);

CREATE TABLE gateway_inbox (event_id uuid PRIMARY KEY);
CREATE TABLE allergen_inbox (event_id uuid PRIMARY KEY);
CREATE TABLE notification_inbox (event_id uuid PRIMARY KEY);

CREATE TABLE scans (
    scan_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    text text NOT NULL,
    verdict text NOT NULL,
    findings jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX ON operations (scan_id);

-- The gateway's copies of the other processes' events.
CREATE TABLE documents (
    kind text NOT NULL, id uuid NOT NULL, account_id uuid NOT NULL, body jsonb NOT NULL, PRIMARY KEY (kind, id)
);

CREATE TABLE notices (
    notice_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    scan_id uuid NOT NULL,
    title text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
