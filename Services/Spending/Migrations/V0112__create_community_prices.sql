-- What people who agreed to it paid for things, without a word of who they are (SPD-19).

-- The mark that a person's observations are under lies sealed with the person's own key: without it nobody can tell whose
-- they are, and once the key is gone nobody ever can.
ALTER TABLE shoppers ADD COLUMN mark bytea;
ALTER TABLE shoppers ADD COLUMN watched_at timestamptz;
COMMENT ON COLUMN shoppers.mark IS 'sealed; null for whoever shares nothing';
COMMENT ON COLUMN shoppers.watched_at IS 'when prices near the person were looked at last';
CREATE INDEX shoppers_watched ON shoppers (watched_at NULLS FIRST);

CREATE TABLE price_observations (
    source uuid NOT NULL,
    ordinal integer NOT NULL,
    contributor uuid NOT NULL,
    product_key uuid NOT NULL,
    store_id uuid NOT NULL,
    day date NOT NULL,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    dimension text NOT NULL CHECK (dimension IN ('mass', 'volume', 'count')),
    price bigint NOT NULL CHECK (price > 0),
    PRIMARY KEY (source, ordinal)
);
COMMENT ON COLUMN price_observations.source IS 'a purchase, by a hash that only its owner''s mark makes';
COMMENT ON COLUMN price_observations.product_key IS 'hash of a trade item number or a name';
COMMENT ON COLUMN price_observations.price IS 'millionths of a minor unit for a kilogram, a litre or a piece';
CREATE INDEX price_observations_product ON price_observations (product_key, day);
CREATE INDEX price_observations_contributor ON price_observations (contributor);
CREATE INDEX price_observations_store ON price_observations (store_id);
CREATE INDEX price_observations_day ON price_observations (day);

-- Shops whose name at least three people gave alike.
CREATE TABLE stores (
    store_id uuid PRIMARY KEY,
    name text NOT NULL,
    named_at timestamptz NOT NULL
);

-- Where the people live who buy at a shop, in squares of about a kilometre: where most of it is, the shop is.
CREATE TABLE store_places (
    store_id uuid NOT NULL,
    latitude integer NOT NULL CHECK (latitude BETWEEN -9000 AND 9000),
    longitude integer NOT NULL CHECK (longitude BETWEEN -18000 AND 18000),
    voices integer NOT NULL CHECK (voices > 0),
    PRIMARY KEY (store_id, latitude, longitude)
);

-- Lower prices that a person was told of.
CREATE TABLE price_findings (
    account_id uuid NOT NULL,
    product_id uuid NOT NULL,
    found_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, product_id)
);
CREATE INDEX price_findings_age ON price_findings (found_at);
