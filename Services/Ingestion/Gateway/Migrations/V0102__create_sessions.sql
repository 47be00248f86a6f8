-- One signed-in client. All its refresh tokens are one family: the replay of a used one ends the session.
CREATE TABLE sessions (
    session_id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- Moves on with each refresh, never past the longest life of a session.
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    end_reason text CHECK (end_reason IN ('signed-out', 'reuse-detected', 'revoked')),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);

CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expires ON sessions (expires_at);

-- Only the hash of a refresh token is kept; the token itself is 256 random bits.
CREATE TABLE refresh_tokens (
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
    issued_at timestamptz NOT NULL,
    used_at timestamptz
);

CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);
