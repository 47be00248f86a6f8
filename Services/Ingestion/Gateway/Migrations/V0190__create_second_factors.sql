-- What an account is entered by beside the password: codes of an authenticator (RFC 6238), and codes for its loss.
CREATE TABLE second_factors (
    account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    secret_sealed bytea NOT NULL,
    created_at timestamptz NOT NULL,
    -- Null until a first code has shown that the authenticator knows the secret.
    confirmed_at timestamptz,
    -- The newest step whose code was used: none works twice.
    last_step bigint NOT NULL DEFAULT 0
);
COMMENT ON COLUMN second_factors.secret_sealed IS 'sealed: 160 bits that the authenticator has too';

CREATE TABLE recovery_codes (
    account_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
    -- SHA-256 of 80 random bits.
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    used_at timestamptz,
    PRIMARY KEY (account_id, code_hash)
);

-- Sign-ins whose password was right, which wait for the second factor.
CREATE TABLE sign_in_challenges (
    -- SHA-256 of the 256 random bits that the client holds.
    challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- SHA-256 of the stored hash of the password that was right: a new password ends the challenge.
    password_mark bytea NOT NULL CHECK (octet_length(password_mark) = 32),
    tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
    expires_at timestamptz NOT NULL
);

CREATE INDEX sign_in_challenges_account ON sign_in_challenges (account_id);
CREATE INDEX sign_in_challenges_expires ON sign_in_challenges (expires_at);
