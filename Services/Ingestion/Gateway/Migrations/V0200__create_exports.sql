-- What people asked to have of everything that is kept of them (GW-22), and what each service answered.
CREATE TABLE exports (
    export_id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- The sign-in that asked for it: only this one, or a later one, fetches it.
    session_id uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    awaited_until timestamptz NOT NULL,
    ready_at timestamptz,
    expires_at timestamptz NOT NULL,
    CHECK (awaited_until > requested_at),
    CHECK (expires_at > awaited_until)
);
COMMENT ON COLUMN exports.awaited_until IS 'after this it is ready without those who have not answered';
COMMENT ON COLUMN exports.ready_at IS 'null while services are waited for';

-- One at a time.
CREATE UNIQUE INDEX exports_pending ON exports (account_id) WHERE ready_at IS NULL;
CREATE INDEX exports_account ON exports (account_id, requested_at DESC);
CREATE INDEX exports_expires ON exports (expires_at);

-- Rows that a service keeps of the person, as it said them: sealed with the person's key until somebody fetches them.
CREATE TABLE export_parts (
    export_id uuid NOT NULL REFERENCES exports ON DELETE CASCADE,
    service text NOT NULL CHECK (service ~ '^[a-z]{1,32}$'),
    part integer NOT NULL CHECK (part > 0),
    parts integer NOT NULL CHECK (parts >= part),
    account_id uuid NOT NULL,
    content bytea,
    PRIMARY KEY (export_id, service, part)
);
COMMENT ON COLUMN export_parts.content IS 'sealed; null of a service that keeps nothing of the person';
CREATE INDEX export_parts_account ON export_parts (account_id);
