-- Answers that hold tokens, kept for minutes under their Idempotency-Key: a client whose answer was lost gets it again.
-- They are repeated to the address that got them only, while their session is open and their refresh token is unused.
CREATE TABLE credential_answers (
    -- Keyed hash of what the request names: an address, a refresh token, a challenge.
    scope bytea NOT NULL,
    key_hash bytea NOT NULL CHECK (octet_length(key_hash) = 32),
    -- Keyed hash of the client's address.
    network bytea NOT NULL,
    request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
    account_id uuid NOT NULL,
    -- Hash of the refresh token in the answer.
    token_hash bytea NOT NULL,
    answer_status integer NOT NULL CHECK (answer_status BETWEEN 200 AND 299),
    answer_sealed bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (scope, key_hash, network)
);

CREATE INDEX credential_answers_account ON credential_answers (account_id);
CREATE INDEX credential_answers_created ON credential_answers (created_at);

-- Answers to sign-ins that were kept for 30 days. Their scope is a hash; that of an account's own keys is its id.
DELETE FROM idempotency_keys WHERE octet_length(scope) <> 16;
