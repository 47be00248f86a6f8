-- What was found in each purchase, and what it takes to judge it again when the person's profile changes.

CREATE TABLE purchases (
    receipt_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    receipt_version bigint NOT NULL CHECK (receipt_version > 0),
    profile_version bigint NOT NULL CHECK (profile_version >= 0),
    bought_on date NOT NULL,
    deleted_at timestamptz,
    record bytea NOT NULL,
    judged jsonb NOT NULL,
    told jsonb NOT NULL
);
COMMENT ON COLUMN purchases.version IS 'of the judgement';
COMMENT ON COLUMN purchases.receipt_version IS 'of the purchase that was judged; an older one changes nothing';
COMMENT ON COLUMN purchases.record IS 'sealed';
COMMENT ON COLUMN purchases.judged IS 'the event, its details sealed';
COMMENT ON COLUMN purchases.told IS 'what the person has heard of it, once and for all';
CREATE INDEX purchases_newest ON purchases (account_id, bought_on DESC, receipt_id DESC) WHERE deleted_at IS NULL;
CREATE INDEX purchases_deleted ON purchases (deleted_at) WHERE deleted_at IS NOT NULL;
