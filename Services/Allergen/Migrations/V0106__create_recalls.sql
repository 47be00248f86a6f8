-- Recalls of products, entered by operators; whoever scanned the product, or scans it while a recall stands, is told.

CREATE TABLE recalls (
    recall_id uuid PRIMARY KEY,
    gtin text NOT NULL CHECK (gtin ~ '^[0-9]{14}$'),
    lot text CHECK (length(lot) BETWEEN 1 AND 80),
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    issued_at timestamptz NOT NULL,
    withdrawn_at timestamptz,
    told_through uuid,
    told_at timestamptz
);
COMMENT ON COLUMN recalls.told_through IS 'of the issue, then of the withdrawal: accounts up to here have been looked at';
COMMENT ON COLUMN recalls.told_at IS 'when everybody concerned had been told of the issue, or after that of the withdrawal';
CREATE INDEX recalls_standing ON recalls (gtin) WHERE withdrawn_at IS NULL;
CREATE INDEX recalls_to_tell ON recalls (issued_at) WHERE told_at IS NULL;

-- Who has been told of a recall.
CREATE TABLE recall_alerts (
    recall_id uuid NOT NULL REFERENCES recalls ON DELETE CASCADE,
    account_id uuid NOT NULL,
    scan_id uuid NOT NULL,
    scanned_at timestamptz NOT NULL,
    PRIMARY KEY (recall_id, account_id)
);
