-- What each person has bought, and what it lets them do. The state of a subscription is a value that the rules decide on;
-- beside it stand the columns that are asked for.

CREATE TABLE subscriptions (
    subscription_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    status text NOT NULL CHECK (status IN ('awaiting_payment', 'trialing', 'active', 'past_due', 'ended')),
    state jsonb NOT NULL,
    checkout_id uuid NOT NULL UNIQUE,
    page_id text UNIQUE,
    page_url text,
    due_at timestamptz,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN subscriptions.page_id IS 'the provider''s name for the page where the person pays; null until it has given one';
COMMENT ON COLUMN subscriptions.due_at IS 'when time alone brings a decision; null when nothing is to come';
-- Nobody pays twice for the same: one subscription in force a person.
CREATE UNIQUE INDEX subscriptions_in_force ON subscriptions (account_id)
    WHERE status IN ('trialing', 'active', 'past_due');
CREATE INDEX subscriptions_account ON subscriptions (account_id, changed_at);
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE entitlements (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    body jsonb NOT NULL
);
COMMENT ON COLUMN entitlements.body IS 'the last event, as it was sent';

-- How a person is known to the provider: names of objects there, nothing to pay with.
CREATE TABLE customers (
    account_id uuid NOT NULL,
    provider text NOT NULL CHECK (provider IN ('stripe', 'sandbox')),
    customer_id text NOT NULL,
    card_id text,
    PRIMARY KEY (account_id, provider)
);
