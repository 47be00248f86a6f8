-- How long a photo is going to wait: its place among those that were accepted before it, and what vision told last.

ALTER TABLE operations ADD COLUMN lane text CHECK (lane IN ('label', 'pro', 'basic'));
COMMENT ON COLUMN operations.lane IS 'the queue its photo waits in; null for what brings no photo';

CREATE INDEX operations_pending_photos ON operations (lane, created_at, operation_id)
    WHERE status = 'pending' AND lane IS NOT NULL;

-- The newest measurement.
CREATE TABLE vision_capacity (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    measured_at timestamptz NOT NULL,
    -- The data of the event.
    body json NOT NULL
);
