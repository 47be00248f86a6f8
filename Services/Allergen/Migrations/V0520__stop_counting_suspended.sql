-- What a suspended account reads counts for others as little as what an account without a verified address reads.
CREATE TABLE account_standings (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    is_suspended boolean NOT NULL,
    is_due boolean NOT NULL
);
COMMENT ON TABLE account_standings IS 'accounts that were ever suspended';
COMMENT ON COLUMN account_standings.is_due IS 'their products are still to be weighed again';
CREATE INDEX account_standings_due ON account_standings (account_id) WHERE is_due;

ALTER TABLE product_reports ADD COLUMN is_suspended boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN product_reports.is_suspended IS 'by a suspended account: warns, and confirms nothing';
