-- What of the inbox is told outside it: when it is to be looked at next, and each message on its way through a channel.

CREATE TABLE tellings (
    notice_id uuid PRIMARY KEY REFERENCES notices ON DELETE CASCADE,
    account_id uuid NOT NULL,
    notice_version bigint NOT NULL CHECK (notice_version > 0),
    kind text NOT NULL,
    is_urgent boolean NOT NULL,
    next_at timestamptz
);
COMMENT ON COLUMN tellings.notice_version IS 'the version that is news';
COMMENT ON COLUMN tellings.next_at IS 'when to decide what is told next; null when nothing is left to tell';
CREATE INDEX tellings_due ON tellings (is_urgent, next_at) WHERE next_at IS NOT NULL;

CREATE TABLE deliveries (
    delivery_id uuid PRIMARY KEY,
    notice_id uuid NOT NULL REFERENCES notices ON DELETE CASCADE,
    notice_version bigint NOT NULL CHECK (notice_version > 0),
    account_id uuid NOT NULL,
    target_id uuid NOT NULL,
    channel text NOT NULL CHECK (channel IN ('webPush', 'ntfy', 'chat', 'webhook', 'email')),
    kind text NOT NULL,
    is_urgent boolean NOT NULL,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'delivered', 'failed', 'unneeded')),
    tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 8),
    first_tried_at timestamptz,
    next_try_at timestamptz NOT NULL,
    settled_at timestamptz,
    proof text,
    reason text,
    created_at timestamptz NOT NULL,
    UNIQUE (notice_id, notice_version, target_id),
    CHECK ((tries = 0) = (first_tried_at IS NULL))
);
COMMENT ON COLUMN deliveries.next_try_at IS 'while a try is under way, when its lease ends';
COMMENT ON COLUMN deliveries.settled_at IS 'when it was taken by the other side or failed for good';
COMMENT ON COLUMN deliveries.proof IS 'what the other side said when it took it';
CREATE INDEX deliveries_due ON deliveries (is_urgent, next_try_at) WHERE state = 'queued';
CREATE INDEX deliveries_old ON deliveries (created_at) WHERE state <> 'queued';
