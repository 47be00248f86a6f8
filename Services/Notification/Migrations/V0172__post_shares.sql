-- Links to pictures that people post into their chat rooms, on their way.

CREATE TABLE share_posts (
    share_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    words bytea,
    language text NOT NULL,
    expires_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 8),
    first_tried_at timestamptz,
    next_try_at timestamptz NOT NULL,
    held_until timestamptz,
    settled_at timestamptz,
    reason text,
    created_at timestamptz NOT NULL,
    CHECK ((tries = 0) = (first_tried_at IS NULL)),
    CHECK ((state = 'queued') = (settled_at IS NULL)),
    CHECK ((state = 'queued') = (words IS NOT NULL))
);
COMMENT ON COLUMN share_posts.words IS 'sealed: the title and the link; gone once nothing is to be posted any more';
COMMENT ON COLUMN share_posts.held_until IS 'until when a try under way is somebody''s, by the database; null of none';
CREATE INDEX share_posts_due ON share_posts (next_try_at) WHERE state = 'queued';
CREATE INDEX share_posts_old ON share_posts (created_at) WHERE state <> 'queued';
CREATE INDEX share_posts_account ON share_posts (account_id);
