-- What each person wants to reach in a day, as last ordered; the gateway numbers the versions (DESIGN section 3).

CREATE TABLE goals (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    settings jsonb NOT NULL,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN goals.settings IS 'amounts in thousandths of the nutrient''s unit';
