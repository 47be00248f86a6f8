-- Registering with a passkey: it is made before there is an account, for the id that the account will have.
ALTER TABLE passkey_challenges
    ADD COLUMN new_account uuid,
    ADD COLUMN email_index bytea CHECK (octet_length(email_index) = 32),
    DROP CONSTRAINT passkey_challenges_purpose_check,
    ADD CONSTRAINT passkey_challenges_purpose_check
        CHECK (purpose IN ('registration', 'sign-in', 'second-factor', 'proof', 'new-account')),
    DROP CONSTRAINT passkey_challenges_check,
    ADD CONSTRAINT passkey_challenges_account_of_purpose
        CHECK ((account_id IS NULL) = (purpose IN ('sign-in', 'new-account'))),
    ADD CONSTRAINT passkey_challenges_new_account
        CHECK ((new_account IS NULL) = (purpose <> 'new-account') AND (email_index IS NULL) = (purpose <> 'new-account'));

-- A passkey behind the password, without an authenticator: there is no secret then, and recovery codes all the same.
ALTER TABLE second_factors ALTER COLUMN secret_sealed DROP NOT NULL;
ALTER TABLE second_factors ADD CONSTRAINT second_factors_secret
    CHECK (secret_sealed IS NOT NULL OR confirmed_at IS NOT NULL);
COMMENT ON COLUMN second_factors.secret_sealed IS
    'sealed: 160 bits that the authenticator has too; null where passkeys alone are the second factor';
