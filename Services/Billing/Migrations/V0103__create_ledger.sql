-- Money that moved: double entry, hash-chained, never changed. Kept for ever.

CREATE TABLE ledger_entries (
    sequence bigint PRIMARY KEY CHECK (sequence > 0),
    fact text NOT NULL UNIQUE,
    at timestamptz NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32)
);
COMMENT ON COLUMN ledger_entries.fact IS 'the business fact: a charge''s key, or its refund''s';
COMMENT ON COLUMN ledger_entries.hash IS 'SHA-256 of this entry behind the hash of the one before';

CREATE TABLE ledger_postings (
    sequence bigint NOT NULL REFERENCES ledger_entries,
    ordinal integer NOT NULL CHECK (ordinal >= 0),
    account text NOT NULL,
    minor_units bigint NOT NULL CHECK (minor_units <> 0),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    PRIMARY KEY (sequence, ordinal)
);
COMMENT ON COLUMN ledger_postings.minor_units IS 'debits positive, credits negative';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is only written to' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The postings of an entry amount to nothing in each currency, seen when the transaction ends.
CREATE FUNCTION check_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM ledger_postings WHERE sequence = NEW.sequence GROUP BY currency HAVING sum(minor_units) <> 0
    ) OR NOT EXISTS (SELECT FROM ledger_postings WHERE sequence = NEW.sequence)
    THEN
        RAISE EXCEPTION 'the entry does not balance' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_balance();
CREATE CONSTRAINT TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_balance();

-- Receipts, counted without gaps in each year: the count is raised in the transaction that makes the receipt.
CREATE TABLE receipt_series (
    year integer PRIMARY KEY CHECK (year BETWEEN 1000 AND 9999),
    last_count bigint NOT NULL CHECK (last_count > 0)
);
CREATE TABLE receipts (
    year integer NOT NULL REFERENCES receipt_series,
    count bigint NOT NULL CHECK (count > 0),
    payment_id uuid NOT NULL UNIQUE REFERENCES payments,
    issued_at timestamptz NOT NULL,
    PRIMARY KEY (year, count)
);
