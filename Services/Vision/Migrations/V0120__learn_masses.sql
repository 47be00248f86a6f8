-- What people weighed of foods that were seen on photos, so that the next guess is nearer (VIS-04).
CREATE TABLE confirmed_masses (
    meal_id uuid NOT NULL,
    item_id uuid NOT NULL,
    account_id uuid NOT NULL,
    -- The model's name for the food.
    label text NOT NULL,
    -- As it was guessed before the person's own weights had a say, and as the person says.
    guessed_milligrams bigint NOT NULL CHECK (guessed_milligrams > 0),
    milligrams bigint NOT NULL CHECK (milligrams > 0),
    -- Of the meal; an older one changes nothing.
    version bigint NOT NULL,
    confirmed_at timestamptz NOT NULL,
    PRIMARY KEY (meal_id, item_id)
);
CREATE INDEX confirmed_masses_account ON confirmed_masses (account_id, confirmed_at DESC);
