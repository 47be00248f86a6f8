-- Beside whether everybody may learn from a person, what else they allow, as it is told: before a photo is shown to a model elsewhere
-- it is looked up here. Each has its own version, since an order to learn tells of the one alone.
ALTER TABLE consents
    ADD COLUMN told_version bigint NOT NULL DEFAULT 0 CHECK (told_version >= 0),
    ADD COLUMN allowed text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN consents.told_version IS 'of the consents that allowed holds; 0 while nothing was told';
COMMENT ON COLUMN consents.allowed IS 'codes of purposes';
