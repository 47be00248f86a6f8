-- What each person must not eat, as last ordered; the gateway numbers the versions (DESIGN section 3).

CREATE TABLE profiles (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    allergens text[] NOT NULL CHECK (
        allergens <@ ARRAY[
            'gluten', 'crustaceans', 'eggs', 'fish', 'peanuts', 'soybeans', 'milk', 'nuts', 'celery', 'mustard',
            'sesame', 'sulphites', 'lupin', 'molluscs']),
    other_ingredients bytea NOT NULL,
    diets text[] NOT NULL CHECK (diets <@ ARRAY['vegan', 'vegetarian', 'glutenFree', 'halal', 'kosher']),
    traces text NOT NULL CHECK (traces IN ('warn', 'ignore')),
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN profiles.other_ingredients IS 'sealed';
