-- What the newest complete reading of each product's label tells: the data of the event as it came. It belongs to nobody.
CREATE TABLE products (
    gtin text PRIMARY KEY CHECK (gtin ~ '^[0-9]{14}$'),
    version bigint NOT NULL CHECK (version > 0),
    body json NOT NULL
);
