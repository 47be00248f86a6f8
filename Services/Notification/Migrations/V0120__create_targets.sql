-- Where people are told things outside the inbox, as they said it.

CREATE TABLE targets (
    target_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    channel text NOT NULL CHECK (channel IN ('webPush', 'ntfy', 'chat', 'webhook', 'email')),
    details bytea NOT NULL,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN targets.details IS 'sealed by whoever took it in; what is in it depends on the channel';
CREATE INDEX targets_account ON targets (account_id);
