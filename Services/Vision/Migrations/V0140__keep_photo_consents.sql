-- What people allow, as it is told: before a photo is shown to a model elsewhere it is looked up here.
CREATE TABLE photo_consents (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    allowed text[] NOT NULL
);
COMMENT ON COLUMN photo_consents.allowed IS 'codes of purposes';
