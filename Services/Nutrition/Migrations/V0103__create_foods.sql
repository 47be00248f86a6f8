-- Foods that a person has saved, and foods that a person has added for their own use.

CREATE TABLE saved_foods (
    saved_food_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    words bytea NOT NULL,
    food_id text,
    milligrams bigint CHECK (milligrams > 0),
    amounts jsonb,
    saved_at timestamptz NOT NULL,
    deleted_at timestamptz
);
COMMENT ON COLUMN saved_foods.words IS 'sealed';
COMMENT ON COLUMN saved_foods.amounts IS 'of the portion, in thousandths of the nutrient''s unit';
COMMENT ON COLUMN saved_foods.deleted_at IS 'the row goes after 30 days';
CREATE INDEX saved_foods_account ON saved_foods (account_id) WHERE deleted_at IS NULL;
CREATE INDEX saved_foods_deleted ON saved_foods (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE own_foods (
    own_food_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    words bytea NOT NULL,
    amounts jsonb NOT NULL,
    added_at timestamptz NOT NULL
);
COMMENT ON COLUMN own_foods.words IS 'sealed';
COMMENT ON COLUMN own_foods.amounts IS 'in 100 g, in thousandths of the nutrient''s unit';
CREATE INDEX own_foods_account ON own_foods (account_id);
