-- What people who share their prices say that a shop's code is, without a word of who they are or what they call it (C21).
CREATE TABLE code_answers (
    code uuid NOT NULL,
    contributor uuid NOT NULL,
    answer uuid NOT NULL,
    PRIMARY KEY (code, contributor)
);
COMMENT ON COLUMN code_answers.code IS 'hash of a merchant and its code';
COMMENT ON COLUMN code_answers.contributor IS 'the mark that prices are shared under';
COMMENT ON COLUMN code_answers.answer IS 'hash of the name as names are compared';
CREATE INDEX code_answers_contributor ON code_answers (contributor);

-- What at least three people said alike, and most of all.
CREATE TABLE code_names (
    code uuid PRIMARY KEY,
    answer uuid NOT NULL,
    name text NOT NULL,
    category text NOT NULL,
    shared_at timestamptz NOT NULL
);
