-- Notices about alerts and recalls (NOT-05), with what they lead to.

ALTER TABLE notices DROP CONSTRAINT notices_kind_check;
ALTER TABLE notices ADD CONSTRAINT notices_kind_check CHECK (kind IN ('scanAssessed', 'allergenAlert', 'recall'));
ALTER TABLE notices ADD COLUMN scan_id uuid;
ALTER TABLE notices ADD COLUMN gtin text CHECK (gtin ~ '^[0-9]{14}$');
COMMENT ON COLUMN notices.scan_id IS 'the scan of an alert';
COMMENT ON COLUMN notices.gtin IS 'the product of an alert';
