-- Keys of which the private half is in an authenticator (WebAuthn): a way in beside the password, and a second factor.
CREATE TABLE passkeys (
    passkey_id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
    -- P-256, both coordinates behind 0x04.
    public_key bytea NOT NULL CHECK (octet_length(public_key) = 65),
    -- Only ever rises: one that goes back comes from a copy.
    sign_count bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
    is_backed_up boolean NOT NULL,
    name_sealed bytea NOT NULL,
    transports text[] NOT NULL CHECK (cardinality(transports) <= 8),
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
);
COMMENT ON COLUMN passkeys.name_sealed IS 'sealed: what the person calls it';

CREATE INDEX passkeys_account ON passkeys (account_id);

-- What authenticators were asked and have not answered.
CREATE TABLE passkey_challenges (
    -- SHA-256 of the 256 random bits that the authenticator signs.
    challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
    purpose text NOT NULL CHECK (purpose IN ('registration', 'sign-in', 'second-factor')),
    -- Null of a sign-in: who it is shows the answer.
    account_id uuid REFERENCES accounts ON DELETE CASCADE,
    sign_in_challenge bytea CHECK (octet_length(sign_in_challenge) = 32),
    expires_at timestamptz NOT NULL,
    CHECK ((account_id IS NULL) = (purpose = 'sign-in')),
    CHECK ((sign_in_challenge IS NULL) = (purpose <> 'second-factor'))
);

CREATE INDEX passkey_challenges_account ON passkey_challenges (account_id);
CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at);

-- By what a session was opened; of those before, nobody knows whether a code was asked for.
ALTER TABLE sessions ADD COLUMN signed_in_by text[] NOT NULL DEFAULT '{password}'
    CHECK (signed_in_by <@ '{password,code,passkey,issuer}' AND cardinality(signed_in_by) BETWEEN 1 AND 2);

-- What stands behind the second factor.
ALTER TABLE sign_in_challenges ADD COLUMN first_way text NOT NULL DEFAULT 'password'
    CHECK (first_way IN ('password', 'issuer'));

-- Who comes from an external issuer has none until they set one by mail.
ALTER TABLE accounts ADD COLUMN has_password boolean NOT NULL DEFAULT true;
