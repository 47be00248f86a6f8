-- What suspended accounts shared is deleted after 30 days: of an erased one it could not be found any more.
ALTER TABLE suspended_contributors ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX suspended_contributors_age ON suspended_contributors (used_at);
COMMENT ON COLUMN suspended_contributors.used_at IS 'when the account was suspended, or shared something since';
