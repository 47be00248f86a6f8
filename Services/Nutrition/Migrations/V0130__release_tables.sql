-- Whole tables of foods that an operator has imported: each lies in a file, which is told as a claim check.

CREATE TABLE catalogue_releases (
    source text PRIMARY KEY CHECK (source ~ '^[a-z0-9]{1,16}$'),
    version bigint NOT NULL CHECK (version > 0),
    uri text NOT NULL,
    sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    bytes bigint NOT NULL CHECK (bytes > 0),
    foods bigint NOT NULL CHECK (foods >= 0),
    rejected bigint NOT NULL CHECK (rejected >= 0),
    released_at timestamptz NOT NULL,
    withdrawn_at timestamptz,
    told_version bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE catalogue_releases IS 'the newest of each source; names nobody';
COMMENT ON COLUMN catalogue_releases.uri IS 'the name of the file in the catalogue store';
COMMENT ON COLUMN catalogue_releases.rejected IS 'rows of the table that were not taken';
COMMENT ON COLUMN catalogue_releases.told_version IS 'the last one that was told to the other services';
