-- How people want to be told outside the inbox; of whom there is no row, as usual.

CREATE TABLE preferences (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    channels jsonb NOT NULL,
    quiet_from text,
    quiet_to text,
    digest_at text
);
COMMENT ON COLUMN preferences.channels IS 'codes of channels by codes of kinds';
COMMENT ON COLUMN preferences.quiet_from IS 'by the clock of the person, as HH:MM; so are quiet_to and digest_at';
