-- What everybody is told: news, disturbances, and the end of the product (NOT-12, NOT-13, NOT-15, OPS-15). Operators enter it.
CREATE TABLE announcements (
    announcement_id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('releaseNotes', 'serviceDegraded', 'serviceRestored', 'retirement')),
    texts jsonb NOT NULL,
    made_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    retires_at timestamptz,
    withdrawn_at timestamptz,
    -- Of a retirement: since when accounts are erased because of it; nothing brings them back then.
    closing_since timestamptz,
    -- When the event was last written; null while it has to be.
    said_at timestamptz,
    CHECK ((kind = 'retirement') = (retires_at IS NOT NULL)),
    CHECK (ends_at > made_at),
    CHECK (closing_since IS NULL OR (closing_since >= retires_at AND withdrawn_at IS NULL))
);
COMMENT ON COLUMN announcements.texts IS 'by language: title and body; written by operators, about nobody';
CREATE INDEX announcements_standing ON announcements (ends_at) WHERE withdrawn_at IS NULL;
-- The product ends once.
CREATE UNIQUE INDEX announcements_retirement ON announcements ((kind)) WHERE kind = 'retirement' AND withdrawn_at IS NULL;
