-- Names that people give their scans.

ALTER TABLE scans ADD COLUMN name bytea;
ALTER TABLE pending_scans ADD COLUMN name bytea;
COMMENT ON COLUMN scans.name IS 'sealed; null without a name; kept with the compact fact';
COMMENT ON COLUMN pending_scans.name IS 'sealed; null without a name';
