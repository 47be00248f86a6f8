-- What everybody is told, and how far the telling has come.

CREATE TABLE announcements (
    announcement_id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('releaseNotes', 'serviceDegraded', 'serviceRestored', 'retirement')),
    texts jsonb NOT NULL,
    made_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    withdrawn_at timestamptz,
    told_upto uuid,
    told_at timestamptz
);
COMMENT ON COLUMN announcements.told_upto IS 'everybody up to this account, in the order of their ids, was told';
COMMENT ON COLUMN announcements.told_at IS 'when the last one was told';
