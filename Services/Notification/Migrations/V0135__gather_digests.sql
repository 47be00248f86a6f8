-- What can wait for a day goes out as one message.

ALTER TABLE deliveries ADD COLUMN is_digest boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN deliveries.is_digest IS 'whether it goes out in one message with the others of its target that are due';
CREATE INDEX deliveries_gathered ON deliveries (target_id) WHERE state = 'queued' AND is_digest;
