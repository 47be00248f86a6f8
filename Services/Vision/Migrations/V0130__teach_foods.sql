-- Foods that people have taught: what regions of photos look like, and what somebody says that they show.

-- Foods as a model found them, kept as long as they may be taught.
CREATE TABLE regions (
    region_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    meal_id uuid NOT NULL,
    label text NOT NULL,
    score double precision NOT NULL,
    box json NOT NULL,
    photo text NOT NULL,
    orientation smallint NOT NULL CHECK (orientation BETWEEN 1 AND 8),
    space text NOT NULL,
    look bytea NOT NULL CHECK (octet_length(look) BETWEEN 1 AND 8192),
    seen_at timestamptz NOT NULL
);
COMMENT ON COLUMN regions.label IS 'what the model took it for';
COMMENT ON COLUMN regions.box IS 'left, top, right, bottom as parts of the upright photo';
COMMENT ON COLUMN regions.photo IS 'where the sealed photo lies in the photo store';
COMMENT ON COLUMN regions.space IS 'the model that made the look: those of two models cannot be compared';
COMMENT ON COLUMN regions.look IS 'the embedding, a signed byte for each component';
CREATE INDEX regions_account ON regions (account_id, space);
CREATE INDEX regions_seen ON regions (seen_at);
CREATE INDEX regions_meal ON regions (meal_id);

-- What people say that regions show.
CREATE TABLE lessons (
    region_id uuid PRIMARY KEY REFERENCES regions,
    lesson_id uuid NOT NULL UNIQUE,
    account_id uuid NOT NULL,
    meal_id uuid NOT NULL,
    food_id text,
    saved_food_id uuid,
    name bytea,
    milligrams bigint CHECK (milligrams > 0),
    state text NOT NULL CHECK (state IN ('personal', 'proposed', 'accepted', 'refused')),
    version bigint NOT NULL CHECK (version > 0),
    doubts json NOT NULL DEFAULT '[]',
    taught_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CHECK (food_id IS NOT NULL OR saved_food_id IS NOT NULL OR name IS NOT NULL),
    -- Only what stands in everybody's catalogue can reach everybody.
    CHECK (state = 'personal' OR (food_id IS NOT NULL AND food_id NOT LIKE 'own-%'))
);
COMMENT ON COLUMN lessons.name IS 'sealed: the person''s own';
COMMENT ON COLUMN lessons.milligrams IS 'what the person says that it weighed';
COMMENT ON COLUMN lessons.version IS 'of what is told of it';
CREATE INDEX lessons_account ON lessons (account_id, taught_at);
CREATE INDEX lessons_meal ON lessons (meal_id);
CREATE INDEX lessons_accepted ON lessons (region_id) WHERE state = 'accepted';

-- Up to which version of a meal its lessons were learnt: what comes late changes nothing.
CREATE TABLE taught_meals (
    meal_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL,
    taught_at timestamptz NOT NULL
);
CREATE INDEX taught_meals_account ON taught_meals (account_id);
CREATE INDEX taught_meals_taught ON taught_meals (taught_at);

-- Whether everybody may learn from a person; of whom there is no row, nobody may.
CREATE TABLE consents (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version >= 0),
    may_train boolean NOT NULL
);

-- Which regions became everybody's, or no longer are, in the order of commits: what every copy follows.
CREATE SEQUENCE shared_change_numbers;
CREATE TABLE shared_changes (
    region_id uuid PRIMARY KEY,
    change bigint NOT NULL UNIQUE
);

-- Whatever takes a lesson away takes it out of every copy's memory, the erasure of an account too.
CREATE FUNCTION note_shared_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- One writer at a time, to the end of its transaction: whoever reads up to a number has seen all before it.
    LOCK TABLE shared_changes IN SHARE ROW EXCLUSIVE MODE;
    INSERT INTO shared_changes AS known (region_id, change)
    VALUES (coalesce(OLD.region_id, NEW.region_id), nextval('shared_change_numbers'))
    ON CONFLICT (region_id) DO UPDATE SET change = excluded.change;
    RETURN NULL;
END $$;
CREATE TRIGGER lessons_added AFTER INSERT ON lessons
    FOR EACH ROW WHEN (NEW.state = 'accepted') EXECUTE FUNCTION note_shared_change();
CREATE TRIGGER lessons_changed AFTER UPDATE ON lessons
    FOR EACH ROW WHEN (OLD.state = 'accepted' OR NEW.state = 'accepted') EXECUTE FUNCTION note_shared_change();
CREATE TRIGGER lessons_removed AFTER DELETE ON lessons
    FOR EACH ROW WHEN (OLD.state = 'accepted') EXECUTE FUNCTION note_shared_change();
