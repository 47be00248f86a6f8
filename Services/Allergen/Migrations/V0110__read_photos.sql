-- Scans whose text was read from a photo (VIS-17).

ALTER TABLE scans ADD COLUMN photo jsonb;
ALTER TABLE pending_scans ADD COLUMN photo jsonb;
COMMENT ON COLUMN scans.photo IS 'ScanPhoto: how the text was read; what was read is sealed in it';
