-- What a passkey is asked of somebody who is signed in: to prove that it is them, for one deed, in one session.
ALTER TABLE passkey_challenges
    ADD COLUMN session_id uuid REFERENCES sessions ON DELETE CASCADE,
    ADD COLUMN deed text CHECK (deed IN ('export', 'erasure', 'account', 'totp', 'passkey', 'identity')),
    DROP CONSTRAINT passkey_challenges_purpose_check,
    ADD CONSTRAINT passkey_challenges_purpose_check
        CHECK (purpose IN ('registration', 'sign-in', 'second-factor', 'proof')),
    ADD CONSTRAINT passkey_challenges_deed_of_proof CHECK ((deed IS NULL) = (purpose <> 'proof')),
    ADD CONSTRAINT passkey_challenges_session_of_proof CHECK ((session_id IS NULL) = (purpose <> 'proof'));

CREATE INDEX passkey_challenges_session ON passkey_challenges (session_id) WHERE session_id IS NOT NULL;

-- When the person last showed who they are in a session: at an external issuer it may be long before the session.
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz;
COMMENT ON COLUMN sessions.authenticated_at IS
    'null when nobody knows: an issuer that does not say, and sessions from before this was asked';
