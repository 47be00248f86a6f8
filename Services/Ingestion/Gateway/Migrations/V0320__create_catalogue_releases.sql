-- Whole tables of foods that were imported, as nutrition says: the newest release of each source.

CREATE TABLE catalogue_releases (
    source text PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    body json NOT NULL
);
COMMENT ON TABLE catalogue_releases IS 'names nobody; the foods lie in files of the catalogue store';
