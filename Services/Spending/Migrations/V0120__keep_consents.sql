-- What people allow of what concerns shopping; of whom there is no row, the gateway let nothing pass that is not allowed.
CREATE TABLE consents (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    allowed text[] NOT NULL
);
COMMENT ON COLUMN consents.allowed IS 'codes of purposes';
