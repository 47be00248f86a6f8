-- Browsers that people want push messages in. The details are kept sealed, and found by a keyed hash of the endpoint.
CREATE TABLE push_subscriptions (
    subscription_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    -- A browser belongs to whoever uses it now: one row per endpoint.
    endpoint_index bytea NOT NULL UNIQUE CHECK (octet_length(endpoint_index) = 32),
    details bytea NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id, created_at DESC);
