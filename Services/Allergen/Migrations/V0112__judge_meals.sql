-- What was found in each meal, and what it takes to judge it again when the person's profile changes.

CREATE TABLE meals (
    meal_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    meal_version bigint NOT NULL CHECK (meal_version > 0),
    profile_version bigint NOT NULL CHECK (profile_version >= 0),
    eaten_at timestamptz NOT NULL,
    deleted_at timestamptz,
    words bytea NOT NULL,
    items jsonb NOT NULL,
    judged jsonb NOT NULL,
    told jsonb NOT NULL
);
COMMENT ON COLUMN meals.version IS 'of the judgement';
COMMENT ON COLUMN meals.meal_version IS 'of the meal that was judged; an older one changes nothing';
COMMENT ON COLUMN meals.words IS 'sealed';
COMMENT ON COLUMN meals.judged IS 'the event, its details sealed';
COMMENT ON COLUMN meals.told IS 'what the person has heard of it, once and for all';
CREATE INDEX meals_newest ON meals (account_id, eaten_at DESC, meal_id DESC) WHERE deleted_at IS NULL;
CREATE INDEX meals_deleted ON meals (deleted_at) WHERE deleted_at IS NOT NULL;
