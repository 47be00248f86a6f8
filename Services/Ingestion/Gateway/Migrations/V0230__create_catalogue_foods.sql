-- Foods that everybody has beside those of the program, as nutrition says.

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
    body json NOT NULL
);
COMMENT ON TABLE catalogue_foods IS 'names nobody';
COMMENT ON COLUMN catalogue_foods.revision IS 'that of catalogue_revision with the last change';
CREATE INDEX catalogue_foods_revision ON catalogue_foods (revision);
