-- The inbox: one notice per cause (NOT-04), and what of the cause the notice was written from.

CREATE TABLE notices (
    notice_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    kind text NOT NULL CHECK (kind IN ('scanAssessed')),
    cause_id text NOT NULL,
    cause_version bigint NOT NULL CHECK (cause_version > 0),
    cause_state text NOT NULL,
    urgency text NOT NULL CHECK (urgency IN ('alert', 'notice')),
    text bytea,
    created_at timestamptz NOT NULL,
    read_at timestamptz,
    deleted_at timestamptz,
    UNIQUE (account_id, kind, cause_id),
    CHECK (text IS NOT NULL OR deleted_at IS NOT NULL)
);
COMMENT ON COLUMN notices.cause_version IS 'the newest version of the cause taken in; an older one changes nothing';
COMMENT ON COLUMN notices.cause_state IS 'what the person was told of it, such as the verdict: another one makes the notice unread again';
COMMENT ON COLUMN notices.text IS 'sealed; dropped 30 days after the deletion, the row stays so that versions go on';
CREATE INDEX notices_to_clear ON notices (deleted_at) WHERE deleted_at IS NOT NULL AND text IS NOT NULL;
