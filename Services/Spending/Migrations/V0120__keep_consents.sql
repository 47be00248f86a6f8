-- What people allow of what concerns shopping; of whom there is no row, the gateway let nothing pass that is not allowed.
CREATE TABLE consents (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    allowed text[] NOT NULL
);
COMMENT ON COLUMN consents.allowed IS 'codes of purposes';

ALTER TABLE shoppers ADD COLUMN consent_version bigint NOT NULL DEFAULT 0 CHECK (consent_version >= 0);
COMMENT ON COLUMN shoppers.consent_version IS 'the consents under which the wishes were ordered: earlier ones say nothing against them';
