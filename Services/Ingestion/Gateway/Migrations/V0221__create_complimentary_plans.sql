-- Plans that the staff gave, as they were ordered last (GW-25); why stands in the audit log.
CREATE TABLE complimentary_plans (
    account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    version bigint NOT NULL CHECK (version > 0),
    tier text NOT NULL CHECK (tier IN ('basic', 'pro')),
    until timestamptz NOT NULL,
    ordered_at timestamptz NOT NULL
);
COMMENT ON COLUMN complimentary_plans.tier IS 'basic takes back what was given';
