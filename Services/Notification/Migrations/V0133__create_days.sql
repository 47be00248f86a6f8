-- What of a person's days is needed to tell of them: when the first entry was made, how many meals, how much energy.

CREATE TABLE eaten_days (
    account_id uuid NOT NULL,
    day date NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    meals integer NOT NULL CHECK (meals >= 0),
    slots integer NOT NULL CHECK (slots >= 0),
    items integer NOT NULL CHECK (items >= 0),
    energy bigint NOT NULL,
    energy_items integer NOT NULL CHECK (energy_items BETWEEN 0 AND items),
    begun_at timestamptz,
    PRIMARY KEY (account_id, day)
);
COMMENT ON COLUMN eaten_days.energy IS 'hundred-millionths of a kilocalorie, of those items that tell it';
COMMENT ON COLUMN eaten_days.begun_at IS 'when the first entry was made; null where nobody saw it';
CREATE INDEX eaten_days_old ON eaten_days (day);

CREATE TABLE goals (
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    from_day date,
    energy double precision,
    floor double precision,
    hides_numbers boolean NOT NULL,
    limits jsonb NOT NULL,
    PRIMARY KEY (account_id, version)
);
COMMENT ON COLUMN goals.from_day IS 'the first day that they hold for; of one day the newest version counts';
COMMENT ON COLUMN goals.energy IS 'kilocalories; null without a goal';
COMMENT ON COLUMN goals.floor IS 'the least energy that is safe, in kilocalories';
COMMENT ON COLUMN goals.limits IS 'the most of a nutrient, in its unit, by its code';

CREATE TABLE day_plans (
    account_id uuid PRIMARY KEY,
    closes_at timestamptz,
    closed_day date,
    reminds_at timestamptz,
    reminded_day date,
    habit_day date
);
COMMENT ON COLUMN day_plans.closes_at IS 'when the day before is told of; null while nothing is entered';
COMMENT ON COLUMN day_plans.reminds_at IS 'when to look whether anything was entered; null while nothing is entered for weeks';
COMMENT ON COLUMN day_plans.habit_day IS 'the last day of which a habit was told';
CREATE INDEX day_plans_due ON day_plans (LEAST(closes_at, reminds_at));
