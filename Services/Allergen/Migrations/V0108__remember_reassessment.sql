-- Why a scan has its newest version, so that current state sent again equals what was sent first.

ALTER TABLE scans ADD COLUMN reassessment text
    CHECK (reassessment IN ('profileChanged', 'lexiconChanged', 'compacted'));
COMMENT ON COLUMN scans.reassessment IS 'null when the newest version answers the scan''s own order';
