-- What was told of each thing that at least three people paid: who reads it learns of changes only.
CREATE TABLE community_prices (
    product_key uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    prices jsonb NOT NULL,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN community_prices.prices IS 'by shop, as the event tells them; empty once too few people paid it lately';
