-- Accounts that were erased, for ever: what comes of them later, from a queue, a replay or a backup, is skipped.
CREATE TABLE erased_accounts (
    account_id uuid PRIMARY KEY,
    erasure_id uuid NOT NULL,
    erased_at timestamptz NOT NULL,
    deleted jsonb NOT NULL DEFAULT '{}',
    applied_at timestamptz,
    checked_at timestamptz
);
COMMENT ON TABLE erased_accounts IS 'Random ids and nothing else of the people; no row ever goes';
COMMENT ON COLUMN erased_accounts.deleted IS 'rows that were deleted, by table';
COMMENT ON COLUMN erased_accounts.applied_at IS 'null when it is still to be done, as after a restore';
COMMENT ON COLUMN erased_accounts.checked_at IS 'when it was done once more, for what was under way the first time';
CREATE INDEX erased_accounts_open ON erased_accounts (applied_at) WHERE checked_at IS NULL;
CREATE INDEX dead_letters_by_key ON dead_letters (key);
