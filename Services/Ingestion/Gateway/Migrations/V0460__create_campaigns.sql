-- House promotions by campaign (BIL-14), and anonymous counts of what was shown.
CREATE TABLE campaigns (
    campaign_id uuid PRIMARY KEY,
    name text NOT NULL,
    words jsonb NOT NULL,
    starts_at timestamptz NOT NULL,
    ends_at timestamptz CHECK (ends_at > starts_at),
    places text[] NOT NULL CHECK (places <> '{}'),
    share smallint NOT NULL CHECK (share BETWEEN 1 AND 100),
    per_day smallint NOT NULL CHECK (per_day BETWEEN 1 AND 24),
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN campaigns.share IS 'percent of the hours of each person in which it may be shown';
COMMENT ON COLUMN campaigns.per_day IS 'how often it is shown to one person in a day (UTC) at most';

CREATE TABLE promotion_counts (
    promotion text NOT NULL,
    day date NOT NULL,
    shown bigint NOT NULL DEFAULT 0,
    clicked bigint NOT NULL DEFAULT 0,
    dismissed bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (promotion, day)
);

ALTER TABLE promotions
    ADD COLUMN day date,
    ADD COLUMN times smallint NOT NULL DEFAULT 0,
    ADD COLUMN clicked_at timestamptz;
COMMENT ON COLUMN promotions.times IS 'how often it was shown on that day (UTC)';
