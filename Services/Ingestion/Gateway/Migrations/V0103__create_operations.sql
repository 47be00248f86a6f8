-- Accepted orders, followed until the service that owns the result has spoken.
CREATE TABLE operations (
    operation_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    resource_kind text NOT NULL,
    resource_id uuid NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'rejected', 'failed')),
    -- RFC 9457, without anything personal.
    problem json,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK ((status = 'pending') = (ended_at IS NULL)),
    CHECK (problem IS NULL OR status IN ('rejected', 'failed'))
);

CREATE INDEX operations_pending ON operations (created_at) WHERE status = 'pending';
CREATE INDEX operations_ended ON operations (ended_at) WHERE status <> 'pending';

-- Answers to POSTs that carried an Idempotency-Key. The scope is an account id, or for a request without sign-in the
-- keyed hash of what it names; key and request are kept as keyed hashes, a stored answer is sealed.
CREATE TABLE idempotency_keys (
    scope bytea NOT NULL,
    key_hash bytea NOT NULL CHECK (octet_length(key_hash) = 32),
    request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
    operation_id uuid,
    answer_account uuid,
    answer_status integer CHECK (answer_status BETWEEN 200 AND 599),
    answer_sealed bytea,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (scope, key_hash),
    CHECK (num_nonnulls(answer_account, answer_status, answer_sealed) IN (0, 3)),
    CHECK ((operation_id IS NULL) <> (answer_status IS NULL))
);

CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- The highest version the gateway has assigned to a resource, with the change as it was accepted (sealed like the
-- command), so that the next change builds on it before the owner has published it.
CREATE TABLE resource_versions (
    account_id uuid NOT NULL,
    kind text NOT NULL,
    resource_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    -- Null after a deletion, and for what is always replaced as a whole.
    accepted json,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, resource_id)
);
