-- One queue of what the staff looks at: foods that people submit, and what people write to us.

CREATE TABLE reviews (
    review_id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('submission', 'feedback', 'report')),
    account_id uuid NOT NULL,
    topic text CHECK (topic IN ('bug', 'report', 'documentation', 'survey')),
    words bytea,
    rating smallint CHECK (rating BETWEEN 1 AND 5),
    about_food text,
    about_meal uuid,
    doubts json,
    answer bytea,
    state text NOT NULL CHECK (state IN ('open', 'accepted', 'refused', 'done', 'declined', 'withdrawn')),
    reason text,
    entered_at timestamptz NOT NULL,
    claimed_by uuid,
    claimed_until timestamptz,
    decided_at timestamptz,
    CHECK ((kind = 'submission') = (topic IS NULL))
);
COMMENT ON COLUMN reviews.review_id IS 'of a submission its own id';
COMMENT ON COLUMN reviews.account_id IS 'whom it is from';
COMMENT ON COLUMN reviews.words IS 'sealed; of a submission they stand in its document';
COMMENT ON COLUMN reviews.answer IS 'of the staff to the person, sealed with the person''s key';
COMMENT ON COLUMN reviews.claimed_by IS 'the member of the staff who looks at it; nobody else decides it until claimed_until';
CREATE INDEX reviews_open ON reviews (entered_at, review_id) WHERE state = 'open';
CREATE INDEX reviews_entered ON reviews (entered_at, review_id);
CREATE INDEX reviews_account ON reviews (account_id, entered_at);
