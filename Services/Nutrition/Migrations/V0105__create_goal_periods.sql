-- From which day on each person's goals have held, so that a past day is judged by what was wanted then. Of one day the
-- newest version counts. What was set before days were told holds from its day in UTC.

ALTER TABLE goals ADD COLUMN from_day date;
UPDATE goals SET from_day = (changed_at AT TIME ZONE 'UTC')::date;
COMMENT ON COLUMN goals.from_day IS 'the first day that they hold for, by the person''s calendar';

CREATE TABLE goal_periods (
    account_id uuid NOT NULL,
    from_day date NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    settings jsonb NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, from_day)
);
COMMENT ON COLUMN goal_periods.settings IS 'amounts in thousandths of the nutrient''s unit';

INSERT INTO goal_periods (account_id, from_day, version, settings, changed_at)
SELECT account_id, from_day, version, settings, changed_at FROM goals;
