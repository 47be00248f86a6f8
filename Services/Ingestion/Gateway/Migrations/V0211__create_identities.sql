-- Who somebody is at an external issuer (OpenID Connect).
CREATE TABLE identities (
    identity_id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- The issuer's name in our configuration.
    issuer text NOT NULL CHECK (issuer ~ '^[a-z0-9-]{1,32}$'),
    -- Keyed hash of the issuer's URL and its name of the person.
    subject_index bytea NOT NULL UNIQUE CHECK (octet_length(subject_index) = 32),
    linked_at timestamptz NOT NULL,
    last_used_at timestamptz,
    UNIQUE (account_id, issuer)
);

-- Sign-ins at an issuer that were begun and have not come back.
CREATE TABLE issuer_attempts (
    -- SHA-256 of the 256 random bits that travel there and back.
    state_hash bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
    issuer text NOT NULL,
    -- SHA-256 of what only the client that began it knows.
    binding bytea NOT NULL CHECK (octet_length(binding) = 32),
    expires_at timestamptz NOT NULL
);

CREATE INDEX issuer_attempts_expires ON issuer_attempts (expires_at);

-- Identities whose address an account has already: linked only by who is signed in to it.
CREATE TABLE identity_links (
    link_hash bytea PRIMARY KEY CHECK (octet_length(link_hash) = 32),
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    issuer text NOT NULL CHECK (issuer ~ '^[a-z0-9-]{1,32}$'),
    subject_index bytea NOT NULL CHECK (octet_length(subject_index) = 32),
    expires_at timestamptz NOT NULL
);

CREATE INDEX identity_links_account ON identity_links (account_id);
CREATE INDEX identity_links_expires ON identity_links (expires_at);

-- Who comes from an issuer accepts the terms afterwards, before anything else.
ALTER TABLE accounts DROP CONSTRAINT accounts_accepted_terms_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_accepted_terms_check CHECK (length(accepted_terms) <= 32);
