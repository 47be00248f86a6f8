-- Shops of an open register, such as OpenStreetMap: where they lie needs no customers then (C23).
CREATE TABLE registered_stores (
    store_id uuid PRIMARY KEY,
    name text NOT NULL,
    latitude integer NOT NULL CHECK (latitude BETWEEN -9000 AND 9000),
    longitude integer NOT NULL CHECK (longitude BETWEEN -18000 AND 18000),
    source text NOT NULL,
    imported_at timestamptz NOT NULL
);
COMMENT ON COLUMN registered_stores.latitude IS 'hundredths of a degree: as coarse as where people are';
