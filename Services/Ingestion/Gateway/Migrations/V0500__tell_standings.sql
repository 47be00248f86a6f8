-- Services learn which accounts are suspended, since what those reported counts for others no longer.
ALTER TABLE accounts ADD COLUMN standing_version bigint NOT NULL DEFAULT 0 CHECK (standing_version >= 0);
COMMENT ON COLUMN accounts.standing_version IS 'number of suspensions and reinstatements; the version that other services see';
UPDATE accounts SET standing_version = 1 WHERE status = 'suspended';
