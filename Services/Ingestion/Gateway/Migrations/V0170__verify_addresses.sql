-- Whether the address is known to be the person's (GW-07); who registered before this is asked like everybody else.
ALTER TABLE accounts ADD COLUMN email_verified_at timestamptz;

-- The newest code of each kind that was mailed to a person. Only its hash is kept; the code itself is 256 random bits.
CREATE TABLE account_codes (
    account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('verification', 'recovery')),
    code_hash bytea NOT NULL UNIQUE CHECK (octet_length(code_hash) = 32),
    -- The address that it was mailed to: it shows that this one is the person's, and no other.
    email_index bytea NOT NULL CHECK (octet_length(email_index) = 32),
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    -- How many were mailed since then, so that nobody's mailbox is flooded.
    sent integer NOT NULL CHECK (sent > 0),
    sent_since timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind)
);

-- Who asked for a new password, whether an account has the address or not: looked up only after the answer, so that it
-- tells nothing (C4).
CREATE TABLE recovery_requests (
    email_index bytea PRIMARY KEY CHECK (octet_length(email_index) = 32),
    asked_at timestamptz NOT NULL
);

CREATE INDEX recovery_requests_asked ON recovery_requests (asked_at);
