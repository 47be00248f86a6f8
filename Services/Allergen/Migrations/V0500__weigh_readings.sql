-- What one account reads of a product is no fact for others: readings are kept by account and weighed (ALG-09).

-- The newest reading of each account and way of reading, with everything that it has named since the label was confirmed.
CREATE TABLE product_reports (
    gtin text NOT NULL CHECK (gtin ~ '^[0-9]{14}$'),
    account_id uuid NOT NULL,
    is_photo boolean NOT NULL,
    article text,
    is_worldwide boolean NOT NULL,
    scan_id uuid NOT NULL,
    language text,
    facts jsonb NOT NULL,
    named jsonb NOT NULL,
    evidence jsonb NOT NULL,
    read_at timestamptz NOT NULL,
    counts_from timestamptz,
    network uuid,
    is_staff boolean NOT NULL DEFAULT false,
    is_superseded boolean NOT NULL DEFAULT false,
    PRIMARY KEY (gtin, account_id, is_photo)
);
COMMENT ON COLUMN product_reports.account_id IS 'random once the account is erased';
COMMENT ON COLUMN product_reports.article IS 'the part of a shop''s number that stays when the weight or price changes';
COMMENT ON COLUMN product_reports.is_worldwide IS 'false for shops'' own numbers, which count for the account''s own history only';
COMMENT ON COLUMN product_reports.counts_from IS 'when the account counts as an independent person; null while it does not';
COMMENT ON COLUMN product_reports.network IS 'keyed hash of network and product; null of reports of earlier releases';
COMMENT ON COLUMN product_reports.is_staff IS 'of the staff: a photo of theirs settles what the label says';
COMMENT ON COLUMN product_reports.is_superseded IS 'older than the readings that confirmed the label';
CREATE INDEX product_reports_account ON product_reports (account_id, article);

ALTER TABLE products ADD COLUMN standing text NOT NULL DEFAULT 'reported'
    CHECK (standing IN ('confirmed', 'reported', 'disputed', 'unknown'));
ALTER TABLE products ADD COLUMN allergens jsonb NOT NULL DEFAULT '[]';
ALTER TABLE products ADD COLUMN weighed_version bigint NOT NULL DEFAULT 0;
ALTER TABLE products ADD COLUMN change_readings bigint;
ALTER TABLE products ADD COLUMN change_standing text;
COMMENT ON COLUMN products.weighed_version IS 'the version that was weighed; of another one the standing is reported';

ALTER TABLE product_readings ADD COLUMN is_photo boolean NOT NULL DEFAULT false;
ALTER TABLE product_readings ADD COLUMN voucher jsonb;
ALTER TABLE pending_scans ADD COLUMN voucher jsonb;
COMMENT ON COLUMN product_readings.voucher IS 'what the gateway knows of the account; null of scans of earlier releases';

ALTER TABLE recipe_changes ADD COLUMN is_for_buyers boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN recipe_changes.is_for_buyers IS 'those who scanned the product have been told, those who bought it are not yet';

-- Which products were bought lately, so that a changed recipe judges their purchases again.
CREATE TABLE purchase_numbers (
    receipt_id uuid NOT NULL,
    product uuid NOT NULL,
    account_id uuid NOT NULL,
    bought_on date NOT NULL,
    PRIMARY KEY (receipt_id, product)
);
COMMENT ON COLUMN purchase_numbers.product IS 'hash of a trade item number';
CREATE INDEX purchase_numbers_product ON purchase_numbers (product, account_id);
CREATE INDEX purchase_numbers_account ON purchase_numbers (account_id);
CREATE INDEX purchase_numbers_age ON purchase_numbers (bought_on);
