-- Seats that an institution pays for, and plans that the staff gave.

CREATE TABLE seats (
    seat_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    subscription_id uuid NOT NULL REFERENCES subscriptions,
    version bigint NOT NULL CHECK (version > 0),
    member_id uuid,
    assigned_at timestamptz,
    released_at timestamptz,
    CHECK ((member_id IS NULL) = (released_at IS NOT NULL)),
    CHECK (member_id IS NULL OR assigned_at IS NOT NULL)
);
COMMENT ON COLUMN seats.account_id IS 'who pays';
COMMENT ON COLUMN seats.member_id IS 'who uses it; null once it is free, which it stays: another one is offered instead';
CREATE UNIQUE INDEX seats_member ON seats (subscription_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX seats_of_member ON seats (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX seats_account ON seats (account_id);

CREATE TABLE complimentary_plans (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    tier text NOT NULL CHECK (tier IN ('basic', 'pro')),
    until timestamptz NOT NULL,
    ordered_at timestamptz NOT NULL
);
COMMENT ON COLUMN complimentary_plans.tier IS 'basic takes back what was given';

-- Announcements that the product ends: nothing is sold or renewed while one stands (BIL-17).
CREATE TABLE retirements (
    announcement_id uuid PRIMARY KEY,
    retires_at timestamptz,
    withdrawn_at timestamptz
);
