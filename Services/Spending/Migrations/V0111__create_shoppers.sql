-- How and where each person shops.

CREATE TABLE shoppers (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    wishes bytea NOT NULL,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN shoppers.wishes IS 'sealed';
