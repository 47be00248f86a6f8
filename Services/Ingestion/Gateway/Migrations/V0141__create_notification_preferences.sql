-- How people want to be told outside the inbox. Addresses that they named are kept sealed.
CREATE TABLE notification_preferences (
    account_id uuid PRIMARY KEY,
    version bigint NOT NULL CHECK (version > 0),
    -- Codes of channels by codes of kinds.
    channels jsonb NOT NULL,
    -- By the person's clock, as HH:MM.
    quiet_from text CHECK (quiet_from ~ '^[0-9]{2}:[0-9]{2}$'),
    quiet_to text CHECK (quiet_to ~ '^[0-9]{2}:[0-9]{2}$'),
    digest_at text CHECK (digest_at ~ '^[0-9]{2}:[0-9]{2}$'),
    addressed text[] NOT NULL,
    addresses bytea,
    updated_at timestamptz NOT NULL,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
    CHECK ((addresses IS NULL) = (addressed = '{}'))
);
