-- Kinds of allergens may be chosen, scans remember enough to be judged again without their text (ALG-11, C18).

-- The codes themselves are declared in EventContracts; here their form only, so that a new kind needs no migration.
ALTER TABLE profiles DROP CONSTRAINT profiles_allergens_check;
ALTER TABLE profiles ADD CONSTRAINT profiles_allergens_check
    CHECK (array_to_string(allergens, ',', '*') ~ '^([a-z][A-Za-z]*(,[a-z][A-Za-z]*)*)?$');
ALTER TABLE profiles ADD COLUMN history text NOT NULL DEFAULT 'keep' CHECK (history IN ('keep', 'lastTen'));
ALTER TABLE profiles ADD COLUMN others_since bigint NOT NULL DEFAULT 1 CHECK (others_since > 0);
UPDATE profiles SET others_since = version;
COMMENT ON COLUMN profiles.history IS 'what is kept of scans beyond the newest ten';
COMMENT ON COLUMN profiles.others_since IS 'the version since which the person''s own ingredients are what they are';

ALTER TABLE scans ADD COLUMN product text GENERATED ALWAYS AS (lpad(gtin, 14, '0')) STORED;
ALTER TABLE scans ADD COLUMN lexicon_version text NOT NULL DEFAULT '';
ALTER TABLE scans ADD COLUMN facts jsonb;
ALTER TABLE scans ADD COLUMN other_held boolean NOT NULL DEFAULT false;
ALTER TABLE scans ADD COLUMN others_version bigint NOT NULL DEFAULT 0;
ALTER TABLE scans ADD COLUMN told_contains text[] NOT NULL DEFAULT '{}';
ALTER TABLE scans ADD COLUMN told_may_contain text[] NOT NULL DEFAULT '{}';
UPDATE scans
SET other_held = other_matches > 0, others_version = profile_version, told_contains = contains,
    told_may_contain = may_contain;
COMMENT ON COLUMN scans.product IS 'GTIN in its one form of 14 digits';
COMMENT ON COLUMN scans.lexicon_version IS 'what the text was read with; empty before versions were kept';
COMMENT ON COLUMN scans.facts IS 'AllergenFacts: what the label says whatever the profile; null from before they were kept';
COMMENT ON COLUMN scans.other_held IS 'whether an ingredient that the person named is held rather than possible';
COMMENT ON COLUMN scans.others_version IS 'the profile version whose own ingredients were looked for in the text';
COMMENT ON COLUMN scans.told_contains IS 'what the person has been told of, once and for all';
CREATE INDEX scans_by_account ON scans (account_id, scanned_at DESC, scan_id DESC);
CREATE INDEX scans_by_product ON scans (product, account_id) WHERE product IS NOT NULL;
CREATE INDEX scans_by_lexicon ON scans (lexicon_version) WHERE details IS NOT NULL;

-- Lexicons that copies of the service have run with; the one that began last checks the others' scans again.
CREATE TABLE lexicons (
    version text PRIMARY KEY,
    began_at timestamptz NOT NULL
);
INSERT INTO lexicons (version, began_at) VALUES ('', '1970-01-01T00:00:00Z');
