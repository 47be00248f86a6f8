-- What can wait for a day goes out as one message.

ALTER TABLE deliveries ADD COLUMN is_digest boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN deliveries.is_digest IS 'whether it goes out in one message with the others of its target that are due';
CREATE INDEX deliveries_alone ON deliveries (is_urgent, next_try_at) WHERE state = 'queued' AND NOT is_digest;
CREATE INDEX deliveries_gathered ON deliveries (next_try_at, target_id) WHERE state = 'queued' AND is_digest;
CREATE INDEX deliveries_gathered_of ON deliveries (target_id) WHERE state = 'queued' AND is_digest;
