-- What was told of budgets that did not hold, and what people say of it.

ALTER TABLE budgets ADD COLUMN judged jsonb;
COMMENT ON COLUMN budgets.judged IS 'whether the newest advice was of use; null when nothing was said';

-- The periods of which was told: once for each amount that a budget had in them.
CREATE TABLE budget_excesses (
    budget_id uuid NOT NULL REFERENCES budgets ON DELETE CASCADE,
    from_day date NOT NULL,
    amount bigint NOT NULL,
    told_at timestamptz NOT NULL,
    is_useful boolean,
    PRIMARY KEY (budget_id, from_day)
);
COMMENT ON COLUMN budget_excesses.is_useful IS 'what the person said of the advice; counted, shown to nobody else';
