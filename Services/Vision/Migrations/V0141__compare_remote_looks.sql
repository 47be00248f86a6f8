-- What a remote model in shadow mode said of photos of meals, beside what ours did; nobody is told of it.
CREATE TABLE remote_looks (
    meal_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    looked_at timestamptz NOT NULL,
    local_predictor text NOT NULL,
    remote_predictor text NOT NULL,
    milliseconds integer NOT NULL CHECK (milliseconds >= 0),
    local_foods integer NOT NULL CHECK (local_foods >= 0),
    remote_foods integer NOT NULL CHECK (remote_foods >= 0),
    same_food integer NOT NULL CHECK (same_food >= 0),
    same_label integer NOT NULL CHECK (same_label >= 0 AND same_label <= same_food),
    newly_named integer NOT NULL CHECK (newly_named >= 0 AND newly_named <= same_food),
    mass_difference double precision CHECK (mass_difference >= 0),
    answer bytea NOT NULL
);
COMMENT ON COLUMN remote_looks.milliseconds IS 'until the remote model had answered';
COMMENT ON COLUMN remote_looks.same_food IS 'foods that both saw in the same place';
COMMENT ON COLUMN remote_looks.same_label IS 'of those, called the same';
COMMENT ON COLUMN remote_looks.newly_named IS 'of those, named by the remote model alone';
COMMENT ON COLUMN remote_looks.mass_difference IS 'of those, the mean difference of the logarithms of their masses';
COMMENT ON COLUMN remote_looks.answer IS 'all foods of the remote model, sealed as (meal.remote-answer, meal id)';
CREATE INDEX remote_looks_old ON remote_looks (looked_at);
CREATE INDEX remote_looks_of ON remote_looks (account_id);
