-- What each person wants to spend at most.

CREATE TABLE budgets (
    budget_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    terms jsonb NOT NULL,
    words bytea NOT NULL,
    set_at timestamptz NOT NULL,
    deleted_at timestamptz
);
COMMENT ON COLUMN budgets.words IS 'sealed';
COMMENT ON COLUMN budgets.deleted_at IS 'the row goes after 30 days';
CREATE INDEX budgets_account ON budgets (account_id) WHERE deleted_at IS NULL;
CREATE INDEX budgets_deleted ON budgets (deleted_at) WHERE deleted_at IS NOT NULL;
