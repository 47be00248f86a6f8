-- People who may sign in. The address is kept sealed, and found by a keyed hash of its normal form (GW-36).
CREATE TABLE accounts (
    account_id uuid PRIMARY KEY,
    email_sealed bytea NOT NULL,
    email_index bytea NOT NULL UNIQUE CHECK (octet_length(email_index) = 32),
    password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
    locale text NOT NULL CHECK (length(locale) BETWEEN 2 AND 35),
    time_zone text NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
    accepted_terms text NOT NULL CHECK (length(accepted_terms) BETWEEN 1 AND 32),
    terms_accepted_at timestamptz NOT NULL,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'erased')),
    -- Raised to end every access token of the account at once.
    revocation_version bigint NOT NULL DEFAULT 1 CHECK (revocation_version > 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
