-- Foods that everybody has beside those of the program, and those that people want everybody to have.

CREATE TABLE catalogue_revision (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    revision bigint NOT NULL
);
COMMENT ON TABLE catalogue_revision IS 'one row; who changes a food takes it, so that revisions are visible in their order';
INSERT INTO catalogue_revision (revision) VALUES (0);

CREATE TABLE catalogue_foods (
    food_id text PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    revision bigint NOT NULL,
    origin text NOT NULL CHECK (origin IN ('staff', 'submission')),
    food jsonb NOT NULL,
    changed_at timestamptz NOT NULL,
    withdrawn_at timestamptz
);
COMMENT ON TABLE catalogue_foods IS 'names nobody';
COMMENT ON COLUMN catalogue_foods.revision IS 'that of catalogue_revision with the last change';
CREATE INDEX catalogue_foods_revision ON catalogue_foods (revision);

CREATE TABLE food_submissions (
    submission_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    own_food_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    state text NOT NULL CHECK (state IN ('pending', 'accepted', 'refused', 'withdrawn')),
    words bytea NOT NULL,
    amounts jsonb NOT NULL,
    language text NOT NULL,
    doubts jsonb NOT NULL,
    reason text,
    food_id text,
    submitted_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN food_submissions.words IS 'sealed';
COMMENT ON COLUMN food_submissions.amounts IS 'in 100 g, in thousandths of the nutrient''s unit';
COMMENT ON COLUMN food_submissions.food_id IS 'of the catalogue, once it is accepted';
CREATE INDEX food_submissions_account ON food_submissions (account_id);
CREATE UNIQUE INDEX food_submissions_pending ON food_submissions (own_food_id) WHERE state = 'pending';
