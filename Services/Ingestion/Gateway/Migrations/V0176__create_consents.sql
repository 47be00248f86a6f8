-- What people allowed and took back, purpose by purpose (GW-22). Rows are only added; they go with the account.
CREATE TABLE consents (
    account_id uuid NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('processing', 'sharing', 'communityPrices', 'trainingPhotos', 'location')),
    -- Of all of a person's consents.
    version bigint NOT NULL CHECK (version > 0),
    allowed boolean NOT NULL,
    terms text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (account_id, purpose, version)
);
COMMENT ON COLUMN consents.terms IS 'the version of the terms that the person had accepted then';

CREATE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what was allowed is only added to' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER consents_stay BEFORE UPDATE ON consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_consent_change();

-- Who was here before goes on with what they use: links to pictures, and where and how they shop.
INSERT INTO consents (account_id, purpose, version, allowed, terms, at)
SELECT account_id, purpose, 1, true, accepted_terms, terms_accepted_at
FROM accounts
CROSS JOIN unnest(ARRAY['processing', 'sharing', 'communityPrices', 'location']) AS purposes (purpose)
WHERE
    CASE purpose
        WHEN 'processing' THEN true
        WHEN 'sharing' THEN EXISTS (SELECT FROM shares WHERE shares.account_id = accounts.account_id)
        ELSE EXISTS (
            SELECT FROM documents WHERE owner = accounts.account_id AND kind = 'shopping-preferences')
    END;
