-- What the two parties of a grant write to each other (GW-48, NUT-28).
CREATE TABLE grant_comments (
    comment_id uuid PRIMARY KEY,
    grant_id uuid NOT NULL REFERENCES grants ON DELETE CASCADE,
    -- Of the grant, whose key seals the text.
    owner_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- The owner or the grantee.
    author_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
    text_sealed bytea NOT NULL,
    about_day date,
    about_meal uuid,
    written_at timestamptz NOT NULL,
    CHECK (about_day IS NULL OR about_meal IS NULL)
);
COMMENT ON COLUMN grant_comments.text_sealed IS 'sealed: the comment, under the key of the owner';

CREATE INDEX grant_comments_grant ON grant_comments (grant_id, written_at DESC, comment_id DESC);
CREATE INDEX grant_comments_owner ON grant_comments (owner_id);
CREATE INDEX grant_comments_author ON grant_comments (author_id);
