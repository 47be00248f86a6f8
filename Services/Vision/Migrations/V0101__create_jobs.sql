-- Photos that wait to be looked at, and those being looked at; a job leaves with its result.

CREATE TABLE jobs (
    job_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    lane text NOT NULL CHECK (lane IN ('label', 'pro', 'basic')),
    -- Type of the order and its body as it came; what is personal in it is sealed.
    type text NOT NULL,
    body bytea NOT NULL,
    -- Committed before each look, so that a photo that brings the process down is known by it.
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    -- The copy that looks at it: the number of a session advisory lock it holds; null while nobody does.
    worker integer,
    enqueued_at timestamptz NOT NULL,
    not_before timestamptz NOT NULL,
    event_id uuid NOT NULL,
    correlation_id uuid NOT NULL,
    operation_id uuid,
    traceparent text
);
COMMENT ON COLUMN jobs.job_id IS 'of the resource that the result becomes, such as the scan';
COMMENT ON COLUMN jobs.event_id IS 'of the order; the result follows from it';
CREATE INDEX jobs_waiting ON jobs (lane, enqueued_at) WHERE worker IS NULL;
CREATE INDEX jobs_in_hand ON jobs (account_id) WHERE worker IS NOT NULL;
