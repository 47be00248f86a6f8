-- What labels tell of products, by bar code (ALG-09): codes and the lexicon's words, nothing that a person sent.

CREATE TABLE products (
    gtin text PRIMARY KEY CHECK (gtin ~ '^[0-9]{14}$'),
    version bigint NOT NULL CHECK (version > 0),
    scan_id uuid NOT NULL,
    language text,
    facts jsonb NOT NULL,
    evidence jsonb NOT NULL,
    readings bigint NOT NULL CHECK (readings > 0),
    first_read_at timestamptz NOT NULL,
    read_at timestamptz NOT NULL,
    changed_at timestamptz,
    added text[] NOT NULL DEFAULT '{}',
    removed text[] NOT NULL DEFAULT '{}'
);
COMMENT ON COLUMN products.scan_id IS 'the newest reading; never published';
COMMENT ON COLUMN products.facts IS 'AllergenFacts of the newest reading';
COMMENT ON COLUMN products.added IS 'what the newest change brought';

-- Readings on their way into products. Scans only add rows here, so that two of them never wait for each other; one
-- worker takes them in, a product at a time.
CREATE TABLE product_readings (
    reading_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    gtin text NOT NULL CHECK (gtin ~ '^[0-9]{14}$'),
    account_id uuid NOT NULL,
    scan_id uuid NOT NULL,
    language text,
    facts jsonb NOT NULL,
    evidence jsonb NOT NULL,
    read_at timestamptz NOT NULL,
    is_recheck boolean NOT NULL
);
COMMENT ON COLUMN product_readings.account_id IS 'who read it, so as not to be told of it';
COMMENT ON COLUMN product_readings.is_recheck IS 'the same text read with a newer lexicon: no reading of its own';

-- Changes of recipes whose earlier readers have not all been told (NOT-05).
CREATE TABLE recipe_changes (
    gtin text NOT NULL,
    version bigint NOT NULL,
    facts_before jsonb NOT NULL,
    facts_after jsonb NOT NULL,
    reader_id uuid NOT NULL,
    told_through uuid,
    PRIMARY KEY (gtin, version)
);
COMMENT ON COLUMN recipe_changes.told_through IS 'accounts up to here have been looked at';
