-- What each person wants to spend at most, how and where they shop, and what they say of advice.

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

-- The periods of which was told that a budget did not hold: once each.
CREATE TABLE budget_excesses (
    budget_id uuid NOT NULL REFERENCES budgets ON DELETE CASCADE,
    from_day date NOT NULL,
    told_at timestamptz NOT NULL,
    PRIMARY KEY (budget_id, from_day)
);

CREATE TABLE shoppers (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    wishes bytea NOT NULL,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN shoppers.wishes IS 'sealed';

-- Whether advice was of use; counted, never shown to others.
CREATE TABLE advice_judgements (
    account_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('budget', 'lowerPrice')),
    subject_id uuid NOT NULL,
    is_useful boolean NOT NULL,
    judged_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, subject_id)
);
