-- Accounts that their owners want erased: after a time to think it over, and at once where they say so (C8, GW-19).
ALTER TABLE accounts DROP CONSTRAINT accounts_status_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_status_check
    CHECK (status IN ('active', 'suspended', 'erasing', 'erased'));

CREATE TABLE erasures (
    erasure_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    -- SHA-256 of the 256 random bits in the link to the receipt; the link itself is told once and kept nowhere.
    token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    state text NOT NULL CHECK (state IN ('scheduled', 'withdrawn', 'erasing', 'complete')),
    requested_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    erased_at timestamptz,
    completed_at timestamptz,
    reports jsonb NOT NULL DEFAULT '{}',
    CHECK ((state = 'complete') = (completed_at IS NOT NULL)),
    CHECK (completed_at IS NULL OR erased_at IS NOT NULL)
);
COMMENT ON TABLE erasures IS 'What a person can show of their erasure; the account is a random id, and stays';
COMMENT ON COLUMN erasures.reports IS 'what each service says that went, by service';
CREATE UNIQUE INDEX erasures_open ON erasures (account_id) WHERE state IN ('scheduled', 'erasing');
CREATE INDEX erasures_due ON erasures (due_at) WHERE state IN ('scheduled', 'erasing');
