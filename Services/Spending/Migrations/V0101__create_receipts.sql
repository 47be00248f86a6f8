-- What each person has bought. Merchants, articles and prices are sealed; ids, days and flags are not.

CREATE TABLE receipts (
    receipt_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    source text NOT NULL CHECK (source IN ('photo', 'typed', 'file')),
    outcome text CHECK (outcome IN ('read', 'noText', 'undecodable', 'photoMissing')),
    advice jsonb NOT NULL,
    photos jsonb NOT NULL,
    record bytea NOT NULL,
    ledger bytea NOT NULL,
    day date,
    items_match_total boolean,
    twin jsonb,
    is_no_duplicate boolean NOT NULL,
    recorded_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    deleted_at timestamptz
);
COMMENT ON COLUMN receipts.record IS 'sealed';
COMMENT ON COLUMN receipts.ledger IS 'sealed; what reports and budgets need of the record';
COMMENT ON COLUMN receipts.day IS 'of purchase, by the receipt; null when it is not known';
COMMENT ON COLUMN receipts.twin IS 'another purchase that looks like the same; null when there is none or the person said so';
COMMENT ON COLUMN receipts.deleted_at IS 'can be taken back for 30 days, then the row goes';
CREATE INDEX receipts_day ON receipts (account_id, day) WHERE deleted_at IS NULL;
CREATE INDEX receipts_deleted ON receipts (deleted_at) WHERE deleted_at IS NOT NULL;

-- The photos of receipts by what makes two of them the same.
CREATE TABLE receipt_photos (
    account_id uuid NOT NULL,
    digest text NOT NULL,
    receipt_id uuid NOT NULL REFERENCES receipts ON DELETE CASCADE,
    PRIMARY KEY (account_id, digest, receipt_id)
);
CREATE INDEX receipt_photos_receipt ON receipt_photos (receipt_id);

-- What a purchase was before each change, so that changes can be taken back, the newest first.
CREATE TABLE receipt_changes (
    receipt_id uuid NOT NULL REFERENCES receipts ON DELETE CASCADE,
    version bigint NOT NULL CHECK (version > 0),
    record bytea NOT NULL,
    was_deleted boolean NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (receipt_id, version)
);
COMMENT ON COLUMN receipt_changes.version IS 'that the purchase had before the change';
COMMENT ON COLUMN receipt_changes.record IS 'sealed';
CREATE INDEX receipt_changes_age ON receipt_changes (changed_at);

-- What a person buys: made at once for an article that nothing is known of (C21).
CREATE TABLE purchased_products (
    product_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    is_provisional boolean NOT NULL,
    words bytea NOT NULL,
    changed_at timestamptz NOT NULL,
    deleted_at timestamptz
);
COMMENT ON COLUMN purchased_products.words IS 'sealed';
COMMENT ON COLUMN purchased_products.deleted_at IS 'when another product absorbed it; the row goes after 30 days';
CREATE INDEX purchased_products_account ON purchased_products (account_id) WHERE deleted_at IS NULL;
CREATE INDEX purchased_products_deleted ON purchased_products (deleted_at) WHERE deleted_at IS NOT NULL;
