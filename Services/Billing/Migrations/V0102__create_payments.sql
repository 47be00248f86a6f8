-- Every charge, by the business fact that it stands for; what is asked of the provider, until it is known to be done.

CREATE TABLE payments (
    payment_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    subscription_id uuid NOT NULL REFERENCES subscriptions,
    charge_key text NOT NULL UNIQUE,
    version bigint NOT NULL CHECK (version > 0),
    status text NOT NULL CHECK (status IN ('pending', 'paid', 'declined', 'refunded')),
    body jsonb NOT NULL,
    provider text NOT NULL CHECK (provider IN ('stripe', 'sandbox')),
    charge_id text UNIQUE,
    asked_at timestamptz NOT NULL,
    refund_asked_at timestamptz,
    refund_id text UNIQUE,
    refund_settled_at timestamptz,
    operation_id uuid,
    correlation_id uuid NOT NULL,
    CHECK (refund_asked_at IS NULL OR status = 'refunded'),
    CHECK (refund_settled_at IS NULL OR refund_asked_at IS NOT NULL)
);
COMMENT ON COLUMN payments.charge_key IS 'subscription/period/generation: what the provider knows the charge by';
COMMENT ON COLUMN payments.charge_id IS 'the provider''s name for it; null until it has given one';
COMMENT ON COLUMN payments.operation_id IS 'the order that waits for it; null when none does';
COMMENT ON COLUMN payments.body IS 'the last event, as it was sent';
CREATE INDEX payments_account ON payments (account_id, asked_at);
CREATE INDEX payments_pending ON payments (asked_at) WHERE status = 'pending';

-- Calls to the provider: written with the decision, made outside of any transaction, gone when their outcome is known.
CREATE TABLE provider_calls (
    call_key text PRIMARY KEY,
    account_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('open_page', 'close_page', 'charge', 'refund', 'look')),
    charge_key text,
    object_id text,
    minor_units bigint,
    currency text CHECK (currency ~ '^[A-Z]{3}$'),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    outcome_unknown_since timestamptz,
    next_at timestamptz NOT NULL,
    CHECK (kind = 'look' OR charge_key IS NOT NULL),
    CHECK (kind NOT IN ('look', 'refund') OR object_id IS NOT NULL),
    CHECK (kind <> 'refund' OR (minor_units IS NOT NULL AND currency IS NOT NULL))
);
COMMENT ON COLUMN provider_calls.call_key IS 'what is to be done, once';
COMMENT ON COLUMN provider_calls.object_id IS 'the provider''s name for what is looked at or given back';
COMMENT ON COLUMN provider_calls.minor_units IS 'what is given back';
COMMENT ON COLUMN provider_calls.outcome_unknown_since IS 'the provider is asked before the call is made again';
COMMENT ON COLUMN provider_calls.next_at IS 'when it is due; while it is being made, when another copy may take it over';
CREATE INDEX provider_calls_next ON provider_calls (next_at);
