-- What lessons look like to another classifier than the one that saw them first; `regions` keeps what older copies read.
CREATE TABLE later_looks (
    region_id uuid NOT NULL REFERENCES regions ON DELETE CASCADE,
    space text NOT NULL,
    account_id uuid NOT NULL,
    look bytea CHECK (octet_length(look) BETWEEN 1 AND 8192),
    rests boolean NOT NULL DEFAULT false,
    attempts integer NOT NULL DEFAULT 0,
    next_at timestamptz NOT NULL,
    PRIMARY KEY (region_id, space),
    CHECK (look IS NULL OR NOT rests)
);
COMMENT ON COLUMN later_looks.space IS 'the model that makes the look';
COMMENT ON COLUMN later_looks.look IS 'the embedding, a signed byte for each component; null until it is made';
COMMENT ON COLUMN later_looks.rests IS 'it cannot be made: the photo is gone, or tells nothing';
COMMENT ON COLUMN later_looks.next_at IS 'when it may be tried, again when whoever tries it is gone';
CREATE INDEX later_looks_due ON later_looks (space, next_at) WHERE look IS NULL AND NOT rests;
CREATE INDEX later_looks_account ON later_looks (account_id);

-- A new look of what is everybody's is news to every copy.
CREATE FUNCTION note_later_look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Whoever accepts it at the same moment is waited for, and seen by the next statement.
    PERFORM FROM lessons WHERE region_id = NEW.region_id FOR SHARE;
    IF EXISTS (SELECT FROM lessons WHERE region_id = NEW.region_id AND state = 'accepted') THEN
        LOCK TABLE shared_changes IN SHARE ROW EXCLUSIVE MODE;
        INSERT INTO shared_changes AS known (region_id, change)
        VALUES (NEW.region_id, nextval('shared_change_numbers'))
        ON CONFLICT (region_id) DO UPDATE SET change = excluded.change;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER later_looks_made AFTER UPDATE ON later_looks
    FOR EACH ROW WHEN (NEW.look IS NOT NULL) EXECUTE FUNCTION note_later_look();
