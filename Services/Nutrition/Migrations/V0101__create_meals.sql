-- What each person has eaten. The amounts of a meal's items are frozen when it is recorded, so that a food that is put
-- right later does not rewrite what was told before.

CREATE TABLE meals (
    meal_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    day date NOT NULL,
    eaten_at timestamptz NOT NULL,
    utc_offset integer NOT NULL CHECK (utc_offset BETWEEN -86399 AND 86399),
    slot text NOT NULL CHECK (slot IN ('breakfast', 'lunch', 'dinner', 'snack', 'custom')),
    words bytea NOT NULL,
    items jsonb NOT NULL,
    totals jsonb NOT NULL,
    recorded_at timestamptz NOT NULL,
    deleted_at timestamptz
);
COMMENT ON COLUMN meals.day IS 'the person''s calendar day, not an instant';
COMMENT ON COLUMN meals.utc_offset IS 'seconds that the person''s clock was ahead of UTC';
COMMENT ON COLUMN meals.words IS 'sealed';
COMMENT ON COLUMN meals.items IS 'amounts in thousandths of the nutrient''s unit';
COMMENT ON COLUMN meals.totals IS 'sums of the items, in hundred-millionths of the nutrient''s unit';
COMMENT ON COLUMN meals.deleted_at IS 'can be restored for 30 days, then the row goes';
CREATE INDEX meals_day ON meals (account_id, day) WHERE deleted_at IS NULL;
CREATE INDEX meals_deleted ON meals (deleted_at) WHERE deleted_at IS NOT NULL;

-- What each day amounts to: always the sum of its meals, made anew in the transaction that changes one of them.
CREATE TABLE days (
    account_id uuid NOT NULL,
    day date NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    meals integer NOT NULL CHECK (meals >= 0),
    totals jsonb NOT NULL,
    slots jsonb NOT NULL,
    slot_names bytea,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, day)
);
COMMENT ON COLUMN days.slot_names IS 'sealed; null when no slot of the person''s own has a meal';
