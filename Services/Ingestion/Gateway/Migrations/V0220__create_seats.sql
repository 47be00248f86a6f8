-- Seats that somebody offers of those that they pay for (BIL-20); who uses one is decided by billing.
CREATE TABLE seats (
    seat_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    subscription_id uuid NOT NULL,
    -- Who took it; null before, and once it is free again.
    member_id uuid,
    -- SHA-256 of the 256 random bits of the invitation, which is told once, and works once.
    token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
    words_sealed bytea NOT NULL,
    version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
    offered_at timestamptz NOT NULL,
    taken_at timestamptz,
    ended_at timestamptz,
    CHECK (token_hash IS NULL OR (member_id IS NULL AND ended_at IS NULL)),
    CHECK (member_id <> owner_id),
    CHECK (member_id IS NULL OR (taken_at IS NOT NULL AND ended_at IS NULL))
);
COMMENT ON COLUMN seats.words_sealed IS 'sealed: what the owner calls the one it is for';
COMMENT ON COLUMN seats.version IS 'of billing''s seat; 0 before it knows of one';

CREATE INDEX seats_owner ON seats (owner_id, offered_at DESC);
CREATE INDEX seats_member ON seats (member_id) WHERE member_id IS NOT NULL;
