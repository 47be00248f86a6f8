-- Whose photos wait for far too long, or lately did: each is told once of a delay, and once when it is over (NOT-15).

CREATE TABLE photo_delays (
    account_id uuid PRIMARY KEY,
    began_at timestamptz NOT NULL,
    ended_at timestamptz
);
COMMENT ON COLUMN photo_delays.began_at IS 'when the delay was seen; names it';
COMMENT ON COLUMN photo_delays.ended_at IS 'null while it lasts';
CREATE INDEX photo_delays_open ON photo_delays (began_at) WHERE ended_at IS NULL;
