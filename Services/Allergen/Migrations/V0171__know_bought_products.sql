-- What people say of the products that they buy: it tells more than the few letters that a till prints.

CREATE TABLE bought_products (
    product_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    words bytea NOT NULL,
    absorbed uuid[] NOT NULL
);
COMMENT ON COLUMN bought_products.words IS 'sealed';
COMMENT ON COLUMN bought_products.absorbed IS 'products whose place it took: purchases still name them';
CREATE INDEX bought_products_account ON bought_products (account_id);
