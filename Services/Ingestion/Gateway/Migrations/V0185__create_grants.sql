-- Whom people let see their records: what of them, and until when (GW-48).
CREATE TABLE grants (
    grant_id uuid PRIMARY KEY,
    owner_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- Who accepted it; null until then.
    grantee_id uuid REFERENCES accounts ON DELETE CASCADE,
    -- SHA-256 of the 256 random bits of the invitation, which is told once, and works once.
    token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
    words_sealed bytea NOT NULL,
    state text NOT NULL CHECK (state IN ('offered', 'active', 'withdrawn', 'declined')),
    version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
    offered_at timestamptz NOT NULL,
    accepted_at timestamptz,
    ended_at timestamptz,
    expires_at timestamptz NOT NULL,
    CHECK (expires_at > offered_at),
    CHECK (grantee_id <> owner_id),
    CHECK ((state = 'offered') = (token_hash IS NOT NULL)),
    CHECK (state <> 'active' OR grantee_id IS NOT NULL),
    CHECK ((state IN ('withdrawn', 'declined')) = (ended_at IS NOT NULL))
);
COMMENT ON COLUMN grants.words_sealed IS 'sealed: what the owner calls the one who may look';

CREATE INDEX grants_owner ON grants (owner_id, offered_at DESC);
CREATE INDEX grants_grantee ON grants (grantee_id, accepted_at DESC) WHERE grantee_id IS NOT NULL;
