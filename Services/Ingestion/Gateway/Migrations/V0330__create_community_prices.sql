-- What things cost at shops, as many people paid: the data of the event as it came. It belongs to nobody.
CREATE TABLE community_prices (
    product_key uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    body json NOT NULL
);
