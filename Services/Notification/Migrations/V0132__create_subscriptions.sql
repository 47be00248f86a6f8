-- What is known of each subscription, so that a person hears once of each step, and of a charge before it comes.

CREATE TABLE subscriptions (
    subscription_id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    told text NOT NULL,
    status text NOT NULL,
    renews_at timestamptz,
    price bigint NOT NULL,
    currency text NOT NULL,
    changes_plan boolean NOT NULL,
    remind_at timestamptz
);
COMMENT ON COLUMN subscriptions.told IS 'the step that the person was told of last, in one word';
COMMENT ON COLUMN subscriptions.renews_at IS 'when the card is charged next; null where it is not to be';
COMMENT ON COLUMN subscriptions.price IS 'without taxes, in minor units of the currency';
COMMENT ON COLUMN subscriptions.changes_plan IS 'whether another plan, with another price, begins with the renewal';
COMMENT ON COLUMN subscriptions.remind_at IS 'when the person is reminded of the charge; null when nothing is left to remind of';
CREATE INDEX subscriptions_account ON subscriptions (account_id);
CREATE INDEX subscriptions_to_remind ON subscriptions (remind_at) WHERE remind_at IS NOT NULL;
