-- The diary of allergic reactions (ALG-13); an entry outlives the allergen in the profile (ALG-14).

CREATE TABLE reactions (
    reaction_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    occurred_on date NOT NULL,
    allergens text[] NOT NULL CHECK (
        allergens <@ ARRAY[
            'gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans', 'milk', 'nuts', 'celery', 'mustard',
            'sesame', 'sulphites', 'lupin', 'molluscs']),
    severity text CHECK (severity IN ('mild', 'moderate', 'severe')),
    notes bytea NOT NULL,
    recorded_at timestamptz NOT NULL,
    deleted_at timestamptz
);
COMMENT ON COLUMN reactions.occurred_on IS 'the person''s calendar day, not an instant';
COMMENT ON COLUMN reactions.notes IS 'sealed';
COMMENT ON COLUMN reactions.deleted_at IS 'can be restored for 30 days, then the row goes';
CREATE INDEX reactions_deleted ON reactions (deleted_at) WHERE deleted_at IS NOT NULL;
