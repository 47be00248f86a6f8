-- Meals as they were, version by version: the data of the event as it came, words still sealed.
CREATE TABLE meal_versions (
    account_id uuid NOT NULL,
    meal_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    -- As in documents: by the person's clock, so that the meals of a day stand together.
    sort_key bigint NOT NULL,
    said_at timestamptz NOT NULL,
    deleted_at timestamptz,
    body json NOT NULL,
    PRIMARY KEY (account_id, meal_id, version)
);
COMMENT ON COLUMN meal_versions.said_at IS 'since when it was so';
CREATE INDEX meal_versions_day ON meal_versions (account_id, sort_key);
CREATE INDEX meal_versions_said ON meal_versions (said_at);

-- What was there before is taken to have been so since the meal was recorded.
INSERT INTO meal_versions (account_id, meal_id, version, sort_key, said_at, deleted_at, body)
SELECT owner, id, version, sort_key, coalesce((body ->> 'recordedAt')::timestamptz, now()), deleted_at, body
FROM documents
WHERE kind = 'meal';
